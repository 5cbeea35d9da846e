"""Headquarters keep with the troops they serve, where the enemy can do them little harm."""

from __future__ import annotations

from balance.games.common.march import check_may_move, compute_reach
from balance.games.common.state import State
from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above
from balance.staff.common.answers import ASK, exploits, longest
from balance.staff.common.ground import is_headquarters
from balance.staff.craft.escorts import risk_of_loss
from balance.staff.craft.marching import is_free, own_attack, own_defense, shift_unit
from balance.staff.craft.questions import ALLOWED
from balance.staff.desk import SETTLED, Desk

#: Odds at which those who stand in a hex keep a headquarters safe there, and defense of one alone.
_SAFE, _LONELY = 0.5, 1.0
#: Attack strength that losing it for sure costs, and standing out of supply: estimates.
_LOST, _STARVING = 60.0, 30.0
#: Share of their strength by which troops beside a hex pull, and troops that don't exploit.
_BESIDE, _SLOW = 0.3, 0.1


@inner
def move_headquarters(state: State, desk: Desk, side: int) -> None:
    """March each headquarters to the strongest mobile troops in its reach: last, for they march on.

    Rule: common 5.1
    """
    for unit in range(len(state.units)):
        if not is_free(state, desk, side, unit) or not is_headquarters(state, unit):
            continue
        desk.crew[SETTLED, unit] = 1
        if check_may_move(state, unit) == ALLOWED and compute_reach(state, unit) > 0:
            shift_unit(state, ASK, desk, unit, _best_place(state, desk, side, unit))


@inner
def _best_place(state: State, desk: Desk, side: int, unit: int) -> int:
    """The hex of the reach just computed where a headquarters stands best, its own included."""
    here, span = state.units[unit].hex, longest(state, unit)
    best, most = here, _merit(state, desk, side, here)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or state.ground[h].occupant == 1 - side:
            continue
        merit = _merit(state, desk, side, h)
        if merit > most and ASK.ground.check_stacking(state, unit, h) == ALLOWED:
            best, most = h, merit
    return best


@inner
def _merit(state: State, desk: Desk, side: int, h: int) -> float:
    """How well a headquarters would stand in a hex, in points of attack strength."""
    pull, company = _troops_in(state, h)
    for d in range(6):
        beside = state.neighbour[h, d]
        if state.ground[beside].occupant == side:
            near, _ = _troops_in(state, beside)
            pull += _BESIDE * near
    lost = 0.0
    if not ASK.worths.has_last_word(state, side):
        lost = risk_of_loss(state, ASK, desk, h, _LONELY, company, _SAFE)
    return pull - _LOST * lost - _STARVING * ASK.worths.lack_of_supply(state, desk, side, h)


@inner
def _troops_in(state: State, h: int) -> tuple[float, float]:
    """Attack strength of the troops in a hex, as they pull a headquarters, and their defense."""
    pull, defense = 0.0, 0.0
    unit = state.ground[h].first
    while unit >= 0:
        if not is_headquarters(state, unit):
            share = 1.0 if exploits(state, unit) else _SLOW
            pull += share * own_attack(state, ASK, unit)
            defense += own_defense(state, ASK, unit)
        unit = state.units[unit].next
    return pull, defense
