"""What a strategy sees: its own units, the enemy as far as the rulebook shows him, and the map.

A view is read-only. Everything in it is copied out of the game when asked for, so that nothing a
strategy does to it can reach the game; hidden values never enter it. A view holds nothing of the
game itself: what stands behind it is kept apart, and taken away when the strategy's say is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from balance.errors import StrategyError, UnknownName
from balance.staff.what_is_seen import EnemyView, HexView, UnitView

SIDES = ("axis", "soviet")
#: Most that one draw can tell apart.
MOST_RANDOM = 65_536
#: First key of the strategies' own dice, above any unit or hex.
_OWN_DICE = 100_000


class GameView(Protocol):
    """What a game offers to its views; one implementation a game, beside its staff."""

    @property
    def scenario_name(self) -> str:
        """Name of the scenario, such as "uranus"."""

    @property
    def hex_names(self) -> Sequence[str]:
        """Hex numbers by index."""

    def has_hex(self, name: str) -> bool:
        """Whether the map has a hex of that number."""

    @property
    def unit_names(self) -> Sequence[str]:
        """Names of all units by row."""

    def places(self) -> Mapping[str, str]:
        """Place name to hex number."""

    def phase(self, state: Any) -> str:
        """``set_up``, ``start`` between phases, or what is done now in the words of the game."""

    def own_units(self, state: Any, side: int) -> list[UnitView]:
        """Own units on and off the map."""

    def enemy_stacks(self, state: Any, side: int) -> list[EnemyView]:
        """Enemy stacks as fogged by the rulebook."""

    def controlled(self, state: Any, side: int) -> list[str]:
        """Numbers of the hexes that ``side`` controls."""

    def hex(self, state: Any, name: str) -> HexView:
        """One hex of the map."""

    def control(self, state: Any, name: str) -> str:
        """Side that controls a hex."""

    def lead(self, state: Any, side: int) -> int:
        """Margin of victory points of a side."""

    def neighbours(self, name: str) -> list[str]:
        """Numbers of the hexes next to a hex."""

    def distance(self, start: str, end: str) -> int:
        """Hexes from one hex to another."""

    def next_prize(self, state: Any, side: int, places: Sequence[str]) -> str:
        """Nearest hex to some others that is worth points and not the side's; "" for none."""

    def reach(self, state: Any, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the movement points it would have left."""

    def entry_hexes(self, state: Any, side: int, unit: str) -> list[str]:
        """Hexes through which an own reinforcement could enter now."""

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order they are told."""

    def fact(self, state: Any, side: int, name: str) -> Any:
        """One public fact, see the table of the implementation."""


@dataclass
class _Behind:
    """What stands behind a view while it is open."""

    game: GameView
    state: Any
    side: int
    purpose: int
    draws: int = 0


#: Kept here and not in the view, so that no attribute of a view leads into the game.
_BEHIND: WeakKeyDictionary[View, _Behind] = WeakKeyDictionary()


class Facts(Mapping[str, Any]):
    """Public facts of the game by name, each worked out when it is asked for."""

    __slots__ = ("_view",)

    def __init__(self, view: View) -> None:
        self._view = view

    def __getitem__(self, name: str) -> Any:
        behind = behind_of(self._view)
        if name not in behind.game.fact_names():
            raise UnknownName("fact", name, behind.game.fact_names())
        return behind.game.fact(behind.state, behind.side, name)

    def __iter__(self) -> Iterator[str]:
        return iter(behind_of(self._view).game.fact_names())

    def __len__(self) -> int:
        return len(behind_of(self._view).game.fact_names())

    def __contains__(self, name: object) -> bool:
        return name in behind_of(self._view).game.fact_names()

    def get(self, name: str, default: Any = None) -> Any:
        """The fact of that name, or ``default`` if this game tells none."""
        behind = behind_of(self._view)
        if name not in behind.game.fact_names():
            return default
        return behind.game.fact(behind.state, behind.side, name)


class View:
    """The game through the eyes of one side, open while that side is asked."""

    __slots__ = ("__weakref__", "_game_turn", "_phase", "_scenario", "_side")

    def __init__(self, game: GameView, state: Any, side: int, player_purpose: int) -> None:
        _BEHIND[self] = _Behind(game, state, side, player_purpose)
        self._side = SIDES[side]
        self._scenario = game.scenario_name
        self._game_turn = int(state.game.game_turn)
        self._phase = game.phase(state)

    @property
    def side(self) -> str:
        """``axis`` or ``soviet``."""
        return self._side

    @property
    def scenario(self) -> str:
        """Name of the scenario that is played, such as ``uranus``."""
        return self._scenario

    @property
    def game_turn(self) -> int:
        """Game turn, from 1; 0 during set-up."""
        return self._game_turn

    @property
    def phase(self) -> str:
        """``set_up``, ``start`` between phases, or what is done now in the words of the game."""
        return self._phase

    @property
    def facts(self) -> Facts:
        """Public facts of the game, by name."""
        return Facts(self)

    def units(self) -> list[UnitView]:
        """Own units, on and off the map."""
        behind = behind_of(self)
        return behind.game.own_units(behind.state, behind.side)

    def enemies(self) -> list[EnemyView]:
        """Enemy stacks."""
        behind = behind_of(self)
        return behind.game.enemy_stacks(behind.state, behind.side)

    def controlled(self) -> list[str]:
        """Hexes that this side controls."""
        behind = behind_of(self)
        return behind.game.controlled(behind.state, behind.side)

    def hex_of(self, place: str) -> str:
        """Hex number of a place name; a hex number is returned as it is."""
        return name_hex(behind_of(self).game, place)

    def hex(self, place: str) -> HexView:
        """The hex of a number or a place name."""
        behind = behind_of(self)
        return behind.game.hex(behind.state, name_hex(behind.game, place))

    @property
    def lead(self) -> int:
        """Victory points of this side less those of the other, as the game counts them now."""
        behind = behind_of(self)
        return behind.game.lead(behind.state, behind.side)

    def control(self, place: str) -> str:
        """Side that controls the hex of a number or a place name: "axis" or "soviet"."""
        behind = behind_of(self)
        return behind.game.control(behind.state, name_hex(behind.game, place))

    def neighbours(self, place: str) -> list[str]:
        """Numbers of the hexes next to a hex, from the north-east clockwise."""
        behind = behind_of(self)
        return behind.game.neighbours(name_hex(behind.game, place))

    def distance(self, start: str, end: str) -> int:
        """Hexes from one hex to another."""
        game = behind_of(self).game
        return game.distance(name_hex(game, start), name_hex(game, end))

    def next_prize(self, places: Sequence[str]) -> str:
        """Hex worth points that this side doesn't control, nearest to any of some places.

        "" if there is none, and in games whose staff frees the units of a strike that is over.
        """
        behind = behind_of(self)
        hexes = [name_hex(behind.game, place) for place in places]
        return behind.game.next_prize(behind.state, behind.side, hexes)

    def reach(self, unit: str) -> dict[str, int]:
        """Hexes where an own unit may move now, with the movement points left on arrival.

        Empty when it may not move; its own hex is left out.
        """
        behind = behind_of(self)
        return behind.game.reach(behind.state, behind.side, unit)

    def entry_hexes(self, unit: str) -> list[str]:
        """Hexes through which an own reinforcement may enter now; empty while it may not."""
        behind = behind_of(self)
        return behind.game.entry_hexes(behind.state, behind.side, unit)

    def random(self, size: int) -> int:
        """A uniform integer 0 .. size - 1 from the strategy's own dice.

        Addressed by seed, turn, phase, side and the number of draws of this view, so that games
        replay and the game's own dice stay untouched.
        """
        if type(size) is not int or not 1 <= size <= MOST_RANDOM:
            raise StrategyError(f"random({size!r}): expected a whole number 1 to {MOST_RANDOM}")
        behind = behind_of(self)
        game = behind.state.game
        behind.draws += 1
        # Here, so that listing the strategies does not load the compiler.
        from balance.kernel.dice import keyed_integer

        return int(
            keyed_integer(
                size,
                int(game.seed),
                int(game.game_turn),
                int(game.phase),
                behind.purpose,
                _OWN_DICE + behind.side,
                behind.draws,
            )
        )


def behind_of(view: View) -> _Behind:
    """What stands behind an open view.

    Raises
    ------
    StrategyError
        If the view has been closed: a strategy kept it beyond its own say.
    """
    behind = _BEHIND.get(view)
    if behind is None:
        raise StrategyError("this view is closed; use the one handed over with each call")
    return behind


def close_view(view: View) -> None:
    """Take the game away from a view; its strategy can ask it nothing more."""
    _BEHIND.pop(view, None)


def name_hex(game: GameView, place: str) -> str:
    """Hex number of a place name or hex number.

    Raises
    ------
    UnknownName
        Naming near ones.
    """
    places = game.places()
    if place in places:
        return places[place]
    if game.has_hex(place):
        return place
    raise UnknownName("place or hex", str(place), places)
