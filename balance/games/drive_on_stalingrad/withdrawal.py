"""The withdrawal of game turn 6: panzers, an infantry division and Grossdeutschland leave (8.7)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.phases import is_start_of_player_turn
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    EventKind,
    Nation,
    Side,
    Status,
    SupplyState,
    Trait,
)
from balance.games.log import NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable

#: Kinds of withdrawal; a unit serves for one of them only.
NOTHING, PANZER, INFANTRY, GROSSDEUTSCHLAND, SUBSTITUTE = np.arange(5)
_KINDS = 5


@entry
def is_withdrawal_due(state: State) -> bool:
    """Whether the German player must withdraw units now, before all else in his player turn.

    Rule: drive_on_stalingrad 8.7
    """
    return (
        is_start_of_player_turn(state, AXIS)
        and state.game.game_turn == state.rules.withdrawal_withdrawal_turn
        and state.game.withdrawn == 0
    )


@entry
@replaceable
def withdrawal_kind(state: State, unit: int) -> int:
    """Say as what a unit could be withdrawn, by its counter alone: PANZER ... or NOTHING.

    Rule: drive_on_stalingrad 8.7
    """
    counter = state.units[unit]
    traits = counter.traits
    if counter.side != Side.AXIS or counter.nation != Nation.GERMAN:
        return NOTHING
    if traits & Trait.GROSSDEUTSCHLAND != 0:
        return GROSSDEUTSCHLAND
    if traits & Trait.PANZER_DIVISION != 0:
        return PANZER
    if traits & Trait.MOTORIZED_DIVISION != 0:
        return SUBSTITUTE
    if traits & Trait.WITHDRAWABLE_INFANTRY != 0:
        best = max(
            max(counter.attack, counter.defense),
            max(counter.attack_reduced, counter.defense_reduced),
        )
        if best >= state.rules.withdrawal_withdraw_infantry_min_factor:
            return INFANTRY
    return NOTHING


@entry
def is_withdrawable(state: State, unit: int) -> bool:
    """Whether a unit is of a kind to be withdrawn, on the map and in regular overland supply.

    Rule: drive_on_stalingrad 8.7
    """
    if state.units[unit].status != Status.ON_MAP or withdrawal_kind(state, unit) == NOTHING:
        return False
    return supply_state(state, unit) == SupplyState.REGULAR


@inner
def _fill_quota(state: State, quota: np.ndarray) -> None:
    """Fill ``quota`` with how many units of each kind must go, as far as there are any.

    Rule: drive_on_stalingrad 8.7
    """
    available = np.zeros(_KINDS, np.int64)
    for unit in range(len(state.units)):
        if is_withdrawable(state, unit):
            available[withdrawal_kind(state, unit)] += 1
    rules = state.rules
    quota[NOTHING] = 0
    # Ruling: drive_on_stalingrad 8.7 - where too few qualify, all that do leave.
    quota[PANZER] = min(rules.withdrawal_withdraw_panzer, available[PANZER])
    quota[INFANTRY] = min(rules.withdrawal_withdraw_infantry, available[INFANTRY])
    quota[GROSSDEUTSCHLAND] = min(rules.withdrawal_withdraw_gd, available[GROSSDEUTSCHLAND])
    quota[SUBSTITUTE] = 0
    if rules.withdrawal_withdraw_gd != 0 and available[GROSSDEUTSCHLAND] == 0:
        quota[SUBSTITUTE] = min(rules.withdrawal_gd_substitutes, available[SUBSTITUTE])


@entry
def list_withdrawal_candidates(state: State, candidates: np.ndarray, quota: np.ndarray) -> int:
    """List the units that may be withdrawn, and how many of each kind must; return their number.

    Rule: drive_on_stalingrad 8.7

    Parameters
    ----------
    candidates : int array
        Written: units, in order of the table.
    quota : int64[5]
        Written: number to withdraw by kind (PANZER, INFANTRY, GROSSDEUTSCHLAND, SUBSTITUTE).
    """
    _fill_quota(state, quota)
    count = 0
    for unit in range(len(state.units)):
        if is_withdrawable(state, unit) and quota[withdrawal_kind(state, unit)] > 0:
            if count < len(candidates):
                candidates[count] = unit
                count += 1
    return count


@entry
def check_withdrawal(state: State, chosen: np.ndarray, count: int) -> int:
    """Say whether the first ``count`` units of ``chosen`` satisfy the withdrawal: a ``Refusal``.

    Rule: drive_on_stalingrad 8.7
    """
    if not is_withdrawal_due(state):
        return Refusal.WITHDRAWAL_TURN
    quota = np.zeros(_KINDS, np.int64)
    _fill_quota(state, quota)
    for i in range(count):
        unit = chosen[i]
        if unit < 0 or unit >= len(state.units):
            return Refusal.NO_SUCH_UNIT
        for j in range(i):
            if chosen[j] == unit:
                return Refusal.WITHDRAWAL_COUNT
        if state.units[unit].status != Status.ON_MAP:
            return Refusal.NOT_ON_MAP
        kind = withdrawal_kind(state, unit)
        if kind == NOTHING:
            return Refusal.WITHDRAWAL_UNIT
        if not is_withdrawable(state, unit):
            return Refusal.WITHDRAWAL_SUPPLY
        quota[kind] -= 1
    for kind in range(_KINDS):
        if quota[kind] != 0:
            return Refusal.WITHDRAWAL_COUNT
    return Refusal.OK


@entry
def withdraw_units(state: State, chosen: np.ndarray, count: int) -> int:
    """Remove the chosen units from play for good, if they satisfy the rule; return a ``Refusal``.

    Rule: drive_on_stalingrad 8.7, 9.22
    """
    refusal = check_withdrawal(state, chosen, count)
    if refusal != Refusal.OK:
        return refusal
    for i in range(count):
        unit = chosen[i]
        h = state.units[unit].hex
        lift_unit(state, unit)
        state.units[unit].status = Status.WITHDRAWN
        record_event(state, EventKind.WITHDRAWN, h, unit, NO_VALUE)
    state.game.withdrawn = 1
    return Refusal.OK


@inner
def withdraw_first_listed(state: State) -> None:
    """Withdraw the first units of each kind in the table, for a player who has named none.

    Rule: drive_on_stalingrad 8.7
    """
    # Ruling: drive_on_stalingrad 8.7 - the withdrawal doesn't lapse.
    chosen = np.zeros(len(state.units), np.int64)
    quota = np.zeros(_KINDS, np.int64)
    count = list_withdrawal_candidates(state, chosen, quota)
    taken = 0
    for i in range(count):
        kind = withdrawal_kind(state, chosen[i])
        if quota[kind] > 0:
            quota[kind] -= 1
            chosen[taken] = chosen[i]
            taken += 1
    withdraw_units(state, chosen, taken)


@entry
def is_withdrawal_pending(state: State) -> bool:
    """Whether units must still be withdrawn before the German player may go on.

    Rule: drive_on_stalingrad 8.7
    """
    if not is_withdrawal_due(state):
        return False
    quota = np.zeros(_KINDS, np.int64)
    _fill_quota(state, quota)
    return quota.sum() > 0
