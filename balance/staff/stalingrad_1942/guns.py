"""Guns that no attack needs: they fire alone where they are likely to hurt most."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.artillery import check_bridge_fire, check_gun, fire_at_bridge
from balance.games.stalingrad_1942.attack import make_fire
from balance.games.stalingrad_1942.battle import BELOW_EVEN, find_column, fire_steps
from balance.games.stalingrad_1942.duties import is_target
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.shifts import find_shifts
from balance.games.stalingrad_1942.stacks import is_gun
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import defense_total, fire_total
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.craft.battle_value import STAKES, STEPS, loss_of, record_value
from balance.staff.craft.stakes import note_defenders
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.bridges import find_lifeline
from balance.staff.stalingrad_1942.choices import BRIDGE_STRIKES
from balance.staff.stalingrad_1942.odds import COVER

#: Attack strength of guns on a point of defense below which no fire does anything (8.21).
_USELESS = 3.0


@inner
def fire_alone(state: State, desk: Desk, side: int) -> None:
    """Have the guns that are left fire together, each time at the hex where it is worth most.

    Rule: stalingrad_1942 8.21, 8.23, 8.26a, 17.2

    If the plan wants that, those in range of it first fire at the bridge most enemies are fed over.
    """
    if desk.order[BRIDGE_STRIKES]:
        _fire_at_lifeline(state, side)
    guns = np.empty(len(state.units), np.int64)
    while state.game.ended == 0:
        free = _free_guns(state, side, guns)
        best, most = -1, 0.0
        for i in range(free):
            best, most = _look_around(state, desk, side, guns[i], guns[:free], best, most)
        if best < 0:
            return
        party = _in_range(state, guns[:free], best)
        row, stakes = state.game.battle_count, _stakes_of(state, desk, side, best)
        if make_fire(state, party, best) != Refusal.OK:
            return
        if row < len(state.battles):
            column = state.battles[row].final_odds + BELOW_EVEN
            record_value(state, side, row, _value_of(state, column, stakes))


@inner
def _fire_at_lifeline(state: State, side: int) -> None:
    """Have guns fire one by one at the bridge that most enemies are fed over, until it is gone.

    Rule: stalingrad_1942 17.2
    """
    if not _any_bridge_in_range(state, side):
        return
    b = find_lifeline(state, 1 - side)
    if b < 0:
        return
    h, d = state.bridges[b].hex, state.bridges[b].direction
    for gun in range(len(state.units)):
        if state.bridges[b].intact != 0:
            fire_at_bridge(state, gun, h, d)


@inner
def _any_bridge_in_range(state: State, side: int) -> bool:
    """Whether a gun may fire at a bridge that isn't clearly its own side's."""
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        if bridge.intact == 0 or state.ground[bridge.hex].occupant == side:
            continue
        for gun in range(len(state.units)):
            if state.units[gun].side == side:
                if check_bridge_fire(state, gun, bridge.hex, bridge.direction) == Refusal.OK:
                    return True
    return False


@inner
def _free_guns(state: State, side: int, guns: np.ndarray) -> int:
    """List guns that have not fired and may; return how many."""
    count = 0
    for gun in range(len(state.units)):
        counter = state.units[gun]
        if counter.side == side and counter.status == Status.ON_MAP and is_gun(state, gun):
            here = np.full(1, counter.hex, np.int64)
            if check_gun(state, gun, here) == Refusal.OK:
                guns[count] = gun
                count += 1
    return count


@inner
def _look_around(
    state: State, desk: Desk, side: int, gun: int, guns: np.ndarray, best: int, most: float
) -> tuple[int, float]:
    """The best hex to fire at so far, those in range of one more gun looked at."""
    reach, here = state.rules.artillery_range, state.units[gun].hex
    for h in range(first_above(state, here, reach), behind_below(state, here, reach)):
        if state.ground[h].occupant != 1 - side or hexes_apart(state, here, h) > reach:
            continue
        if not is_target(state, h):
            continue
        party, targets = _in_range(state, guns, h), np.full(1, h, np.int64)
        attack = fire_total(state, party)
        defense = defense_total(state, targets) + desk.marks[COVER, h]
        if attack >= _USELESS * defense:
            none = targets[:0]
            shift = find_shifts(state, party, targets, none, none, 1).sum()
            column = find_column(state, attack, defense, shift)
            value = _value_of(state, column, _stakes_of(state, desk, side, h))
            if value > most:
                best, most = np.int64(h), value
    return best, most


@inner
def _in_range(state: State, guns: np.ndarray, h: int) -> np.ndarray:
    """Those of some guns that have a hex in range."""
    found, count = np.empty(len(guns), np.int64), 0
    for gun in guns:
        if hexes_apart(state, state.units[gun].hex, h) <= state.rules.artillery_range:
            found[count] = gun
            count += 1
    return found[:count]


@inner
def _stakes_of(state: State, desk: Desk, side: int, h: int) -> np.ndarray:
    """What the units in a hex have to lose to a side."""
    stakes = np.zeros(STAKES)
    note_defenders(state, ASK, desk, side, h, 0.0, stakes)
    return stakes


@inner
def _value_of(state: State, column: int, stakes: np.ndarray) -> float:
    """Worth of the steps that fire costs in a column of the table.

    Rule: stalingrad_1942 8.21b
    """
    total = 0.0
    for face in range(state.crt.shape[0]):
        steps = fire_steps(state, state.crt[face, column])
        if steps > 0:
            total += loss_of(stakes, STEPS, steps)
    return total / state.crt.shape[0]
