"""The weights of a commander, of which his staff keeps a record on its desk."""

from __future__ import annotations

from dataclasses import dataclass

from balance.rulebook.game import Game


@dataclass(frozen=True)
class Weights:
    """How a commander values things, in factor points (one attack or defense factor = 1).

    Each field can be set in an opening file's ``[weights]`` or by a plan; ``RANGES`` bounds them.
    Games whose points are of another size have other values where nothing is set, see
    ``standard_weights``.
    """

    min_value: float = 0.6  # least expected gain of a prepared assault, factor points
    min_value_mobile: float = 0.3  # the same for a mobile assault
    caution: float = 1.0  # own losses count this many times
    vp_worth: float = 45.0  # a victory point
    town_worth: float = 5.0  # a town or city that is a supply source of the enemy
    pocket_worth: float = 1.0  # eliminating units out of supply: multiple of their award
    ground_worth: float = 2.0  # taking any defended hex, plus freedom of movement behind it
    advance: float = 3.0  # a turn's march nearer to the objective
    detour: float = 0.25  # share of the progress lost that counts against an assault
    away: float = 0.3  # share of a march away from the objective that counts against an assault
    ahead: float = 0.25  # share of a march to the objective that speaks for a mobile assault
    effort: float = 0.05  # price of an attack factor used in a prepared assault
    soak_off: float = 5.0  # price of a poor attack that falls due beside a good one
    mass: float = 0.0  # pull towards hexes from which a wanted attack can be made
    odds_wanted: float = 5.0  # rung of the odds ladder to mass for (5 = 6:1)
    risk: float = 1.0  # weight of the enemy's counterstroke in choosing a hex
    supply_need: float = 12.0  # penalty for ending a move out of supply
    together: float = 1.5  # liking for hexes held by own troops
    forward: float = 1.2  # line: price of a hex for each hex further from the enemy than wanted
    stand_off: float = 1.0  # line: wanted distance from enemy-held ground, hexes
    occupied: float = 0.5  # line: discount for a hex already held
    cover: float = 0.5  # line: discount for rivers, hills, cities and works in front
    line_need: float = 0.4  # defense wanted for each factor that can attack a line hex
    alarm: float = 60.0  # garrisons: one unit does while no enemy stands within so many hexes
    call_back: float = 0.1  # defense wanted near what loses the game, for each factor that gathers


#: What games whose staff states no others begin with.
STANDARD_WEIGHTS = Weights()
#: Allowed ranges of the weights, checked when a plan is read.
RANGES: dict[str, tuple[float, float]] = {
    "min_value": (-20.0, 100.0),
    "min_value_mobile": (-20.0, 100.0),
    "caution": (0.1, 10.0),
    "vp_worth": (0.0, 500.0),
    "town_worth": (0.0, 100.0),
    "pocket_worth": (0.0, 50.0),
    "ground_worth": (0.0, 100.0),
    "advance": (0.0, 50.0),
    "detour": (0.0, 1.0),
    "away": (0.0, 10.0),
    "ahead": (0.0, 5.0),
    "effort": (0.0, 5.0),
    "soak_off": (0.0, 50.0),
    "mass": (0.0, 20.0),
    "odds_wanted": (-2.0, 10.0),
    "risk": (0.0, 20.0),
    "supply_need": (0.0, 200.0),
    "together": (0.0, 20.0),
    "forward": (0.0, 50.0),
    "stand_off": (1.0, 12.0),
    "occupied": (0.0, 0.9),
    "cover": (0.0, 0.9),
    "line_need": (0.0, 5.0),
    "alarm": (0.0, 60.0),
    "call_back": (0.0, 3.0),
}


def offered_weights(game: Game) -> tuple[str, ...]:
    """Weights that a game's staff goes by; ``UNUSED_WEIGHTS`` in its choices names the others.

    >>> from balance.rulebook.game import open_game
    >>> "mass" in offered_weights(open_game("stalingrad_1942"))
    False
    """
    unused = getattr(game.staff("choices"), "UNUSED_WEIGHTS", ())
    return tuple(key for key in RANGES if key not in unused)


def standard_weights(game: Game) -> Weights:
    """What a commander who says nothing values things at: ``WEIGHTS`` in the game's choices.

    >>> from balance.rulebook.game import open_game
    >>> standard_weights(open_game("stalingrad_1942")).vp_worth
    4.0
    """
    found: Weights = getattr(game.staff("choices"), "WEIGHTS", STANDARD_WEIGHTS)
    return found
