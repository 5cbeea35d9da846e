"""Release and freezing of armies, Reserve Armies and their petitions."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.armies import (
    check_army_area,
    check_free_to_attack,
    check_free_to_move,
    check_reserve_armies,
    release_army,
    release_due_armies,
)
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import RELEASED
from balance.games.drive_on_stalingrad.vocabulary import Army, EventKind, Phase
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    infantry,
    panzer,
    rifle,
    strip,
)

GERMAN = [
    Army.AXIS_2A,
    Army.AXIS_4PA,
    Army.AXIS_2H,
    Army.AXIS_6A,
    Army.AXIS_1PA,
    Army.AXIS_17A,
]


def released(state, armies=GERMAN):
    return {army for army in armies if state.army[army, RELEASED]}


@pytest.mark.rule("drive_on_stalingrad 3.2c, 3.2d, 3.2e, 3.2f")
def test_german_armies_are_released_on_their_turns():
    state = build_position(strip(3, {}), frozen=GERMAN)
    seen = []
    for turn in (1, 2, 3, 4):
        state.game.game_turn = turn
        release_due_armies(state)
        seen.append(released(state))
    first = {Army.AXIS_2A, Army.AXIS_4PA}
    second = first | {Army.AXIS_2H, Army.AXIS_6A}
    assert seen == [first, second, second | {Army.AXIS_1PA}, set(GERMAN)]
    events = state.events[: state.game.event_count]
    assert [int(e.value) for e in events if e.kind == EventKind.ARMY_RELEASED][:2] == [1, 2]


@pytest.mark.rule("drive_on_stalingrad 3.2c")
def test_release_turns_are_read_from_the_rules():
    rules = {"sequence.release_6a": 1}
    state = build_position(strip(3, {}), frozen=GERMAN, rules=rules, game_turn=1)
    release_due_armies(state)
    assert Army.AXIS_6A in released(state)


@pytest.mark.rule("drive_on_stalingrad 3.2g")
def test_unreleased_unit_may_move_in_its_area_and_never_attack():
    areas = {"0103": Army.AXIS_6A, "0102": Army.AXIS_6A, "0101": Army.AXIS_1PA}
    unit = infantry("0103", army=Army.AXIS_6A)
    state = build_position(strip(3, {}), [unit], areas=areas, frozen=[Army.AXIS_6A], game_turn=1)
    assert check_free_to_move(state, 0) == Refusal.OK
    assert check_army_area(state, 0, hex_named(state, "0102")) == Refusal.OK
    assert check_army_area(state, 0, hex_named(state, "0101")) == Refusal.OUTSIDE_ARMY_AREA
    assert check_free_to_attack(state, 0) == Refusal.ARMY_NOT_RELEASED


@pytest.mark.rule("drive_on_stalingrad 3.2g, 3.2f")
def test_released_unit_is_free():
    state = build_position(strip(3, {}), [infantry("0103", army=Army.AXIS_6A)], game_turn=2)
    assert check_army_area(state, 0, hex_named(state, "0101")) == Refusal.OK
    assert check_free_to_attack(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 3.2j")
def test_army_no_longer_matters_once_its_turn_has_come():
    unit = infantry("0103", army=Army.AXIS_6A)
    state = build_position(strip(3, {}), [unit], frozen=[Army.AXIS_6A], game_turn=3)
    assert check_free_to_attack(state, 0) == Refusal.ARMY_NOT_RELEASED
    state.game.game_turn = 4
    assert check_free_to_attack(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.2e")
def test_held_unit_neither_moves_nor_attacks():
    state = build_position(strip(3, {}), [infantry("0103", held_turn=5)])
    assert check_free_to_move(state, 0) == Refusal.HELD
    assert check_free_to_attack(state, 0) == Refusal.HELD
    state.game.game_turn = 6
    assert check_free_to_move(state, 0) == Refusal.OK


# --- front armies


@pytest.mark.rule("drive_on_stalingrad 3.2k")
def test_front_army_waits_for_the_army_opposite():
    unit = rifle("0102", army=Army.SOVIET_21)
    frozen = [Army.AXIS_6A, Army.SOVIET_21]
    opposite = {Army.SOVIET_21: [Army.AXIS_6A]}
    state = build_position(strip(3, {}), [unit], frozen=frozen, opposite=opposite, game_turn=1)
    release_due_armies(state)
    assert check_free_to_move(state, 0) == Refusal.FROZEN
    assert check_free_to_attack(state, 0) == Refusal.FROZEN
    state.game.game_turn = 2
    release_due_armies(state)
    assert check_free_to_move(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 3.2l")
@pytest.mark.parametrize(("choice", "turn"), [("earliest", 2), ("latest", 3)])
def test_front_army_with_several_opponents_goes_with_the_earliest(choice, turn):
    frozen = [Army.AXIS_6A, Army.AXIS_1PA, Army.SOVIET_28]
    state = build_position(
        strip(3, {}),
        [rifle("0102", army=Army.SOVIET_28)],
        frozen=frozen,
        opposite={Army.SOVIET_28: [Army.AXIS_6A, Army.AXIS_1PA]},
        rules={"sequence.multi_opponent_release": choice},
    )
    woken = []
    for game_turn in (1, 2, 3):
        state.game.game_turn = game_turn
        release_due_armies(state)
        if state.army[Army.SOVIET_28, RELEASED]:
            woken.append(game_turn)
    assert woken[0] == turn


@pytest.mark.rule("drive_on_stalingrad 3.2m")
@pytest.mark.parametrize(("column", "wakes"), [("0109", True), ("0110", False)])
def test_german_step_beyond_the_line_wakes_an_army_within_eight_hexes(column, wakes):
    units = [panzer("0112"), rifle("0101", army=Army.SOVIET_9)]
    state = build_position(strip(12, {12: ".-"}), units, frozen=[Army.SOVIET_9])
    enter_hex(state, 0, hex_named(state, column))
    assert bool(state.army[Army.SOVIET_9, RELEASED]) == wakes


@pytest.mark.rule("drive_on_stalingrad 3.2m")
def test_german_steps_on_their_own_side_wake_nobody():
    units = [panzer("0104"), rifle("0101", army=Army.SOVIET_9)]
    state = build_position(strip(4, {4: ".-", 3: ".-"}), units, frozen=[Army.SOVIET_9])
    enter_hex(state, 0, hex_named(state, "0103"))
    assert not state.army[Army.SOVIET_9, RELEASED]


@pytest.mark.rule("drive_on_stalingrad 3.2m")
@pytest.mark.parametrize("by_line", [0, 1])
def test_hex_of_the_line_wakes_armies_unless_a_variant_says_no(by_line):
    units = [panzer("0104"), rifle("0101", army=Army.SOVIET_9)]
    rules = {"sequence.wake_by_line_hex": by_line}
    rows = strip(4, {4: ".-", 3: ".*"})
    state = build_position(rows, units, frozen=[Army.SOVIET_9], rules=rules)
    enter_hex(state, 0, hex_named(state, "0103"))
    assert state.army[Army.SOVIET_9, RELEASED] == by_line


@pytest.mark.rule("drive_on_stalingrad 3.2o")
def test_soviet_units_of_no_army_are_free_from_the_start():
    state = build_position(strip(3, {}), [rifle("0102")], frozen=[Army.SOVIET_9], game_turn=1)
    assert check_free_to_move(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 3.2p")
def test_free_unit_that_joins_a_frozen_front_army_freezes_until_it_wakes():
    units = [rifle("0103"), rifle("0102", army=Army.SOVIET_9)]
    state = build_position(
        strip(3, {}), units, frozen=[Army.SOVIET_9, Army.AXIS_6A],
        opposite={Army.SOVIET_9: [Army.AXIS_6A]}, game_turn=1,
    )  # fmt: skip
    enter_hex(state, 0, hex_named(state, "0102"))
    assert check_free_to_move(state, 0) == Refusal.FROZEN
    assert state.units[0].mp_left == 0
    state.game.game_turn = 2
    release_due_armies(state)
    assert check_free_to_move(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 3.2p")
def test_variants_leave_newcomers_or_thawed_units_free():
    units = [rifle("0103", army=Army.SOVIET_21), rifle("0102", army=Army.SOVIET_9)]
    for key in ("movement.joining_frozen_army_freezes", "sequence.thawed_unit_refreezes"):
        state = build_position(strip(3, {}), units, frozen=[Army.SOVIET_9], rules={key: 0})
        enter_hex(state, 0, hex_named(state, "0102"))
        assert check_free_to_move(state, 0) == Refusal.OK
    state = build_position(strip(3, {}), units, frozen=[Army.SOVIET_9])
    enter_hex(state, 0, hex_named(state, "0102"))
    assert check_free_to_move(state, 0) == Refusal.FROZEN


@pytest.mark.rule("drive_on_stalingrad 3.2p")
def test_joining_a_frozen_reserve_army_freezes_nobody():
    units = [rifle("0103"), rifle("0102", army=Army.RESERVE_5)]
    state = build_position(strip(3, {}), units, frozen=[Army.RESERVE_5])
    enter_hex(state, 0, hex_named(state, "0102"))
    assert check_free_to_move(state, 0) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 3.2p, 8.4b")
@pytest.mark.parametrize("first", [Army.RESERVE_5, Army.SOVIET_9])
def test_a_reserve_army_that_retreats_to_a_frozen_army_waits_for_both(first):
    units = [rifle("0103", army=Army.RESERVE_5), rifle("0102", army=Army.SOVIET_9)]
    both = [Army.RESERVE_5, Army.SOVIET_9]
    state = build_position(strip(3, {}), units, frozen=both)
    enter_hex(state, 0, hex_named(state, "0102"))
    release_army(state, first)
    assert check_free_to_move(state, 0) == Refusal.FROZEN
    (second,) = set(both) - {first}
    assert state.units[0].frozen_by == second
    release_army(state, second)
    assert check_free_to_move(state, 0) == Refusal.OK


# --- Reserve Armies


def reserves(german: str, **more):
    rows = strip(20, {})
    units = [panzer(german), rifle("0112", army=Army.RESERVE_7)]
    return build_position(
        rows,
        units,
        frozen=[Army.RESERVE_7],
        reserve_hexes={Army.RESERVE_7: "0112"},
        phase=Phase.SOVIET_START,
        **({"game_turn": 1} | more),
    )


@pytest.mark.rule("drive_on_stalingrad 8.4b")
def test_reserve_army_begins_frozen():
    assert check_free_to_move(reserves("0101"), 1) == Refusal.FROZEN


@pytest.mark.rule("drive_on_stalingrad 8.4c, 8.4e")
@pytest.mark.parametrize(("german", "freed"), [("0120", True), ("0103", False), ("0104", True)])
def test_enemy_within_eight_hexes_frees_a_reserve_army(german, freed):
    state = reserves(german)
    check_reserve_armies(state)
    assert bool(state.army[Army.RESERVE_7, RELEASED]) == freed


@pytest.mark.rule("drive_on_stalingrad 8.4d")
def test_each_reserve_army_is_judged_by_itself():
    units = [
        panzer("0120"),
        rifle("0115", army=Army.RESERVE_5),
        rifle("0101", army=Army.RESERVE_6),
    ]
    state = build_position(
        strip(20, {}),
        units,
        frozen=[Army.RESERVE_5, Army.RESERVE_6],
        reserve_hexes={Army.RESERVE_5: "0115", Army.RESERVE_6: "0101"},
        phase=Phase.SOVIET_START,
        game_turn=1,
    )
    check_reserve_armies(state)
    assert [int(unit.frozen_by) for unit in state.units[1:]] == [Army.NONE, Army.RESERVE_6]


@pytest.mark.rule("drive_on_stalingrad 8.4f")
def test_petitions_begin_on_turn_two_and_succeed_on_the_wanted_roll():
    always = {"sequence.petition_success_max": 6}
    state = reserves("0101", rules=always)
    check_reserve_armies(state)
    assert not state.army[Army.RESERVE_7, RELEASED]
    state.game.game_turn = 2
    check_reserve_armies(state)
    assert state.army[Army.RESERVE_7, RELEASED]


@pytest.mark.rule("drive_on_stalingrad 8.4f")
def test_no_petition_succeeds_where_a_roll_of_none_frees():
    state = reserves("0101", rules={"sequence.petition_success_max": 0}, game_turn=2)
    for seed in range(100):
        state.game.seed = seed
        check_reserve_armies(state)
        assert not state.army[Army.RESERVE_7, RELEASED]


@pytest.mark.rule("drive_on_stalingrad 8.4f")
def test_one_petition_in_six_succeeds():
    freed = 0
    state = reserves("0101", game_turn=2)
    for seed in range(600):
        state.army[Army.RESERVE_7, RELEASED] = 0
        state.game.seed = seed
        check_reserve_armies(state)
        freed += int(state.army[Army.RESERVE_7, RELEASED])
    assert 60 <= freed <= 145  # 100 expected; five standard deviations are 46
