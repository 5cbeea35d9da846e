"""Field works and bridges: who digs, who blows, who builds (9, 17)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.bridges import (
    blow_bridge,
    build_bridge,
    check_blow_bridge,
    check_build_bridge,
    strike_bridge,
)
from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.shifts import has_works
from balance.games.stalingrad_1942.turn import begin_game_turn, begin_phase, end_phase
from balance.games.stalingrad_1942.vocabulary import Phase, Side
from balance.games.stalingrad_1942.works import build_works, check_build_works
from balance.kernel.dice import roll_die
from tests.games.stalingrad_1942.positions import (
    build_position,
    guns,
    may_move,
    move,
    panzer,
    points_after,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import hex_named, strip

ROW = strip(9)


def dig(state, unit):
    return Refusal(build_works(state, unit))


def fortification(units, rows=ROW):
    state = build_position(rows, units)
    begin_phase(state, Phase.AXIS_FORTIFICATION)
    return state


@pytest.mark.rule("stalingrad_1942 9.11, 9.12, 9.17, 9.16, 7.392, 3.1-P3, 3.1-P7")
def test_combat_units_that_stood_still_and_held_dig_works():
    units = [regiment("0109"), regiment("0108", retreated=1), guns("0107"), staff("0106")]
    state = fortification([*units, regiment("0105")], strip(9, {5: ".W"}))
    refused = [Refusal(check_build_works(state, u)) for u in range(5)]
    assert refused == [
        Refusal.OK,
        Refusal.HAS_RETREATED,
        Refusal.CANNOT_DIG,
        Refusal.CANNOT_DIG,
        Refusal.PERMANENT_WORKS,
    ]
    assert dig(state, 0) == Refusal.OK
    assert [has_works(state, hex_named(state, f"010{n}")) for n in (9, 8, 5)] == [1, 0, 1]
    assert dig(state, 0) == Refusal.WORKS_STAND
    assert state.units[0].built == 1
    state.ground[hex_named(state, "0109")].works = 0
    assert dig(state, 0) == Refusal.OK
    state.units[0].moved = 1
    assert Refusal(check_build_works(state, 0)) == Refusal.HAS_MOVED


@pytest.mark.rule("stalingrad_1942 9.11b")
def test_a_step_lost_doesnt_bar_digging():
    assert dig(fortification([regiment("0109", steps=1)]), 0) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 9.13, 9.14")
def test_works_stay_for_a_friend_who_moves_in_and_go_with_the_last():
    def dug_in():
        return build_position(ROW, [regiment("0108", dug_in=1), regiment("0106"), rifles("0101")])

    def works(state):
        return int(state.ground[hex_named(state, "0108")].works)

    relieved = dug_in()
    move(relieved, 0, "0109")
    move(relieved, 1, "0108")
    end_phase(relieved)
    assert works(relieved) == 1
    left = dug_in()
    move(left, 0, "0109")
    assert works(left) == 1
    end_phase(left)
    assert works(left) == 0


@pytest.mark.rule("stalingrad_1942 4.1, 9.13, 9.14, 13.14")
@pytest.mark.parametrize(("relieved", "works"), [(True, 1), (False, 0)])
def test_works_stay_for_a_friend_who_moves_in_strategically_too(relieved, works):
    units = [regiment("0108", dug_in=1, marked=1), regiment("0106", marked=1), rifles("0101")]
    state = build_position(ROW, units, phase=Phase.AXIS_STRATEGIC)
    assert move(state, 0, "0109") == Refusal.OK
    if relieved:
        assert move(state, 1, "0108") == Refusal.OK
    end_phase(state)
    assert int(state.ground[hex_named(state, "0108")].works) == works


@pytest.mark.rule("stalingrad_1942 9.15")
def test_an_enemy_who_enters_destroys_works():
    state = build_position(
        ROW, [guns("0108", dug_in=1), rifles("0107")], phase=Phase.SOVIET_MOVEMENT
    )
    assert state.ground[hex_named(state, "0108")].works == 1
    assert move(state, 1, "0108") == Refusal.OK
    assert state.ground[hex_named(state, "0108")].works == 0


# --- bridges

BRIDGE = {("0105", "0104"): "major_river|road|bridge"}


def side_to(state, start, end):
    h = hex_named(state, start)
    return h, list(state.neighbour[h]).index(hex_named(state, end))


def over_the_don(*units, features="major_river|road|bridge", **position):
    sides = {("0105", "0104"): features}
    state = build_position(ROW, units, sides=sides, **position)
    return state, side_to(state, "0105", "0104")


@pytest.mark.rule("stalingrad_1942 17.1, 4.36, S1h")
def test_a_bridge_is_blown_for_a_point_of_a_combat_unit_on_each_end():
    state, (h, d) = over_the_don(regiment("0105"), regiment("0104"))
    assert Refusal(blow_bridge(state, h, d)) == Refusal.OK
    assert [state.units[u].mp_left for u in (0, 1)] == [30 * 4, 30 * 4]
    assert points_after(state, 0, "0104") == 4 - 3
    assert Refusal(check_blow_bridge(state, h, d)) == Refusal.NO_BRIDGE
    alone, (h, d) = over_the_don(regiment("0105"), guns("0104"), staff("0104"))
    assert Refusal(check_blow_bridge(alone, h, d)) == Refusal.NOT_BOTH_ENDS
    tired, (h, d) = over_the_don(regiment("0105"), regiment("0104", movement=1))
    assert move(tired, 1, "0103") == Refusal.OK
    tired.units[0].movement = 1
    assert move(tired, 0, "0104") == Refusal.OK
    assert Refusal(check_blow_bridge(tired, h, d)) == Refusal.NOT_BOTH_ENDS
    enemy, (h, d) = over_the_don(regiment("0105"), rifles("0104"))
    assert Refusal(check_blow_bridge(enemy, h, d)) == Refusal.NOT_BOTH_ENDS


@pytest.mark.rule("stalingrad_1942 17.1, S2j")
@pytest.mark.parametrize(("turn", "answer"), [(1, Refusal.NOT_BOTH_ENDS), (2, Refusal.OK)])
def test_armies_that_may_not_move_yet_spend_no_points_on_a_bridge(turn, answer):
    units = [regiment("0105"), regiment("0104", opens=1)]
    state, (h, d) = over_the_don(*units, scenario="uranus", game_turn=turn)
    assert Refusal(check_blow_bridge(state, h, d)) == answer


@pytest.mark.rule("stalingrad_1942 17.1b, 21.12a")
def test_in_a_pause_those_who_blow_a_bridge_are_among_the_few_that_move():
    def pause(units, moves, *others):
        rules = {"sequence.pause_units": units}
        both = [regiment("0105"), regiment("0104"), *others]
        state, where = over_the_don(*both, rules=rules, pause=1)
        state.game.pause_moves = moves
        return state, where

    state, (h, d) = pause(5, 3)
    assert Refusal(blow_bridge(state, h, d)) == Refusal.OK
    assert state.game.pause_moves == 5
    assert may_move(state, 0, "0106") == Refusal.PAUSE_USED_UP
    for units, moves in ((5, 4), (5, 5), (1, 0)):
        state, (h, d) = pause(units, moves)
        assert Refusal(check_blow_bridge(state, h, d)) == Refusal.PAUSE_USED_UP
    # Who has stepped already is one of them, and pays before another.
    state, (h, d) = pause(2, 0, regiment("0106"))
    assert move(state, 2, "0105") == Refusal.OK
    assert Refusal(blow_bridge(state, h, d)) == Refusal.OK
    assert [state.units[u].moved for u in range(3)] == [0, 1, 1]
    assert state.game.pause_moves == 2


@pytest.mark.rule("stalingrad_1942 16.12a, 17.1")
@pytest.mark.parametrize(("near", "answer"), [(0, Refusal.NOT_BOTH_ENDS), (1, Refusal.OK)])
def test_a_unit_under_the_breath_spends_no_points_on_a_bridge(near, answer):
    units = [rifles("0105"), rifles("0104", breath=1, breath_turn=near)]
    state, (h, d) = over_the_don(*units, phase=Phase.SOVIET_MOVEMENT, game_turn=5)
    assert Refusal(check_blow_bridge(state, h, d)) == answer


@pytest.mark.rule("stalingrad_1942 17.1b, 21.12a")
def test_who_blows_a_bridge_has_gone_as_far_as_before():
    state, (h, d) = over_the_don(regiment("0107"), regiment("0104"))
    for name in ("0106", "0105"):
        assert move(state, 0, name) == Refusal.OK
    assert Refusal(blow_bridge(state, h, d)) == Refusal.OK
    assert [state.units[u].moved for u in (0, 1)] == [2, 1]
    assert state.game.pause_moves == 0


@pytest.mark.rule("stalingrad_1942 17.2b")
def test_a_strike_destroys_a_bridge_where_two_dice_fall_below_five():
    hits = 0
    for key in range(60):
        state, (h, d) = over_the_don(regiment("0109"))
        game = state.game
        dice = [roll_die(6, 1, game.game_turn, game.phase, 3, key, nth) for nth in (0, 1)]
        assert strike_bridge(state, h, d, key) == (sum(dice) < 5)
        assert state.bridges[0].intact == (sum(dice) >= 5)
        hits += sum(dice) < 5
    assert 3 <= hits <= 20  # one in six is expected


@pytest.mark.rule("stalingrad_1942 17.3, 21.15")
@pytest.mark.parametrize("features", ["major_river|road", "volga"])
@pytest.mark.parametrize("pause", [0, 1])
def test_a_headquarters_that_stays_a_turn_builds_a_bridge(features, pause):
    state, (_, d) = over_the_don(staff("0105"), panzer("0106"), features=features, pause=pause)
    assert Refusal(check_build_bridge(state, 1, d)) == Refusal.NOT_A_HEADQUARTERS
    assert Refusal(build_bridge(state, 0, d)) == Refusal.OK
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert state.game.bridge_count == 0
    state.game.game_turn += 1
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert state.bridges[0].intact == 1
    state.game.pause = 0
    price = 0.5 if "road" in features else 1
    assert points_after(state, 1, "0104") == 12 - 1 - price
    assert Refusal(check_build_bridge(state, 0, d)) == Refusal.BRIDGE_STANDS


@pytest.mark.rule("stalingrad_1942 17.3a")
def test_a_headquarters_that_moves_off_builds_nothing():
    state, (_, d) = over_the_don(staff("0105"), features="major_river")
    build_bridge(state, 0, d)
    move(state, 0, "0106")
    move(state, 0, "0105")
    begin_game_turn(state)
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert state.game.bridge_count == 0


@pytest.mark.rule("stalingrad_1942 17.3a")
def test_a_headquarters_driven_off_builds_nothing_elsewhere():
    sides = {("0105", "0104"): "major_river", ("0106", "0105"): "major_river"}
    state = build_position(ROW, [staff("0105")], sides=sides)
    _, d = side_to(state, "0105", "0104")
    build_bridge(state, 0, d)
    enter_hex(state, 0, hex_named(state, "0106"))
    begin_game_turn(state)
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert state.game.bridge_count == 0


@pytest.mark.rule("stalingrad_1942 17.4")
def test_enemies_without_a_zone_bar_no_bridge():
    state, (_, d) = over_the_don(staff("0105"), red_guns("0104"), features="major_river")
    assert Refusal(check_build_bridge(state, 0, d)) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 17.4")
@pytest.mark.parametrize("enemy", ["0106", "0103"])
def test_no_bridge_is_built_where_an_end_lies_in_an_enemy_zone(enemy):
    state, (_, d) = over_the_don(staff("0105"), rifles(enemy), features="major_river")
    assert Refusal(check_build_bridge(state, 0, d)) == Refusal.BRIDGE_IN_ZONE
    late, (_, d) = over_the_don(staff("0105"), rifles("0109"), features="major_river")
    assert Refusal(build_bridge(late, 0, d)) == Refusal.OK
    late.units[1].movement = 9
    late.game.side, late.game.phase = Side.SOVIET, Phase.SOVIET_MOVEMENT
    assert move(late, 1, "0106") == Refusal.OK
    begin_game_turn(late)
    begin_phase(late, Phase.AXIS_MOVEMENT)
    assert late.game.bridge_count == 0
