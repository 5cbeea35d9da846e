"""Massing for prepared assaults: targets first, then the troops for each.

A unit that chooses its own place seldom makes an attack: odds, concentric position and the next
column come from several stacks that march together. So the staff looks at every enemy stack that
can be reached, forms for each the best attack that free units could still march to, and carries
out the plans from the best downwards. Whoever is not needed goes on with his mission.

Rule: drive_on_stalingrad 5.4, 11.3, 11.28, 11.29
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.phases import is_second_phase
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import PhaseOrder
from balance.kernel.bits import put_bit
from balance.kernel.compiled import entry, inner
from balance.staff.craft.marching import send_unit
from balance.staff.craft.pockets import close_pockets
from balance.staff.desk import MISSION, Desk
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.assaults import FROM, UNIT
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.muster import (
    Camp,
    any_striker,
    list_targets,
    measure_reach,
    muster,
)
from balance.staff.drive_on_stalingrad.parties import plan_assault
from balance.staff.drive_on_stalingrad.prospects import MOST, blank_papers
from balance.staff.ranking import best_and_second, copy_columns
from balance.staff.tasks import strike_mission

NO_LIMIT = np.inf  # value of all attacks there are
_ASSAULT_FIRST = np.int64(PhaseOrder.ASSAULT_MOVE)
_MOVE_FIRST = np.int64(PhaseOrder.MOVE_ASSAULT)


@inner
def choose_assaults(
    state: State, desk: Desk, side: int, camp: Camp, march: bool, enough: float
) -> float:
    """Plan attacks one after another, best first; return the sum of their values.

    With ``march`` their units go to the launch hexes at once and are settled there. Planning ends
    when the sum can only stay above ``enough``.
    """
    n = state.neighbour.shape[0] - 1
    papers = blank_papers(len(camp.units))
    targets = np.zeros(n, np.int64)
    many = list_targets(state, desk, camp.reach, targets)
    rank = np.full(many, 1e9)  # not rated yet
    # The latest plan for each target, and how many had been carried out when it was formed.
    formed = np.full(many, -1)
    worth = np.zeros(many)
    size = np.zeros(many, np.int64)
    party = np.zeros((many, 2, MOST), np.int16)
    done = 0
    total = 0.0
    while state.game.ended == 0:
        # A plan only loses by what others have taken: the best of the old ranks is rated anew, if
        # anything has changed, and is the best indeed if it still beats the rest.
        best, second = best_and_second(rank)
        if best < 0 or rank[best] <= 0.0:
            return total
        target = targets[best]
        if formed[best] < done:
            members, net, merit = plan_assault(state, desk, side, target, camp, papers)
            if members == 0 or net < desk.weights.min_value:
                rank[best] = -1e9
                continue
            rank[best] = merit
            formed[best] = done
            worth[best] = net
            size[best] = members
            copy_columns(party[best], desk.party, members)
            if rank[best] < second:
                continue
        rank[best] = -1e9
        total += worth[best]
        if total > enough and desk.weights.min_value >= 0.0:
            return total
        done += 1
        for k in range(size[best]):
            put_bit(camp.busy, party[best, UNIT, k])
        if march:
            for k in range(size[best]):
                u = camp.units[party[best, UNIT, k]]
                back = (party[best, FROM, k] + 3) % 6
                send_unit(state, ASK, desk, u, state.neighbour[target, back])
    return total


@entry
def open_offensive(state: State, desk: Desk, side: int) -> None:
    """Close pockets, then march the units of the attacks to come to their launch hexes.

    Moving first, those of this player turn; moving second, those of the next.
    """
    camp = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    if not any_striker(desk, camp):
        return
    desk.order[RATED_ORDER] = _ASSAULT_FIRST if is_second_phase(state) else _MOVE_FIRST
    measure_reach(state, desk, camp)
    close_pockets(state, ASK, desk, side, camp.units, camp.reach)
    choose_assaults(state, desk, side, camp, True, NO_LIMIT)


@inner
def value_of_assaults(state: State, desk: Desk, side: int, marching: bool, enough: float) -> float:
    """Sum of the values of the attacks open now, or of those open after a march.

    The march is only guessed, by hexes as the crow flies: this is asked before any phase. A sum
    above ``enough`` may be incomplete.
    """
    camp = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    desk.order[RATED_ORDER] = _MOVE_FIRST if marching else _ASSAULT_FIRST
    for i in range(len(camp.units)):
        u = camp.units[i]
        here = state.units[u].hex
        put_bit(camp.reach[here], i)
        if strike_mission(desk, u) < 0:
            continue
        field = desk.fields[desk.crew[MISSION, u], state.units[u].mobility]
        camp.nearest[i] = field[here]
        if not marching:
            continue
        far = state.units[u].movement - 2
        camp.nearest[i] -= far
        first_row, beyond = rows_near(state, here, far)
        for row in range(first_row, beyond):
            first, last = span_near(state, here, far, row)
            for h in range(first, last):
                if state.ground[h].occupant != 1 - side:
                    put_bit(camp.reach[h], i)
    return choose_assaults(state, desk, side, camp, False, enough)
