"""What keeps an army going: the supply network, newcomers, withdrawals, the aerial marker.

Rule: drive_on_stalingrad 7.6, 7.14, 8.1, 8.2, 8.3, 8.5, 8.7, 9.18
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.network import (
    add_to_network,
    list_network_candidates,
    may_add_to_network,
    place_aerial_marker,
)
from balance.games.drive_on_stalingrad.reinforcements import (
    can_enter,
    draw_south_unit,
    enter_reinforcement,
    list_arrivals,
    may_hold_entry,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import AXIS, Feature, Side, Status, SupplyState
from balance.games.drive_on_stalingrad.withdrawal import (
    is_withdrawal_due,
    list_withdrawal_candidates,
    withdraw_units,
    withdrawal_kind,
)
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import hexes_apart
from balance.staff.desk import MISSION, Desk
from balance.staff.drive_on_stalingrad.choices import AERIAL_SUPPLY
from balance.staff.drive_on_stalingrad.line import far_march_field, march_field_of_newcomers
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.drive_on_stalingrad.worth import links_to_source
from balance.staff.tasks import SCATTERED, has_task, scatter, strike_mission

#: Links from a source beyond which a unit is thought to need a nearer one.
_STRETCHED = 4
#: Hexes beyond a line's length from which a unit may still come to profit from a new source.
_MARCH = 3
#: Worth of a hex gained towards the objective, to one saved on a line.
_AHEAD = 1.0
#: MP that a newcomer goes out of his way for each unit in his place: not all to the same gap.
_CROWD = 1
#: What it is thought to cost to withdraw who holds a hex that the game is lost with.
_DECISIVE = 100.0
#: What the hex of the aerial marker itself counts more than those around it: of hexes about as good
#: as each other it is one that own troops hold, not one among the enemy.
_ON_THEM = 0.01
_APART = np.int64(7919)  # parts the orders of two units


@inner
def extend_network(state: State, desk: Desk, side: int) -> None:
    """Add the town that helps most units: those short of supply, and those that strike beyond it.

    Rule: drive_on_stalingrad 7.14
    """
    if not may_add_to_network(state, side):
        return
    candidates = np.zeros(64, np.int64)
    count = list_network_candidates(state, side, candidates)
    if count == 0:
        return
    nearest = nearest_sources(state, desk, side)
    concerned = np.zeros(len(state.units), np.int64)
    many = _list_concerned(state, desk, side, concerned)
    best = -1
    best_gain = 0.0
    for i in range(count):
        gain = 0.1 + network_gain(state, desk, side, candidates[i], nearest, concerned[:many])
        if gain > best_gain:
            best_gain = gain
            best = candidates[i]
    if best >= 0:
        add_to_network(state, side, best)


@inner
def nearest_sources(state: State, desk: Desk, side: int) -> np.ndarray:
    """MP from the source nearest to each mission's objective to that objective: float64[m]."""
    nearest = np.full(len(desk.posture), 1000.0)
    for h in range(state.neighbour.shape[0] - 1):
        if links_to_source(state, side, h) == 0:
            for mission in range(len(desk.posture)):
                nearest[mission] = min(nearest[mission], float(desk.fields[mission, 0, h]))
    return nearest


@inner
def _list_concerned(state: State, desk: Desk, side: int, concerned: np.ndarray) -> int:
    """List the units that another source might help: far from theirs, or on a strike."""
    units = state.units
    count = 0
    for u in range(len(units)):
        if units[u].side == side and units[u].status == Status.ON_MAP:
            stretched = links_to_source(state, side, units[u].hex) > _STRETCHED
            if stretched or strike_mission(desk, u) >= 0:
                concerned[count] = u
                count += 1
    return count


@inner
def network_gain(
    state: State, desk: Desk, side: int, town: int, nearest: np.ndarray, concerned: np.ndarray
) -> float:
    """What a town would be worth as a source: hexes of line saved, and gained ahead, by units."""
    limit = state.rules.supply_line_max_hexes
    gain = 0.0
    for i in range(len(concerned)):
        u = concerned[i]
        h = state.units[u].hex
        away = hexes_apart(state, h, town)
        used = links_to_source(state, side, h)
        if away <= limit and used > _STRETCHED and used > away:
            gain += min(used, 2 * limit) - away
        if away <= limit + _MARCH and strike_mission(desk, u) >= 0:
            mission = desk.crew[MISSION, u]
            ahead = nearest[mission] - float(desk.fields[mission, 0, town])
            gain += _AHEAD * max(0.0, min(float(limit), ahead))
    return gain


@inner
def expects_newcomers(state: State, side: int) -> bool:
    """Whether anybody may come on the map this phase."""
    arrivals = np.zeros(200, np.int64)
    if list_arrivals(state, side, arrivals) > 0:
        return True
    return _south_enters(state, side)


@inner
def _south_enters(state: State, side: int) -> bool:
    return side == Side.SOVIET and state.game.south_open != 0


@inner
def newcomers_seek_the_line(state: State, desk: Desk, side: int) -> bool:
    """Whether anybody who may come on the map goes where troops are wanted, for want of a task."""
    arrivals = np.zeros(200, np.int64)
    for i in range(list_arrivals(state, side, arrivals)):
        if not has_task(desk, arrivals[i]):
            return True
    return _south_enters(state, side)


@inner
def enter_all(state: State, desk: Desk, side: int, enter: Any) -> int:
    """Enter all reinforcements that are due; return how many.

    ``enter`` (state, desk, side, unit) enters one somewhere, or says that it can't.

    Rule: drive_on_stalingrad 8.1, 8.2, 8.3, 8.5
    """
    arrivals = np.zeros(200, np.int64)
    count = list_arrivals(state, side, arrivals)
    entered = 0
    for i in range(count):
        if state.game.ended != 0:
            return entered
        entered += np.int64(enter(state, desk, side, arrivals[i]))
    if side == Side.SOVIET:
        for _ in range(state.rules.reinforcement_south_rifle_per_turn):
            unit = draw_south_unit(state)
            if unit < 0 or not enter(state, desk, side, unit):
                break
            entered += 1
    return entered


@inner
def enter_nearest(state: State, desk: Desk, side: int, unit: int) -> bool:
    """Enter one newcomer through the entry hex nearest to its task; False if none is open."""
    mobility = state.units[unit].mobility
    if has_task(desk, unit):
        best = _nearest_entry(state, unit, desk.fields[desk.crew[MISSION, unit], mobility])
    else:
        march_field_of_newcomers(state, desk, side, mobility)
        field = desk.distance[1 + mobility]
        best = _nearest_entry(state, unit, field)
        known = field[len(field) - 1]
        if best >= 0 and known < FAR and field[best] >= known:
            # What lies as far off as the field holds may lie farther, and another place nearer.
            far_march_field(state, desk, side, mobility)
            best = _nearest_entry(state, unit, field)
    if best < 0:
        return False
    return enter_reinforcement(state, unit, best) == 0


@inner
def _nearest_entry(state: State, unit: int, field: np.ndarray) -> int:
    """The place open to a newcomer where a field is least, those crowded excepted; -1 if none."""
    best = -1
    best_cost = np.int64(1) << 40
    for i in range(len(state.places)):
        h = state.places[i]
        # Of places as good as each other everyone has his own order: who finds his taken goes to
        # the next without sending all the others round.
        cost = field[h] + _CROWD * state.ground[h].stack
        cost = cost * SCATTERED + scatter(h + unit * _APART)
        # Whether a unit may enter somewhere takes long to find out: only where it is near.
        if cost < best_cost and may_hold_entry(state, h) and can_enter(state, unit, h):
            best_cost = cost
            best = h
    return best


@inner
def choose_withdrawal(state: State) -> None:
    """Withdraw what must go on game turn 6, the cheapest units of each kind.

    Who holds a hex whose loss loses the game goes last.

    Rule: drive_on_stalingrad 4.6, 8.7
    """
    if not is_withdrawal_due(state):
        return
    candidates = np.zeros(len(state.units), np.int64)
    quota = np.zeros(5, np.int64)
    count = list_withdrawal_candidates(state, candidates, quota)
    chosen = np.zeros(16, np.int64)
    taken = 0
    while taken < len(chosen):
        best = -1
        best_worth = 1e9
        for i in range(count):
            unit = candidates[i]
            if unit < 0 or quota[withdrawal_kind(state, unit)] <= 0:
                continue
            worth = known_attack(state, unit) + known_defense(state, unit)
            if (state.hexes[state.units[unit].hex].features & Feature.SUDDEN_DEATH) != 0:
                worth += _DECISIVE
            if worth < best_worth:
                best_worth = worth
                best = i
        if best < 0:
            break
        unit = candidates[best]
        quota[withdrawal_kind(state, unit)] -= 1
        chosen[taken] = unit
        taken += 1
        candidates[best] = -1
    withdraw_units(state, chosen, taken)


@inner
def supply_by_air(state: State, desk: Desk) -> None:
    """Commit the aerial supply marker where most cut-off factors gain, on them if it can be.

    Rule: drive_on_stalingrad 7.6
    """
    n = state.neighbour.shape[0] - 1
    cut_off = np.zeros(n + 1)
    if desk.order[AERIAL_SUPPLY] == 0 or not _anybody_cut_off(state, desk, cut_off):
        return
    best = n
    best_worth = 0.0
    for h in range(n):
        worth = _ON_THEM * cut_off[h]
        for d in range(6):
            worth += cut_off[state.neighbour[h, d]]
        worth += cut_off[h]
        if worth > best_worth:
            best_worth = worth
            best = h
    if best < n:
        place_aerial_marker(state, best)


@inner
def _anybody_cut_off(state: State, desk: Desk, cut_off: np.ndarray) -> bool:
    """Whether a German-side unit beside the enemy is out of supply; most turns none is.

    ``cut_off`` (float64[n + 1], of zeros) becomes the defense by hex of those units that the enemy
    can attack in his turn, as far as he has the strength to: nobody else gains by the marker.

    Rule: drive_on_stalingrad 7.2, 7.6
    """
    anybody = False
    for h in range(state.neighbour.shape[0] - 1):
        if state.ground[h].occupant == Side.AXIS:
            if hex_supply(state, AXIS, h) == SupplyState.OUT:
                cut_off[h] = min(desk.own_defense[h], desk.threat[h])
                anybody = anybody or cut_off[h] > 0.0
    return anybody
