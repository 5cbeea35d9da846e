"""Play whole games of Stalingrad 1942-43: the referee's sequence with the staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.stalingrad_1942.costs import WAYS
from balance.games.stalingrad_1942.invariants import find_faults
from balance.games.stalingrad_1942.replay_words import open_replay_words
from balance.games.stalingrad_1942.scenario import Scenario, load_scenario
from balance.games.stalingrad_1942.sequence import close_step, open_step
from balance.games.stalingrad_1942.state import PROHIBITED, State
from balance.games.stalingrad_1942.vocabulary import Mobility, Purpose
from balance.staff.desk import Desk, Sizes
from balance.staff.desks_from_plans import Roster
from balance.staff.playing import PrintedSetUp, Referee, StaffAtWork
from balance.staff.stalingrad_1942.blockades import STARVES
from balance.staff.stalingrad_1942.choices import CHOICES, UNUSED_WEIGHTS, WEIGHTS
from balance.staff.stalingrad_1942.order_desk import OrderBook
from balance.staff.stalingrad_1942.play_on import play_on
from balance.staff.stalingrad_1942.random_play import act_randomly, leave_random_orders
from balance.staff.stalingrad_1942.views import SeenGame

_REFEREE = Referee(open_step, close_step, find_faults, open_replay_words)


class Playable(PrintedSetUp):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)

    staff = StaffAtWork(play_on, leave_random_orders)
    set_up = "stand where the set-up lists have them", "stalingrad_1942 15.1a"

    def __init__(self, scenario: Scenario) -> None:
        seen = SeenGame(scenario)
        super().__init__(
            scenario, _make_roster(scenario, seen), seen, OrderBook(scenario), _REFEREE
        )

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One phase of a player without aims."""
        act_randomly(state, np.int64(state.game.side), np.int64(kind))


def _make_roster(scenario: Scenario, seen: SeenGame) -> Roster:
    cost = scenario.template.cost[WAYS:]
    return Roster.of(
        scenario,
        seen.counters,
        cost=np.concatenate([cost, cost]),
        closed=PROHIBITED,
        classes=[member.name.lower() for member in Mobility],
        choices=CHOICES,
        unused_weights=UNUSED_WEIGHTS,
        weights=WEIGHTS,
        sizes=Sizes(classes=len(Mobility), marks=STARVES + 1),
    )


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
