"""Shifts of prepared assaults: cities, aircraft, order of phases, attack from all around."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.announcements import block_sea
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.turn import (
    begin_game_turn,
    begin_phase,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    Phase,
    PhaseOrder,
    Policy,
    Result,
    Side,
)
from tests.games.drive_on_stalingrad.assaults import (
    AROUND,
    BOARD,
    CUT_OFF,
    SOVIET_ASSAULT,
    TARGET,
    attack,
    attacks,
    board,
    check,
    fight,
    last_battle,
)
from tests.games.drive_on_stalingrad.positions import (
    change_cell,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
    tank_corps,
)

# --- towns and cities


@pytest.mark.rule("drive_on_stalingrad 11.21")
@pytest.mark.parametrize(("cell", "shift"), [(".T", 0), ("hT", -1), ("mT", -2), ("dT", 1)])
def test_a_town_gives_no_shift_but_its_terrain_does(cell, shift):
    units = [infantry("0308"), rifle(TARGET)]
    assert fight(units, [0], rows=change_cell(BOARD, 3, 7, cell)).shift_terrain == shift


@pytest.mark.rule("drive_on_stalingrad 11.22b")
def test_a_city_shifts_two_columns_left():
    units = [infantry("0308"), rifle(TARGET)]
    battle = fight(units, [0], rows=change_cell(BOARD, 3, 7, ".C"))
    assert (battle.odds, battle.shift_terrain, battle.final_odds) == (1, -2, -1)


@pytest.mark.rule("drive_on_stalingrad 11.22a, 11.28d")
def test_nobody_gains_by_surrounding_a_city():
    units = [infantry("0308"), infantry("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 2
    assert fight(units, [0, 1], rows=change_cell(BOARD, 3, 7, ".C")).shift_concentric == 0


@pytest.mark.rule("drive_on_stalingrad 11.22c")
@pytest.mark.parametrize(
    ("rolled", "supplied", "result"),
    [
        (Result.AS, True, Result.AL1),
        (Result.DR, True, Result.AL1),
        (Result.DE, True, Result.DE),
        (Result.EX, True, Result.EX),
        (Result.AS, False, Result.AS),
        (Result.DR, False, Result.DR),
    ],
)
def test_a_city_in_supply_is_neither_stalled_at_nor_left(rolled, supplied, result):
    rows = change_cell(BOARD if supplied else change_cell(BOARD, 3, 1, "."), 3, 7, ".C")
    battle = fight([infantry("0308"), rifle(TARGET)], [0], rows=rows, result=rolled)
    assert battle.result == result
    assert battle.attacker_steps_lost == (1 if result in (Result.AL1, Result.EX) else 0)


@pytest.mark.rule("drive_on_stalingrad 11.22c")
@pytest.mark.parametrize(
    ("fallback", "result"), [("aerial", Result.AL1), ("coastal", Result.DR), ("none", Result.DR)]
)
def test_a_german_city_holds_on_aerial_supply_but_not_on_coastal(fallback, result):
    rows = change_cell(CUT_OFF, 3, 7, ".CK" if fallback == "coastal" else ".C")
    units = [tank_corps("0306"), infantry(TARGET)]
    state = board(units, rows=rows, result=Result.DR, **SOVIET_ASSAULT)
    if fallback == "aerial":
        state.game.aerial_hex = hex_named(state, TARGET)
    state.units[0].attack = 14
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).result == result


@pytest.mark.rule("drive_on_stalingrad 11.22e")
def test_panzer_divisions_are_halved_against_a_city():
    rows = change_cell(BOARD, 3, 7, ".C")
    units = [panzer("0308"), motorized("0308"), infantry("0308"), rifle(TARGET)]
    assert fight(units, [0, 1, 2], rows=rows).attack == 5 + 8 + 7
    assert fight(units, [0, 1, 2]).attack == 10 + 8 + 7
    satellites = [satellite_panzer("0308"), rifle(TARGET)]
    full = attacks(board(satellites), [0])
    assert attacks(board(satellites, rows=rows), [0]) == [max(1, factor // 2) for factor in full]


# --- aircraft


@pytest.mark.rule("drive_on_stalingrad 11.25a")
def test_the_german_player_has_two_aircraft_each_game_turn_and_the_soviet_none():
    units = [infantry("0308"), rifle(TARGET)]
    state = board(units, aircraft=0)
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT
    begin_game_turn(state)
    assert state.game.aircraft == 2
    state = board(units, **SOVIET_ASSAULT)
    assert check(state, [1], "0308", aircraft=1) == Refusal.NO_AIRCRAFT


@pytest.mark.rule("drive_on_stalingrad 11.25b")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_aircraft_shifts_an_attack_one_column_right(number):
    battle = fight([infantry("0308"), rifle(TARGET)], [0], aircraft_used=number)
    assert (battle.shift_air, battle.final_odds) == (number, 1 + number)


@pytest.mark.rule("drive_on_stalingrad 11.25b, 11.25d")
@pytest.mark.parametrize(("most", "shift"), [(0, 0), (1, -1), (2, -2), (5, -2)])
def test_aircraft_defend_as_their_owner_has_ordered(most, shift):
    state = board([tank_corps("0306"), infantry(TARGET)], **SOVIET_ASSAULT)
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIRCRAFT] = most
    assert attack(state, [0]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.shift_air, battle.defense) == (shift, 7)
    assert state.game.aircraft == 2 + shift


@pytest.mark.rule("drive_on_stalingrad 11.25b")
@pytest.mark.parametrize(("steps", "shift"), [(2, -1), (3, 0)])
def test_aircraft_defend_no_stack_too_small_for_their_orders(steps, shift):
    state = board([tank_corps("0306"), infantry(TARGET)], **SOVIET_ASSAULT)
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIRCRAFT] = 1
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIR_FROM] = steps
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).shift_air == shift
    assert state.game.aircraft == 2 + shift


@pytest.mark.rule("drive_on_stalingrad 11.25d")
def test_aircraft_add_no_strength_take_no_room_and_pay_no_losses():
    units = [infantry("0308")] * 8 + [rifle(TARGET)]
    battle = fight(units, [0], aircraft_used=2, result=Result.AL1)
    assert (battle.attack, battle.attackers, battle.attacker_steps_lost) == (7, 1, 1)


@pytest.mark.rule("drive_on_stalingrad 11.25e")
def test_an_aircraft_serves_once_in_a_game_turn():
    units = [infantry("0308"), infantry("0308"), rifle(TARGET), rifle("0408")]
    state = board(units)
    assert attack(state, [0], aircraft=1) == Refusal.OK
    assert check(state, [1], "0408", aircraft=2) == Refusal.NO_AIRCRAFT
    assert attack(state, [1], "0408", aircraft=1) == Refusal.OK
    assert state.game.aircraft == 0
    begin_phase(state, 1)
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT


@pytest.mark.rule("drive_on_stalingrad 11.25c, 9.18h")
def test_aircraft_over_the_sea_support_no_assault():
    state = board([infantry("0308"), rifle(TARGET)], phase=Phase.TURN_START)
    assert block_sea(state) == Refusal.OK
    state.game.phase = Phase.AXIS_SECOND
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT


# --- the order of the phases


@pytest.mark.rule("drive_on_stalingrad 5.5c, 5.6")
@pytest.mark.parametrize(
    ("order", "phase", "shift"),
    [
        (PhaseOrder.ASSAULT_MOVE, Phase.AXIS_FIRST, 1),
        (PhaseOrder.MOVE_ASSAULT, Phase.AXIS_SECOND, 0),
        (PhaseOrder.ASSAULT_ASSAULT, Phase.AXIS_FIRST, 0),
        (PhaseOrder.ASSAULT_ASSAULT, Phase.AXIS_SECOND, 0),
    ],
)
def test_germans_gain_by_assaulting_before_they_move_but_not_by_assaulting_twice(
    order, phase, shift
):
    units = [infantry("0308"), rifle(TARGET)]
    battle = fight(units, [0], phase=phase, phase_order=order)
    assert (battle.shift_first, battle.final_odds) == (shift, 1 + shift)


@pytest.mark.rule("drive_on_stalingrad 5.6")
def test_soviets_gain_nothing_by_it():
    assert fight([rifle("0306"), infantry(TARGET)], [0], **SOVIET_ASSAULT).shift_first == 0


# --- attack from all around


@pytest.mark.rule("drive_on_stalingrad 11.28a")
@pytest.mark.parametrize(
    ("hexes", "shift"),
    [
        ((0,), 0),
        ((0, 1), 0),
        ((0, 2), 0),
        ((0, 3), 2),
        ((1, 4), 2),
        ((2, 5), 2),
        ((0, 1, 2), 0),
        ((0, 2, 4), 2),
        ((1, 3, 5), 2),
        ((0, 1, 3), 2),
        ((0, 1, 2, 3), 2),
        ((0, 1, 3, 4), 2),
    ],
)
def test_germans_gain_two_columns_by_attacking_from_all_around(hexes, shift):
    units = [infantry(AROUND[i]) for i in hexes] + [rifle(TARGET)]
    assert fight(units, list(range(len(hexes)))).shift_concentric == shift


@pytest.mark.rule("drive_on_stalingrad 11.28a")
def test_units_that_only_stand_around_do_not_count():
    units = [infantry("0308"), infantry("0306"), rifle(TARGET)]
    assert fight(units, [0]).shift_concentric == 0


@pytest.mark.rule("drive_on_stalingrad 11.28b")
def test_satellites_and_soviets_gain_one_column_by_it():
    units = [satellite("0308"), satellite("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 1
    units = [rifle("0308"), rifle("0306"), infantry(TARGET)]
    assert fight(units, [0, 1], **SOVIET_ASSAULT).shift_concentric == 1


@pytest.mark.rule("drive_on_stalingrad 11.28c, 11.39c")
def test_a_mixed_force_gains_one_column_by_it():
    units = [infantry("0308"), satellite("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 1
