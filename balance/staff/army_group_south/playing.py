"""Play whole games of Army Group South: the referee's sequence with the compiled staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.replay_words import open_replay_words
from balance.games.army_group_south.scenario import Scenario, load_scenario
from balance.games.army_group_south.sequence import StepKind, close_step, open_step
from balance.games.army_group_south.state import PROHIBITED, WESTWARD, State
from balance.games.army_group_south.vocabulary import Mobility, Purpose, Side, Status
from balance.staff.army_group_south.choices import CHOICES, UNUSED_WEIGHTS
from balance.staff.army_group_south.naming import Naming
from balance.staff.army_group_south.order_desk import OrderBook
from balance.staff.army_group_south.play_on import play_on
from balance.staff.army_group_south.random_play import (
    leave_random_orders,
    random_combat,
    random_doctrine,
    random_movement,
)
from balance.staff.army_group_south.views import SeenGame
from balance.staff.desk import Desk, Sizes
from balance.staff.desks_from_plans import Roster
from balance.staff.hidden import deal_anew
from balance.staff.playing import PrintedSetUp, Referee, StaffAtWork

_REFEREE = Referee(open_step, close_step, find_faults, open_replay_words)
#: Classes of march in the fields of a desk: free by mobility, then westward only (21.14).
_MARCHES = (0, 1, WESTWARD, WESTWARD + 1)


class Playable(PrintedSetUp):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)
    vp_side = int(Side.SOVIET)

    staff = StaffAtWork(play_on, leave_random_orders)
    set_up = (
        "stand where their counters say, or are dealt at random",
        "army_group_south 18.1, 18.2",
    )

    def __init__(self, scenario: Scenario) -> None:
        naming = Naming(scenario)
        seen = SeenGame(scenario, naming)
        roster = _make_roster(scenario, naming, seen)
        super().__init__(scenario, roster, seen, OrderBook(scenario, naming), _REFEREE)

    def redraw_hidden(self, state: State, side: int, draws: np.random.Generator) -> State:
        """Deal anew what untried units are, those that haven't come yet among them.

        Rule: army_group_south 13.0, 13.1

        Which row of the order of battle stands where would tell what it is, too: the rows of those
        that look alike change places, so that they come in the order of their slots.
        """
        units = state.units.view(np.ndarray)
        rows = np.flatnonzero((units["untried"] != 0) & (units["revealed"] == 0))
        groups = np.stack([units[name][rows] for name in _LOOKS], axis=1)
        order = np.lexsort((units["slot"][rows], *groups.T[::-1]))
        _change_places(state, rows[np.lexsort((rows, *groups.T[::-1]))], rows[order])
        _put_in_order(state)
        strengths = state.strengths.copy()
        flat = strengths[rows].reshape(len(rows), -1)
        steps = units["full_steps"][rows][:, None]
        dealt = deal_anew(np.concatenate([steps, flat], axis=1), groups, draws)
        strengths[rows] = dealt[:, 1:].reshape(strengths[rows].shape)
        units["full_steps"][rows] = units["steps"][rows] = dealt[:, 0]
        return state._replace(strengths=strengths)

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One phase of a player without aims."""
        side = np.int64(state.game.side)
        if kind == StepKind.DOCTRINE:
            random_doctrine(state)
        elif kind == StepKind.COMBAT:
            random_combat(state, side)
        else:
            random_movement(state, side)


#: What untried units have in common that look alike, and what belongs to the counter.
_LOOKS = ("kind", "mobility", "movement", "mean_attack_x10", "mean_defense_x10")
_PRINTED = ("full_steps", "steps")


def _change_places(state: State, rows: np.ndarray, stood: np.ndarray) -> None:
    """Put units where others of them stand: ``rows[i]`` where ``stood[i]`` stands."""
    units = state.units.view(np.ndarray)
    before = units[stood].copy()
    for name in units.dtype.names or ():
        if name not in _PRINTED:
            units[name][rows] = before[name]


def _put_in_order(state: State) -> None:
    """Have the units of each stack come in the order of their rows."""
    units = state.units.view(np.ndarray)
    on_map = np.flatnonzero(units["status"] == Status.ON_MAP)
    stacked = on_map[np.argsort(units["hex"][on_map], kind="stable")]
    hexes = units["hex"][stacked]
    last = np.append(hexes[1:] != hexes[:-1], True)
    units["next"][stacked] = np.where(last, -1, np.append(stacked[1:], -1))
    state.ground["first"][hexes[::-1]] = stacked[::-1]


def _make_roster(scenario: Scenario, naming: Naming, seen: SeenGame) -> Roster:
    return Roster.of(
        scenario,
        seen.counters,
        unit_names=naming.plan_names(),
        cost=scenario.template.cost[[*_MARCHES, *_MARCHES]],
        closed=PROHIBITED,
        classes=[member.name.lower() for member in Mobility],
        choices=CHOICES,
        unused_weights=UNUSED_WEIGHTS,
        sizes=Sizes(classes=len(_MARCHES)),
    )


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
