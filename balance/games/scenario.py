"""What the scenarios of all games have: names, dates, and states to begin games from."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from balance.errors import UnknownName
from balance.games.boards import GameMap
from balance.games.counters import Counters
from balance.games.fresh import Template
from balance.games.scenario_files import ScenarioHead
from balance.kernel.records import Rows
from balance.rulebook.ruleset import Ruleset
from balance.rules.trace import keep_trace


def set_up_faults(
    game_map: GameMap,
    order_of_battle: Counters,
    also: Callable[[str, int], str] | None = None,
) -> list[str]:
    """Set-up hexes that aren't on the map, or held by both sides.

    ``also`` (hex, side) says what else is wrong with a unit of a side in a hex, "" if nothing.
    """
    faults = []
    holders: dict[str, int] = {}
    sides = order_of_battle.units["side"].tolist()
    for row, name, side in zip(order_of_battle.rows, order_of_battle.set_up, sides, strict=True):
        if name and name not in game_map.index:
            faults.append(row.fault(f"hex {name} isn't on the map{_hint(name, game_map)}"))
        elif name and holders.setdefault(name, side) != side:
            faults.append(row.fault(f"the other side sets up in {name} already"))
        elif name and also and (told := also(name, side)):
            faults.append(row.fault(told))
    return faults


def _hint(name: str, game_map: GameMap) -> str:
    """What may have been meant by a hex that isn't there, and what there is."""
    if name.zfill(4) in game_map.index:
        return f"; did you mean {name.zfill(4)}?"
    return f"; expected one of {game_map.names[0]} to {game_map.names[-1]}"


@dataclass(frozen=True, eq=False)
class GameScenario:
    """One scenario of a game under one ruleset; the game's own ``Scenario`` says how it begins."""

    file: ScenarioHead
    ruleset: Ruleset
    map: GameMap
    order_of_battle: Counters
    template: Any  # the state before set-up; never played

    #: Fields of the state that all games share.
    static: ClassVar[Collection[str]]

    @property
    def name(self) -> str:
        """Name of the scenario, e.g. "operation_blue"."""
        return self.file.name

    @property
    def unit_names(self) -> tuple[str, ...]:
        """Names of the units by row."""
        return self.order_of_battle.names

    @property
    def hex_names(self) -> list[str]:
        """Printed numbers of the hexes by index."""
        return self.map.names

    @property
    def units(self) -> Rows:
        """Unit rows before set-up; hidden values are not drawn."""
        units: Rows = self.template.units
        return units

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""
        return self.ruleset.integer(self.file.last_turn)

    def first_day(self, game_turn: int) -> datetime.date:
        """First day of a game turn."""
        start = datetime.date.fromisoformat(self.ruleset.word(self.file.first_day))
        days = self.ruleset.integer(self.file.turn_days)
        return start + datetime.timedelta(days=days * (game_turn - 1))

    def hex_index(self, name: str) -> int:
        """Index of a hex by its printed number.

        Raises
        ------
        UnknownName
            If the map has no such hex.
        """
        if name not in self.map.index:
            raise UnknownName("hex", name, self.map.index)
        return self.map.index[name]

    def take_back(self, state: Any) -> None:
        """Have the next game played on the memory of a state that nobody looks at any more."""
        self._begin.take_back(state)

    def copy(self, state: Any) -> Any:
        """A copy of a game of this scenario; its trace, if it has one, isn't copied."""
        return self._begin.copy(state)

    def new_game(self, seed: int, set_up_seed: int | None = None, *, trace: bool = False) -> Any:
        """Begin a game: its state, with all units where they set up.

        Parameters
        ----------
        seed
            Any integer from 0 to 2**63 - 1.
        set_up_seed
            Seed of what is drawn at set-up; ``seed`` if None.
        trace
            Whether to keep a trace of every step of every unit.
        """
        state = self._fresh(seed, trace)
        self._put_units(state, int(seed if set_up_seed is None else set_up_seed))
        return state

    def _put_units(self, state: Any, seed: int) -> None:
        """Draw what the game draws at set-up, by a seed, and put all units on the map."""
        raise NotImplementedError

    def hex_indices(self, names: Iterable[str]) -> np.ndarray:
        """Indices of hexes by their printed numbers, that of the hex off the map for "": int16."""
        off_map = len(self.map.names)
        return np.array([self.map.index[name] if name else off_map for name in names], np.int16)

    def _fresh(self, seed: int, trace: bool) -> Any:
        """The state before set-up of the game with this seed, with a trace to be kept if asked."""
        state = self._begin.fresh(seed)
        return keep_trace(state) if trace else state

    @cached_property
    def _begin(self) -> Template:
        return Template(self.template, self.static)
