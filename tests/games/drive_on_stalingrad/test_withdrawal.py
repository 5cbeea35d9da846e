"""The withdrawal of game turn 6."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    EventKind,
    Nation,
    Phase,
    Side,
    Status,
    SupplyState,
    Trait,
)
from balance.games.drive_on_stalingrad.withdrawal import (
    check_withdrawal,
    is_withdrawal_pending,
    list_withdrawal_candidates,
    withdraw_units,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite_panzer,
    strip,
)

GD = Trait.GROSSDEUTSCHLAND | Trait.MOTORIZED_DIVISION


def turn_six(units, special=None, **more):
    rows = strip(9, {9: ".A-"} | (special or {}))
    return build_position(rows, units, **({"game_turn": 6, "phase": Phase.AXIS_START} | more))


def full_army():
    """Three panzer divisions, two infantry, Grossdeutschland (unit 5) and two motorized."""
    panzers = [panzer("0108"), panzer("0107"), panzer("0106")]
    return [
        *panzers,
        infantry("0105"),
        infantry("0105"),
        motorized("0104", traits=GD),
        motorized("0104"),
        motorized("0104"),
    ]


def refusal(state, chosen):
    return Refusal(check_withdrawal(state, np.array(chosen, np.int64), len(chosen)))


@pytest.mark.rule("drive_on_stalingrad 8.7a")
def test_two_panzers_one_infantry_and_grossdeutschland_leave():
    state = turn_six(full_army())
    assert is_withdrawal_pending(state)
    assert withdraw_units(state, np.array([0, 2, 3, 5]), 4) == Refusal.OK
    gone = [u for u, unit in enumerate(state.units) if unit.status == Status.WITHDRAWN]
    assert gone == [0, 2, 3, 5]
    assert state.ground[hex_named(state, "0108")].occupant == -1
    assert {int(e.kind) for e in state.events[:4]} == {EventKind.WITHDRAWN}
    assert not is_withdrawal_pending(state)
    assert state.game.axis_units_lost == 0


@pytest.mark.rule("drive_on_stalingrad 8.7a")
@pytest.mark.parametrize(
    "chosen", [[0, 3, 5], [0, 1, 2, 3, 5], [0, 1, 3, 4, 5], [0, 1, 3], [0, 0, 3, 5]]
)
def test_wrong_numbers_are_refused(chosen):
    assert refusal(turn_six(full_army()), chosen) == Refusal.WITHDRAWAL_COUNT


@pytest.mark.rule("drive_on_stalingrad 8.7a")
def test_withdrawal_belongs_to_the_start_of_the_german_turn_six():
    assert refusal(turn_six(full_army(), game_turn=5), [0, 2, 3, 5]) == Refusal.WITHDRAWAL_TURN
    later = turn_six(full_army(), phase=Phase.AXIS_FIRST)
    assert refusal(later, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_TURN
    other = turn_six(full_army(), game_turn=4, rules={"withdrawal.withdrawal_turn": 4})
    assert refusal(other, [0, 2, 3, 5]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7b")
def test_units_without_overland_supply_may_not_go():
    units = full_army()
    units[0] = panzer("0101", steps=1)
    state = turn_six(units)
    assert refusal(state, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_SUPPLY
    assert refusal(state, [1, 2, 3, 5]) == Refusal.OK


def on_supply(units, supply):
    """A German turn six in which 0101, out of reach of the source, is supplied by sea or by air."""
    state = turn_six(units, {1: ".K"} if supply == SupplyState.COASTAL else None)
    if supply == SupplyState.AERIAL:
        state.game.aerial_hex = hex_named(state, "0101")
    assert hex_supply(state, Side.AXIS, hex_named(state, "0101")) == supply
    return state


OTHER_SUPPLY = pytest.mark.parametrize("supply", [SupplyState.COASTAL, SupplyState.AERIAL])


@pytest.mark.rule("drive_on_stalingrad 8.7b")
@OTHER_SUPPLY
@pytest.mark.parametrize(("kind", "unit"), [("panzer", 0), ("infantry", 3)])
def test_units_on_coastal_or_aerial_supply_may_not_go(kind, unit, supply):
    units = full_army()
    units[unit] = (panzer if kind == "panzer" else infantry)("0101")
    state = on_supply(units, supply)
    assert refusal(state, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_SUPPLY
    assert refusal(state, [1, 2, 4, 5]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7b")
def test_reduced_units_may_go():
    units = full_army()
    units[0] = panzer("0108", steps=1)
    assert refusal(turn_six(units), [0, 2, 3, 5]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7c")
@pytest.mark.parametrize("fate", ["dead", "cut off"])
def test_two_motorized_divisions_stand_in_for_grossdeutschland(fate):
    units = full_army()
    units[5] = motorized("0101" if fate == "cut off" else None, traits=GD)
    state = turn_six(units)
    assert refusal(state, [0, 2, 3, 6, 7]) == Refusal.OK
    assert refusal(state, [0, 2, 3, 6]) == Refusal.WITHDRAWAL_COUNT


@pytest.mark.rule("drive_on_stalingrad 8.7c")
@OTHER_SUPPLY
def test_grossdeutschland_on_coastal_or_aerial_supply_is_stood_in_for(supply):
    units = full_army()
    units[5] = motorized("0101", traits=GD)
    state = on_supply(units, supply)
    assert refusal(state, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_SUPPLY
    assert refusal(state, [0, 2, 3, 6, 7]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7c")
@OTHER_SUPPLY
def test_substitutes_on_coastal_or_aerial_supply_may_not_go(supply):
    units = full_army()
    units[5] = motorized(None, traits=GD)
    units.append(motorized("0101"))
    state = on_supply(units, supply)
    assert refusal(state, [0, 2, 3, 6, 8]) == Refusal.WITHDRAWAL_SUPPLY
    assert refusal(state, [0, 2, 3, 6, 7]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7c")
def test_no_substitute_goes_while_grossdeutschland_can():
    assert refusal(turn_six(full_army()), [0, 2, 3, 6, 7]) == Refusal.WITHDRAWAL_COUNT


@pytest.mark.rule("drive_on_stalingrad 8.7d")
def test_infantry_must_print_a_seven_on_one_of_its_sides():
    units = full_army()
    units[3] = infantry("0105", attack=6, defense=6)
    units[4] = infantry("0105", attack=6, defense=7)
    state = turn_six(units)
    assert refusal(state, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_UNIT
    assert refusal(state, [0, 2, 4, 5]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.7a, 1.5c")
def test_satellites_and_soviets_are_not_to_be_withdrawn():
    units = full_army()
    units[2] = satellite_panzer("0106")
    units[1] = rifle("0107")
    state = turn_six(units)
    assert refusal(state, [0, 2, 3, 5]) == Refusal.WITHDRAWAL_UNIT
    assert refusal(state, [0, 1, 3, 5]) == Refusal.WITHDRAWAL_UNIT
    assert state.units[2].nation == Nation.ROMANIAN


@pytest.mark.rule("drive_on_stalingrad 8.7b")
def test_where_too_few_qualify_all_that_do_leave():
    state = turn_six([panzer("0108"), infantry("0105")])
    out, quota = np.zeros(9, np.int64), np.zeros(5, np.int64)
    assert out[: list_withdrawal_candidates(state, out, quota)].tolist() == [0, 1]
    assert quota.tolist() == [0, 1, 1, 0, 0]
    assert refusal(state, [0, 1]) == Refusal.OK
    nobody = turn_six([rifle("0102")])
    assert not is_withdrawal_pending(nobody)


@pytest.mark.rule("drive_on_stalingrad 8.7a")
def test_candidates_are_listed_with_the_number_of_each_kind():
    state = turn_six(full_army())
    out, quota = np.zeros(9, np.int64), np.zeros(5, np.int64)
    assert out[: list_withdrawal_candidates(state, out, quota)].tolist() == [0, 1, 2, 3, 4, 5]
    assert quota.tolist() == [0, 2, 1, 1, 0]
