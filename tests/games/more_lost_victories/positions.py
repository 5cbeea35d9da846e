"""Positions on the map of More Lost Victories: its own counters, put where a test wants them."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.experiments.variants import BASELINE, rules_under
from balance.games.common.control import enter_hex, settle
from balance.games.common.scenario import Scenario, load_scenario
from balance.games.common.stacks import STACKS
from balance.games.common.state import State
from balance.games.common.vocabulary import Status
from balance.rulebook.game import open_game
from balance.rules.stacking import lift_unit
from tests.games.common.positions import Position

GAME = open_game("more_lost_victories")


class Cleared(Position):
    """The scenario with an empty map, on which units are then put down."""

    def __init__(self, *places: str, variant: str = BASELINE, **rules: Any) -> None:
        """``places`` are such as "1705: 71 Inf, 79 Inf"; ``rules`` with __ for the dot."""
        changes = {key.replace("__", "."): value for key, value in rules.items()}
        ruleset = rules_under(GAME, variant, changes)
        self.scenario: Scenario = load_scenario("counteroffensive", ruleset)
        self.state: State = self.scenario.new_game(1)
        self.state.game.game_turn = 1
        for unit in range(len(self.state.units)):
            if self.state.units[unit].status == Status.ON_MAP:
                lift_unit(self.state, STACKS, np.int64(unit))
                self.state.units[unit].status = Status.ELIMINATED
                self.state.units[unit].steps = 0
        settle(self.state)  # Stalingrad, divided at the start, is whole again
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
