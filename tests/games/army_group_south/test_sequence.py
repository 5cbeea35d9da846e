"""Turns and phases: their order, what opens and closes them, the short first turn."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.doctrine import check_defensive_mode
from balance.games.army_group_south.march import move_unit
from balance.games.army_group_south.movement import check_may_act, points_left
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.sequence import StepKind, play_sequence
from balance.games.army_group_south.turn import begin_phase, play_removal
from balance.games.army_group_south.turn_record import record_turn
from balance.games.army_group_south.vocabulary import Phase, Side
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
    untried,
)
from tests.games.text_maps import clear_map, hex_named, strip

MAP = clear_map(3, 12)
TURN = [
    (StepKind.MOVEMENT, Side.AXIS),
    (StepKind.COMBAT, Side.AXIS),
    (StepKind.MECHANIZED_MOVEMENT, Side.AXIS),
    (StepKind.DOCTRINE, Side.SOVIET),
    (StepKind.MOVEMENT, Side.SOVIET),
    (StepKind.COMBAT, Side.SOVIET),
    (StepKind.MECHANIZED_MOVEMENT, Side.SOVIET),
]


def steps_of_a_game(**rules):
    units = [panzer("0112"), rifle("0301")]
    state = build_position(MAP, units, game_turn=0, phase=Phase.SET_UP, rules=rules)
    return state, [(step.game_turn, step.kind, step.side) for step in play_sequence(state)]


@pytest.mark.rule("army_group_south 4.1, 19.11, 19.91")
def test_a_game_turn_is_a_german_player_turn_and_then_a_soviet_one():
    _, steps = steps_of_a_game()
    assert [(kind, side) for turn, kind, side in steps if turn == 2] == TURN


@pytest.mark.rule("army_group_south 19.12")
def test_the_first_turn_opens_with_the_german_mechanized_phase():
    _, steps = steps_of_a_game()
    assert [(kind, side) for turn, kind, side in steps if turn == 1] == TURN[2:]


def test_a_variant_opens_the_first_turn_like_any_other():
    _, steps = steps_of_a_game(**{"sequence.turn1_start_phase": "german_initial_movement"})
    assert [(kind, side) for turn, kind, side in steps if turn == 1] == TURN


@pytest.mark.rule("army_group_south 4.2-C, 19.13, 25.0a")
@pytest.mark.parametrize("turns", [10, 4])
def test_the_game_ends_after_its_last_turn(turns):
    state, steps = steps_of_a_game(**{"sequence.game_turns": turns})
    assert max(turn for turn, _, _ in steps) == turns
    assert state.game.ended == 1
    assert state.turns["game_turn"][:turns].tolist() == list(range(1, turns + 1))


@pytest.mark.rule("army_group_south 19.12, 12.0b")
@pytest.mark.parametrize(("check", "supplied"), [(1, 0), (0, 1)])
def test_the_first_turn_has_a_supply_check_of_its_own(check, supplied):
    rules = {"sequence.turn1_supply_check": check}
    state = build_position(MAP, [panzer("0112")], game_turn=1, rules=rules)
    begin_phase(state, np.int64(Phase.AXIS_MECHANIZED))
    assert state.units[0].supplied == supplied


@pytest.mark.rule("army_group_south 5.12b, 3.23b")
def test_points_are_neither_saved_nor_carried_into_the_next_phase():
    rows = strip(12, {12: ".X"})
    state = build_position(rows, [panzer("0112")])
    assert move_unit(state, 0, hex_named(state, "0110")) == Refusal.OK
    assert points_left(state, 0) == 8
    begin_phase(state, np.int64(Phase.AXIS_MECHANIZED))
    assert points_left(state, 0) == 10


@pytest.mark.rule("army_group_south 5.21, 5.0a")
def test_the_other_side_moves_nothing():
    state = build_position(MAP, [panzer("0112"), rifle("0301")])
    assert check_may_act(state, 0) == Refusal.OK
    assert check_may_act(state, 1) == Refusal.WRONG_SIDE


@pytest.mark.rule("army_group_south 4.2-A3, 4.2-B3, 5.0b, 11.21c, 19.92, 3.22a, 3.22b, 10.4l")
@pytest.mark.parametrize(
    ("unit", "phase", "refusal"),
    [
        (panzer("0112"), Phase.AXIS_MECHANIZED, Refusal.OK),
        (infantry("0112"), Phase.AXIS_MECHANIZED, Refusal.NOT_MECHANIZED),
        (brigade("0112"), Phase.SOVIET_MECHANIZED, Refusal.OK),
        (headquarters("0112"), Phase.SOVIET_MECHANIZED, Refusal.OK),
        (rifle("0112"), Phase.SOVIET_MECHANIZED, Refusal.NOT_MECHANIZED),
        (infantry("0112"), Phase.AXIS_MOVEMENT, Refusal.OK),
        (infantry("0112"), Phase.AXIS_COMBAT, Refusal.WRONG_PHASE),
    ],
)
def test_only_mechanized_units_and_headquarters_move_twice(unit, phase, refusal):
    state = build_position(MAP, [unit], phase=phase)
    assert check_may_act(state, 0) == refusal


@pytest.mark.rule("army_group_south 4.2-A4, 4.2-B4, 6.33, 6.32a")
def test_disruption_ends_with_the_owners_turn_and_not_before():
    units = [grenadier("0112", disrupted=1), brigade("0301", disrupted=1)]
    state = build_position(MAP, units, phase=Phase.AXIS_MECHANIZED)
    assert check_may_act(state, 0) == Refusal.DISRUPTED
    play_removal(state, np.int64(Phase.AXIS_REMOVAL))
    assert state.units["disrupted"].tolist() == [0, 1]
    play_removal(state, np.int64(Phase.SOVIET_REMOVAL))
    assert state.units["disrupted"].tolist() == [0, 0]


@pytest.mark.rule("army_group_south 21.0c")
def test_headquarters_change_over_only_before_the_first_soviet_movement():
    for phase in Phase:
        state = build_position(MAP, [headquarters("0301")], phase=phase)
        expected = Refusal.OK if phase == Phase.SOVIET_START else Refusal.WRONG_PHASE
        assert check_defensive_mode(state, 0) == expected


@pytest.mark.rule("army_group_south 13.2c, 13.0a")
def test_the_turn_record_tells_nothing_of_hidden_strengths():
    means = {"mean_attack_x10": 40, "mean_defense_x10": 60}
    records = []
    for ladder in ([(1, 2)], [(9, 9)]):
        state = build_position(MAP, [untried("0204", ladder=ladder, **means)])
        record_turn(state)
        records.append(int(state.turns[2].soviet_strength))
    assert records == [5, 5]
    state.units[0].revealed = 1
    record_turn(state)
    assert state.turns[2].soviet_strength == 9
