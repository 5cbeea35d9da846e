"""A game for readers: what a replay shows of a state, in numbers and words of its own.

Looking never changes a game: supply, modes and reach are found on a copy. The words come from
``replay.toml`` of the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.new_game import STATIC_FIELDS
from balance.games.army_group_south.order_of_battle import GERMAN_KINDS
from balance.games.army_group_south.refusals import REASONS
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.telling_supply import (
    cut_off_hexes,
    supplied_hexes,
    supply_lines,
    working_sources,
)
from balance.games.army_group_south.victory import (
    cut_off_points,
    exited_strength,
    place_points,
)
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    NOBODY,
    EventKind,
    Feature,
    Hexside,
    Kind,
    Mobility,
    Mode,
    Phase,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.games.fresh import Template
from balance.games.telling import GameTelling, find_reach
from balance.games.telling_map import MapWords, map_faults, tell_map
from balance.games.words import read_words
from balance.kernel.compiled import entry

#: Values of ``condition``: bits.
DISRUPTED, DEFENSIVE = 1, 2
#: Rows of the table that ``look_at_units`` fills.
_SUPPLY, _CONDITION = range(2)
#: Values of ``supply``.
_OFF_MAP, _IN, _OUT = -1, 0, 1
_MAP_WORDS = MapWords(Terrain, (Terrain.SEA, Terrain.OFF_MAP), Feature, Hexside, Hexside.SEA)
#: Columns of the log of battles that are told as they are.
_BATTLE_NUMBERS = (
    *("attack", "headquarters", "defense", "terrain", "odds", "final_odds", "die", "no_strength"),
    *("attacker_steps_lost", "attacker_units_lost", "defender_steps_lost", "defender_units_lost"),
    *("attackers_retreated", "defenders_retreated", "attacker_oos", "defender_oos", "advanced"),
)
_KINDS_OF_PHASE = {
    "movement": (Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT),
    "combat": (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT),
    "mechanized": (Phase.AXIS_MECHANIZED, Phase.SOVIET_MECHANIZED),
    "removal": (Phase.AXIS_REMOVAL, Phase.SOVIET_REMOVAL),
    "start": (Phase.SOVIET_START,),
    "end": (Phase.TURN_END,),
    "set_up": (Phase.SET_UP,),
}
_PHASE_KINDS = {phase: kind for kind, phases in _KINDS_OF_PHASE.items() for phase in phases}


class Telling(GameTelling):
    """Tells of the games of one scenario."""

    #: Names of the numbers of events.
    event_kinds = tuple(kind.name for kind in EventKind)
    #: Columns of the games table that the points of a game are made of (25.0).
    points = ("vp", "vp_soviet", "vp_places", "vp_axis", "vp_exited")

    def __init__(self, scenario: Scenario, words: Mapping[str, Any]) -> None:
        super().__init__(scenario, words, Phase, REASONS)

    def map(self) -> dict[str, Any]:
        """The map; ``home`` is the side behind whose line a hex lies as the game begins."""
        game_map = self.scenario.map
        soviet = (game_map.hexes["features"][:-1] & int(Feature.SOVIET_SIDE)) != 0
        told = tell_map(game_map, _MAP_WORDS, self.words)
        return {**told, "home": np.where(soviet, Side.SOVIET, Side.AXIS).tolist()}

    def units(self, state: State) -> list[dict[str, Any]]:
        """The counters, as printed; untried ones with what they turn out to be.

        Rule: army_group_south 3.2, 9.6, 11.1, 13.0
        """
        return [self._unit(state, u) for u in range(len(state.units))]

    def _unit(self, state: State, u: int) -> dict[str, Any]:
        counter = state.units[u]
        row = self.scenario.order_of_battle.rows[u]
        kind = self.words["kind"][Kind(int(counter.kind)).name]
        kind = self.words["class"].get(row["unit_class"], kind)
        full = int(counter.full_steps)
        return {
            "name": self.scenario.unit_names[u],
            "side": int(counter.side),
            "nation": int(counter.side),
            "kind": Kind(int(counter.kind)).name.lower(),
            "kind_name": kind["name"],
            "symbol": kind["symbol"],
            "size": Size(int(counter.unit_size)).name.lower(),
            "mobility": Mobility(int(counter.mobility)).name.lower(),
            "formation": row["parent"],
            "strengths": state.strengths[u, 1 : full + 1].tolist(),
            "movement": int(counter.movement),
            "rating": int(counter.leadership),
            "steps": full,
            "untried": bool(counter.untried),
            "die_attack": False,
            "die_defense": False,
            "arrival": int(counter.arrival_turn),
        }

    def battle(self, row: Any) -> dict[str, Any]:
        """Numbers of a battle from its row of the log.

        Rule: army_group_south 9.0, 9.5, 9.65
        """
        return {
            "kind": int(row["overrun"]),
            "shifts": [],
            "result": _result(row),
            **{key: int(row[key]) for key in _BATTLE_NUMBERS},
        }

    def phase(self, state: State) -> str:
        """Kind of the phase: a key of ``phase`` in ``replay.toml``.

        Rule: army_group_south 4.1, 4.2
        """
        return _PHASE_KINDS[Phase(int(state.game.phase))]

    def reach(self, state: State) -> dict[int, list[int]]:
        """Hexes that each unit of the phasing side could march to now, its own left out.

        Rule: army_group_south 5.0, 5.11
        """
        ready = (state.units["side"] == state.game.side) & (state.units["status"] == Status.ON_MAP)
        units = np.flatnonzero(ready).tolist()
        return find_reach(_copy(state), units, compute_reach, BEST)

    def position(self, state: State) -> dict[str, Any]:
        """All that is to be seen of a state besides where the units are.

        Returns
        -------
        dict
            Lists by unit: ``steps``, ``status``, ``revealed``, ``supply`` (-1 off the map),
            ``condition``; by hex: ``control`` (-1 nobody). The rest as in the frames of a replay.
        """
        looked = _copy(state)
        seen = np.zeros((2, len(looked.units)), np.int64)
        look_at_units(looked, seen)
        units = looked.units
        return {
            "steps": units["steps"].tolist(),
            "status": units["status"].tolist(),
            "revealed": units["revealed"].tolist(),
            "supply": seen[_SUPPLY].tolist(),
            "condition": seen[_CONDITION].tolist(),
            "control": looked.ground["control"][:-1].tolist(),
            "points": list(count_points(looked).values()),
            "facts": self._facts(looked),
            "markers": [],
            "works": [],
            "sources": [working_sources(looked, side) for side in Side],
            "cut_off": [cut_off_hexes(looked, side) for side in Side],
            "supplied": [supplied_hexes(looked, side) for side in Side],
            "lines": supply_lines(looked),
        }

    def _facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        rules, units = state.rules, state.units
        left = int(rules.rail_units) - int(state.game.rail_moves)
        staffs = (units["unit_size"] == Size.HEADQUARTERS) & (units["status"] == Status.ON_MAP)
        defensive = staffs & (units["mode"] == Mode.DEFENSIVE)
        exited = f"{int(exited_strength(state, False))} of {int(rules.victory_exit_strength)}"
        return [
            ["Soviet attack strength off by the exit area", exited],
            ["Rail moves left this game turn", str(left)],
            ["Headquarters on the defensive", f"{defensive.sum()} of {staffs.sum()}"],
        ]


def count_points(state: State) -> dict[str, int]:
    """Points by their column, as if the game ended now.

    Rule: army_group_south 25.0, 25.2, 25.3
    """
    game = state.game
    if game.ended:
        return {name: int(game[name]) for name in Telling.points}
    exited, places = int(cut_off_points(state)), int(place_points(state))
    axis, soviet = int(game.vp_axis) + exited, int(game.vp_soviet) + places
    return dict(zip(Telling.points, (soviet - axis, soviet, places, axis, exited), strict=True))


def open_telling(scenario: Scenario) -> Telling:
    """Tell of a scenario in the words of its game."""
    kinds = [kind.name for kind in Kind]
    of_map = partial(map_faults, scenario.map, _MAP_WORDS)
    words = read_words(
        scenario.ruleset.game, kinds, Telling.points, _KINDS_OF_PHASE, of_map, classes=GERMAN_KINDS
    )
    return Telling(scenario, words)


@entry
def look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply of each unit, -1 off the map, and its condition.

    Rule: army_group_south 6.32, 12.1, 21.0

    seen : int64[2, n_units], written
    """
    for unit in range(len(state.units)):
        seen[_SUPPLY, unit] = _OFF_MAP
        seen[_CONDITION, unit] = 0
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        seen[_SUPPLY, unit] = _IN if is_supplied(state, unit) else _OUT
        if counter.disrupted != 0:
            seen[_CONDITION, unit] = DISRUPTED
        if counter.side == Side.SOVIET and current_mode(state, unit) == Mode.DEFENSIVE:
            seen[_CONDITION, unit] |= DEFENSIVE


def _copy(state: State) -> State:
    """A state to look at, which shares with the game only what looking doesn't write."""
    copied: State = Template(state, STATIC_FIELDS).fresh(int(state.game.seed))
    if copied.game.game_turn == 0:
        copied.game.side = NOBODY  # who stands there at the start hasn't just entered (15.0)
    return copied


def _result(row: Any) -> str:
    """A combat result as printed: what the attacker must do, then the defender."""
    if not row["die"]:
        return "none"
    if row["attacker_result"] == ENGAGED:
        return "eng"
    words = {0: "-", ELIMINATION: "E"}
    halves = (int(row["attacker_result"]), int(row["defender_result"]))
    return "/".join(words.get(half, str(half)) for half in halves)
