import datetime
import re
import shutil

import numpy as np
import pytest

from balance.errors import DataError, UnknownName
from balance.games.drive_on_stalingrad.armies import is_axis_army
from balance.games.drive_on_stalingrad.scenario import load_scenario, make_scenario
from balance.games.drive_on_stalingrad.scenario_file import find_scenario_file, read_scenario_file
from balance.games.drive_on_stalingrad.state import (
    LOCATION,
    OPPOSITE,
    RELEASE_TURN,
    RELEASED,
)
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Kind,
    Side,
    Status,
    SupplyState,
    Trait,
)
from balance.kernel.compiled import entry
from balance.rulebook.game import open_game

# Setting up takes plain Python seconds.
pytestmark = pytest.mark.compiled

GAME = "drive_on_stalingrad"


@pytest.fixture(scope="module")
def scenario():
    return load_scenario("operation_blue", open_game(GAME).rules)


@pytest.fixture(scope="module")
def state(scenario):
    return scenario.new_game(1)


def units_where(state, mask):
    return {int(u) for u in np.flatnonzero(mask)}


def has(hexes, feature):
    return (hexes["features"] & feature) != 0


@entry
def supply_of_all(state, out):
    for u in range(len(out)):
        if state.units[u].hex < len(state.ground) - 1:
            out[u] = supply_state(state, u)


def test_a_scenario_is_found_by_its_alias(scenario):
    assert find_scenario_file(open_game(GAME), "blue").name == "operation_blue"
    with pytest.raises(UnknownName, match="unknown scenario 'bleu'; did you mean 'blue'"):
        load_scenario("bleu", open_game(GAME).rules)


@pytest.mark.rule("drive_on_stalingrad 1.1a")
def test_game_turns_are_weeks_from_the_28th_of_june(scenario):
    assert scenario.first_day(1) == datetime.date(1942, 6, 28)
    assert scenario.first_day(2) == datetime.date(1942, 7, 5)
    assert scenario.last_turn == 11


@pytest.mark.rule("drive_on_stalingrad 4.5c")
def test_the_record_of_a_game_is_as_long_as_the_rules_let_it_be():
    rules = open_game("drive_on_stalingrad").rules.with_overrides({"victory.last_turn": 16})
    longer = load_scenario("operation_blue", rules)
    assert len(longer.template.turns) == 16
    assert longer.template.hex_turns.shape[1] == 17


@pytest.mark.rule("drive_on_stalingrad 3.2c")
@pytest.mark.rule("drive_on_stalingrad 3.2d")
@pytest.mark.rule("drive_on_stalingrad 3.2e")
@pytest.mark.rule("drive_on_stalingrad 3.2f")
def test_armies_are_released_on_the_turns_of_the_rulebook(scenario):
    turns = {
        entry.name: int(scenario.template.army[entry.army, RELEASE_TURN])
        for entry in scenario.file.armies
        if is_axis_army(entry.army)
    }

    assert turns == {"2A": 1, "4PA": 1, "2H": 2, "6A": 2, "1PA": 3, "17A": 4}
    late = open_game(GAME).rules.with_overrides({"sequence.release_6a": 3})
    other = make_scenario(scenario.file, late)
    assert other.template.army[Army.AXIS_6A, RELEASE_TURN] == 3


@pytest.mark.rule("drive_on_stalingrad 3.2k")
@pytest.mark.rule("drive_on_stalingrad 3.2l")
def test_every_front_army_faces_armies_of_the_german_side(scenario):
    def opposite(army):
        bits = int(scenario.template.army[army, OPPOSITE])
        return {other.name for other in Army if bits & (1 << other)}

    assert opposite(Army.SOVIET_40) == {"AXIS_2A", "AXIS_4PA", "AXIS_2H"}
    assert opposite(Army.SOVIET_38) == {"AXIS_6A", "AXIS_1PA"}
    assert opposite(Army.SOVIET_56) == {"AXIS_17A"}
    assert all(opposite(army) for army in range(Army.SOVIET_13, Army.RESERVE_5))
    assert not any(opposite(army) for army in range(Army.RESERVE_5, Army.RESERVE_8 + 1))
    assert not np.any(scenario.template.army[:, RELEASED])


@pytest.mark.rule("drive_on_stalingrad 8.4a")
def test_reserve_armies_stand_in_the_printed_hexes(scenario, state):
    printed = {
        Army.RESERVE_5: "1215",
        Army.RESERVE_6: "0917",
        Army.RESERVE_7: "2112",
        Army.RESERVE_8: "0606",
    }
    for army, name in printed.items():
        h = scenario.hex_index(name)
        members = state.units["army"] == army

        assert state.army[army, LOCATION] == h
        assert set(state.units["hex"][members]) == {h}


@pytest.mark.rule("drive_on_stalingrad 3.2k")
@pytest.mark.rule("drive_on_stalingrad 3.2o")
@pytest.mark.rule("drive_on_stalingrad 8.4b")
def test_front_and_reserve_armies_begin_frozen_and_all_others_free(scenario, state):
    frozen = state.units["frozen_by"] != Army.NONE
    soviet = state.units["side"] == Side.SOVIET

    assert np.array_equal(frozen, soviet & (state.units["army"] >= Army.SOVIET_13))
    assert np.count_nonzero(frozen) == 61 + 26
    assert np.array_equal(state.units["frozen_by"][frozen], state.units["army"][frozen])
    assert state.units["frozen_by"][scenario.order_of_battle.index("17 TC")] == Army.NONE


@pytest.mark.rule("drive_on_stalingrad 3.4a")
def test_each_side_controls_its_side_of_the_start_line_and_the_soviets_the_line(scenario, state):
    def control(name):
        return state.ground[scenario.hex_index(name)].control

    line = has(state.hexes, Feature.START_LINE)

    assert np.count_nonzero(line) > 20
    assert set(state.ground["control"][line]) == {Side.SOVIET}
    assert control("1134") == control("2230") == control("0233") == Side.AXIS
    assert control("2725") == control("0424") == control("2111") == control("5102") == Side.SOVIET
    at_start = has(state.hexes, Feature.SOVIET_AT_START)
    for side, mask in ((Side.SOVIET, at_start), (Side.AXIS, ~at_start)):
        stand = state.ground["occupant"] == side
        assert not np.any(stand & ~mask)


@pytest.mark.rule("drive_on_stalingrad 7.3d")
@pytest.mark.rule("drive_on_stalingrad 7.8c")
@pytest.mark.rule("drive_on_stalingrad 7.18b")
def test_networks_hold_every_town_and_city_on_the_sides_own_side(scenario, state):
    town = has(state.hexes, Feature.TOWN | Feature.CITY)
    soviet = has(state.hexes, Feature.SOVIET_AT_START)

    assert np.array_equal(state.ground["network_axis"] == 1, town & ~soviet)
    assert np.array_equal(state.ground["network_soviet"] == 1, town & soviet)
    assert state.ground[scenario.hex_index("2230")].network_axis == 1
    assert state.ground[scenario.hex_index("2725")].network_soviet == 1


@pytest.mark.rule("drive_on_stalingrad 11.23a")
def test_fortifications_begin_intact(state):
    line = has(state.hexes, Feature.DON_VOLGA_LINE)

    assert line.any()
    assert np.array_equal(state.ground["line_intact"] == 1, line)
    assert state.game.o_ring_intact == 1


@pytest.mark.rule("drive_on_stalingrad 4.4")
def test_the_game_begins_at_zero_points(state):
    assert (state.game.vp, state.game.vp_hexes, state.game.vp_oos, state.game.oos_kills) == (
        0, 0, 0, 0,
    )  # fmt: skip
    assert state.game.winner == -1
    assert not np.any((state.ground["control"] == Side.AXIS) & has(state.hexes, Feature.VP))


@pytest.mark.rule("drive_on_stalingrad 2.13a")
@pytest.mark.rule("drive_on_stalingrad 8.1a")
def test_reinforcements_wait_off_the_map(scenario, state):
    units, off_map = state.units, len(scenario.hex_names)
    later = np.isin(units["status"], (Status.AWAITING, Status.POOL))

    assert np.array_equal(units["hex"] == off_map, later)
    assert np.array_equal(units["status"] == Status.AWAITING, units["arrival_turn"] > 0)
    assert np.count_nonzero(later) == 24 + 67


@pytest.mark.rule("drive_on_stalingrad 12.1d")
def test_freely_placed_units_join_the_army_of_their_area(scenario, state):
    for u in np.flatnonzero(scenario.units["kind"] == Kind.SECURITY):
        h = state.units["hex"][u]
        assert state.units["army"][u] == state.hexes["area"][h] != Army.NONE
    free = np.flatnonzero(scenario.units["traits"] & Trait.FREE_SET_UP)
    assert len(free) == 2


@pytest.mark.rule("drive_on_stalingrad 2.14a")
def test_games_of_one_seed_are_alike_and_of_others_differ_in_hidden_values_alone(scenario):
    one, same, other = scenario.new_game(7), scenario.new_game(7), scenario.new_game(8)

    assert np.array_equal(one.units, same.units)
    assert one.game == same.game
    assert not np.array_equal(one.units["attack"], other.units["attack"])
    for field in set(one.units.dtype.names) - {"attack", "defense"}:
        assert np.array_equal(one.units[field], other.units[field])
    untried = (one.units["traits"] & Trait.UNTRIED) != 0
    assert np.array_equal(one.units["attack"][~untried], other.units["attack"][~untried])


def test_a_game_leaves_the_scenario_and_other_games_alone(scenario):
    one, other = scenario.new_game(1), scenario.new_game(1)
    before = other.units.copy(), other.ground.copy(), other.game.copy()

    one.units["hex"] = 3
    one.ground["control"] = Side.AXIS
    one.game.vp = 5
    one.army[:] = 9
    one.events["kind"] = 4

    assert np.array_equal(other.units, before[0])
    assert np.array_equal(other.ground, before[1])
    assert other.game == before[2]
    assert scenario.template.game.vp == 0
    assert not np.any(other.events["kind"])
    assert np.array_equal(scenario.new_game(1).army, other.army)


def test_all_units_begin_in_regular_supply(scenario, state):
    supply = np.full(len(state.units), SupplyState.REGULAR)
    supply_of_all(state, supply)

    assert [scenario.unit_names[u] for u in np.flatnonzero(supply != SupplyState.REGULAR)] == []


def edited(tmp_path, scenario, old, new):
    path = tmp_path / "operation_blue.toml"
    shutil.copy(scenario.file.path, path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.rule("drive_on_stalingrad 12.1a")
def test_front_hexes_that_miss_the_start_line_are_faults_of_the_file(tmp_path, scenario):
    path = edited(tmp_path, scenario, "front_rows = [3, 5]", "front_rows = [2, 4]")

    with pytest.raises(DataError) as error:
        make_scenario(read_scenario_file(path), scenario.ruleset)

    text = str(error.value)
    assert re.search(r"operation_blue\.toml:\d+: start line hex 05\d\d belongs to no front", text)
    assert "army 40 shares rows with army 13" in text


@pytest.mark.rule("drive_on_stalingrad 12.1a")
def test_a_front_army_needs_a_unit_for_each_of_its_hexes(scenario):
    rules = scenario.ruleset
    for number in (6, 45, 62, 121, 160):
        rules = rules.with_unit_edit({"unit": f"{number} Rif", "remove": True})

    with pytest.raises(DataError, match=r"army 40 has 1 units for \d start line hexes"):
        make_scenario(scenario.file, rules)


def test_a_broken_scenario_file_tells_every_fault(tmp_path, scenario):
    path = edited(tmp_path, scenario, 'opposite = ["2A", "4PA"]', 'oposite = ["2A"]')
    path.write_text(path.read_text().replace('name = "21"\n', 'name = "22"\n', 1))
    path.write_text(path.read_text().replace("\nradius", "\n# radius", 1))

    with pytest.raises(DataError) as error:
        read_scenario_file(path)

    assert len(error.value.faults) == 3
    assert "[[army]] has the unknown entry oposite" in error.value.faults[0]
    assert "unknown army '22'; did you mean" in error.value.faults[1]
    assert re.search(r"\.toml:[0-9]+: \[\[area\]\] lacks 'radius'", error.value.faults[2])


@pytest.mark.rule("drive_on_stalingrad 8.4a")
def test_reserve_armies_stand_on_the_map(scenario):
    hexes = ["1215", "0917", "2112", "9999"]
    rules = scenario.ruleset.with_overrides({"setup.reserve_hexes": hexes})
    with pytest.raises(UnknownName, match=r"unknown hex '9999' of setup\.reserve_hexes"):
        make_scenario(scenario.file, rules)


def test_a_unit_of_an_unknown_area_is_a_fault_of_its_row(scenario):
    rules = scenario.ruleset.with_unit_edit({"unit": "17 TC", "set_up": "area:voronesh"})

    with pytest.raises(DataError, match=r"soviet\.csv:\d+: unknown set-up area 'voronesh'"):
        make_scenario(scenario.file, rules)
