"""Air units: placement, strikes, support and hindered movement (10, 17.2)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.air import (
    check_air,
    make_strikes,
    open_air,
    place_air,
    spread_disruption,
)
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import lift_unit
from balance.games.stalingrad_1942.state import AIR_UNITS
from balance.games.stalingrad_1942.turn import begin_game_turn, begin_phase, end_phase
from balance.games.stalingrad_1942.vocabulary import AirTask, Hexside, Phase, Result, Side
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    fire,
    next_combat,
)
from tests.games.stalingrad_1942.positions import (
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import hex_named

pytestmark = pytest.mark.plain
BESIDE = [panzer("0404"), rifles("0403")]
FREE = {"combat.compulsory": 0}


def airfield(units=BESIDE, *, side=Side.AXIS, **options):
    """Build a step in which a side places its air units."""
    phase = Phase.AXIS_AIR if side == Side.AXIS else Phase.SOVIET_AIR
    state = build_battle(units, side=side, phase=phase, **options)
    open_air(state, side)
    return state


def place(state, wing, task, name, direction=0):
    return Refusal(place_air(state, wing, task, hex_named(state, name), direction))


def fight_on(state):
    """Go on to the combat phase of the side that has placed its air units."""
    state.game.phase = Phase.AXIS_COMBAT if state.game.side == Side.AXIS else Phase.SOVIET_COMBAT


# --- placement


@pytest.mark.rule("stalingrad_1942 3.1-P1a, 10.11, 10.12, 10.18b, S1i")
@pytest.mark.parametrize(("turn", "count"), [(1, 4), (9, 4), (10, 3), (21, 2), (28, 1), (31, 1)])
def test_a_side_places_as_many_air_units_as_the_calendar_has(turn, count):
    state = airfield(game_turn=turn)
    placed = [place(state, wing, AirTask.SUPPORT_ATTACK, "0403") for wing in range(AIR_UNITS)]
    assert placed == [Refusal.OK] * count + [Refusal.NO_AIR_UNIT] * (AIR_UNITS - count)


@pytest.mark.rule("stalingrad_1942 10.11, 10.18b, S2g, S2h")
@pytest.mark.parametrize(
    ("turn", "german", "soviet"), [(1, 0, 4), (2, 0, 4), (3, 2, 3), (4, 3, 2), (5, 3, 1), (6, 3, 0)]
)
def test_both_sides_have_air_units_in_uranus(turn, german, soviet):
    for side, count in ((Side.AXIS, german), (Side.SOVIET, soviet)):
        state = airfield(side=side, scenario="uranus", game_turn=turn)
        task, first = AirTask.DISRUPT, side * AIR_UNITS
        placed = [place(state, first + i, task, "0403") for i in range(AIR_UNITS)]
        assert placed.count(Refusal.OK) == count


@pytest.mark.rule("stalingrad_1942 10.12")
def test_air_units_are_placed_by_their_side_in_its_step_alone():
    state = build_battle(BESIDE)
    assert place(state, 0, AirTask.DISRUPT, "0403") == Refusal.WRONG_PHASE
    state = airfield()
    assert place(state, AIR_UNITS, AirTask.DISRUPT, "0403") == Refusal.NO_AIR_UNIT
    assert check_air(state, 0, AirTask.DISRUPT, 999, 0) == Refusal.NO_SUCH_HEX


@pytest.mark.rule("stalingrad_1942 10.14, 10.15a, 10.15b, 17.2a, 21.13")
def test_tasks_ask_for_what_they_are_for():
    sides = {("0403", "0402"): "major_river|bridge"}
    units = [*BESIDE, staff("0505", side=Side.SOVIET)]
    state = airfield(units, sides=sides)
    assert place(state, 0, AirTask.STRIKE_BRIDGE, "0402", 4) == Refusal.OK
    assert place(state, 0, AirTask.STRIKE_BRIDGE, "0402", 3) == Refusal.NO_BRIDGE
    assert place(state, 0, AirTask.STRIKE_BRIDGE, "0402", 9) == Refusal.NO_BRIDGE
    assert place(state, 0, AirTask.STRIKE_UNITS, "0403") == Refusal.OK
    assert place(state, 0, AirTask.STRIKE_UNITS, "0404") == Refusal.NO_ENEMY
    assert place(state, 0, AirTask.STRIKE_UNITS, "0505") == Refusal.NO_ENEMY
    assert place(state, 0, AirTask.SUPPORT_ATTACK, "0101") == Refusal.OK
    assert place(state, 0, AirTask.SUPPORT_DEFENSE, "0404") == Refusal.OK
    assert place(state, 0, AirTask.SUPPORT_DEFENSE, "0403") == Refusal.NO_FRIEND
    state.game.pause = 1
    assert place(state, 0, AirTask.STRIKE_UNITS, "0403") == Refusal.PAUSE
    assert place(state, 0, AirTask.DISRUPT, "0403") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 3.1-P1a, 10.17, 10.18b")
def test_air_units_stay_where_they_are_until_they_get_another_task_or_leave():
    state = airfield(game_turn=9)
    for wing in range(AIR_UNITS):
        place(state, wing, AirTask.SUPPORT_ATTACK, "0403")
        state.air[wing].done = 1
    state.game.game_turn = 10
    open_air(state, Side.AXIS)
    assert state.air["done"][:AIR_UNITS].tolist() == [0, 0, 0, 0]
    assert state.air["task"][:AIR_UNITS].tolist() == [AirTask.SUPPORT_ATTACK] * 3 + [AirTask.NONE]
    assert place(state, 0, AirTask.NONE, "0403") == Refusal.OK
    assert state.air[0].hex == len(state.ground) - 1


# --- support


@pytest.mark.rule("stalingrad_1942 10.13, 10.15a, 10.16, 10.17")
def test_air_units_on_the_hex_attacked_add_their_attack_once():
    state = airfield(result=Result.BOTH_DISORGANIZED)
    for wing, name in enumerate(("0403", "0403", "0402")):
        place(state, wing, AirTask.SUPPORT_ATTACK, name)
    fight_on(state)
    row = attack(state, 0, "0403")
    assert (row.attack_support, row.attack) == (10, 19)
    assert state.air["done"][:3].tolist() == [1, 1, 0]


@pytest.mark.rule("stalingrad_1942 10.15b, 10.17")
def test_air_units_on_a_defended_hex_add_their_defense():
    state = airfield(rules=FREE)
    place(state, 0, AirTask.SUPPORT_DEFENSE, "0404")
    place(state, 1, AirTask.SUPPORT_ATTACK, "0404")
    fight_on(state)
    next_combat(state)
    row = attack(state, 1, "0404")
    assert (row.defense, row.defense_support) == (12, 3)


@pytest.mark.rule("stalingrad_1942 10.18a")
def test_air_units_join_the_fire_of_guns():
    state = airfield([guns("0406"), rifles("0403")], rules=FREE)
    place(state, 0, AirTask.SUPPORT_ATTACK, "0403")
    fight_on(state)
    row = fire(state, 0, "0403")
    assert (row.attack, row.attack_support) == (10, 5)


# --- strikes


@pytest.mark.rule("stalingrad_1942 3.1-P1b, 10.14, 10.17, 8.21b")
def test_units_are_struck_by_all_air_units_on_their_hex_at_once():
    state = airfield(result=Result.B4)
    place(state, 0, AirTask.STRIKE_UNITS, "0403")
    place(state, 1, AirTask.STRIKE_UNITS, "0403")
    state.game.phase = Phase.SUPPLY
    make_strikes(state)
    assert state.game.battle_count == 1
    row = state.battles[0]
    assert (row.bombardment, row.attack, row.defense, row.defender_steps_lost) == (2, 10, 6, 2)
    assert state.air["done"][:2].tolist() == [1, 1]
    assert state.units[0].attacked == 0
    assert state.units[1].defended == 0


@pytest.mark.rule("stalingrad_1942 3.1-P1b, 7.27, 8.25, 8.51c, 10.14")
def test_a_strike_meets_units_as_they_are_and_not_as_the_last_combat_phase_left_them():
    # The guns on foot began that phase in the zone of a regiment that is gone by now.
    units = [regiment("0404"), rifles("0403"), red_guns("0403", ladder=[(4, 3)])]
    state = build_battle(units, scenario="uranus", result=Result.BOTH_DISORGANIZED)
    assert attack(state, 0, "0403").defense == 6 + 1
    end_phase(state)
    lift_unit(state, 0)
    state.units[1].disorganized = state.units[2].disorganized = 0
    begin_game_turn(state)
    begin_phase(state, Phase.AXIS_AIR)
    assert place(state, 0, AirTask.STRIKE_UNITS, "0403") == Refusal.OK
    begin_phase(state, Phase.SUPPLY)
    row = state.battles[state.game.battle_count - 1]
    assert (row.bombardment, row.attack, row.defense) == (2, 5, 6 + 3)


@pytest.mark.rule("stalingrad_1942 3.1-P1b, 10.14, 21.13")
@pytest.mark.parametrize(("pause", "strikes"), [(0, 1), (1, 0)])
def test_air_units_left_at_their_task_do_not_strike_in_a_pause(pause, strikes):
    sides = {("0403", "0402"): "major_river|bridge"}
    state = airfield(sides=sides, rules={"bridges.strike_below": 12 + 1})
    place(state, 0, AirTask.STRIKE_UNITS, "0403")
    place(state, 1, AirTask.STRIKE_BRIDGE, "0402", 4)
    state.game.pause = pause
    begin_phase(state, Phase.AXIS_AIR)
    begin_phase(state, Phase.SUPPLY)
    assert state.game.battle_count == strikes
    assert (state.hexside[hex_named(state, "0402"), 4] & Hexside.BRIDGE == 0) == (strikes == 1)
    assert state.air["task"][:2].tolist() == [AirTask.STRIKE_UNITS, AirTask.STRIKE_BRIDGE]


@pytest.mark.rule("stalingrad_1942 3.1-P1b, 10.16, 17.2b")
def test_each_air_unit_rolls_for_its_bridge():
    sides = {("0403", "0402"): "major_river|bridge"}
    fallen = 0
    for seed in range(60):
        state = airfield([regiment("0404")], sides=sides, seed=seed)
        place(state, 0, AirTask.STRIKE_BRIDGE, "0402", 4)
        place(state, 1, AirTask.STRIKE_BRIDGE, "0402", 4)
        state.game.phase = Phase.SUPPLY
        make_strikes(state)
        fallen += int(state.hexside[hex_named(state, "0402"), 4] & 64 == 0)
    # 11 in 36: 18.3 of 60 expected, three standard deviations outside.
    assert 7 <= fallen <= 29


@pytest.mark.rule("stalingrad_1942 3.1-P1b")
def test_a_strike_on_a_deserted_hex_does_nothing():
    state = airfield()
    place(state, 0, AirTask.STRIKE_UNITS, "0403")
    state.air[0].hex = hex_named(state, "0101")
    make_strikes(state)
    assert state.game.battle_count == 0


@pytest.mark.rule("stalingrad_1942 3.1-P1a, 3.1-P1b, 3.1-P1c, 10.19a")
def test_strikes_and_hindrance_come_with_the_supply_phase():
    state = airfield(result=Result.B2)
    place(state, 0, AirTask.STRIKE_UNITS, "0403")
    place(state, 1, AirTask.DISRUPT, "0403")
    begin_phase(state, Phase.SUPPLY)
    assert state.battles[0].defender_steps_lost == 1
    assert state.disruption[Side.SOVIET, hex_named(state, "0403")] == 0b10
    assert state.game.side == state.scene.initiative


# --- hindered movement


@pytest.mark.rule("stalingrad_1942 10.14, 10.19a")
def test_an_air_unit_hinders_the_enemy_in_its_hex_and_the_six_around():
    state = airfield()
    place(state, 0, AirTask.DISRUPT, "0403")
    place(state, 2, AirTask.DISRUPT, "0402")
    spread_disruption(state)
    hindered = state.disruption[Side.SOVIET]
    assert hindered[hex_named(state, "0403")] == 0b101
    assert hindered[hex_named(state, "0404")] == 0b001
    assert (hindered > 0).sum() == 10
    assert not state.disruption[Side.AXIS].any()
