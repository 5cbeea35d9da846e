"""Prepared assaults: who may attack whom, from where, how often, and together with whom."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.allowance import points_left
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.turn import (
    begin_phase,
    begin_player_turn,
    end_phase,
    end_player_turn,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    Nation,
    Phase,
    PhaseOrder,
    Result,
    Side,
)
from tests.games.drive_on_stalingrad.assaults import (
    AROUND,
    SOVIET_ASSAULT,
    TARGET,
    attack,
    board,
    check,
    fight,
    last_battle,
)
from tests.games.drive_on_stalingrad.positions import (
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    tank_corps,
)

# --- who attacks whom


@pytest.mark.rule("drive_on_stalingrad 11.1a")
def test_only_units_beside_the_enemy_attack_him():
    state = board([infantry("0308"), infantry("0309"), rifle(TARGET)])
    assert check(state, [0]) == Refusal.OK
    assert check(state, [1]) == Refusal.NOT_ADJACENT
    assert check(state, [0], "0408") == Refusal.NO_ENEMY


@pytest.mark.rule("drive_on_stalingrad 11.1a, 5.1a")
@pytest.mark.parametrize(
    ("phase", "order", "refusal"),
    [
        (Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT, Refusal.OK),
        (Phase.AXIS_FIRST, PhaseOrder.MOVE_ASSAULT, Refusal.WRONG_PHASE),
        (Phase.AXIS_FIRST, PhaseOrder.ASSAULT_MOVE, Refusal.OK),
        (Phase.AXIS_SECOND, PhaseOrder.ASSAULT_MOVE, Refusal.WRONG_PHASE),
        (Phase.AXIS_START, PhaseOrder.ASSAULT_MOVE, Refusal.WRONG_PHASE),
    ],
)
def test_prepared_assaults_belong_to_their_phase(phase, order, refusal):
    state = board([infantry("0308"), rifle(TARGET)], phase=phase, phase_order=order)
    assert check(state, [0]) == refusal


@pytest.mark.rule("drive_on_stalingrad 11.1b")
def test_nobody_is_made_to_attack():
    state = board([infantry("0308"), rifle(TARGET)])
    assert check(state, []) == Refusal.NO_ATTACKERS
    begin_phase(state, 1)
    end_phase(state)
    end_player_turn(state)
    begin_player_turn(state, np.int64(Side.SOVIET))
    assert state.game.battle_count == 0


@pytest.mark.rule("drive_on_stalingrad 11.1c")
def test_the_phasing_player_is_the_attacker():
    units = [infantry("0308"), rifle(TARGET)]
    state = board(units)
    assert check(state, [1], "0308") == Refusal.NO_ENEMY
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).attacker == Side.AXIS
    state = board(units, **SOVIET_ASSAULT)
    assert check(state, [0]) == Refusal.NO_ENEMY
    assert attack(state, [1], "0308") == Refusal.OK
    assert last_battle(state).attacker == Side.SOVIET


@pytest.mark.rule("drive_on_stalingrad 11.2")
def test_all_units_of_a_hex_defend_as_one():
    battle = fight([infantry("0308"), rifle(TARGET), rifle(TARGET), tank_corps(TARGET)], [0])
    assert (battle.defenders, battle.defense) == (3, 9)


@pytest.mark.rule("drive_on_stalingrad 11.3a")
def test_one_battle_draws_on_all_hexes_around():
    units = [infantry(name) for name in AROUND] + [infantry("0308"), rifle(TARGET)]
    battle = fight(units, list(range(7)))
    assert (battle.launch_hexes, battle.attackers, battle.attack) == (6, 7, 49)


@pytest.mark.rule("drive_on_stalingrad 11.4a, 11.4b")
def test_a_unit_attacks_once_in_a_phase_and_with_all_it_has():
    state = board([infantry("0308"), infantry("0308"), rifle(TARGET), rifle("0408")])
    assert check(state, [0, 0]) == Refusal.ALREADY_ATTACKED
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).attack == 7
    assert check(state, [0], "0408") == Refusal.ALREADY_ATTACKED
    assert check(state, [1], "0408") == Refusal.OK
    begin_phase(state, 1)
    assert check(state, [0], "0408") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 11.4a, 11.4b")
def test_units_are_attacked_once_in_a_phase_and_all_together():
    state = board([infantry("0308"), infantry("0207"), rifle(TARGET), rifle(TARGET)])
    assert attack(state, [0]) == Refusal.OK
    assert check(state, [1]) == Refusal.ALREADY_DEFENDED
    begin_phase(state, 1)
    assert check(state, [1]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 11.4b, 9.24c")
def test_defenders_met_by_mobile_assaults_may_still_be_prepared_assaulted():
    units = [panzer("0308"), panzer("0308"), infantry("0207"), rifle(TARGET)]
    state = board(units, phase=Phase.AXIS_FIRST)
    for unit in (0, 1):
        target = hex_named(state, TARGET)
        assert make_mobile_assault(state, np.array([unit]), 1, target) == Refusal.OK
    begin_phase(state, 1)
    assert attack(state, [0, 2]) == Refusal.OK
    assert state.game.battle_count == 3
    assert check(state, [1]) == Refusal.ALREADY_DEFENDED


@pytest.mark.rule("drive_on_stalingrad 11.4b, 11.35a")
def test_defenders_that_withdrew_into_an_empty_hex_have_been_the_target_once():
    units = [infantry("0308"), infantry("0406"), infantry("0206"), rifle(TARGET)]
    state = board(units, result=Result.DR)
    assert attack(state, [0]) == Refusal.OK
    assert state.units[3].hex == hex_named(state, "0306")
    assert check(state, [1], "0306") == Refusal.ALREADY_DEFENDED


@pytest.mark.rule("drive_on_stalingrad 11.5a, 11.5b")
def test_assaults_are_as_many_as_one_likes_and_each_is_over_before_the_next():
    units = [infantry("0308")] * 3 + [rifle("0307"), rifle("0408"), rifle("0208")]
    state = board(units, result=Result.DE)
    for unit, name in enumerate(("0208", "0307", "0408")):
        assert attack(state, [unit], name) == Refusal.OK
        assert state.ground[hex_named(state, name)].first == -1
    assert state.game.battle_count == 3


@pytest.mark.rule("drive_on_stalingrad 11.6a")
def test_units_of_a_stack_may_attack_different_hexes_or_none():
    state = board([infantry("0308")] * 3 + [rifle("0307"), rifle("0408")])
    assert attack(state, [0], "0307") == Refusal.OK
    assert attack(state, [1], "0408") == Refusal.OK
    assert [int(u.attacked) for u in state.units[:3]] == [1, 1, 0]


@pytest.mark.rule("drive_on_stalingrad 11.6b, 11.7b")
def test_an_attack_once_made_is_fought_whatever_the_look_shows():
    units = [infantry("0308"), rifle(TARGET, defense=9, revealed=0), rifle(TARGET, defense=9)]
    state = board(units, result=Result.DR)
    assert attack(state, [0]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.defense, battle.final_odds, battle.result) == (18, -2, Result.DR)
    assert state.game.attacks_axis == 1
    assert check(state, [0]) != Refusal.OK


# --- nationalities


@pytest.mark.rule("drive_on_stalingrad 11.39a")
def test_satellites_of_one_nation_alone_join_an_assault():
    units = [
        satellite("0308"),
        satellite("0306", nation=Nation.HUNGARIAN),
        infantry("0207"),
        satellite("0308"),
        rifle(TARGET),
    ]
    state = board(units)
    assert check(state, [0, 1]) == Refusal.TOO_MANY_NATIONS
    assert check(state, [0, 1, 2]) == Refusal.TOO_MANY_NATIONS
    assert check(state, [0, 2, 3]) == Refusal.OK
    assert check(state, [1, 2]) == Refusal.OK


# --- battles and phases apart


@pytest.mark.rule("drive_on_stalingrad 11.30b")
def test_a_result_never_reaches_into_another_battle():
    units = [infantry("0308"), infantry("0308"), rifle(TARGET), rifle("0408"), rifle("0408")]
    state = board(units, result=Result.EX)
    assert attack(state, [0]) == Refusal.OK
    assert [int(u.steps) for u in state.units] == [1, 2, 0, 1, 1]
    assert attack(state, [1], "0408") == Refusal.OK
    assert state.units[0].steps == 1
    assert last_battle(state).attacker_steps_lost == 2


@pytest.mark.rule("drive_on_stalingrad 5.4d")
@pytest.mark.parametrize("order", [PhaseOrder.MOVE_ASSAULT, PhaseOrder.ASSAULT_MOVE])
def test_units_fight_and_move_in_full_whatever_the_order(order):
    state = board([panzer("0308"), rifle(TARGET)], phase_order=order)
    for phase in (0, 1):
        begin_phase(state, phase)
        if is_movement_phase(state):
            assert move_unit(state, 0, hex_named(state, "0207")) == Refusal.OK
            assert points_left(state, 0) == 9
        else:
            assert attack(state, [0]) == Refusal.OK
            assert last_battle(state).attack == 10
    assert state.game.battle_count == 1
