"""Victory points and the three endings."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.victory import close_last_turn, remove_from_play
from balance.games.drive_on_stalingrad.vocabulary import (
    Ending,
    EventKind,
    Side,
    Status,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    panzer,
    rifle,
    strip,
)


def kinds(state):
    return [EventKind(int(event.kind)) for event in state.events[: state.game.event_count]]


@pytest.mark.rule("drive_on_stalingrad 4.1, 4.4")
def test_the_german_total_starts_at_zero_or_where_the_rules_put_it():
    assert build_position(strip(2, {})).game.vp == 0
    assert build_position(strip(2, {}), rules={"victory.start_vp": 2}).game.vp == 2


@pytest.mark.rule("drive_on_stalingrad 4.2a, 4.5a")
def test_vp_hex_scores_each_time_it_changes_hands():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103"), rifle("0101")])
    h = hex_named(state, "0102")
    totals = []
    for unit in (0, 1, 0):
        enter_hex(state, unit, h)
        totals.append((int(state.game.vp), int(state.game.vp_hexes)))
        lift_unit(state, unit)
    assert totals == [(1, 1), (0, 0), (1, 1)]
    assert kinds(state) == [EventKind.VP_GAINED, EventKind.VP_LOST, EventKind.VP_GAINED]


@pytest.mark.rule("drive_on_stalingrad 4.2a")
def test_vp_hex_with_points_of_its_own_scores_those_and_others_what_the_rules_give():
    rules = {"victory.vp_per_hex": 2}
    state = build_position(
        strip(4, {2: ".V", 3: ".V"}), [panzer("0104"), rifle("0101")], rules=rules
    )
    h = hex_named(state, "0102")
    state.hexes[h].own_vp = 3
    totals = []
    for unit, place in ((0, "0103"), (0, "0102"), (1, "0102")):
        lift_unit(state, 0)
        enter_hex(state, unit, hex_named(state, place))
        totals.append((int(state.game.vp), int(state.game.vp_hexes)))
    assert totals == [(2, 2), (5, 5), (2, 2)]
    assert [int(event.value) for event in state.events[: state.game.event_count]] == [2, 3, -3]


@pytest.mark.rule("drive_on_stalingrad 4.5")
def test_points_of_a_hex_of_its_own_win_at_once():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103")])
    h = hex_named(state, "0102")
    state.hexes[h].own_vp = int(state.rules.victory_vp_to_win)
    enter_hex(state, 0, h)
    assert (state.game.ended, state.game.ending) == (1, Ending.VICTORY_POINTS)


@pytest.mark.rule("drive_on_stalingrad 4.2a")
def test_second_unit_into_a_held_vp_hex_scores_nothing():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103"), panzer("0103")])
    for unit in (0, 1):
        enter_hex(state, unit, hex_named(state, "0102"))
    assert state.game.vp == 1


@pytest.mark.rule("drive_on_stalingrad 4.2b")
def test_vp_hex_scores_without_supply():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103")])
    enter_hex(state, 0, hex_named(state, "0102"))
    assert is_out_of_supply(state, 0)
    assert state.game.vp == 1


@pytest.mark.rule("drive_on_stalingrad 4.5b")
def test_sixth_point_wins_at_once_and_a_later_loss_changes_nothing():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103"), rifle("0101")], vp=5)
    enter_hex(state, 0, hex_named(state, "0102"))
    game = state.game
    assert (game.ended, game.winner) == (1, Side.AXIS)
    assert (game.ending, game.ending_hex) == (Ending.VICTORY_POINTS, hex_named(state, "0102"))
    close_last_turn(state)
    assert game.winner == Side.AXIS


@pytest.mark.rule("drive_on_stalingrad 4.5b")
def test_five_points_play_on():
    state = build_position(strip(3, {2: ".V"}), [panzer("0103")], vp=4)
    enter_hex(state, 0, hex_named(state, "0102"))
    assert (state.game.vp, state.game.ended) == (5, 0)


@pytest.mark.rule("drive_on_stalingrad 4.6a, 4.6b")
def test_soviet_unit_in_a_german_base_wins_at_once():
    state = build_position(strip(3, {2: ".X-"}), [rifle("0101")])
    enter_hex(state, 0, hex_named(state, "0102"))
    assert (state.game.ended, state.game.winner) == (1, Side.SOVIET)
    assert state.game.ending == Ending.SUDDEN_DEATH
    assert state.events[state.game.event_count - 1].kind == EventKind.SUDDEN_DEATH


@pytest.mark.rule("drive_on_stalingrad 4.6a")
def test_german_unit_in_its_base_or_a_variant_without_sudden_death_plays_on():
    state = build_position(strip(3, {2: ".X-"}), [panzer("0101")])
    enter_hex(state, 0, hex_named(state, "0102"))
    assert state.game.ended == 0
    rules = {"victory.sudden_death": 0}
    state = build_position(strip(3, {2: ".X-"}), [rifle("0101")], rules=rules)
    enter_hex(state, 0, hex_named(state, "0102"))
    assert state.game.ended == 0


@pytest.mark.rule("drive_on_stalingrad 4.3a, 4.3b")
def test_twenty_kills_out_of_supply_earn_a_point_and_thirty_nine_no_more():
    state = build_position(strip(9, {}), [rifle("0102") for _ in range(41)])
    awards = []
    for unit in range(40):
        remove_from_play(state, unit, -1, True)
        awards.append(int(state.game.vp))
    assert [awards[18], awards[19], awards[38], awards[39]] == [0, 1, 1, 2]
    assert (state.game.vp_oos, state.game.oos_kills) == (2, 40)
    assert kinds(state).count(EventKind.OOS_AWARD) == 2


@pytest.mark.rule("drive_on_stalingrad 4.3a")
def test_supplied_and_german_losses_are_no_kills_out_of_supply():
    state = build_position(strip(3, {}), [rifle("0102"), panzer("0103")])
    remove_from_play(state, 0, -1, False)
    remove_from_play(state, 1, -1, True)
    assert state.game.oos_kills == 0
    assert (state.game.soviet_units_lost, state.game.axis_units_lost) == (1, 1)
    assert state.game.axis_steps_lost == 2


@pytest.mark.rule("drive_on_stalingrad 2.15h, 2.15g")
def test_eliminated_unit_is_off_the_map_for_good():
    state = build_position(strip(3, {}), [rifle("0102")])
    remove_from_play(state, 0, 7, False)
    assert state.units[0].status == Status.ELIMINATED
    assert state.units[0].steps == 0
    assert state.ground[hex_named(state, "0102")].occupant == -1
    assert (state.events[0].kind, state.events[0].value) == (EventKind.ELIMINATED, 7)


@pytest.mark.rule("drive_on_stalingrad 4.5c")
def test_soviets_win_when_the_last_turn_ends_below_six():
    state = build_position(strip(3, {}), game_turn=10, vp=5)
    close_last_turn(state)
    assert state.game.ended == 0
    state.game.game_turn = 11
    close_last_turn(state)
    assert (state.game.winner, state.game.ending) == (Side.SOVIET, Ending.TIME_LIMIT)


@pytest.mark.rule("drive_on_stalingrad 4.3c")
def test_soviets_out_of_supply_at_the_end_count_as_kills_and_may_tip_the_game():
    units = [rifle("0109"), rifle("0108"), rifle("0102")]
    rows = strip(9, {1: ".N"})
    state = build_position(rows, units, game_turn=11, vp=5, oos_kills=18)
    close_last_turn(state)
    assert state.game.soviet_oos_at_end == 1
    assert (state.game.oos_kills, state.game.winner) == (19, Side.SOVIET)
    state = build_position(rows, units, game_turn=11, vp=5, oos_kills=19)
    close_last_turn(state)
    assert (state.game.winner, state.game.ending) == (Side.AXIS, Ending.VICTORY_POINTS)
    rules = {"victory.final_oos_counts": 0}
    state = build_position(rows, units, game_turn=11, vp=5, oos_kills=19, rules=rules)
    close_last_turn(state)
    assert state.game.winner == Side.SOVIET
