"""Massing for the Combat Phase: targets first, then the troops for each.

A unit that chooses its own place seldom makes an attack: odds, divisional integrity and hexes from
which the zones of the attackers bar every retreat come from several stacks that march together. So
the staff looks at every enemy stack that can be reached, forms for each the best attack that free
units could still march to, and carries out the plans from the best downwards. Two attackers in
opposite hexes, or three in every second one, control all hexes around the target: who must retreat
then is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.battle_value import (
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    PRESSES_ON,
    WAY,
)
from balance.staff.craft.best_first import SIDE
from balance.staff.craft.marching import send_unit
from balance.staff.craft.muster import (
    THROUGH,
    Levy,
    list_targets,
    mark_sides,
    muster,
    price_units,
    way_gained,
)
from balance.staff.craft.parties import (
    ROW,
    blank_papers,
    form_party,
    look_at_sides,
    thin_party,
)
from balance.staff.craft.questions import Questions
from balance.staff.craft.stakes import ground_worth, note_defenders
from balance.staff.desk import SETTLED, Desk
from balance.staff.ranking import best_and_second, copy_columns

#: Directions of launch hexes tried for each target, as bits: opposite hexes, every second, all.
_SHAPES = np.array([0b001001, 0b010010, 0b100100, 0b010101, 0b101010, 0b111111])
_NOT_RATED = 1e9
#: Hexes from a target to those beside whoever attacks it.
_NEAR = 2
_ALL_SIDES = 63


@inner
def _is_hopeless(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    target: int,
    levy: Levy,
    sides: np.ndarray,
    stakes: np.ndarray,
) -> bool:
    """Whether not even all who can come could make an attack on a target worth its while."""
    total = 0.0
    for i in range(len(levy.units)):
        if sides[i] != 0:
            total += levy.strength[i]
    if total <= 0.0:
        return True
    if ask.bodies.forms_divisions(side):
        total *= ask.bodies.multiplier(state)
    stakes[WAY] = 0.0
    stakes[OWN_STEPS] = 1.0
    stakes[OWN_WORTH] = 0.0
    stakes[OWN_STEP] = 0.0
    defense = ask.battles.defense_against(state, target, _ALL_SIDES)
    column = ask.attacks.column_of(
        state, desk, target, total, defense, levy.units, 0, -1, _ALL_SIDES
    )
    return ask.battles.value_of(state, column, stakes) < desk.weights.min_value


@inner
def plan_attack(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    target: int,
    levy: Levy,
    sides: np.ndarray,
) -> tuple[int, float]:
    """Form the best attack on a hex that free units can march to: number of units, net value.

    The units, as places in the levy, and the sides of the target are left in ``desk.party``.
    sides : uint8[k], the target's row of ``levy.sides``
    """
    papers = blank_papers(desk)
    stakes = papers.stakes
    ground = ground_worth(state, ask, desk, side, target)
    ground += _way_opened(state, ask, desk, target, levy, sides)
    note_defenders(state, ask, desk, side, target, ground, stakes)
    if _is_hopeless(state, ask, desk, side, target, levy, sides, stakes):
        return 0, -1e9
    stakes[PRESSES_ON] = 1.0 if _on_offensive(state, ask, levy) else 0.0
    anybody = price_units(state, ask, desk, target, levy, sides)
    for d in range(6):
        papers.duties[d] = ask.attacks.price_of_duties(state, desk, side, target, 1 << d)
    best_net, best_count = -1e9, 0
    best = np.zeros(desk.party.shape, np.int16)
    for s in range(len(_SHAPES)):
        shape = _SHAPES[s]
        if shape != _ALL_SIDES and (shape & anybody) != shape:
            continue
        look_at_sides(state, ask, side, target, papers)
        members = form_party(state, ask, desk, target, shape, levy, sides, papers)
        if members == 0:
            continue
        left, net = thin_party(state, ask, desk, target, members, levy, papers)
        if net > best_net:
            best_net, best_count = net, left
            copy_columns(best, desk.party, left)
    copy_columns(desk.party, best, best_count)
    return best_count, best_net


@inner
def _way_opened(
    state: Any, ask: Questions, desk: Desk, target: int, levy: Levy, sides: np.ndarray
) -> float:
    """What it is worth to the strikers near a target to get into it, beyond where they can go."""
    most = 0.0
    for i in range(len(levy.units)):
        if sides[i] != 0:
            gained = way_gained(state, ask, desk, levy.units[i], levy.nearest[i], target)
            most = max(most, gained)
    return desk.weights.advance * THROUGH * most


@inner
def _on_offensive(state: Any, ask: Questions, levy: Levy) -> bool:
    """Whether the mustered units are mostly on the offensive, so that they must press on."""
    offensive = 0
    for i in range(len(levy.units)):
        if ask.attacks.is_on_offensive(state, levy.units[i]):
            offensive += 1
    return 2 * offensive > len(levy.units)


@inner
def _rank_of(desk: Desk, members: int, net: float, levy: Levy) -> float:
    """Order of merit of a plan: value by the troops it takes, for those are what runs out."""
    strength = 0.0
    for m in range(members):
        strength += levy.strength[desk.party[ROW, m]]
    return net / (10.0 + strength)


@inner
def _carry_out(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    members: int,
    levy: Levy,
    targets: np.ndarray,
) -> None:
    """March the party to its launch hexes and settle it there; it is busy from now on."""
    desk.need[target] = 1.0
    rows, origin = desk.party[ROW].copy(), desk.party[SIDE].copy()
    for m in range(members):
        row = rows[m]
        if ask.attacks.compel:
            _count_share(desk, levy, row, targets, -1.0)
        levy.sides[:, row] = 0
        unit = levy.units[row]
        goal = state.neighbour[target, origin[m]]
        send_unit(state, ask, desk, unit, goal)
        desk.crew[SETTLED, unit] = 1


@inner
def _count_share(desk: Desk, levy: Levy, row: int, targets: np.ndarray, times: float) -> None:
    """Enter what a unit has for each target that it can come to; ``times`` -1 takes it back."""
    count = 0
    for t in range(levy.sides.shape[0]):
        count += 1 if levy.sides[t, row] != 0 else 0
    share = times * levy.strength[row] / max(1, count)
    for t in range(levy.sides.shape[0]):
        if levy.sides[t, row] != 0:
            desk.value[targets[t]] += share


@inner
def open_offensive(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """March the units of the attacks to come to their launch hexes, the best attacks first.

    ``desk.need`` is 1 for the hexes that shall be attacked, 0 for others; ``desk.value``, where
    attacks compel others, the share of a hex in the strength of all free units that could come.
    """
    ask.worths.measure_supply(state, desk, side)
    targets = np.zeros(len(state.ground), np.int64)
    many = list_targets(state, desk, side, targets)
    levy = muster(state, ask, desk, side, many)
    if mark_sides(state, ask, desk, side, levy, targets) == 0:
        return
    rank = np.full(many, _NOT_RATED)
    desk.need[:] = 0.0
    desk.value[:] = 0.0
    if ask.attacks.compel:
        for i in range(len(levy.units)):
            _count_share(desk, levy, i, targets, 1.0)
    while state.game.ended == 0:
        # A plan only loses by what others have taken: the best of the old ranks is rated anew, and
        # is the best indeed if it still beats the rest.
        best, second = best_and_second(rank)
        if best < 0 or rank[best] <= 0.0:
            return
        target = targets[best]
        members, net = plan_attack(state, ask, desk, side, target, levy, levy.sides[best])
        if members == 0 or net < desk.weights.min_value:
            rank[best] = -1e9
            continue
        rank[best] = _rank_of(desk, members, net, levy)
        if rank[best] < second:
            continue
        rank[best] = -1e9
        _carry_out(state, ask, desk, target, members, levy, targets)
        if ask.attacks.compel:
            _rate_anew(state, desk, target, targets[:many], rank)


@inner
def _rate_anew(state: Any, desk: Desk, target: int, targets: np.ndarray, rank: np.ndarray) -> None:
    """Have targets near one that will be attacked rated anew: it may now be due to attack them."""
    for t in range(len(targets)):
        if rank[t] <= 0.0 and desk.need[targets[t]] == 0.0:
            if hexes_apart(state, targets[t], target) <= _NEAR:
                rank[t] = _NOT_RATED
