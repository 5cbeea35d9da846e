"""Counters and set-ups of Stalingrad 1942-43: rated by the formula, placed on their own ground."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from balance.files.charts import Row, read_rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game
from balance.rulebook.parameters import ORIGINS

FOLDER = open_game("stalingrad_1942").folder
BATTLE = FOLDER / "order_of_battle"
SCENARIOS = {
    "on_to_stalingrad": "start_side",
    "uranus": "start_side_uranus",
    "winter_storm": "start_side_winter_storm",
}
UNITS = {
    row["unit"]: (side, row)
    for side in ("axis", "soviet")
    for row in read_rows(BATTLE / f"{side}.csv")
}
RATINGS = {row["rating"]: row for row in read_rows(BATTLE / "ratings.csv")}
SET_UP = read_rows(BATTLE / "set_up.csv")
GUNS = ("artillery", "self_propelled_artillery", "anti_tank")
AREAS = {"axis": set("RMTP"), "soviet": set("KJWA")}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(FOLDER / "map")


def units_of(scenario: str) -> list[Row]:
    return [row for row in SET_UP if row["scenario"] == scenario]


def arm(row: Row) -> str:
    return RATINGS[row["rating"]]["arm"]


def test_strengths_follow_from_the_stated_formula() -> None:
    for row in RATINGS.values():
        if row["form"] == "fixed":
            assert not row["attack_points"], row.fault("points")
            continue
        mean = math.sqrt(float(row["attack_points"]) * float(row["defense_points"]))
        strength = math.floor(1.5 * mean * float(row["state"]) * float(row["share"]) + 0.5)
        assert int(row["strength"]) == max(1, strength), row.fault("strength")
        assert int(row["reduced"]) == math.ceil(int(row["strength"]) / 2), row.fault("reduced")


def test_guns_alone_have_two_factors() -> None:
    for row in RATINGS.values():
        guns = row["arm"] in GUNS
        assert bool(row["attack"]) == bool(row["defense"]) == guns
        if row["arm"] == "headquarters":
            assert row["movement"] == "8"


def test_who_has_half_of_his_men_or_less_starts_flipped() -> None:
    flipped = {row["rating"] for row in RATINGS.values() if row["missing"] == "1"}
    assert flipped == {
        r["rating"] for r in RATINGS.values() if r["state"] and float(r["state"]) <= 0.5
    }
    assert {"german_infantry_spent", "rifle_division_remnant"} < flipped


def test_every_unit_of_a_scenario_has_a_hex_or_an_arrival() -> None:
    assert {row["scenario"] for row in SET_UP} == set(SCENARIOS)
    for row in SET_UP:
        side, _ = UNITS[row["unit"]]
        if row["hex"]:
            assert (row["arrival_turn"], row["entry_area"]) == ("0", ""), row.fault("arrival")
        else:
            assert 1 <= int(row["arrival_turn"]) <= 31, row.fault("arrival_turn")
            assert row["entry_area"] in AREAS[side], row.fault("entry_area")
    assert max(Counter((row["scenario"], row["unit"]) for row in SET_UP).values()) == 1


def test_every_counter_is_used_and_is_of_the_arm_that_its_rating_says() -> None:
    assert {row["unit"] for row in SET_UP} == set(UNITS)
    assert {row["rating"] for row in SET_UP} == set(RATINGS)
    for row in SET_UP:
        _, unit = UNITS[row["unit"]]
        assert (unit["arm"], unit["motorized"]) == (arm(row), RATINGS[row["rating"]]["motorized"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_start_on_their_own_ground_three_in_a_hex_at_most(
    sheet: Sheet, scenario: str
) -> None:
    stacked: Counter[str] = Counter()
    for row in units_of(scenario):
        if not row["hex"]:
            continue
        ground = sheet.hexes[sheet.index[row["hex"]]]
        side, unit = UNITS[row["unit"]]
        assert ground[SCENARIOS[scenario]] == side, row.fault("hex")
        if scenario == "on_to_stalingrad" and unit["motorized"] == "1":
            assert ground["terrain"] != "marsh", row.fault("hex")
        stacked[row["hex"]] += arm(row) != "headquarters"
    assert max(stacked.values()) <= 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_guns_start_behind_troops_not_in_their_place(sheet: Sheet, scenario: str) -> None:
    starts = [row for row in units_of(scenario) if row["hex"]]
    troops = {
        (UNITS[row["unit"]][0], sheet.index[row["hex"]])
        for row in starts
        if arm(row) not in (*GUNS, "headquarters")
    }
    for row in starts:
        if arm(row) not in GUNS:
            continue
        here = sheet.index[row["hex"]]
        near = {here, *sheet.neighbour[here].tolist()}
        near |= {h for beside in near if beside >= 0 for h in sheet.neighbour[beside].tolist()}
        assert any((UNITS[row["unit"]][0], h) in troops for h in near), row.fault("hex")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_formation_has_a_headquarters(scenario: str) -> None:
    rows = units_of(scenario)
    led = {row["formation"] for row in rows if arm(row) == "headquarters"}
    assert {row["formation"] for row in rows} == led


def test_divisions_count_three_units_or_four() -> None:
    sizes = Counter(unit["division"] for _, unit in UNITS.values() if unit["division"])
    assert set(sizes.values()) <= {2, 3, 4}
    pairs = {name for name, size in sizes.items() if size == 2}
    assert pairs <= {"4 CC"}  # a cavalry corps of two divisions


@pytest.mark.parametrize("scenario", ["uranus", "winter_storm"])
def test_three_soviet_units_hold_out_in_stalingrad_and_germans_the_rest(
    sheet: Sheet, scenario: str
) -> None:
    city = {row["hex"] for row in sheet.hexes if row["place_kind"] == "city"}
    inside = [row for row in units_of(scenario) if row["hex"] in city]
    sides = Counter(UNITS[row["unit"]][0] for row in inside if arm(row) != "headquarters")
    assert sides["soviet"] >= 3
    assert sides["axis"] >= 3


def test_the_armies_that_open_uranus_are_there() -> None:
    armies = {row["army"] for row in units_of("uranus")}
    assert armies >= {"5 Tank", "21", "65", "24", "Romanian 3", "XI", "XXXXVIII"}


def test_a_pocket_is_held_in_winter_storm_and_its_relief_stands_outside(sheet: Sheet) -> None:
    place = {
        row["unit"]: sheet.hexes[sheet.index[row["hex"]]]
        for row in units_of("winter_storm")
        if row["hex"]
    }
    pocket, relief = place["6A HQ"], place["LVII HQ"]
    assert float(pocket["lat"]) > 48.5 > 47.9 > float(relief["lat"])


def test_every_row_says_where_it_is_from() -> None:
    for table in BATTLE.glob("*.csv"):
        for row in read_rows(table):
            assert row["origin"] in ORIGINS, row.fault("origin")
