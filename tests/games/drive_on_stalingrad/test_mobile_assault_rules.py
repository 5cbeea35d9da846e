"""Mobile assaults: who may make them, from where and into what, and what they cost."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.allowance import points_left
from balance.games.drive_on_stalingrad.announcements import support_panzers
from balance.games.drive_on_stalingrad.assault import check_assault
from balance.games.drive_on_stalingrad.mobile_assault import (
    check_mobile_assault,
    make_mobile_assault,
    mobile_assault_cost,
)
from balance.games.drive_on_stalingrad.movement import check_move, move_unit
from balance.games.drive_on_stalingrad.order_of_battle import load_order_of_battle
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import PROHIBITED
from balance.games.drive_on_stalingrad.turn import begin_phase
from balance.games.drive_on_stalingrad.vocabulary import (
    Phase,
    PhaseOrder,
    Result,
    Side,
)
from balance.rulebook.game import open_game
from tests.games.drive_on_stalingrad.assaults import (
    BOARD,
    CUT_OFF,
    TARGET,
    flak,
    last_battle,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite_panzer,
    tank_corps,
)

FOLDER = open_game("drive_on_stalingrad").folder / "order_of_battle"
#: What a counter prints.
FACTORS = ("nation", "kind", "mobility", "traits", "attack", "defense", "movement", "full_steps")


def board(units, rows=BOARD, result=Result.AS, **more):
    """Build a position in which every roll of the combat die gives the same result."""
    state = build_position(rows, units, **more)
    return state._replace(crt=np.full_like(state.crt, result))


def check(state, units, name=TARGET):
    target = hex_named(state, name)
    return Refusal(check_mobile_assault(state, np.array(units, np.int64), len(units), target))


def assault(state, units, name=TARGET):
    target = hex_named(state, name)
    return Refusal(make_mobile_assault(state, np.array(units, np.int64), len(units), target))


def move(state, unit, name):
    return Refusal(move_unit(state, unit, hex_named(state, name)))


def stands_in(state, unit, name):
    return state.units[unit].hex == hex_named(state, name)


# --- who


@pytest.mark.rule("drive_on_stalingrad 9.23a, 9.23b")
@pytest.mark.parametrize(
    ("stack", "refusal"),
    [
        ([panzer], Refusal.OK),
        ([panzer, panzer], Refusal.OK),
        ([panzer, motorized], Refusal.OK),
        ([panzer, flak], Refusal.OK),
        ([motorized], Refusal.NO_PANZER_DIVISION),
        ([flak], Refusal.NO_PANZER_DIVISION),
        ([motorized, flak], Refusal.NO_PANZER_DIVISION),
        ([infantry], Refusal.NOT_MECHANIZED),
        ([panzer, infantry], Refusal.NOT_MECHANIZED),
    ],
)
def test_mechanized_germans_led_by_a_panzer_division_assault_on_the_move(stack, refusal):
    state = board([make("0308") for make in stack] + [rifle(TARGET)])
    assert check(state, list(range(len(stack)))) == refusal


@pytest.mark.rule("drive_on_stalingrad 9.23a, 6.3e, 11.39b")
def test_satellite_panzers_make_no_mobile_assault_alone_or_with_germans():
    state = board([satellite_panzer("0308"), panzer("0308"), rifle(TARGET)])
    assert check(state, [0]) == Refusal.NOT_MECHANIZED
    assert check(state, [1, 0]) == Refusal.NOT_MECHANIZED
    assert check(state, [1]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.23a")
def test_soviet_tank_corps_make_no_mobile_assault():
    march = {"side": Side.SOVIET, "phase": Phase.SOVIET_SECOND}
    units = [tank_corps("0306"), infantry(TARGET)]
    state = board(units, phase_order=PhaseOrder.ASSAULT_MOVE, **march)
    assert check(state, [0]) == Refusal.NOT_MECHANIZED


@pytest.mark.rule("drive_on_stalingrad 9.23a, 11.39b")
def test_the_slovak_division_assaults_on_the_move_like_germans():
    book = load_order_of_battle(FOLDER, die_mean_x10=35)
    counter = book.units[book.index("Slvk")]
    slovaks = motorized("0308") | {name: counter[name] for name in FACTORS}
    state = board([panzer("0308"), slovaks, rifle(TARGET)])
    assert check(state, [0, 1]) == Refusal.OK
    assert check(state, [1]) == Refusal.NO_PANZER_DIVISION


@pytest.mark.rule("drive_on_stalingrad 11.12c, 9.31b")
def test_a_unit_without_an_attack_factor_joins_no_mobile_assault():
    state = board([panzer("0308"), motorized("0308", attack=0), rifle(TARGET)])
    assert check(state, [0, 1]) == Refusal.ZERO_ATTACK
    assert check(state, [0]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 11.17a, 9.25a")
def test_terrain_that_a_variant_bars_to_attacks_of_vehicles_is_barred_to_mobile_ones():
    rules = {"terrain:desert:mech_attack_allowed": "0"}
    units = [panzer("0308"), rifle(TARGET)]
    state = board(units, rows=change_cell(BOARD, 3, 7, "d"), rules=rules)
    assert check(state, [0]) == Refusal.ASSAULT_TERRAIN


@pytest.mark.rule("drive_on_stalingrad 9.23a, 5.1a")
def test_mobile_assaults_belong_to_the_german_movement_phase():
    state = board([panzer("0308"), rifle(TARGET)], phase=Phase.AXIS_SECOND)
    assert check(state, [0]) == Refusal.WRONG_PHASE
    state.game.phase = Phase.AXIS_FIRST
    assert check(state, [0]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.4, 9.23a")
def test_a_mobile_assault_needs_an_enemy_in_the_hex_beside():
    state = board([panzer("0308"), rifle("0306")])
    assert check(state, [0]) == Refusal.NO_ENEMY
    assert check(state, [0], "0306") == Refusal.NOT_ADJACENT


# --- cost


@pytest.mark.rule("drive_on_stalingrad 9.24a")
def test_an_assault_costs_twice_what_the_hex_costs_to_enter():
    state = board([panzer("0308"), rifle(TARGET)], result=Result.DR)
    assert assault(state, [0]) == Refusal.OK
    assert points_left(state, 0) == 10 - 2


@pytest.mark.rule("drive_on_stalingrad 9.24a")
def test_the_price_of_an_assault_follows_the_chart():
    units = [panzer("0308"), rifle(TARGET)]
    state = board(units, rules={"movement.desert_cost": 3}, rows=change_cell(BOARD, 3, 7, "d"))
    target = hex_named(state, TARGET)
    assert mobile_assault_cost(state, 0, int(state.units[0].hex), target) == 6


@pytest.mark.rule("drive_on_stalingrad 9.25c, 9.3c")
@pytest.mark.parametrize(("points", "refusal"), [(2, Refusal.OK), (1, Refusal.NOT_ENOUGH_POINTS)])
def test_the_guaranteed_hex_is_no_help_to_an_assault(points, refusal):
    state = board([panzer("0308", movement=points), rifle(TARGET)])
    assert check(state, [0]) == refusal


@pytest.mark.rule("drive_on_stalingrad 9.25c")
def test_every_unit_of_an_assault_needs_the_points():
    state = board([panzer("0308"), motorized("0308", movement=1), rifle(TARGET)])
    assert check(state, [0, 1]) == Refusal.NOT_ENOUGH_POINTS
    state = board([panzer("0311"), rifle(TARGET)])
    state.units[0].movement = 4
    assert move(state, 0, "0308") == Refusal.OK
    assert check(state, [0]) == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.24a, 9.13a")
def test_no_price_opens_a_closed_hex():
    state = board([panzer("0308"), rifle(TARGET)], rows=change_cell(BOARD, 3, 7, "m"))
    target = hex_named(state, TARGET)
    assert mobile_assault_cost(state, 0, int(state.units[0].hex), target) == PROHIBITED


# --- how often


@pytest.mark.rule("drive_on_stalingrad 9.24b, 9.30a")
def test_a_unit_assaults_once_in_a_movement_phase():
    units = [panzer("0308"), rifle(TARGET), rifle("0306")]
    state = board(units, result=Result.DE)
    assert assault(state, [0]) == Refusal.OK
    assert stands_in(state, 0, TARGET)
    assert check(state, [0], "0306") == Refusal.ALREADY_ASSAULTED
    begin_phase(state, 0)
    assert check(state, [0], "0306") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.24c, 11.5a")
def test_fresh_units_may_assault_the_same_hex_again():
    units = [panzer("0308"), panzer("0308"), panzer("0207"), rifle(TARGET)]
    state = board(units)
    for unit in (0, 1, 2):
        assert assault(state, [unit]) == Refusal.OK
    assert state.game.battle_count == 3
    assert check(state, [0]) in (Refusal.ALREADY_ASSAULTED, Refusal.MOVE_FINISHED)


@pytest.mark.rule("drive_on_stalingrad 9.28, 11.3b")
def test_units_assault_together_only_if_they_began_the_phase_stacked():
    state = board([panzer("0309"), panzer("0308"), panzer("0308"), panzer("0207"), rifle(TARGET)])
    assert check(state, [1, 2]) == Refusal.OK
    assert check(state, [1, 3]) == Refusal.NOT_STACKED_AT_START
    assert move(state, 0, "0308") == Refusal.OK
    assert check(state, [0, 1]) == Refusal.NOT_STACKED_AT_START
    assert check(state, [0]) == Refusal.OK


# --- where


@pytest.mark.rule("drive_on_stalingrad 9.25a, 11.22d")
@pytest.mark.parametrize(
    ("cell", "refusal"),
    [
        (".", Refusal.OK),
        ("d", Refusal.OK),
        (".T", Refusal.OK),
        ("f", Refusal.ASSAULT_TERRAIN),
        ("h", Refusal.ASSAULT_TERRAIN),
        ("m", Refusal.ASSAULT_TERRAIN),
        ("s", Refusal.ASSAULT_TERRAIN),
        (".C", Refusal.ASSAULT_TERRAIN),
        (".L", Refusal.ASSAULT_TERRAIN),
    ],
)
def test_panzers_assault_in_the_open_alone(cell, refusal):
    state = board([panzer("0308"), rifle(TARGET)], rows=change_cell(BOARD, 3, 7, cell))
    assert check(state, [0]) == refusal


@pytest.mark.rule("drive_on_stalingrad 9.25b, 11.19b, 11.19c, 11.16c")
@pytest.mark.parametrize("side", ["river", "volga", "blocked", "water"])
def test_no_mobile_assault_crosses_water_or_blocked_mountains(side):
    state = board([panzer("0308"), rifle(TARGET)], sides={("0307", "0308"): side})
    assert check(state, [0]) == Refusal.ASSAULT_TERRAIN


# --- supply


@pytest.mark.rule("drive_on_stalingrad 7.15c, 7.16e, 9.26")
def test_panzers_out_of_supply_make_no_mobile_assault():
    state = board([panzer("0308"), rifle(TARGET)], rows=CUT_OFF)
    assert check(state, [0]) == Refusal.ASSAULT_SUPPLY


@pytest.mark.rule("drive_on_stalingrad 7.6c, 7.16e")
def test_panzers_on_aerial_supply_make_no_mobile_assault():
    state = board([panzer("0308"), rifle(TARGET)], rows=CUT_OFF)
    state.game.aerial_hex = hex_named(state, "0308")
    assert check(state, [0]) == Refusal.ASSAULT_SUPPLY


@pytest.mark.rule("drive_on_stalingrad 7.5, 7.16e")
def test_panzers_on_coastal_supply_make_no_mobile_assault():
    rows = change_cell(CUT_OFF, 3, 8, ".K")
    state = board([panzer("0308"), rifle(TARGET)], rows=rows)
    assert check(state, [0]) == Refusal.ASSAULT_SUPPLY


@pytest.mark.rule("drive_on_stalingrad 7.16f, 9.26")
@pytest.mark.parametrize(
    ("start", "launch", "target", "refusal"),
    [
        ("0306", "0305", "0304", Refusal.OK),
        ("0305", "0304", "0303", Refusal.ASSAULT_SUPPLY),
        ("0304", "0305", "0206", Refusal.NOT_ADJACENT),
        ("0304", "0305", "0205", Refusal.OK),
    ],
)
def test_supply_is_judged_in_the_hex_an_assault_is_launched_from(start, launch, target, refusal):
    # 0305 is seven hexes from the source, 0304 eight.
    state = board([panzer(start), rifle(target)])
    assert move(state, 0, launch) == Refusal.OK
    assert check(state, [0], target) == refusal


@pytest.mark.rule("drive_on_stalingrad 7.16d, 9.26")
@pytest.mark.parametrize(("source", "defense", "oos"), [(".N", 6, 0), (".", 3, 1)])
def test_soviets_out_of_supply_meet_a_mobile_assault_with_half_their_defense(source, defense, oos):
    rows = change_cell(BOARD, 3, 1, source)
    state = board([panzer("0308"), rifle(TARGET, defense=6)], rows=rows)
    assert assault(state, [0]) == Refusal.OK
    assert last_battle(state).defense == defense
    assert last_battle(state).defender_oos == oos


# --- shifts


@pytest.mark.rule("drive_on_stalingrad 9.27a")
def test_mobile_assaults_are_shifted_two_columns_left():
    state = board([panzer("0308"), rifle(TARGET, defense=2)])
    assert assault(state, [0]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.odds, battle.shift_mobile, battle.final_odds) == (4, -2, 2)


@pytest.mark.rule("drive_on_stalingrad 9.27a, 11.18")
def test_the_shift_against_mobile_assaults_adds_to_others():
    rows = change_cell(BOARD, 3, 7, "d")
    state = board([panzer("0308"), rifle(TARGET, defense=2)], rows=rows)
    assert assault(state, [0]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.odds, battle.shift_terrain, battle.final_odds) == (4, 1, 3)


@pytest.mark.rule("drive_on_stalingrad 9.27b, 11.25c")
def test_both_aircraft_cancel_the_shift_for_every_mobile_assault_of_the_turn():
    units = [panzer("0308"), panzer("0207"), rifle(TARGET, defense=2)]
    state = board(units, phase=Phase.AXIS_START)
    assert support_panzers(state) == Refusal.OK
    state.game.phase = Phase.AXIS_FIRST
    for unit in (0, 1):
        assert assault(state, [unit]) == Refusal.OK
        assert last_battle(state).shift_mobile == 0
        assert last_battle(state).final_odds == 4


@pytest.mark.rule("drive_on_stalingrad 9.27b")
def test_the_aircraft_are_promised_to_the_panzers_at_the_very_start():
    state = board([], phase=Phase.AXIS_FIRST)
    assert support_panzers(state) == Refusal.TOO_LATE
    state = board([], phase=Phase.AXIS_START, aircraft=1)
    assert support_panzers(state) == Refusal.AIRCRAFT_SPENT


@pytest.mark.rule("drive_on_stalingrad 9.27c, 11.25e")
def test_aircraft_promised_to_the_panzers_do_nothing_else():
    state = board([panzer("0308"), rifle(TARGET)], phase=Phase.AXIS_START)
    assert support_panzers(state) == Refusal.OK
    state.game.phase = Phase.AXIS_SECOND
    target = hex_named(state, TARGET)
    assert check_assault(state, target, np.array([0]), 1, 1) == Refusal.NO_AIRCRAFT
    assert check_assault(state, target, np.array([0]), 1, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.25d")
def test_no_mobile_assault_gains_by_the_way_its_units_stand():
    state = board([panzer("0308"), panzer("0306"), rifle(TARGET)])
    assert assault(state, [0]) == Refusal.OK
    assert last_battle(state).shift_concentric == 0


# --- what follows


@pytest.mark.rule("drive_on_stalingrad 9.29a, 11.31b")
@pytest.mark.parametrize("result", [Result.AS, Result.AL1])
def test_an_assault_that_fails_ends_the_move_in_the_launch_hex(result):
    state = board([panzer("0309"), rifle(TARGET)], result=result)
    assert move(state, 0, "0308") == Refusal.OK
    assert assault(state, [0]) == Refusal.OK
    assert stands_in(state, 0, "0308")
    assert stands_in(state, 1, TARGET)
    assert state.units[0].steps == (2 if result == Result.AS else 1)
    assert check_move(state, 0, hex_named(state, "0309")) == Refusal.MOVE_FINISHED


@pytest.mark.rule("drive_on_stalingrad 9.29a")
def test_defenders_with_nowhere_to_go_but_a_step_left_throw_the_assault_back():
    # No Soviet unit has two steps in this game; a variant may have it so.
    state = board([panzer("0308"), rifle(TARGET, full_steps=2)], result=Result.DE)
    assert assault(state, [0]) == Refusal.OK
    assert state.units[1].steps == 1
    assert stands_in(state, 0, "0308")
    assert points_left(state, 0) == 0


@pytest.mark.rule("drive_on_stalingrad 9.30a, 9.30c")
def test_an_assault_that_clears_the_hex_goes_on_with_the_points_left():
    state = board([panzer("0309"), rifle(TARGET)], result=Result.DE)
    assert move(state, 0, "0308") == Refusal.OK
    assert assault(state, [0]) == Refusal.OK
    assert stands_in(state, 0, TARGET)
    assert last_battle(state).advanced == 0
    assert points_left(state, 0) == 10 - 1 - 2
    assert move(state, 0, "0305") == Refusal.OK
    assert points_left(state, 0) == 5


@pytest.mark.rule("drive_on_stalingrad 9.30c")
def test_nobody_advances_free_of_charge_after_a_mobile_assault():
    units = [panzer("0308", movement=2), motorized("0308"), rifle(TARGET)]
    state = board(units, result=Result.DE)
    assert assault(state, [0]) == Refusal.OK
    assert points_left(state, 0) == 0
    assert stands_in(state, 1, "0308")


@pytest.mark.rule("drive_on_stalingrad 9.29b, 9.30b, 9.31a")
@pytest.mark.parametrize("result", [Result.AS, Result.DE])
def test_units_that_assaulted_on_the_move_may_join_a_prepared_assault_later(result):
    state = board([panzer("0308"), rifle(TARGET), rifle("0306")], result=result)
    assert assault(state, [0]) == Refusal.OK
    begin_phase(state, 1)
    target = hex_named(state, TARGET if result == Result.AS else "0306")
    assert check_assault(state, target, np.array([0]), 1, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.31a")
def test_units_that_attacked_before_moving_may_assault_on_the_move():
    state = board([panzer("0308"), rifle(TARGET)], phase=Phase.AXIS_SECOND)
    state.game.phase_order = PhaseOrder.ASSAULT_MOVE
    state.units[0].attacked = 1
    begin_phase(state, 1)
    assert check(state, [0]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.31b")
def test_mobile_assaults_are_decided_on_the_same_table():
    units = [panzer("0308"), panzer("0308"), rifle(TARGET), rifle(TARGET)]
    state = build_position(BOARD, units)
    assert assault(state, [0, 1]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.mobile, battle.attack, battle.defense, battle.odds) == (1, 20, 6, 2)
    assert battle.final_odds == 0
    assert battle.result == state.crt[battle.die - 1, 2]


@pytest.mark.rule("drive_on_stalingrad 11.32c")
def test_the_step_of_a_stalled_mobile_assault_comes_from_a_panzer_division():
    units = [motorized("0308"), panzer("0308", reduction_priority=9), rifle(TARGET)]
    state = board(units, result=Result.AL1)
    assert assault(state, [0, 1]) == Refusal.OK
    assert [int(u.steps) for u in state.units[:2]] == [2, 1]
