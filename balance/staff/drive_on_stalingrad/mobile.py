"""Mobile assaults: panzer stacks that attack out of their march (9.23-9.31).

Each stack that holds a panzer division looks for the enemy hex in its way whose attack promises
most, makes the assault, and if the hex falls its units march on at once.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move, points_left
from balance.games.drive_on_stalingrad.mobile_assault import (
    check_assault_terrain,
    make_mobile_assault,
)
from balance.games.drive_on_stalingrad.movement import move_stack
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.shifts import MOBILE, fortification_shift, terrain_shift
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    Mobility,
    Side,
    Status,
    SupplyState,
    Trait,
)
from balance.kernel.compiled import entry, inner
from balance.staff.craft.best_first import swap_members
from balance.staff.desk import ENEMY_UNITS, MISSION, SETTLED, Desk
from balance.staff.drive_on_stalingrad.assaults import UNIT
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.situation import known_attack, step_worth, survey
from balance.staff.drive_on_stalingrad.stakes import (
    RUNGS,
    enemy_defense_there,
    estimated_rung,
    note_value,
    price_rungs,
    value_at,
)
from balance.staff.drive_on_stalingrad.strikers import price_targets, strike_move
from balance.staff.tasks import strike_mission


@inner
def gather_column(state: State, desk: Desk, h: int) -> int:
    """Collect the mechanized strike units of a hex that may still move; return how many.

    Who has been settled, as the garrison of a hex that must not fall, stays.

    The count is 0 without a panzer division among them. ``desk.party[UNIT]`` holds them, the
    slowest first.
    """
    units = state.units
    count = 0
    panzers = 0
    unit = state.ground[h].first
    start = -1
    while unit >= 0:
        wheels = units[unit].mobility == Mobility.MECH and units[unit].nation == 0
        if (
            wheels
            and desk.crew[SETTLED, unit] == 0
            and strike_mission(desk, unit) >= 0
            and check_may_move(state, unit) == 0
            and units[unit].assaulted == 0
            and (start < 0 or units[unit].start_hex == start)
        ):
            start = units[unit].start_hex
            desk.party[UNIT, count] = unit
            count += 1
            if (units[unit].traits & Trait.PANZER_DIVISION) != 0:
                panzers += 1
        unit = units[unit].next
    if panzers == 0:
        return 0
    for i in range(1, count):
        if points_left(state, desk.party[UNIT, i]) < points_left(state, desk.party[UNIT, 0]):
            swap_members(desk, 0, i)
    return count


@inner
def column_stake(state: State, desk: Desk, count: int) -> tuple[float, int]:
    """What a column has to lose: the worth of its cheapest panzer step, and its steps.

    Rule: drive_on_stalingrad 11.32
    """
    worth = 1e9
    steps = 0
    for i in range(count):
        unit = desk.party[UNIT, i]
        steps += state.units[unit].steps
        if (state.units[unit].traits & Trait.PANZER_DIVISION) != 0:
            worth = min(worth, step_worth(state, unit))
    return worth, steps


@inner
def column_value(
    state: State, desk: Desk, count: int, target: int, direction: int, schwerpunkt: int
) -> float:
    """Expected value of a mobile assault on ``target``, entered by its side ``direction``."""
    attack = 0.0
    for i in range(count):
        attack += known_attack(state, desk.party[UNIT, i])
    own_worth, steps = column_stake(state, desk, count)
    rung = estimated_rung(attack, enemy_defense_there(state, desk, target))
    rung += terrain_shift(state, target, desk.order[RATED_ORDER], MOBILE)
    rung += fortification_shift(state, target, np.int64(1) << direction, AXIS, MOBILE)
    if schwerpunkt == 0:
        rung += state.rules.combat_ma_defender_shift
    return value_at(state, desk, AXIS, target, rung, own_worth, steps)


@inner
def best_mobile_assault(
    state: State, desk: Desk, h: int, count: int, schwerpunkt: int
) -> tuple[float, int, int]:
    """Best launch hex and target of a column: value, launch, target; target n if there is none."""
    n = state.neighbour.shape[0] - 1
    best_value = -1e9
    best_launch = n
    best_target = n
    lead = desk.party[UNIT, 0]
    if compute_reach(state, lead) == 0:
        return best_value, best_launch, best_target
    mission = desk.crew[MISSION, lead]
    field = desk.fields[mission, Mobility.MECH]
    weights = desk.mission_weights[mission]
    ahead = weights.advance * weights.ahead
    cost = state.cost[3 * Side.AXIS + Mobility.MECH]
    pace = max(1, state.units[lead].movement)
    for target in range(n):
        if desk.marks[ENEMY_UNITS, target] == 0 or state.ground[target].occupant != Side.SOVIET:
            continue
        for d in range(6):
            launch = state.neighbour[target, d]
            left = state.work[BEST, launch]
            if left < 0:
                continue
            step = np.int64(cost[launch, (d + 3) % 6])
            if step == PROHIBITED:
                continue
            if left < state.rules.combat_ma_cost_multiplier * step:
                continue
            if hex_supply(state, AXIS, launch) != SupplyState.REGULAR:
                continue
            if check_assault_terrain(state, launch, target) != 0:
                continue
            value = column_value(state, desk, count, target, d, schwerpunkt)
            # Breaking through ahead is worth more than flattening what has been passed.
            value += ahead * (field[h] - field[target]) / pace
            if value > best_value:
                best_value = value
                best_launch = launch
                best_target = target
    return best_value, best_launch, best_target


@entry
def conduct_mobile_assaults(state: State, desk: Desk) -> None:
    """Make the mobile assaults of this phase, each column once, and march the columns on."""
    n = state.neighbour.shape[0] - 1
    price_targets(state, desk, AXIS)
    prices = np.zeros(RUNGS)
    for h in range(n):
        if state.game.ended != 0:
            return
        if state.ground[h].occupant != Side.AXIS:
            continue
        count = gather_column(state, desk, h)
        if count == 0:
            continue
        value, launch, target = best_mobile_assault(state, desk, h, count, state.game.schwerpunkt)
        if target == n or value < desk.weights.min_value_mobile:
            continue
        before = state.game.battle_count
        members = desk.party[UNIT].copy()
        worth, steps = column_stake(state, desk, count)
        price_rungs(state, desk, AXIS, target, worth, steps, prices)
        if launch != h and move_stack(state, members, count, launch) != 0:
            continue
        if make_mobile_assault(state, members, count, target) != 0:
            continue
        note_value(state, AXIS, before, prices)
        survey(state, desk, AXIS)
        for i in range(count):
            unit = members[i]
            if state.game.ended != 0 or state.units[unit].status != Status.ON_MAP:
                continue
            desk.crew[SETTLED, unit] = 1
            if check_may_move(state, unit) == 0:
                strike_move(state, desk, AXIS, unit)
