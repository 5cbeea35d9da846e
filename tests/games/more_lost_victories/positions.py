"""Positions on the map of More Lost Victories: its own counters, put where a test wants them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from balance.experiments.variant_file import BASELINE
from balance.experiments.variants import rules_under
from balance.games.common.control import enter_hex, settle
from balance.games.common.scenario import Scenario, load_scenario
from balance.games.common.stacks import STACKS
from balance.games.common.state import State
from balance.games.common.vocabulary import Status
from balance.kernel.records import Row, as_row, as_rows, copy_records
from balance.rulebook.game import open_game
from balance.rules.stacking import lift_unit
from tests.games.common.positions import Position

GAME = open_game("more_lost_victories")


class Cleared(Position):
    """The scenario with an empty map, on which units are then put down."""

    def __init__(self, *places: str, variant: str = BASELINE, **rules: Any) -> None:
        """``places`` are such as "1705: 71 Inf, 79 Inf"; ``rules`` with __ for the dot."""
        self.scenario, empty = _emptied(variant, *sorted(rules.items()))
        self.state: State = empty._replace(**{n: _copied(p) for n, p in empty._asdict().items()})
        for place in places:
            h, names = place.split(":")
            for name in names.split(","):
                self.put(name.strip(), h)
        settle(self.state)

    def put(self, name: str, h: str) -> None:
        """Put a unit down in a hex, at full strength."""
        self.row(name).status = Status.ON_MAP
        self.row(name).steps = self.row(name).full_steps
        enter_hex(self.state, self.unit(name), self.hex(h))

    def throws(self, result: str) -> None:
        """Have the combat results table say the same whatever is thrown."""
        self.state.crt[:] = self.scenario.ruleset.chart("results").row_names.index(result)

    def isolate(self, *names: str) -> None:
        """Have units found without a line when their side checked."""
        for name in names:
            self.row(name).note |= 1
            self.row(name).unsupplied = 1


@cache
def _emptied(variant: str, *rules: tuple[str, Any]) -> tuple[Scenario, State]:
    """The scenario, and its state without any unit on the map.

    To set them all up and lift them again takes longer than most tests, uncompiled.
    """
    changes = {key.replace("__", "."): value for key, value in rules}
    scenario = load_scenario("counteroffensive", rules_under(GAME, variant, changes))
    state: State = scenario.new_game(1)
    state.game.game_turn = 1
    for unit in range(len(state.units)):
        if state.units[unit].status == Status.ON_MAP:
            lift_unit(state, STACKS, np.int64(unit))
            state.units[unit].status = Status.ELIMINATED
            state.units[unit].steps = 0
    settle(state)  # Stalingrad, divided at the start, is whole again
    return scenario, state


def _copied(part: Any) -> Any:
    """A part of a state that a test may change, charts and rules too."""
    if isinstance(part, Row):
        return as_row(copy_records(np.asarray(part).reshape(1)))
    return as_rows(copy_records(part)) if part.dtype.names else part.copy()
