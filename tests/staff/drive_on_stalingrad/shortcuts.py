"""What the staff leaves out because it is known already, done in full beside it: for the tests.

Each kernel returns how often there was something to compare, and how often it was not the same.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.reach import REACHED, compute_reach, list_reached
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Status
from balance.kernel.compiled import entry
from balance.staff.craft.cuts import LONGEST, blank_lines, find_cut
from balance.staff.craft.pockets import (
    count_cover,
    list_stacks,
    mark_capacity,
)
from balance.staff.desk import MISSION, Desk
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.march import leads_on
from balance.staff.drive_on_stalingrad.muster import list_targets, measure_reach, muster
from balance.staff.drive_on_stalingrad.parties import (
    plan_assault,
)
from balance.staff.drive_on_stalingrad.prospects import MOST, blank_papers
from balance.staff.drive_on_stalingrad.strikers import strike_score
from balance.staff.tasks import strike_mission


@entry
def plan_again(state: State, desk: Desk, side: int) -> tuple[int, int]:
    """Plan the attack on every target, then on all of them once more in the other order."""
    n = state.neighbour.shape[0] - 1
    camp = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    measure_reach(state, desk, camp)
    papers = blank_papers(len(camp.units))
    targets = np.zeros(n, np.int64)
    many = list_targets(state, desk, camp.reach, targets)
    size = np.zeros(many, np.int64)
    worth = np.zeros(many)
    party = np.zeros((many, 2, MOST), np.int16)
    plans, wrong = 0, 0
    for i in range(2 * many):
        t = i if i < many else 2 * many - 1 - i
        members, net, _ = plan_assault(state, desk, side, targets[t], camp, papers)
        if i < many:
            size[t] = members
            worth[t] = net
            party[t] = desk.party[:, :MOST]
            plans += np.int64(members > 0)
            continue
        same = members == size[t] and net == worth[t]
        for k in range(members):
            same = same and desk.party[0, k] == party[t, 0, k]
            same = same and desk.party[1, k] == party[t, 1, k]
        wrong += np.int64(not same)
    return plans, wrong


@entry
def ring_again(state: State, desk: Desk, side: int) -> tuple[int, int]:
    """Find the ring around every enemy stack, then around all once more in the other order."""
    n = state.neighbour.shape[0] - 1
    enemy = 1 - side
    camp = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    measure_reach(state, desk, camp)
    refresh_supply(state, enemy)
    cover = np.zeros(n + 1, np.int16)
    held = np.zeros(n + 1, np.int16)
    capacity = np.zeros(n + 1, np.uint8)
    count_cover(state, desk, side, camp.units, camp.reach, cover, held)
    mark_capacity(state, desk, side, cover, held, capacity)
    stacks = np.empty(n, np.int64)
    many = list_stacks(state, ASK, desk, enemy, capacity, stacks)
    lines = blank_lines(n + 1)
    cut = np.zeros(n + 1, np.int64)
    inside = np.zeros(n + 1, np.int64)
    size = np.zeros(many, np.int64)
    ring = np.zeros((many, LONGEST), np.int64)
    rings, wrong = 0, 0
    for i in range(2 * many):
        t = i if i < many else 2 * many - 1 - i
        row = field_row(state, enemy, stacks[t])
        found, _ = find_cut(state, ASK, stacks[t], row, capacity, lines, cut, inside)
        if i < many:
            size[t] = found
            rings += np.int64(found > 0)
            for k in range(found):
                ring[t, k] = cut[k]
            continue
        same = found == size[t]
        for k in range(found):
            same = same and ring[t, k] == cut[k]
        wrong += np.int64(not same)
    return rings, wrong


@entry
def search_all_the_same(state: State, desk: Desk, side: int, field: np.ndarray) -> tuple[int, int]:
    """Search the reach of units that a field leads nowhere: nothing less is in it."""
    idle, wrong = 0, 0
    for u in range(len(state.units)):
        if state.units[u].side != side or state.units[u].status != Status.ON_MAP:
            continue
        if check_may_move(state, u) != 0 or leads_on(state, u, field):
            continue
        idle += 1
        if compute_reach(state, u) == 0:
            continue
        here = field[state.units[u].hex]
        for i in range(list_reached(state, u)):
            wrong += np.int64(field[state.work[REACHED, i]] < here)
    return idle, wrong


@entry
def score_in_full(state: State, desk: Desk, side: int) -> tuple[int, int]:
    """Score every hex that strike units reach, in full and against a score to beat."""
    short, wrong = 0, 0
    for u in range(len(state.units)):
        if state.units[u].side != side or state.units[u].status != Status.ON_MAP:
            continue
        if strike_mission(desk, u) < 0 or compute_reach(state, u) == 0:
            continue
        mission = np.int64(desk.crew[MISSION, u])
        for i in range(list_reached(state, u)):
            h = np.int64(state.work[REACHED, i])
            full = strike_score(state, desk, side, u, mission, h, -np.inf)
            for more in (-1.0, 0.0, 1.0):
                told = strike_score(state, desk, side, u, mission, h, full + more)
                short += np.int64(told != full)
                wrong += np.int64((told > full + more) != (more < 0.0))
                wrong += np.int64(told > full + more and told != full)
    return short, wrong
