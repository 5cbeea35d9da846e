"""Who pays for a combat result: every way to share it out, and no other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.losses import check_losses, order_losses
from balance.games.drive_on_stalingrad.refusals import REASONS, Refusal
from balance.games.drive_on_stalingrad.vocabulary import Result, Status
from tests.games.drive_on_stalingrad.assaults import (
    SOVIET_ASSAULT,
    TARGET,
    board_of,
    fought,
    place_of,
    steps_of,
)
from tests.games.drive_on_stalingrad.positions import infantry, motorized, panzer, rifle


def allocations(steps, owed):
    """All ways to take so many steps from units that have these."""
    ways = product(*(range(most + 1) for most in steps))
    return [way for way in ways if sum(way) == min(owed, sum(steps))]


def listed(way):
    """A list of losses that asks for a way to share them out."""
    return np.array([unit for unit, steps in enumerate(way) for _ in range(steps)], np.int64)


def exchange(steps, owed):
    """Units of so many steps each beside as many defenders as an exchange is to cost."""
    units = [infantry("0308", steps=number, attack=9, attack_reduced=9) for number in steps]
    return board_of([*units, *[rifle(TARGET)] * owed], Result.EX)


CASES = [
    (steps, way)
    for steps, owed in [((2, 2, 2), 3), ((2, 2, 2), 4), ((2, 1, 2), 2), ((2, 2), 1)]
    for way in allocations(steps, owed)
]


def test_three_full_units_pay_three_steps_in_seven_ways():
    assert len(allocations((2, 2, 2), 3)) == 7
    assert (1, 1, 1) in allocations((2, 2, 2), 3)


@pytest.mark.rule("drive_on_stalingrad 11.37a, 11.32b")
@pytest.mark.parametrize(("steps", "way"), CASES)
def test_an_exchange_may_be_shared_out_in_every_way_there_is(steps, way):
    state = exchange(steps, sum(way))
    order_losses(state, listed(way), sum(way))
    battle = fought(state, list(range(len(steps))))
    assert battle.attacker_steps_lost == sum(way)
    left = [before - paid for before, paid in zip(steps, way, strict=True)]
    assert steps_of(state)[: len(steps)] == left
    gone = [unit.status == Status.ELIMINATED for unit in state.units[: len(steps)]]
    assert gone == [number == 0 for number in left]


@pytest.mark.rule("drive_on_stalingrad 11.37a, 11.32b")
def test_soviet_owners_choose_their_dead_too():
    for way in allocations((1, 1, 1), 2):
        units = [rifle("0306", attack=9)] * 3 + [infantry(TARGET)] * 2
        state = board_of(units, Result.EX, **SOVIET_ASSAULT)
        order_losses(state, listed(way), 2)
        fought(state, [0, 1, 2])
        assert steps_of(state) == [1 - paid for paid in way] + [1, 1]


@pytest.mark.rule("drive_on_stalingrad 11.37a")
@pytest.mark.parametrize(
    ("reduction", "loss", "left"),
    [((1, 1, 1), (2, 2, 2), [1, 1, 1]), ((1, 2, 3), (0, 0, 0), [0, 1, 2])],
)
def test_a_standing_order_spreads_losses_or_lets_one_unit_die(reduction, loss, left):
    state = exchange((2, 2, 2), 3)
    state.units["reduction_priority"][:3] = reduction
    state.units["loss_priority"][:3] = loss
    fought(state, [0, 1, 2])
    assert steps_of(state)[:3] == left


@pytest.mark.rule("drive_on_stalingrad 11.30a, 11.36a")
def test_defenders_have_no_choice_each_of_them_loses_a_step():
    units = [rifle("0306", attack=30), infantry(TARGET, loss_priority=9), motorized(TARGET)]
    state = board_of(units, Result.DE, **SOVIET_ASSAULT)
    fought(state, [0])
    assert steps_of(state) == [1, 1, 1]


@pytest.mark.rule("drive_on_stalingrad 11.32a, 11.37a")
def test_who_took_no_part_pays_nothing():
    state = board_of([infantry("0308"), infantry("0308"), rifle(TARGET)], Result.AL1)
    state.units["reduction_priority"][:2] = (5, -5)
    fought(state, [0])
    assert steps_of(state) == [1, 2, 1]


@pytest.mark.parametrize(
    ("losses", "refusal", "rule"),
    [
        ((0, 1), Refusal.OK, ""),
        ((0, 0, 1, 1), Refusal.OK, ""),
        ((), Refusal.OK, ""),
        ((2,), Refusal.LOSS_NOT_INVOLVED, "11.37"),
        ((3,), Refusal.LOSS_NOT_INVOLVED, "11.37"),
        ((0, 0, 0), Refusal.LOSS_NO_STEP, "2.12"),
        ((1, 0, 1, 1), Refusal.LOSS_NO_STEP, "2.12"),
    ],
)
@pytest.mark.rule("drive_on_stalingrad 2.12c, 11.32b, 11.37a")
def test_a_list_of_losses_names_attackers_and_steps_that_they_have(losses, refusal, rule):
    state = board_of([infantry("0308"), panzer("0308"), infantry("0308"), rifle(TARGET)], Result.EX)
    first_two, steps = np.array([0, 1, 2], np.int64), np.array(losses, np.int64)
    found = Refusal(check_losses(state, first_two, 2, steps, len(steps)))
    assert found == refusal
    assert rule in REASONS[found][0]


@pytest.mark.rule("drive_on_stalingrad 2.12b, 2.12c")
def test_a_reduced_unit_has_one_step_to_give():
    state = board_of([infantry("0308", steps=1), rifle(TARGET)], Result.EX)
    twice = np.array([0, 0], np.int64)
    assert check_losses(state, np.array([0]), 1, twice, 1) == Refusal.OK
    assert check_losses(state, np.array([0]), 1, twice, 2) == Refusal.LOSS_NO_STEP
    order_losses(state, twice, 1)
    assert state.units[0].loss_priority < 0 == state.units[0].reduction_priority


@pytest.mark.rule("drive_on_stalingrad 11.37b")
def test_units_kept_by_spreading_losses_may_follow_up():
    state = exchange((2, 2, 2), 3)
    order_losses(state, listed((1, 1, 1)), 3)
    assert fought(state, [0, 1, 2], advance=3).advanced == 3
    assert [place_of(state, unit) for unit in range(3)] == [TARGET] * 3
