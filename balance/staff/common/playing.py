"""Play whole games of the common system: the referee's sequence with the staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.common.invariants import find_faults
from balance.games.common.replay_words import open_replay_words
from balance.games.common.scenario import Scenario, load_scenario
from balance.games.common.state import CLASSES, PROHIBITED, State
from balance.games.common.tables import class_names
from balance.games.common.turn import close_step, open_step
from balance.games.common.vocabulary import Purpose
from balance.staff.common.choices import CHOICES, UNUSED_WEIGHTS
from balance.staff.common.order_desk import OrderBook
from balance.staff.common.play_on import play_on
from balance.staff.common.random_play import act_randomly, leave_random_orders
from balance.staff.common.views import SeenGame
from balance.staff.desk import Desk, Sizes
from balance.staff.desks_from_plans import Roster
from balance.staff.playing import PrintedSetUp, Referee, StaffAtWork

_REFEREE = Referee(open_step, close_step, find_faults, open_replay_words)


class Playable(PrintedSetUp):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)

    staff = StaffAtWork(play_on, leave_random_orders)

    def __init__(self, scenario: Scenario) -> None:
        seen = SeenGame(scenario)
        super().__init__(
            scenario, _make_roster(scenario, seen), seen, OrderBook(scenario), _REFEREE
        )
        self.set_up = "stand where its order of battle has them", f"{scenario.ruleset.game} 15.1"

    def check(self, state: State, phase_closed: bool = False) -> list[str]:
        """Faults of the state in words."""
        return find_faults(state, self.unit_names, self.hex_names, phase_closed=phase_closed)

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One phase of a player without aims."""
        act_randomly(state, np.int64(state.game.side), np.int64(kind))


def _make_roster(scenario: Scenario, seen: SeenGame) -> Roster:
    classes = class_names(scenario.ruleset)
    return Roster.of(
        scenario,
        seen.counters,
        cost=scenario.template.cost.copy(),
        closed=PROHIBITED,
        # Plans know as many classes as kernels do; what has no name no unit is of.
        classes=[*classes, *[""] * (CLASSES - len(classes))],
        choices=CHOICES,
        unused_weights=UNUSED_WEIGHTS,
        sizes=Sizes(classes=CLASSES),
    )


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
