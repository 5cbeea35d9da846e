"""Retreat after combat: where to, together or apart, and who had better not have gone there."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.turn import begin_phase
from balance.games.drive_on_stalingrad.vocabulary import (
    Phase,
    Result,
    Side,
    Status,
)
from tests.games.drive_on_stalingrad.assaults import (
    BOARD,
    SOVIET_ASSAULT,
    TARGET,
    board_of,
    fought,
    fought_on_the_move,
    place_of,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    tank_corps,
)

# --- where to


@pytest.mark.rule("drive_on_stalingrad 11.33a")
def test_beaten_defenders_go_to_an_adjacent_hex_without_enemies():
    state = board_of([infantry("0308"), rifle(TARGET), rifle(TARGET)], Result.DR)
    battle = fought(state, [0])
    assert (place_of(state, 1), place_of(state, 2)) == ("0306", "0306")
    assert (battle.retreated, battle.defender_units_lost) == (2, 0)


@pytest.mark.rule("drive_on_stalingrad 11.33a")
def test_no_defender_retreats_into_enemies():
    units = [infantry("0308"), infantry("0306"), infantry("0406"), rifle(TARGET)]
    state = board_of(units, Result.DR)
    fought(state, [0])
    assert place_of(state, 3) == "0206"


@pytest.mark.rule("drive_on_stalingrad 11.33c")
@pytest.mark.parametrize("wanted", ["0306", "0206", "0406"])
def test_of_hexes_nearer_to_supply_the_owner_takes_the_one_he_likes(wanted):
    rows = change_cell(change_cell(BOARD, 3, 1, "."), 3, 4, ".N")
    state = board_of([infantry("0308"), rifle(TARGET)], Result.DR, rows=rows)
    state.retreat_value[Side.SOVIET, hex_named(state, wanted)] = 10
    # However much he likes it, a hex that leads away from supply comes last.
    state.retreat_value[Side.SOVIET, hex_named(state, "0207")] = 30000
    nearer = {"0306"} if wanted == "0306" else {wanted, "0306"}
    fought(state, [0])
    assert place_of(state, 1) in nearer


@pytest.mark.rule("drive_on_stalingrad 11.33c")
@pytest.mark.parametrize(
    ("source", "nearer"),
    [((3, 1), {"0306"}), ((1, 7), {"0206", "0207"}), ((5, 7), {"0406", "0407"})],
)
def test_a_retreat_leads_nearer_to_the_nearest_source(source, nearer):
    rows = change_cell(change_cell(BOARD, 3, 1, "."), *source, ".N")
    state = board_of([infantry("0308"), rifle(TARGET)], Result.DR, rows=rows)
    for name in ("0306", "0206", "0207", "0406", "0407"):
        value = -1 if name in nearer else 30000
        state.retreat_value[Side.SOVIET, hex_named(state, name)] = value
    fought(state, [0])
    assert place_of(state, 1) in nearer


@pytest.mark.rule("drive_on_stalingrad 11.33c")
def test_german_units_fall_back_towards_their_own_source():
    state = board_of([rifle("0306", attack=7), infantry(TARGET)], Result.DR, **SOVIET_ASSAULT)
    fought(state, [0])
    assert place_of(state, 1) == "0308"


@pytest.mark.rule("drive_on_stalingrad 11.33c")
def test_without_a_hex_nearer_to_supply_the_owner_chooses():
    surrounding = [infantry(name) for name in ("0308", "0306", "0206", "0406")]
    state = board_of([*surrounding, rifle(TARGET, defense=4)], Result.DR)
    state.retreat_value[Side.SOVIET, hex_named(state, "0407")] = 1
    fought(state, [0])
    assert place_of(state, 4) == "0407"


# Rows 32 and 33 are of the north map, 34 and 35 of the south map.
NORTH_AND_SOUTH = clear_map(4, 12)


def retreat_between_maps(loser, sources, wanted, **more):
    """Beat a unit that would rather go to another hex, and name the hex that it goes to."""
    rows = NORTH_AND_SOUTH
    for name, cell in sources.items():
        rows = change_cell(rows, int(name[:2]) - 31, int(name[2:]), cell)
    german = loser["side"] == Side.AXIS
    row = int(loser["at"][:2])
    victor = rifle(f"{row}06", attack=7) if german else infantry(f"{row}08")
    more |= SOVIET_ASSAULT if german else {}
    state = board_of([victor, loser], Result.DR, rows=rows, first_row=32, **more)
    state.retreat_value[loser["side"], hex_named(state, wanted)] = 9
    fought(state, [0], loser["at"])
    return place_of(state, 1)


@pytest.mark.rule("drive_on_stalingrad 11.33c, 7.13a")
def test_soviets_of_the_north_map_retreat_towards_a_source_of_that_map():
    sources = {"3301": ".N", "3507": ".S"}
    assert retreat_between_maps(rifle("3307"), sources, "3406") == "3306"


@pytest.mark.rule("drive_on_stalingrad 11.33c, 7.13b")
def test_soviets_of_the_south_map_retreat_towards_a_source_of_that_map():
    sources = {"3401": ".S", "3207": ".N"}
    assert retreat_between_maps(rifle("3407"), sources, "3307") == "3406"


@pytest.mark.rule("drive_on_stalingrad 11.33c, 7.13a")
def test_germans_of_the_north_map_do_not_retreat_towards_taman():
    sources = {"3312": ".A-", "3507": ".Q-"}
    place = retreat_between_maps(infantry("3307"), sources, "3407", taman_active=1)
    assert place == "3308"


@pytest.mark.rule("drive_on_stalingrad 11.33c, 7.4a, 7.13c")
@pytest.mark.parametrize(("rostov", "place"), [(".R-", "3307"), (".", "3508")])
def test_germans_of_the_south_map_count_northern_sources_only_by_rostov(rostov, place):
    # Without Rostov no source serves them, and they go where their owner likes.
    sources = {"3206": ".A-", "3207": rostov}
    assert retreat_between_maps(infantry("3407"), sources, "3508") == place


@pytest.mark.rule("drive_on_stalingrad 11.33b")
@pytest.mark.parametrize(("intact", "hex_name"), [(1, "0207"), (0, "0308")])
def test_germans_do_not_retreat_into_empty_works_still_intact(intact, hex_name):
    rows = change_cell(BOARD, 3, 8, ".L")
    units = [rifle("0306", attack=7), infantry(TARGET)]
    state = board_of(units, Result.DR, rows=rows, **SOVIET_ASSAULT)
    state.ground[hex_named(state, "0308")].line_intact = intact
    state.retreat_value[Side.AXIS, hex_named(state, "0207")] = 5
    state.retreat_value[Side.AXIS, hex_named(state, "0308")] = 9
    fought(state, [0])
    assert place_of(state, 1) == hex_name


@pytest.mark.rule("drive_on_stalingrad 11.33b")
def test_soviets_retreat_into_their_works():
    rows = change_cell(BOARD, 3, 6, ".L")
    state = board_of([infantry("0308"), rifle(TARGET)], Result.DR, rows=rows)
    fought(state, [0])
    assert place_of(state, 1) == "0306"
    assert state.ground[hex_named(state, "0306")].line_intact == 1


# --- what bars the way


@pytest.mark.rule("drive_on_stalingrad 11.34a")
def test_a_retreat_costs_no_points():
    rows = change_cell(BOARD, 3, 6, "h")
    state = board_of([infantry("0308"), tank_corps(TARGET, movement=1)], Result.DR, rows=rows)
    before = int(state.units[1].mp_left)
    fought(state, [0])
    assert (place_of(state, 1), state.units[1].mp_left) == ("0306", before)


@pytest.mark.rule("drive_on_stalingrad 11.34a, 9.19")
@pytest.mark.parametrize(
    ("cell", "side", "open_to"),
    [
        (".", "water", ()),
        (".", "blocked", ()),
        ("w", "", ()),
        ("m", "", ("rifle",)),
        ("s", "", ("rifle",)),
        (".", "river", ("rifle", "tank_corps")),
        (".", "volga", ("rifle", "tank_corps")),
    ],
)
def test_a_retreat_keeps_to_what_bars_movement(cell, side, open_to):
    rows = change_cell(BOARD, 3, 6, cell)
    sides = {("0306", "0307"): side} if side else None
    for name, unit in (("rifle", rifle), ("tank_corps", tank_corps)):
        state = board_of([infantry("0308"), unit(TARGET)], Result.DR, rows=rows, sides=sides)
        fought(state, [0])
        assert (place_of(state, 1) == "0306") == (name in open_to)


@pytest.mark.rule("drive_on_stalingrad 11.34b")
def test_defenders_that_would_overstack_stay_and_are_eliminated():
    surrounded = [infantry(name) for name in ("0308", "0207", "0206", "0407", "0406")]
    state = board_of([*surrounded, *[rifle("0306")] * 8, rifle(TARGET)], Result.DR)
    battle = fought(state, [0])
    assert (place_of(state, 13), battle.defender_units_lost, battle.retreated) == ("", 1, 0)
    state = board_of([*surrounded, *[rifle("0306")] * 7, rifle(TARGET)], Result.DR)
    fought(state, [0])
    assert place_of(state, 12) == "0306"


@pytest.mark.rule("drive_on_stalingrad 11.34b")
def test_all_stay_if_there_is_room_for_some_only():
    surrounded = [infantry(name) for name in ("0308", "0207", "0206", "0407", "0406")]
    state = board_of([*surrounded, *[rifle("0306")] * 7, rifle(TARGET), rifle(TARGET)], Result.DR)
    battle = fought(state, [0])
    assert (battle.defender_units_lost, battle.retreated) == (2, 0)


@pytest.mark.rule("drive_on_stalingrad 11.34b, 6.4")
def test_artillery_finds_room_of_its_own():
    surrounded = [infantry(name) for name in ("0308", "0207", "0206", "0407", "0406")]
    units = [*surrounded, *[rifle("0306")] * 8, artillery(TARGET, defense=2)]
    state = board_of(units, Result.DR)
    fought(state, [0])
    assert place_of(state, 13) == "0306"
    state = board_of(
        [*surrounded, *[artillery("0306")] * 3, artillery(TARGET, defense=2)], Result.DR
    )
    fought(state, [0])
    assert place_of(state, 8) == ""


@pytest.mark.rule("drive_on_stalingrad 6.3f, 11.34b")
@pytest.mark.parametrize(("others", "place"), [([], "0305"), ([infantry("0305")], "0204")])
def test_a_mixed_stack_retreats_into_supply_where_nobody_stands(others, place):
    # 0305 is in supply, 0304 and 0204 are a hex too far.
    units = [rifle("0303", attack=7), infantry("0304"), satellite("0304"), *others]
    state = board_of(units, Result.DR, **SOVIET_ASSAULT)
    state.retreat_value[Side.AXIS, hex_named(state, "0204")] = 5
    fought(state, [0], "0304")
    assert [place_of(state, u) for u in (1, 2)] == [place, place]


@pytest.mark.rule("drive_on_stalingrad 11.34c")
def test_a_stack_stays_together_as_long_as_one_hex_takes_it():
    units = [infantry("0308"), *[rifle("0306")] * 7, rifle(TARGET), rifle(TARGET)]
    state = board_of(units, Result.DR)
    fought(state, [0])
    places = {place_of(state, 8), place_of(state, 9)}
    assert len(places) == 1
    assert places != {"0306"}


@pytest.mark.rule("drive_on_stalingrad 11.34c")
def test_a_stack_splits_where_only_that_keeps_to_the_limits():
    surrounded = [infantry(name) for name in ("0308", "0207", "0407", "0406")]
    others = [rifle("0306")] * 7 + [rifle("0206")] * 7
    state = board_of([*surrounded, *others, rifle(TARGET), rifle(TARGET)], Result.DR)
    battle = fought(state, [0])
    assert {place_of(state, 18), place_of(state, 19)} == {"0306", "0206"}
    assert (battle.retreated, battle.defender_units_lost) == (2, 0)


@pytest.mark.rule("drive_on_stalingrad 11.34b, 11.34c, 6.4")
@pytest.mark.parametrize(("there", "retreated"), [(1, 2), (2, 0)])
def test_artillery_that_finds_no_room_together_stays(there, retreated):
    surrounded = [infantry(name) for name in ("0308", "0207", "0206", "0407", "0406")]
    driven = [artillery(TARGET, defense=2)] * 2
    state = board_of([*surrounded, *[artillery("0306")] * there, *driven], Result.DR)
    assert fought(state, [0]).retreated == retreated


@pytest.mark.rule("drive_on_stalingrad 11.34c")
def test_who_has_fewest_ways_out_of_a_stack_that_splits_chooses_first():
    # The rifles would take the nearer hex, the only one that the tanks can enter.
    surrounded = [infantry(name) for name in ("0308", "0207", "0407", "0406")]
    rows = change_cell(BOARD, 2, 6, "m")
    others = [rifle("0306")] * 7 + [rifle("0206")] * 7
    state = board_of(
        [*surrounded, *others, tank_corps(TARGET), rifle(TARGET)], Result.DR, rows=rows
    )
    assert fought(state, [0]).retreated == 2
    assert [place_of(state, u) for u in (18, 19)] == ["0306", "0206"]


@pytest.mark.rule("drive_on_stalingrad 11.34c")
def test_a_stack_does_not_split_over_terrain():
    # Alone the rifle division could go into the mountains; stacking doesn't require it to part.
    surrounded = [infantry(name) for name in ("0308", "0207", "0206", "0407", "0406")]
    rows = change_cell(BOARD, 3, 6, "m")
    state = board_of([*surrounded, rifle(TARGET), tank_corps(TARGET)], Result.DR, rows=rows)
    assert fought(state, [0]).retreated == 0
    assert [place_of(state, u) for u in (5, 6)] == ["", ""]


@pytest.mark.rule("drive_on_stalingrad 11.34d")
@pytest.mark.parametrize(("fate", "steps"), [("DE", 0), ("stay", 1)])
def test_defenders_with_no_way_out_suffer_what_the_ruling_says(fate, steps):
    around = ("0308", "0306", "0207", "0206", "0407", "0406")
    units = [infantry(name) for name in around] + [rifle(TARGET, defense=6)]
    state = board_of(units, Result.DR, rules={"retreat.no_legal_hex": fate})
    fought(state, [0])
    assert state.units[6].steps == steps


@pytest.mark.rule("drive_on_stalingrad 11.34d, 11.36a")
def test_full_germans_with_no_way_out_hold_on_reduced():
    around = ("0308", "0306", "0207", "0206", "0407", "0406")
    units = [rifle(name, attack=7) for name in around] + [infantry(TARGET)]
    state = board_of(units, Result.DR, **SOVIET_ASSAULT)
    fought(state, [0], advance=1)
    assert (state.units[6].steps, place_of(state, 6)) == (1, TARGET)
    assert place_of(state, 0) == "0308"


@pytest.mark.rule("drive_on_stalingrad 11.33a, 9.31b")
@pytest.mark.parametrize(("allowed", "place"), [(1, "0308"), (0, "")])
def test_the_launch_hex_left_by_a_mobile_assault_is_a_way_out(allowed, place):
    units = [panzer("0308"), *(infantry(n) for n in ("0306", "0207", "0206", "0407", "0406"))]
    rules = {"retreat.launch_hex_allowed": allowed}
    state = board_of(
        [*units, rifle(TARGET, defense=4)], Result.DR, phase=Phase.AXIS_FIRST, rules=rules
    )
    state.game.schwerpunkt = 1
    fought_on_the_move(state, [0])
    assert place_of(state, 6) == place
    assert place_of(state, 0) == TARGET


# --- no retreat into battle


def chase(result, defense=3):
    """Send a division back into a hex of others, and attack that hex with this result."""
    units = [infantry("0308"), infantry("0406"), rifle(TARGET), rifle("0306", defense=defense)]
    state = board_of(units, Result.DR)
    fought(state, [0])
    assert place_of(state, 2) == "0306"
    state.crt[:] = result
    return state, fought(state, [1], "0306")


@pytest.mark.rule("drive_on_stalingrad 11.35a")
def test_units_that_have_just_retreated_add_nothing_to_the_defense():
    _, battle = chase(Result.AS)
    assert (battle.defense, battle.defenders) == (3, 1)


@pytest.mark.rule("drive_on_stalingrad 11.35b")
@pytest.mark.parametrize(
    ("result", "survives", "paid"),
    [
        (Result.AS, True, 0),
        (Result.AL1, True, 1),
        (Result.DR, False, 0),
        (Result.DE, False, 0),
        (Result.EX, False, 1),
    ],
)
def test_units_that_have_just_retreated_die_unless_the_attack_fails(result, survives, paid):
    state, battle = chase(result)
    assert (state.units[2].status == Status.ON_MAP) == survives
    # Their loss is none of the result: an exchange counts the step of the other alone.
    assert battle.attacker_steps_lost == paid


@pytest.mark.rule("drive_on_stalingrad 11.35b")
def test_units_that_retreated_before_go_no_farther_with_the_others():
    state, battle = chase(Result.DR)
    assert place_of(state, 2) == ""
    assert place_of(state, 3) != ""
    assert (battle.retreated, battle.defender_units_lost) == (1, 1)


@pytest.mark.rule("drive_on_stalingrad 11.35a")
def test_in_the_next_phase_units_that_retreated_defend_again():
    state = board_of([infantry("0308"), infantry("0406"), rifle(TARGET), rifle("0306")], Result.DR)
    fought(state, [0])
    begin_phase(state, 1)
    state.crt[:] = Result.AS
    battle = fought(state, [1], "0306")
    assert (battle.defense, battle.defenders) == (6, 2)
