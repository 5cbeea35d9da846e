"""Supply lines and states; maps of one row are read from west (high columns) to east."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.supply import (
    defends_halved,
    hex_supply,
    is_barred,
    is_out_of_supply,
    moves_and_attacks_halved,
    supply_state,
)
from balance.games.drive_on_stalingrad.vocabulary import Side, SupplyState
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    strip,
)

AXIS, SOVIET = int(Side.AXIS), int(Side.SOVIET)


def supply_of(state, unit):
    return SupplyState(supply_state(state, unit))


@pytest.mark.rule("drive_on_stalingrad 7.3e, 7.12a")
@pytest.mark.rule("drive_on_stalingrad 7.3b, 7.12i")
def test_german_line_reaches_seven_hexes_to_an_ultimate_source_not_eight():
    state = build_position(strip(12, {12: ".A-"}), [panzer("0105"), panzer("0104")])
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12a")
def test_line_limit_is_read_from_the_rules():
    limits = {"supply.line_max_hexes": 3}
    state = build_position(strip(12, {12: ".A-"}), [panzer("0109"), panzer("0108")], rules=limits)
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.1, 7.3a")
@pytest.mark.rule("drive_on_stalingrad 7.3c, 7.12h")
def test_town_of_the_network_carries_the_line_on():
    linked = build_position(strip(20, {20: ".A-", 13: ".T-"}), [panzer("0106")])
    assert supply_of(linked, 0) == SupplyState.REGULAR
    outside = build_position(strip(20, {20: ".A-", 13: ".T"}), [panzer("0106")])
    assert supply_of(outside, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12h")
def test_town_eight_hexes_from_any_source_passes_nothing_on():
    state = build_position(strip(20, {20: ".A-", 12: ".T-"}), [panzer("0112")])
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12j, 7.14e")
def test_chain_may_have_any_number_of_links():
    towns = {34: ".A-", 27: ".T-", 20: ".T-", 13: ".T-"}
    state = build_position(strip(34, towns), [panzer("0106"), panzer("0105")])
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12d")
def test_enemy_unit_stops_a_line_until_it_leaves():
    state = build_position(strip(9, {9: ".A-"}), [panzer("0103"), rifle("0106")])
    assert supply_of(state, 0) == SupplyState.OUT
    lift_unit(state, 1)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12d, 7.12h, 7.16a")
def test_a_town_is_linked_again_as_soon_as_the_enemy_leaves_the_line():
    rows = strip(20, {20: ".A-", 13: ".T-"})
    state = build_position(rows, [panzer("0106"), rifle("0116")])
    assert supply_of(state, 0) == SupplyState.OUT
    lift_unit(state, 1)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12d")
def test_empty_hex_under_enemy_control_does_not_stop_a_line():
    state = build_position(strip(9, {9: ".A-"}), [panzer("0103")])
    assert state.ground[hex_named(state, "0106")].control == SOVIET
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12d")
def test_line_goes_round_an_enemy_unit():
    rows = clear_map(3, 6)
    rows[1] = ".A- . . . . ."
    state = build_position(rows, [panzer("0203"), rifle("0204")])
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12c")
def test_blocked_side_stops_lines_of_both_sides():
    sides = {("0103", "0104"): "blocked"}
    state = build_position(strip(5, {5: ".A-"}), [panzer("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT
    state = build_position(strip(5, {5: ".N"}), [rifle("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12g, 9.16b")
def test_volga_stops_german_lines_alone():
    sides = {("0103", "0104"): "volga"}
    state = build_position(strip(5, {5: ".A-"}), [panzer("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT
    state = build_position(strip(5, {5: ".N"}), [rifle("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12a")
def test_rivers_and_all_playable_terrain_carry_lines():
    sides = {("0103", "0104"): "river"}
    rows = strip(8, {8: ".A-", 7: "m", 6: "s", 5: "h", 4: "f", 3: "d"})
    state = build_position(rows, [infantry("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12a, 9.16")
def test_rivers_stop_lines_in_a_variant():
    sides = {("0103", "0104"): "river"}
    rules = {"hexsides:river:axis_supply": "0"}
    state = build_position(strip(5, {5: ".A-"}), [panzer("0102")], sides=sides, rules=rules)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12d, 7.12f")
def test_enemies_bar_lines_of_both_sides_and_works_those_of_one():
    state = build_position(strip(5, {3: ".L"}), [panzer("0104"), rifle("0102")])
    names = ("0102", "0103", "0104")
    barred = [[bool(is_barred(state, s, hex_named(state, n))) for n in names] for s in Side]
    assert barred == [[True, True, False], [False, False, True]]


@pytest.mark.rule("drive_on_stalingrad 7.12b")
def test_soviet_lines_cross_lakes_and_german_lines_do_not():
    state = build_position(strip(5, {5: ".N", 3: "l"}), [rifle("0102")])
    assert supply_of(state, 0) == SupplyState.REGULAR
    state = build_position(strip(5, {5: ".A-", 3: "l"}), [panzer("0102")])
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12b")
def test_soviet_lines_cross_the_sides_of_lakes():
    sides = {("0103", "0104"): "water"}
    state = build_position(strip(5, {5: ".N"}), [rifle("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12e")
def test_sea_stops_every_line():
    state = build_position(strip(5, {5: ".N", 3: "w"}), [rifle("0102")])
    assert supply_of(state, 0) == SupplyState.OUT
    sides = {("0103", "0104"): "water"}
    state = build_position(strip(5, {5: ".N", 4: ".K", 3: ".K"}), [rifle("0102")], sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12f, 11.23c")
def test_intact_fortification_stops_german_lines_until_it_is_entered():
    rows = strip(6, {6: ".A-", 4: ".L"})
    state = build_position(rows, [panzer("0102"), panzer("0105")])
    assert supply_of(state, 0) == SupplyState.OUT
    enter_hex(state, 1, hex_named(state, "0104"))
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.12f")
def test_fortification_does_not_stop_soviet_lines():
    state = build_position(strip(6, {6: ".N", 4: ".L"}), [rifle("0102")])
    assert supply_of(state, 0) == SupplyState.REGULAR


# --- states


@pytest.mark.rule("drive_on_stalingrad 7.2, 7.5a")
@pytest.mark.rule("drive_on_stalingrad 7.15b, 7.3f")
def test_each_german_state_halves_what_the_book_says():
    state = build_position(
        strip(20, {20: ".A-", 10: ".K", 5: ".", 1: ".K"}),
        [panzer("0115"), panzer("0110"), panzer("0105"), panzer("0102")],
    )
    state.game.aerial_hex = hex_named(state, "0105")
    states = [supply_of(state, unit) for unit in range(4)]
    assert states == [
        SupplyState.REGULAR,
        SupplyState.COASTAL,
        SupplyState.AERIAL,
        SupplyState.OUT,
    ]
    assert [moves_and_attacks_halved(s) for s in states] == [False, True, True, True]
    assert [defends_halved(s) for s in states] == [False, False, False, True]


@pytest.mark.rule("drive_on_stalingrad 7.2")
def test_regular_supply_goes_before_all_other_states():
    state = build_position(strip(5, {5: ".A-", 3: ".K"}), [panzer("0103")])
    state.game.aerial_hex = hex_named(state, "0103")
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.6a, 7.6b")
def test_aerial_marker_serves_its_hex_and_the_next_ones():
    state = build_position(clear_map(5, 6), [panzer("0303"), panzer("0302"), panzer("0301")])
    state.game.aerial_hex = hex_named(state, "0303")
    states = [supply_of(state, unit) for unit in range(3)]
    assert states == [SupplyState.AERIAL, SupplyState.AERIAL, SupplyState.OUT]


@pytest.mark.rule("drive_on_stalingrad 7.6b")
def test_aerial_supply_goes_before_coastal_unless_a_variant_says_no():
    rows = strip(3, {2: ".K"})
    state = build_position(rows, [panzer("0102")])
    state.game.aerial_hex = hex_named(state, "0102")
    assert supply_of(state, 0) == SupplyState.AERIAL
    state = build_position(rows, [panzer("0102")], rules={"supply.aerial_before_coastal": 0})
    state.game.aerial_hex = hex_named(state, "0102")
    assert supply_of(state, 0) == SupplyState.COASTAL


@pytest.mark.rule("drive_on_stalingrad 7.5a, 7.7")
def test_soviet_units_know_neither_coastal_nor_aerial_supply():
    state = build_position(strip(3, {2: ".K"}), [rifle("0102")])
    state.game.aerial_hex = hex_named(state, "0102")
    assert supply_of(state, 0) == SupplyState.OUT
    assert is_out_of_supply(state, 0)


# --- Soviet sources


@pytest.mark.rule("drive_on_stalingrad 7.8a, 7.8b, 7.8d")
@pytest.mark.rule("drive_on_stalingrad 7.8e")
def test_soviet_line_runs_by_towns_to_a_volga_source():
    state = build_position(strip(20, {1: ".N", 8: ".T"}), [rifle("0115"), rifle("0116")])
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.9a")
def test_soviets_east_of_the_volga_need_no_line():
    rows = strip(3, {2: ".G"})
    state = build_position(rows, [rifle("0102"), rifle("0103")])
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT
    state = build_position(rows, [rifle("0102")], rules={"supply.soviet_auto_supply": 0})
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.9a")
def test_germans_east_of_the_volga_get_nothing_from_it():
    state = build_position(strip(3, {2: ".G"}), [panzer("0102")])
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.10a, 7.13b")
def test_southern_soviets_use_southern_sources_alone():
    rows = clear_map(2, 3)  # rows 33 and 34
    north = build_position([". . .N", ". . ."], [rifle("3402"), rifle("3302")], first_row=33)
    assert supply_of(north, 0) == SupplyState.OUT
    assert supply_of(north, 1) == SupplyState.REGULAR
    south = build_position([rows[0], ". . .S"], [rifle("3402"), rifle("3302")], first_row=33)
    assert supply_of(south, 0) == SupplyState.REGULAR
    assert supply_of(south, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.13b")
def test_southern_soviet_line_may_not_run_through_the_north():
    rows = [". . .", ". . .S"]
    state = build_position(rows, [rifle("3403")], first_row=33)
    assert supply_of(state, 0) == SupplyState.REGULAR
    sides = {("3402", "3403"): "blocked"}
    state = build_position(rows, [rifle("3403")], first_row=33, sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.10b, 7.11")
def test_astrakhan_is_a_source_of_both_maps():
    state = build_position([". . .Z", ". . ."], [rifle("3402"), rifle("3302")], first_row=33)
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.14a, 7.18a")
def test_captured_soviet_source_serves_neither_side():
    state = build_position(strip(5, {1: ".N"}), [rifle("0104"), panzer("0102")])
    enter_hex(state, 1, hex_named(state, "0101"))
    lift_unit(state, 1)
    assert supply_of(state, 0) == SupplyState.OUT
    assert hex_supply(state, AXIS, hex_named(state, "0102")) != SupplyState.REGULAR


# --- north and south for the German side


@pytest.mark.rule("drive_on_stalingrad 7.13a")
def test_northern_units_may_not_trace_through_the_south():
    rows = [".A- . . .", ". . . ."]
    sides = {("3303", "3304"): "blocked"}
    state = build_position(rows, [panzer("3302")], first_row=33, sides=sides)
    assert supply_of(state, 0) == SupplyState.OUT


def rostov_map(rostov: str = ".R-", column: int = 3) -> list[str]:
    """Three rows: source and Rostov in row 33, the south below."""
    cells = [".A-", ".", ".", ".", "."]
    cells[5 - column] = rostov
    return [" ".join(cells), ". . . . .", ". . . . ."]


@pytest.mark.rule("drive_on_stalingrad 7.4a, 7.13c")
def test_southern_line_must_pass_through_rostov():
    state = build_position(rostov_map(), [panzer("3403")], first_row=33)
    assert supply_of(state, 0) == SupplyState.REGULAR
    none = build_position(rostov_map("."), [panzer("3403")], first_row=33)
    assert supply_of(none, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.4a, 7.13c")
def test_enemy_in_rostov_cuts_the_south():
    state = build_position(rostov_map(), [panzer("3403"), rifle("3303")], first_row=33)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.4a, 7.13c, 7.16a")
def test_the_south_is_supplied_again_as_soon_as_the_enemy_leaves_rostov():
    state = build_position(rostov_map(), [panzer("3403"), rifle("3303")], first_row=33)
    assert supply_of(state, 0) == SupplyState.OUT
    enter_hex(state, 1, hex_named(state, "3302"))
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.13c, 7.12d, 7.16a")
def test_a_longer_way_to_rostov_lengthens_the_lines_of_the_south():
    # Rostov is five hexes from the source, and no source itself; past the enemy it is six.
    rows = [". " * 10, ".A- . . . . .R . . . .", ". " * 10, ". " * 10]
    state = build_position(rows, [panzer("3404"), rifle("3204")], first_row=32)
    south = hex_named(state, "3504")
    assert hex_supply(state, AXIS, south) == SupplyState.REGULAR
    enter_hex(state, 1, hex_named(state, "3308"))
    assert hex_supply(state, AXIS, south) != SupplyState.REGULAR
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.13c")
def test_rostov_outside_the_network_still_lets_a_line_through():
    rows = [".A- . . . . .R . .", ". " * 8, ". " * 8]
    state = build_position(rows, [panzer("3402"), panzer("3501")], first_row=33)
    # Rostov is five hexes from the source; 3402 is one from Rostov, 3501 three.
    assert supply_of(state, 0) == SupplyState.REGULAR
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.4a")
def test_strict_variant_wants_rostov_as_a_working_source():
    rules = {"supply.rostov_must_be_source": 1}
    outside = build_position(rostov_map(".R"), [panzer("3403")], first_row=33, rules=rules)
    assert supply_of(outside, 0) == SupplyState.OUT
    inside = build_position(rostov_map(".R-"), [panzer("3403")], first_row=33, rules=rules)
    assert supply_of(inside, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.4b")
def test_coast_and_air_supply_the_south_without_rostov():
    rows = ["w w w", ".K . .", ". . ."]
    state = build_position(rows, [panzer("3403"), panzer("3501")], first_row=33)
    state.game.aerial_hex = hex_named(state, "3501")
    assert supply_of(state, 0) == SupplyState.COASTAL
    assert supply_of(state, 1) == SupplyState.AERIAL


@pytest.mark.rule("drive_on_stalingrad 7.4c, 7.13d")
def test_taman_supplies_the_south_while_active():
    rows = [". . .", ".Q . ."]
    state = build_position(rows, [panzer("3401"), panzer("3402")], first_row=33)
    assert supply_of(state, 0) == SupplyState.OUT
    enter_hex(state, 1, hex_named(state, "3403"))
    assert state.game.taman_active == 1
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.4e")
def test_taman_retaken_shuts_down_and_may_be_activated_again():
    rows = [". . .", ".Q . ."]
    units = [panzer("3401"), panzer("3402"), rifle("3303")]
    state = build_position(rows, units, first_row=33)
    taman = hex_named(state, "3403")
    enter_hex(state, 1, taman)
    enter_hex(state, 1, hex_named(state, "3402"))
    enter_hex(state, 2, taman)
    assert state.game.taman_active == 0
    assert supply_of(state, 0) == SupplyState.OUT
    enter_hex(state, 2, hex_named(state, "3303"))
    enter_hex(state, 1, taman)
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.4e")
def test_taman_stays_shut_where_a_variant_says_so():
    rows = [". . .", ".Q . ."]
    units = [panzer("3401"), panzer("3402"), rifle("3303")]
    state = build_position(rows, units, first_row=33, rules={"supply.taman_reactivates": 0})
    taman = hex_named(state, "3403")
    for unit, h in ((1, taman), (1, hex_named(state, "3402")), (2, taman)):
        enter_hex(state, unit, h)
    enter_hex(state, 2, hex_named(state, "3303"))
    enter_hex(state, 1, taman)
    assert supply_of(state, 0) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.4e")
def test_soviets_who_come_first_find_no_base_to_shut():
    rows = [". . .", ".Q . ."]
    state = build_position(rows, [rifle("3402"), panzer("3401")], first_row=33)
    enter_hex(state, 0, hex_named(state, "3403"))
    assert (state.game.taman_active, state.game.event_count) == (0, 0)
    enter_hex(state, 0, hex_named(state, "3402"))
    for name in ("3302", "3403"):
        enter_hex(state, 1, hex_named(state, name))
    assert state.game.taman_active == 1


@pytest.mark.rule("drive_on_stalingrad 7.4c, 7.13a")
def test_taman_is_no_source_for_the_north():
    state = build_position([". . .", ".Q . ."], [panzer("3402"), panzer("3302")], first_row=33)
    enter_hex(state, 0, hex_named(state, "3403"))
    assert supply_of(state, 1) == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.16a, 7.16b")
def test_supply_is_judged_anew_after_every_move():
    state = build_position(strip(9, {9: ".A-"}), [panzer("0103"), panzer("0104"), rifle("0109")])
    assert supply_of(state, 0) == SupplyState.OUT  # the source is taken
    enter_hex(state, 2, hex_named(state, "0105"))
    assert supply_of(state, 0) == SupplyState.OUT  # and lies behind the enemy
    lift_unit(state, 2)
    enter_hex(state, 1, hex_named(state, "0109"))
    assert supply_of(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 9.32b")
def test_flooded_manych_bars_no_line_unless_a_variant_says_so():
    sides = {("0102", "0103"): "river|manych"}
    rows = strip(3, {3: ".A-"})
    state = build_position(rows, [panzer("0101")], sides=sides, flood_turn=5)
    assert supply_of(state, 0) == SupplyState.REGULAR


def test_supply_of_a_hex_can_be_asked_without_a_unit():
    state = build_position(strip(9, {9: ".A-"}))
    assert hex_supply(state, AXIS, hex_named(state, "0105")) == SupplyState.REGULAR
    assert hex_supply(state, SOVIET, hex_named(state, "0105")) == SupplyState.OUT
