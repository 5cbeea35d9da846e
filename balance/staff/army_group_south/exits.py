"""Leaving the map for the Dnepr: only for the automatic victory (25.1), which needs them all.

Units that are gone fight no more, and count as lost where no line leads to them (25.2), so nobody
leaves before those at the edge are enough together with those that have gone.
"""

from __future__ import annotations

from balance.games.army_group_south.exits import check_exit, exit_map
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.state import State
from balance.games.army_group_south.victory import has_free_line
from balance.games.army_group_south.vocabulary import Status
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.strengths import known_strengths, printed_attack
from balance.staff.desk import Desk
from balance.staff.tasks import strike_mission


@inner
def _may_leave(state: State, desk: Desk, unit: int) -> bool:
    """Whether a strike unit stands where it may leave the map, with a free line behind it."""
    if state.units[unit].status != Status.ON_MAP or strike_mission(desk, unit) < 0:
        return False
    if check_exit(state, unit) != Refusal.OK:
        return False
    return has_free_line(state, state.units[unit].hex)


@entry
def leave_for_the_dnepr(state: State, desk: Desk) -> None:
    """Take strike units off the map once those that can go are enough for the automatic victory.

    Rule: army_group_south 25.1
    """
    gone = 0.0
    for unit in range(len(state.units)):
        if state.units[unit].status == Status.EXITED:
            gone += state.units[unit].exit_strength
        elif _may_leave(state, desk, unit):
            counted = state.rules.victory_exit_strength_counted != 0
            attack, _ = known_strengths(state, unit)
            gone += attack if counted else printed_attack(state, unit)
    if gone < state.rules.victory_exit_strength:
        return
    for u in range(len(state.units)):
        if _may_leave(state, desk, u):
            exit_map(state, u)
