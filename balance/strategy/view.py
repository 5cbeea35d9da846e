"""What a strategy sees: its own units, the enemy as far as the rulebook shows him, and the map.

A view is read-only. Everything in it is copied out of the game when asked for, so that nothing a
strategy does to it can reach the game; hidden values never enter it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from balance.errors import UnknownName
from balance.kernel.dice import keyed_integer


@dataclass(frozen=True)
class UnitView:
    """One own unit as its owner knows it; ``hex`` is "" while it is off the map."""

    name: str
    hex: str
    kind: str
    nation: str
    army: str
    mobility: str
    attack: float  # the pool's mean while an untried unit has not fought
    defense: float
    steps: int
    movement: int
    supply: str
    can_act: bool  # not frozen, held or spent


@dataclass(frozen=True)
class EnemyView:
    """An enemy stack: its height and its top unit (fog of war)."""

    hex: str
    units: int
    top: str
    top_kind: str
    top_attack: float
    top_defense: float


class GameView(Protocol):
    """What a game offers to its views; one implementation a game, beside its staff."""

    hex_names: Sequence[str]
    unit_names: Sequence[str]

    def places(self) -> Mapping[str, str]:
        """Place name to hex number."""

    def own_units(self, state: Any, side: int) -> list[UnitView]:
        """Own units on and off the map."""

    def enemy_stacks(self, state: Any, side: int) -> list[EnemyView]:
        """Enemy stacks as fogged by the rulebook."""

    def controlled(self, state: Any, side: int) -> list[str]:
        """Numbers of the hexes that ``side`` controls."""

    def facts(self, state: Any, side: int) -> Mapping[str, Any]:
        """Public facts: game turn, phase, victory points and the like."""


class View:
    """The game through the eyes of one side, at one moment."""

    def __init__(self, game: GameView, state: Any, side: int, player_purpose: int) -> None:
        self._game = game
        self._state = state
        self._side = side
        self._purpose = player_purpose
        self._draws = 0
        facts = game.facts(state, side)
        #: Public facts of the game, by name.
        self.facts: Mapping[str, Any] = facts
        #: Game turn, from 1; 0 during set-up.
        self.game_turn: int = int(facts["game_turn"])
        #: ``set_up``, ``start``, ``movement`` or ``assault``.
        self.phase: str = str(facts["phase"])

    @property
    def side(self) -> str:
        """``axis`` or ``soviet``."""
        return ("axis", "soviet")[self._side]

    def units(self) -> list[UnitView]:
        """Own units."""
        return self._game.own_units(self._state, self._side)

    def enemies(self) -> list[EnemyView]:
        """Enemy stacks."""
        return self._game.enemy_stacks(self._state, self._side)

    def controlled(self) -> list[str]:
        """Hexes that this side controls."""
        return self._game.controlled(self._state, self._side)

    def hex_of(self, place: str) -> str:
        """Hex number of a place name; a hex number is returned as it is."""
        places = self._game.places()
        if place in places:
            return places[place]
        if place in self._game.hex_names:
            return place
        raise UnknownName("place or hex", place, places)

    def random(self, size: int) -> int:
        """A uniform integer 0 .. size - 1 from the strategy's own dice.

        Addressed by seed, turn, phase, side and the number of draws of this view, so that games
        replay and the game's own dice stay untouched.
        """
        game = self._state.game
        self._draws += 1
        return int(
            keyed_integer(
                size,
                int(game.seed),
                int(game.game_turn),
                int(game.phase),
                self._purpose,
                100_000 + self._side,
                self._draws,
            )
        )
