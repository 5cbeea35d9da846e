"""Supply of both sides, lines of communications, and the modes they bring."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.doctrine import check_defensive_mode, take_defensive_mode
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.state import NO_LINE
from balance.games.army_group_south.supply import (
    current_mode,
    is_in_communication,
    is_supplied,
    refresh_supply,
    trace_command,
)
from balance.games.army_group_south.supply_changes import LINKS
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Mode, Phase
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
)
from tests.games.text_maps import clear_map, hex_named, strip

#: A railroad hex that leads off the map in the west, the Soviet edge in the east.
ROAD = strip(20, {20: ".X", 1: ".E"})
WIDE = [".X . . . . . . . . . . . .E"] * 3


def supplied(state, unit=0):
    return bool(is_supplied(state, unit))


# --- German supply


@pytest.mark.rule("army_group_south 20.2a, 12.12, 12.1a, 11.0")
@pytest.mark.parametrize(("at", "expected"), [("0120", True), ("0112", True), ("0111", False)])
def test_germans_trace_eight_hexes_to_a_railroad(at, expected):
    assert supplied(build_position(ROAD, [panzer(at)])) == expected


@pytest.mark.rule("army_group_south 20.2a")
def test_a_variant_counts_without_the_railroad_hex_or_farther():
    assert supplied(build_position(ROAD, [panzer("0111")], rules={"supply.count_rail_hex": 0}))
    assert supplied(build_position(ROAD, [panzer("0110")], rules={"supply.german_hexes": 10}))


@pytest.mark.rule("army_group_south 20.2b")
def test_the_railroad_must_lead_to_the_edge():
    rows = strip(20, {20: ".X", 19: ".R", 18: ".R"})
    linked = {("0120", "0119"): "rail", ("0119", "0118"): "rail"}
    assert supplied(build_position(rows, [panzer("0110")], sides=linked))
    broken = {("0119", "0118"): "rail"}
    assert not supplied(build_position(rows, [panzer("0110")], sides=broken))


@pytest.mark.rule("army_group_south 20.2b, 12.1b")
@pytest.mark.parametrize(("switch", "expected"), [(1, False), (0, True)])
def test_soviet_zones_cut_the_railroad(switch, expected):
    rows = [". . . . . . . . . . . .", ".X .R .R .R .R .R .R .R .R .R .R .R"]
    links = {(f"02{c:02d}", f"02{c + 1:02d}"): "rail" for c in range(1, 12)}
    rules = {"supply.zones_block_rails": switch, "supply.german_hexes": 2}
    state = build_position(rows, [panzer("0202"), rifle("0107")], sides=links, rules=rules)
    assert supplied(state) == expected


@pytest.mark.rule("army_group_south 12.1a, 12.1b, 8.25a")
@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([rifle("0204")], False),  # in the way of all three rows
        ([rifle("0204"), grenadier("0205")], False),
        ([rifle("0204"), grenadier("0104"), grenadier("0105")], True),
        ([], True),
    ],
)
def test_enemies_and_their_zones_cut_a_line_unless_a_friend_stands_there(others, expected):
    rows = [".X . . . . ."] * 3
    assert supplied(build_position(rows, [panzer("0202"), *others])) == expected


@pytest.mark.rule("army_group_south 12.11a, 10.0c, 10.4j, 12.11b, 10.4g2")
@pytest.mark.parametrize(
    ("cell", "at", "expected"),
    [
        ("w", "0112", True), ("r", "0112", True), ("~", "0112", False),
        ("s", "0112", False), ("s", "0115", True),
    ],
)  # fmt: skip
def test_lines_pass_all_land_but_end_in_swamp(cell, at, expected):
    rows = strip(20, {20: ".X", 15: cell})
    assert supplied(build_position(rows, [panzer(at)])) == expected


@pytest.mark.rule("army_group_south 19.42")
@pytest.mark.parametrize(("blocks", "expected"), [(0, True), (1, False)])
def test_lines_cross_major_rivers(blocks, expected):
    rules = {"supply.major_river_blocks": blocks}
    sides = {("0115", "0116"): "major_river"}
    assert supplied(build_position(ROAD, [panzer("0114")], sides=sides, rules=rules)) == expected


# --- Soviet supply


@pytest.mark.rule("army_group_south 20.1a, 12.14")
def test_a_headquarters_traces_any_distance_to_the_east_edge():
    assert supplied(build_position(ROAD, [headquarters("0119")]))
    assert not supplied(build_position(strip(20), [headquarters("0119")]))


@pytest.mark.rule("army_group_south 20.1b, 11.1a, 11.31a, 11.31c, 3.23c, 11.3, 11.34a, 12.14")
@pytest.mark.parametrize(("at", "expected"), [("0114", True), ("0115", False)])
def test_a_unit_is_supplied_within_the_radius_of_a_headquarters(at, expected):
    state = build_position(ROAD, [rifle(at), headquarters("0110")])
    assert supplied(state) == expected
    assert bool(is_in_communication(state, 0)) == expected


@pytest.mark.rule("army_group_south 11.32a, 11.32b")
def test_any_headquarters_serves_any_number_of_any_units():
    units = [*4 * [rifle("0112")], *3 * [brigade("0113")], headquarters("0110")]
    state = build_position(ROAD, units)
    assert all(supplied(state, u) for u in range(7))


@pytest.mark.rule("army_group_south 11.34b, 12.14, 11.33b")
@pytest.mark.parametrize(("must", "expected"), [(1, False), (0, True)])
def test_a_headquarters_out_of_supply_has_none_to_give(must, expected):
    rules = {"supply.headquarters_must_be_supplied": must}
    state = build_position(strip(20), [rifle("0111"), headquarters("0110")], rules=rules)
    assert supplied(state) == expected
    assert is_in_communication(state, 0)


@pytest.mark.rule("army_group_south 6.32c")
@pytest.mark.parametrize(("denies", "speaks"), [("supply", True), ("attacks", False)])
def test_a_disrupted_headquarters_supplies_nobody(denies, speaks):
    rules = {"hq.disrupted_denies": denies}
    units = [rifle("0111"), headquarters("0110", disrupted=1)]
    state = build_position(ROAD, units, rules=rules)
    assert not supplied(state)
    assert bool(is_in_communication(state, 0)) == speaks
    assert not trace_command(state, 1)


@pytest.mark.rule("army_group_south 11.1a, 12.14, 20.1b")
def test_a_headquarters_gives_supply_as_far_as_its_rating_goes():
    state = build_position(ROAD, [headquarters("0110")])
    refresh_supply(state, SOVIET)
    assert trace_command(state, 0)
    reached = np.flatnonzero(state.supply_work[LINKS, :-1] != NO_LINE)
    assert reached.tolist() == [hex_named(state, f"01{column:02d}") for column in range(6, 15)]


@pytest.mark.rule("army_group_south 11.31b, 8.25a")
@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([], True),
        ([infantry("0108")], False),
        ([infantry("0208")], False),  # controls 0108 and 0109
        ([infantry("0208"), rifle("0108")], False),
        ([infantry("0208"), rifle("0108"), rifle("0109")], True),
    ],
)
def test_enemies_and_zones_cut_lines_of_communications(others, expected):
    rows = [". . . . . . . . . . .E", "~ ~ ~ . ~ ~ ~ ~ ~ ~ ~"]
    state = build_position(rows, [rifle("0110"), headquarters("0106"), *others])
    assert bool(is_in_communication(state, 0)) == expected


@pytest.mark.rule("army_group_south 11.31d, 10.15b, 12.11b, 20.1b")
def test_communications_pass_swamp_and_rivers_where_supply_doesnt():
    rows = strip(20, {1: ".E", 11: "s"})
    sides = {("0109", "0110"): "major_river"}
    state = build_position(rows, [rifle("0112"), headquarters("0109")], sides=sides)
    assert is_in_communication(state, 0)
    assert not supplied(state)


@pytest.mark.rule("army_group_south 12.22, 12.0c")
def test_supply_is_that_of_the_instant():
    state = build_position(ROAD, [rifle("0111"), headquarters("0110")])
    assert supplied(state)
    state.units[1].disrupted = 1
    state.game.soviet_supply_dirty = 1
    assert not supplied(state)


@pytest.mark.rule("army_group_south 15.0d")
def test_arrivals_are_supplied_for_the_player_turn_of_their_entry():
    state = build_position(strip(20), [infantry("0110", entered_turn=3)])
    assert supplied(state)
    state.game.side = 1
    assert not supplied(state)
    state.game.side, state.game.game_turn = 0, 4
    assert not supplied(state)


@pytest.mark.rule("army_group_south 15.0d, 11.3, 11.34b, 12.14, 21.0d")
def test_a_headquarters_that_has_just_entered_hands_supply_on_for_its_player_turn():
    units = [rifle("0112"), headquarters("0110", entered_turn=3)]
    state = build_position(strip(20), units, phase=Phase.SOVIET_MOVEMENT)
    for phase in (Phase.SOVIET_COMBAT, Phase.SOVIET_REMOVAL):
        begin_phase(state, np.int64(phase))
        assert supplied(state)
        assert current_mode(state, 0) == Mode.OFFENSIVE
        assert trace_command(state, 1)
    state.game.game_turn = 4
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    assert not supplied(state)
    assert not trace_command(state, 1)


@pytest.mark.rule("army_group_south 6.32c, 15.0d")
def test_a_disrupted_headquarters_hands_nothing_on_though_it_has_just_entered():
    units = [rifle("0112"), headquarters("0110", entered_turn=3, disrupted=1)]
    assert not supplied(build_position(strip(20), units, phase=Phase.SOVIET_MOVEMENT))


# --- doctrine


@pytest.mark.rule("army_group_south 21.0b, 21.0f, 21.3")
def test_a_headquarters_changes_over_once_unless_it_never_may():
    units = [headquarters("0110"), headquarters("0108", always_offensive=1), rifle("0109")]
    state = build_position(ROAD, units, phase=Phase.SOVIET_START)
    assert take_defensive_mode(state, 0) == Refusal.OK
    assert check_defensive_mode(state, 0) == Refusal.ALREADY_DEFENSIVE
    assert check_defensive_mode(state, 1) == Refusal.MODE_FIXED
    assert check_defensive_mode(state, 2) == Refusal.NO_HEADQUARTERS
    assert state.game.mode_changes == 1


@pytest.mark.rule("army_group_south 21.1, 21.2a, 21.2b, 21.0a, 21.0d")
@pytest.mark.parametrize(
    ("staffs", "mode"),
    [
        ([headquarters("0110")], Mode.OFFENSIVE),
        ([headquarters("0110", mode=Mode.DEFENSIVE)], Mode.DEFENSIVE),
        ([], Mode.DEFENSIVE),
    ],
)
def test_a_unit_has_the_mode_of_its_headquarters(staffs, mode):
    state = build_position(ROAD, [rifle("0112"), *staffs])
    assert current_mode(state, 0) == mode


@pytest.mark.rule("army_group_south 21.0d")
@pytest.mark.parametrize(
    ("choice", "wish", "mode"),
    [
        ("owner", Mode.OFFENSIVE, Mode.OFFENSIVE),
        ("owner", Mode.DEFENSIVE, Mode.DEFENSIVE),
        ("offensive", Mode.DEFENSIVE, Mode.OFFENSIVE),
        ("defensive", Mode.OFFENSIVE, Mode.DEFENSIVE),
    ],
)
def test_between_two_modes_the_owner_chooses(choice, wish, mode):
    units = [rifle("0112", mode_wish=wish), headquarters("0110")]
    units += [headquarters("0109", mode=Mode.DEFENSIVE)]
    state = build_position(ROAD, units, rules={"hq.two_modes_in_reach": choice})
    assert current_mode(state, 0) == mode


@pytest.mark.rule("army_group_south 15.0d, 21.0d")
@pytest.mark.parametrize("word", ["offensive", "defensive"])
def test_arrivals_without_a_line_move_as_the_ruling_says(word):
    rules = {"movement.modes_without_line": word}
    units = [rifle("0112", entered_turn=3)]
    state = build_position(ROAD, units, rules=rules, phase=Phase.SOVIET_MOVEMENT)
    assert current_mode(state, 0) == Mode[word.upper()]


@pytest.mark.rule("army_group_south 21.0e, 12.0b, 12.3, 4.2-A1a, 4.2-B1, 5.25")
def test_mode_and_supply_are_fixed_as_the_phase_begins():
    units = [rifle("0112"), headquarters("0110", mode=Mode.DEFENSIVE), rifle("0119")]
    state = build_position(ROAD, units, phase=Phase.SOVIET_START)
    begin_phase(state, np.int64(Phase.SOVIET_MOVEMENT))
    assert state.units["mode"].tolist() == [Mode.DEFENSIVE] * 3
    assert state.units["supplied"].tolist() == [1, 1, 0]


@pytest.mark.rule("army_group_south 12.24")
def test_nobody_dies_of_want_of_supply():
    state = build_position(clear_map(3, 8), [infantry("0204", supplied=0)])
    for phase in (Phase.AXIS_MOVEMENT, Phase.AXIS_COMBAT, Phase.AXIS_MECHANIZED):
        begin_phase(state, np.int64(phase))
    assert state.units[0].steps == 4


# --- lines are traced again when they may have changed


@pytest.mark.rule("army_group_south 8.25, 12.1, 12.14, 20.1, 20.2")
@pytest.mark.parametrize("zones_block_rails", [0, 1])
def test_lines_left_alone_are_those_that_would_be_traced_anew(zones_block_rails):
    board = [".X .R .R .R . . s . . . . . . .E"] * 9
    units = [infantry("0204"), panzer("0405"), infantry("0604"), grenadier("0803")]
    units += [rifle("0309"), rifle("0509"), brigade("0710"), headquarters("0512")]
    units += [headquarters("0611", mode=Mode.DEFENSIVE)]
    rails = {(f"04{column:02d}", f"04{column + 1:02d}"): "rail" for column in range(1, 9)}
    rules = {"supply.zones_block_rails": zones_block_rails}
    state = build_position(board, units, sides=rails, rules=rules)
    dice = np.random.default_rng(3)
    left_alone = 0
    for _ in range(400):
        unit = int(dice.integers(len(units)))
        goal = int(dice.choice(state.neighbour[state.units[unit].hex]))
        enemy = 1 - state.units[unit].side
        if goal == len(state.ground) - 1 or state.ground[goal].occupant == enemy:
            continue
        enter_hex(state, np.int64(unit), np.int64(goal))
        left_alone += not (state.game.axis_supply_dirty and state.game.soviet_supply_dirty)
        refresh_supply(state, AXIS)
        refresh_supply(state, SOVIET)
        lines, command = state.supply.copy(), state.command.copy()
        state.game.axis_supply_dirty = state.game.soviet_supply_dirty = 1
        state.staff_traces[:] = -1
        refresh_supply(state, AXIS)
        refresh_supply(state, SOVIET)
        assert np.array_equal(state.supply, lines)
        assert np.array_equal(state.command, command)
    assert left_alone > 20


def test_more_headquarters_than_lines_are_kept_for_are_refused():
    with pytest.raises(DataError, match="31 headquarters; expected at most 30"):
        build_position(clear_map(8, 8), [headquarters()] * 31)
