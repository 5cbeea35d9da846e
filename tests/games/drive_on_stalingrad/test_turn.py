"""Phase orders, the sequence of play, the turn record."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.network import place_aerial_marker
from balance.games.drive_on_stalingrad.phases import is_assault_phase, is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.sequence import StepKind, play_sequence
from balance.games.drive_on_stalingrad.state import RELEASED
from balance.games.drive_on_stalingrad.turn import (
    begin_game_turn,
    begin_phase,
    begin_player_turn,
    declare_order,
    end_game_turn,
    end_phase,
    end_player_turn,
)
from balance.games.drive_on_stalingrad.victory import end_game
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Ending,
    EventKind,
    Phase,
    PhaseOrder,
    Side,
    Status,
    Trait,
)
from balance.games.drive_on_stalingrad.withdrawal import withdraw_units
from balance.games.steps import Step
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    strip,
)

AXIS, SOVIET = int(Side.AXIS), int(Side.SOVIET)
ASSAULT_MOVE, MOVE_ASSAULT, ASSAULT_ASSAULT, MOVE_MOVE = PhaseOrder


def at_start(side, turn=2, units=(), **more):
    state = build_position(strip(9, {9: ".A-", 1: ".N"}), units, game_turn=turn, **more)
    begin_player_turn(state, side)
    return state


def allowed_orders(side, turn=2, **more):
    return [
        order for order in PhaseOrder if declare_order(at_start(side, turn, **more), order) == 0
    ]


@pytest.mark.rule("drive_on_stalingrad 5.4a, 5.5b")
def test_german_player_chooses_among_three_orders():
    assert allowed_orders(AXIS) == [ASSAULT_MOVE, MOVE_ASSAULT, ASSAULT_ASSAULT]


@pytest.mark.rule("drive_on_stalingrad 3.2b, 5.4c, 5.5b")
def test_german_order_of_turn_one_is_imposed():
    assert allowed_orders(AXIS, 1) == [ASSAULT_MOVE]
    free = {"rules": {"sequence.gt1_german_order": "free"}}
    assert allowed_orders(AXIS, 1, **free) == [ASSAULT_MOVE, MOVE_ASSAULT]
    double = {"rules": {"sequence.gt1_german_pa_pa": 1}}
    assert allowed_orders(AXIS, 1, **double) == [ASSAULT_MOVE, ASSAULT_ASSAULT]


@pytest.mark.rule("drive_on_stalingrad 5.4b, 5.5d")
def test_soviet_order_is_fixed_save_for_one_double_move():
    assert allowed_orders(SOVIET) == [ASSAULT_MOVE, MOVE_MOVE]
    free = {"rules": {"sequence.soviet_order": "free"}}
    assert allowed_orders(SOVIET, **free) == [ASSAULT_MOVE, MOVE_ASSAULT, MOVE_MOVE]


@pytest.mark.rule("drive_on_stalingrad 5.5b, 5.5d, 5.5e")
@pytest.mark.parametrize(("side", "order"), [(AXIS, ASSAULT_ASSAULT), (SOVIET, MOVE_MOVE)])
def test_double_phases_are_spent_after_one_use(side, order):
    state = at_start(side)
    assert declare_order(state, order) == Refusal.OK
    begin_player_turn(state, side)
    assert declare_order(state, order) == Refusal.ORDER_SPENT
    assert declare_order(state, ASSAULT_MOVE) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 5.5a")
def test_second_declaration_of_a_player_turn_is_refused():
    state = at_start(AXIS)
    declare_order(state, MOVE_ASSAULT)
    assert declare_order(state, ASSAULT_MOVE) == Refusal.ORDER_DECLARED
    event = state.events[state.game.event_count - 1]
    assert (event.kind, event.value) == (EventKind.PHASE_ORDER, MOVE_ASSAULT)


@pytest.mark.rule("drive_on_stalingrad 5.4a, 5.1b")
def test_order_is_declared_before_the_first_phase():
    state = at_start(AXIS)
    begin_phase(state, 0)
    assert declare_order(state, MOVE_ASSAULT) == Refusal.WRONG_PHASE
    assert declare_order(at_start(AXIS), 7) == Refusal.ORDER_UNKNOWN


@pytest.mark.rule("drive_on_stalingrad 8.7a")
def test_withdrawal_comes_before_the_order():
    state = at_start(AXIS, 6, [panzer("0107")])
    assert declare_order(state, MOVE_ASSAULT) == Refusal.WITHDRAWAL_PENDING


@pytest.mark.rule("drive_on_stalingrad 5.4a, 5.4d")
@pytest.mark.parametrize(
    ("order", "moves"),
    [
        (ASSAULT_MOVE, [False, True]),
        (MOVE_ASSAULT, [True, False]),
        (ASSAULT_ASSAULT, [False, False]),
    ],
)
def test_order_decides_which_phase_is_which(order, moves):
    state = at_start(AXIS)
    declare_order(state, order)
    seen = []
    for second in (0, 1):
        begin_phase(state, second)
        assert is_movement_phase(state) != is_assault_phase(state)
        seen.append(is_movement_phase(state))
        end_phase(state)
    assert seen == moves


@pytest.mark.rule("drive_on_stalingrad 5.4d, 9.5a, 11.4b")
def test_phase_begins_with_a_clean_slate():
    units = [panzer("0105", moved=2, attacked=1, assaulted=1, mp_left=3), rifle("0103", defended=1)]
    state = at_start(AXIS, 2, units)
    state.units[1].retreated = 1
    state.ground[3].battles = 2
    begin_phase(state, 1)
    for field in ("moved", "attacked", "assaulted", "mp_left", "defended", "retreated"):
        assert not state.units[field].any(), field
    assert not state.ground["battles"].any()
    assert state.units[0].start_hex == hex_named(state, "0105")
    assert (state.game.mover, state.game.sea_moves) == (-1, 0)


@pytest.mark.rule("drive_on_stalingrad 9.18b")
def test_sea_limit_is_one_a_phase_or_in_a_variant_one_a_turn():
    for scope, left in (("phase", 0), ("game_turn", 2)):
        state = at_start(SOVIET, rules={"movement.sea_limit_scope": scope})
        state.game.sea_moves = 2
        begin_phase(state, 1)
        assert state.game.sea_moves == left


@pytest.mark.rule("drive_on_stalingrad 3.2c, 3.2k, 3.2a")
def test_game_turn_opens_with_the_release_of_armies():
    state = build_position(
        strip(3, {}),
        [rifle("0101", army=Army.SOVIET_40)],
        frozen=[Army.AXIS_2A, Army.SOVIET_40],
        opposite={Army.SOVIET_40: [Army.AXIS_2A]},
        game_turn=0,
    )
    begin_game_turn(state)
    assert (state.game.game_turn, state.game.phase) == (1, Phase.TURN_START)
    assert state.army[Army.SOVIET_40, RELEASED]


@pytest.mark.rule("drive_on_stalingrad 8.4c, 8.5d")
def test_soviet_player_turn_opens_with_reserve_checks_and_the_south():
    rows = [".A- . .R- .", ". . . ."]
    state = build_position(
        rows,
        [panzer("3303"), rifle("3401", army=Army.RESERVE_8)],
        first_row=33,
        frozen=[Army.RESERVE_8],
        reserve_hexes={Army.RESERVE_8: "3401"},
        game_turn=1,
    )
    begin_player_turn(state, AXIS)
    assert (state.units[1].frozen_by, state.game.south_open) == (Army.RESERVE_8, 0)
    begin_player_turn(state, SOVIET)
    assert (state.units[1].frozen_by, state.game.south_open) == (Army.NONE, 1)


@pytest.mark.rule("drive_on_stalingrad 7.6d")
@pytest.mark.parametrize(("lasts", "stays"), [("game_turn", True), ("player_turn", False)])
def test_aerial_marker_stays_to_the_end_of_the_game_turn(lasts, stays):
    state = build_position(strip(5, {}), rules={"air.aerial_marker_lasts": lasts})
    h = hex_named(state, "0103")
    assert place_aerial_marker(state, h) == Refusal.OK
    end_player_turn(state)
    assert (state.game.aerial_hex == h) == stays
    end_game_turn(state)
    assert state.game.aerial_hex == len(state.ground) - 1
    begin_game_turn(state)
    assert place_aerial_marker(state, h) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.2c, 6.3f")
def test_phase_ends_with_the_penalties_of_stacking():
    units = [infantry("0105"), satellite("0105"), satellite("0105")] + [rifle("0102")] * 9
    state = at_start(AXIS, 2, units)
    begin_phase(state, 1)
    assert state.game.soviet_units_lost == 1
    end_phase(state)
    assert state.units[0].status == Status.ELIMINATED


# --- the sequence


@pytest.mark.rule("drive_on_stalingrad 5.1a, 5.2a, 3.2a")
def test_game_turn_runs_german_first_then_soviet():
    state = build_position(strip(3, {}), game_turn=1, phase=Phase.TURN_END)
    steps = []
    for step in play_sequence(state):
        if step.kind == StepKind.PLAYER_TURN_START:
            declare_order(state, MOVE_ASSAULT if step.side == Side.AXIS else ASSAULT_MOVE)
        steps.append(step)
        if len(steps) == 7:
            break
    assert steps == [
        Step(StepKind.TURN_START, 2, None),
        Step(StepKind.PLAYER_TURN_START, 2, Side.AXIS),
        Step(StepKind.MOVEMENT, 2, Side.AXIS),
        Step(StepKind.ASSAULT, 2, Side.AXIS),
        Step(StepKind.PLAYER_TURN_START, 2, Side.SOVIET),
        Step(StepKind.ASSAULT, 2, Side.SOVIET),
        Step(StepKind.MOVEMENT, 2, Side.SOVIET),
    ]


@pytest.mark.rule("drive_on_stalingrad 1.1a, 4.5c")
def test_a_game_nobody_plays_ends_after_eleven_turns_for_the_soviets():
    state = build_position(strip(3, {}), game_turn=0, phase=Phase.SET_UP)
    watched = []
    steps = list(play_sequence(state, lambda s: watched.append(int(s.game.phase))))
    assert steps[-1].game_turn == 11
    assert len(watched) == 44
    assert (state.game.winner, state.game.ending) == (Side.SOVIET, Ending.TIME_LIMIT)
    assert state.turns["game_turn"][:12].tolist() == [*range(1, 12), 0]


@pytest.mark.rule("drive_on_stalingrad 8.7a")
@pytest.mark.parametrize("named", [[], [1, 2, 4, 5]])
def test_the_withdrawal_is_made_even_if_nobody_names_the_units(named):
    units = [panzer("0108"), panzer("0108"), panzer("0107"), infantry("0106"), infantry("0106")]
    gd = Trait.GROSSDEUTSCHLAND | Trait.MOTORIZED_DIVISION
    units += [motorized("0105", traits=gd), motorized("0105")]
    state = build_position(strip(9, {9: ".A-"}), units, game_turn=5, phase=Phase.TURN_END)
    for step in play_sequence(state):
        if (step.game_turn, step.kind) == (6, StepKind.PLAYER_TURN_START) and named:
            if step.side == Side.AXIS:
                assert withdraw_units(state, np.array(named), len(named)) == Refusal.OK
    gone = np.flatnonzero(state.units["status"] == Status.WITHDRAWN).tolist()
    assert gone == (named or [0, 1, 3, 5])


@pytest.mark.rule("drive_on_stalingrad 4.5b, 4.6a")
@pytest.mark.parametrize("kind", list(StepKind))
def test_play_stops_in_the_step_in_which_the_game_ends(kind):
    state = build_position(strip(3, {}), game_turn=0, phase=Phase.SET_UP)
    last = None
    for step in play_sequence(state):
        last = step
        if step.kind == kind and step.game_turn == 3:
            end_game(state, SOVIET, int(Ending.SUDDEN_DEATH), 0)
    assert (last.kind, last.game_turn) == (kind, 3)
    assert state.game.ending == Ending.SUDDEN_DEATH
    assert state.turns[2].game_turn == 3
    assert state.turns[3].game_turn == 0


def test_turn_record_counts_what_stands_on_the_map():
    units = [
        panzer("0108"),
        infantry("0107", steps=1),
        infantry(None, arrival_turn=9),
        rifle("0102"),
        rifle("0105", army=Army.SOVIET_9, revealed=0, mean_attack_x10=25, mean_defense_x10=35),
    ]
    state = build_position(
        strip(9, {9: ".A-", 8: ".T-", 6: "w-", 1: ".N"}),
        units,
        frozen=[Army.SOVIET_9],
        game_turn=3,
        vp=4,
        vp_hexes=3,
        vp_oos=1,
        oos_kills=22,
        axis_steps_lost=5,
        soviet_units_lost=7,
    )
    end_game_turn(state)
    row = state.turns[2]
    assert [int(row[name]) for name in row.dtype.names] == [
        3, 4, 3, 1, 22,  # turn, victory points and their sources
        2, 3, 13, 2, 5,  # German units, steps, strength; Soviet units, strength
        0, 0, 5, 7, 1,  # out of supply, losses, frozen
        3, 2,  # German hexes and towns, no sea
    ]  # fmt: skip
    assert np.count_nonzero(state.turns["game_turn"]) == 1
