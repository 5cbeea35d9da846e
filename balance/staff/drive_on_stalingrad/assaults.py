"""Prepared assaults: which hexes to attack, with whom, and in what order.

Each enemy hex in contact is rated with all units that could join, through the combat results table
(Rule: drive_on_stalingrad 11.29); units that change neither the odds column nor the position are
left out again. The best attack is made at once, since its outcome opens or closes others, and its
surroundings are rated anew.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.assault import (
    check_attacker,
    check_target,
    make_assault,
)
from balance.games.drive_on_stalingrad.shifts import assault_shifts
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Hexside,
    Nation,
    Side,
    SupplyState,
    Trait,
)
from balance.kernel.compiled import entry, inner
from balance.staff.craft.best_first import (
    attack_best_first,
    drop_needless,
    is_garrison,
    swap_members,
)
from balance.staff.craft.questions import Questions
from balance.staff.desk import (
    GARRISON,
    PARTY_COUNT,
    PARTY_STEPS,
    PARTY_VALUE,
    PARTY_WORTH,
    Desk,
)
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.situation import known_attack, step_worth, survey
from balance.staff.drive_on_stalingrad.stakes import (
    LOWEST_RUNG,
    RUNGS,
    enemy_defense_there,
    estimated_rung,
    note_value,
    price_rungs,
    value_at,
)
from balance.staff.drive_on_stalingrad.worth import capture_worth, links_to_source
from balance.staff.tasks import strike_mission

#: A unit that adds nothing to an attack stays free for another: value of having it free.
_IDLE = 0.02
_NONE = 0
#: Above the rung of any odds.
_ANY_RUNG = 1 << 20


# Rows of ``desk.party``: the attack under construction, by directions in which the target lies.
UNIT, FROM = 0, 1


@inner
def effective_attack(state: State, unit: int, target: int, direction: int) -> float:
    """What a unit is thought to add to an attack on ``target``, which lies in ``direction``.

    Rule: drive_on_stalingrad 7.15, 11.19, 11.22
    """
    strength = known_attack(state, unit)
    traits = state.units[unit].traits
    h = state.units[unit].hex
    wet = (np.int64(state.hexside[h, direction]) & (Hexside.RIVER | Hexside.VOLGA)) != 0
    if wet and (traits & Trait.ARTILLERY) == 0:
        strength *= 0.5
    city = (state.hexes[target].features & Feature.CITY) != 0
    if city and (traits & Trait.PANZER_DIVISION) != 0:
        strength *= 0.5
    if hex_supply(state, state.units[unit].side, h) != SupplyState.REGULAR:
        strength *= 0.5
    return strength


@inner
def _free_to_attack(state: State, desk: Desk, h: int) -> int:
    """How many of those in a hex may attack; where its loss would lose the game a garrison may not.

    Its units could be lost, or be the only ones left to advance.

    Rule: drive_on_stalingrad 4.6
    """
    units = state.ground[h].stack + state.ground[h].guns
    if (state.hexes[h].features & Feature.SUDDEN_DEATH) == 0:
        return units
    return max(0, units - desk.marks[GARRISON, h])


@inner
def gather_party(state: State, desk: Desk, side: int, target: int) -> int:
    """Collect every unit that may attack ``target`` into ``desk.party``; return how many.

    Of the satellites only the nation that adds most joins (Rule: drive_on_stalingrad 11.39).
    """
    count = 0
    strength = np.zeros(5)
    for d in range(6):
        h = state.neighbour[target, d]
        if state.ground[h].occupant != side:
            continue
        free = _free_to_attack(state, desk, h)
        unit = state.ground[h].first
        while unit >= 0 and free > 0 and count < desk.party.shape[1]:
            if check_attacker(state, unit, target) == 0:
                desk.party[UNIT, count] = unit
                desk.party[FROM, count] = (d + 3) % 6
                desk.party_strength[count] = effective_attack(state, unit, target, (d + 3) % 6)
                strength[state.units[unit].nation] += desk.party_strength[count]
                count += 1
                free -= 1
            unit = state.units[unit].next
    if side == Side.SOVIET:
        return count
    ally = np.int64(Nation.HUNGARIAN)
    for nation in range(Nation.HUNGARIAN, Nation.SOVIET):
        if strength[nation] > strength[ally]:
            ally = nation
    kept = 0
    for i in range(count):
        nation = state.units[desk.party[UNIT, i]].nation
        if nation == Nation.GERMAN or nation == ally:
            swap_members(desk, i, kept)
            kept += 1
    return kept


@inner
def party_rung(
    state: State, ask: Questions, desk: Desk, target: int, count: int, aircraft: int, most: int
) -> int:
    """Final odds rung that the first ``count`` units of the party may expect, up to ``most``."""
    attack = 0.0
    launch = 0
    nations = 0
    for i in range(count):
        attack += desk.party_strength[i]
        launch |= 1 << ((desk.party[FROM, i] + 3) % 6)
        nations |= 1 << np.int64(state.units[desk.party[UNIT, i]].nation)
    side = state.units[desk.party[UNIT, 0]].side
    shifts = assault_shifts(
        state, target, launch, nations, desk.order[RATED_ORDER], side, 0, aircraft
    )
    shift = shifts[0] + shifts[1] + shifts[2] + shifts[3] + shifts[4] + shifts[5]
    rung = estimated_rung(attack, enemy_defense_there(state, desk, target)) + shift
    return min(rung, most)


@inner
def build_assault(state: State, desk: Desk, side: int, target: int, aircraft: int) -> int:
    """Form the best party against ``target``; fills desk.party and desk.tally[PARTY_VALUE].

    Returns the number of units, 0 if nobody can attack.
    """
    count = gather_party(state, desk, side, target)
    if count == 0:
        return 0
    # The cheapest steps pay for losses: the attacker chooses them.
    for i in range(count):
        best = i
        for j in range(i + 1, count):
            if desk.party_strength[j] > desk.party_strength[best]:
                best = j
        swap_members(desk, i, best)
    # Whoever changes neither the column nor the position is left out; beyond the table, and what
    # all have together, all odds are the same.
    beyond = LOWEST_RUNG + state.crt.shape[1]
    most = party_rung(state, ASK, desk, target, count, aircraft, beyond)
    count = drop_needless(state, ASK, desk, target, count, party_rung, aircraft, most)
    cheapest = 1e9
    steps = 0
    for i in range(count):
        unit = desk.party[UNIT, i]
        cheapest = min(cheapest, step_worth(state, unit))
        steps += state.units[unit].steps
    rung = party_rung(state, ASK, desk, target, count, aircraft, _ANY_RUNG)
    value = value_at(state, desk, side, target, rung, cheapest, steps)
    desk.tally[PARTY_VALUE] = value - _IDLE * count
    desk.tally[PARTY_WORTH] = cheapest
    desk.tally[PARTY_STEPS] = steps
    return count


@inner
def rate_target(
    state: State, ask: Questions, desk: Desk, side: int, target: int, prices: np.ndarray
) -> None:
    """Write the best value of attacking ``target`` now, without aircraft, to ``desk.value``."""
    desk.value[target] = -1e9
    if state.ground[target].occupant != 1 - side or check_target(state, target) != 0:
        return
    if build_assault(state, desk, side, target, _NONE) > 0:
        desk.value[target] = desk.tally[PARTY_VALUE]


@inner
def _supply_follows(state: State, side: int, target: int) -> bool:
    """Whether a line of supply would reach a hex that is the enemy's now.

    Rule: drive_on_stalingrad 7.12
    """
    longest = state.rules.supply_line_max_hexes
    for d in range(6):
        there = state.neighbour[target, d]
        if state.ground[there].occupant == side and links_to_source(state, side, there) < longest:
            return True
    return False


@inner
def advance_wanted(state: State, desk: Desk, side: int, target: int) -> int:
    """How many units should follow into a hex if it falls empty.

    Strike units go on; a line does not leave its hexes for ground of no worth, nor steps into a
    place where it would draw no supply.
    """
    if capture_worth(state, desk, side, target) > desk.weights.town_worth:
        return 8
    if not _supply_follows(state, side, target):
        return 0
    for i in range(np.int64(desk.tally[PARTY_COUNT])):
        if strike_mission(desk, desk.party[UNIT, i]) >= 0:
            return 8
    return 2 if side == Side.AXIS else 0


@inner
def put_garrisons_last(state: State, desk: Desk) -> int:
    """Order the party so that garrisons come last, and return how many others there are.

    The first of the party advance first: a garrison must not be drawn out of its hex.
    """
    free = 0
    for i in range(np.int64(desk.tally[PARTY_COUNT])):
        unit = desk.party[UNIT, i]
        if not is_garrison(state, desk, unit, free):
            swap_members(desk, i, free)
            free += 1
    return free


@entry
def conduct_assaults(state: State, desk: Desk, side: int) -> None:
    """Make all prepared assaults of this phase that are worth their risk, best first."""
    survey(state, desk, side)
    desk.order[RATED_ORDER] = state.game.phase_order
    attack_best_first(state, ASK, desk, side, rate_target, _assault, np.zeros(RUNGS))


@inner
def _assault(
    state: State, ask: Questions, desk: Desk, side: int, target: int, prices: np.ndarray
) -> None:
    """Attack a hex with the best party, if it is still worth it, and rate what that changes."""
    aircraft = _aircraft_for(state, desk, side, target)
    count = build_assault(state, desk, side, target, aircraft)
    desk.value[target] = -1e9
    if count == 0 or desk.tally[PARTY_VALUE] < desk.weights.min_value:
        return
    desk.tally[PARTY_COUNT] = count
    worth, steps = desk.tally[PARTY_WORTH], np.int64(desk.tally[PARTY_STEPS])
    price_rungs(state, desk, side, target, worth, steps, prices)
    advance = min(advance_wanted(state, desk, side, target), put_garrisons_last(state, desk))
    before = state.game.battle_count
    if make_assault(state, target, desk.party[UNIT], count, aircraft, advance) != 0:
        return
    note_value(state, side, before, prices)
    survey(state, desk, side)
    first_row, beyond = rows_near(state, target, 2)
    for row in range(first_row, beyond):
        first, last = span_near(state, target, 2, row)
        for h in range(first, last):
            rate_target(state, ask, desk, side, h, prices)


@inner
def _aircraft_for(state: State, desk: Desk, side: int, target: int) -> int:
    """Aircraft worth spending on the best attack of the moment.

    Rule: drive_on_stalingrad 11.25
    """
    if side != Side.AXIS or state.game.schwerpunkt != 0:
        return 0
    best = 0
    best_value = desk.value[target]
    for extra in range(1, state.game.aircraft + 1):
        if build_assault(state, desk, side, target, extra) > 0:
            gain = desk.tally[PARTY_VALUE] - best_value
            if gain > 1.0:
                best_value = desk.tally[PARTY_VALUE]
                best = extra
    return best
