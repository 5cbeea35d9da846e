"""What the rulebook's text fixes about its two charts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.drive_on_stalingrad.state import PROHIBITED
from balance.games.drive_on_stalingrad.tables import (
    HexsideColumn,
    HexsideRow,
    TerrainColumn,
    load_crt,
    load_hexsides,
    load_tec,
)
from balance.games.drive_on_stalingrad.vocabulary import Result, Terrain
from balance.rulebook.game import open_game
from balance.rulebook.ruleset import Ruleset

ODDS = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


@pytest.fixture
def rules() -> Ruleset:
    return open_game("drive_on_stalingrad").rules


@pytest.mark.rule("drive_on_stalingrad 11.10a")
def test_table_runs_from_one_to_three_up_to_six_to_one_with_a_row_a_die_face(rules):
    assert list(rules.chart("crt").columns) == ODDS
    assert load_crt(rules).shape == (6, 8)


@pytest.mark.rule("drive_on_stalingrad 11.29a")
def test_roll_of_five_at_six_to_one_eliminates_the_defender(rules):
    assert load_crt(rules)[5 - 1, ODDS.index("6:1")] == Result.DE
    assert rules.chart("crt_origin").cell("5", "6:1") == "book"


@pytest.mark.rule("drive_on_stalingrad 11.29a")
def test_every_cell_but_the_one_in_the_text_is_marked_as_an_estimate(rules):
    grid = rules.chart("crt_origin").grid()
    book = [(die, odds) for die in grid for odds in ODDS if grid[die][odds] == "book"]
    assert book == [("5", "6:1")]
    assert all(grid[die][odds] in ("book", "estimate") for die in grid for odds in ODDS)


def test_rows_of_charts_that_hold_a_ruling_say_so(rules):
    ruled = {
        cell[:2] for p in rules.parameters.values() if p.origin == "ruling" for cell in p.cells
    }
    assert ruled == {("terrain", "marsh"), ("terrain", "forest")}
    rows = {("terrain", row["terrain"]): row["origin"] for row in rules.chart("terrain").rows}
    assert {row for row, origin in rows.items() if origin == "ruling"} == ruled


@pytest.mark.rule("drive_on_stalingrad 11.31a, 11.32a, 11.33a, 11.36a, 11.37a")
def test_table_uses_each_of_the_five_results_and_no_other(rules):
    assert set(np.unique(load_crt(rules))) == set(Result)


@pytest.mark.rule("drive_on_stalingrad 11.29a")
def test_better_odds_and_higher_rolls_never_help_the_defender(rules):
    better = {Result.AL1: 0, Result.AS: 1, Result.EX: 2, Result.DR: 3, Result.DE: 4}
    rank = np.vectorize(lambda code: better[Result(code)])(load_crt(rules))
    assert (np.diff(rank, axis=0) >= 0).all()
    assert (np.diff(rank, axis=1) >= 0).all()


def test_table_that_falls_with_better_odds_is_refused_unless_the_variant_means_it(rules):
    falling = rules.with_cell("crt", "4", "6:1", "AS")
    with pytest.raises(DataError, match=r"crt.csv:9: AS at 6:1 is worse than DR at 5:1"):
        load_crt(falling)
    meant = falling.with_overrides({"combat.crt_monotonic": 0})
    assert load_crt(meant)[3, 7] == Result.AS


def test_unknown_result_names_file_line_and_the_known_codes(rules):
    with pytest.raises(DataError, match=r"crt.csv:6: result 'AE' at 1:1 isn't one of AS, AL1"):
        load_crt(rules.with_cell("crt", "1", "1:1", "AE"))


@pytest.mark.rule("drive_on_stalingrad 9.10a, 9.11, 9.12, 9.13a, 9.13b, 9.14, 9.15")
@pytest.mark.parametrize(
    ("terrain", "mech", "nonmech", "mountain"),
    [
        (Terrain.CLEAR, 1, 1, 1),
        (Terrain.FOREST, 2, 1, 1),
        (Terrain.HILLS, 4, 2, 1),
        (Terrain.MOUNTAIN, PROHIBITED, 4, 2),
        (Terrain.MARSH, PROHIBITED, 2, 2),
        (Terrain.DESERT, 1, 1, 1),
    ],
)
def test_chart_gives_the_entry_costs_of_the_text(rules, terrain, mech, nonmech, mountain):
    costs = load_tec(rules)[terrain, : TerrainColumn.MOUNTAIN_COST + 1]
    assert list(costs) == [mech, nonmech, mountain]


@pytest.mark.rule("drive_on_stalingrad 9.16a, 9.16b, 9.16c, 9.13c, 9.19a")
@pytest.mark.parametrize(
    ("row", "axis", "soviet"),
    [
        (0, [2, 1, 1], [2, 1, 1]),
        (1, [PROHIBITED] * 3, [0] * 3),
        (2, [PROHIBITED] * 3, [PROHIBITED] * 3),
    ],
)
def test_chart_gives_the_crossing_costs_of_the_text(rules, row, axis, soviet):
    costs = load_hexsides(rules)[row]
    assert list(costs[: HexsideColumn.SOVIET_MECH]) == axis
    assert list(costs[HexsideColumn.SOVIET_MECH : HexsideColumn.AXIS_ATTACK]) == soviet


@pytest.mark.rule("drive_on_stalingrad 11.13, 11.14a, 11.15a, 11.16a, 11.17b, 11.18")
@pytest.mark.parametrize(
    ("terrain", "move_first", "assault_first", "assault_twice"),
    [
        (Terrain.CLEAR, 0, 0, 0),
        (Terrain.FOREST, -1, 0, 0),
        (Terrain.HILLS, -1, -1, -1),
        (Terrain.MOUNTAIN, -2, -2, -2),
        (Terrain.MARSH, 1, 1, 1),
        (Terrain.DESERT, 1, 1, 1),
    ],
)
def test_chart_gives_the_shifts_of_the_text_by_order_of_phases(
    rules, terrain, move_first, assault_first, assault_twice
):
    row = load_tec(rules)[terrain]
    assert row[TerrainColumn.SHIFT_MOVE_FIRST] == move_first
    assert row[TerrainColumn.SHIFT_ASSAULT_FIRST] == assault_first
    assert row[TerrainColumn.SHIFT_ASSAULT_TWICE] == assault_twice


@pytest.mark.rule("drive_on_stalingrad 9.25a, 11.14b, 11.15b, 11.16b, 11.18")
def test_chart_opens_only_clear_and_desert_to_mobile_assault(rules):
    tec = load_tec(rules)
    allowed = {t for t in Terrain if tec[t, TerrainColumn.MOBILE_ASSAULT_ALLOWED]}
    assert allowed == {Terrain.CLEAR, Terrain.DESERT}
    assert tec[Terrain.DESERT, TerrainColumn.SHIFT_MOBILE] == 1


@pytest.mark.rule("drive_on_stalingrad 11.17a")
def test_chart_closes_marsh_to_mechanized_attack(rules):
    tec = load_tec(rules)
    assert tec[Terrain.MARSH, TerrainColumn.MECH_ATTACK_ALLOWED] == 0
    assert tec[Terrain.HILLS, TerrainColumn.MECH_ATTACK_ALLOWED] == 1


@pytest.mark.rule("drive_on_stalingrad 9.25b, 11.16c, 11.19b, 11.19c, 11.20")
def test_chart_says_which_hexsides_attacks_may_cross(rules):
    sides = load_hexsides(rules)
    axis, soviet, mobile = (
        sides[:, column]
        for column in (
            HexsideColumn.AXIS_ATTACK,
            HexsideColumn.SOVIET_ATTACK,
            HexsideColumn.MOBILE_ASSAULT,
        )
    )
    assert [HexsideRow(i) for i in np.flatnonzero(axis)] == [HexsideRow.RIVER]
    assert [HexsideRow(i) for i in np.flatnonzero(soviet)] == [HexsideRow.RIVER, HexsideRow.VOLGA]
    assert not mobile.any()


def test_cost_that_is_no_number_names_file_line_and_range(rules):
    with pytest.raises(DataError, match=r"terrain.csv:14: mech_cost is 'x'; .* 0 to 20, or -"):
        load_tec(rules.with_cell("terrain", "lake", "mech_cost", "x"))


def test_chart_without_a_terrain_type_is_refused(rules):
    chart = rules.chart("terrain")
    short = replace(rules, charts={"terrain": replace(chart, rows=chart.rows[1:])})
    with pytest.raises(DataError, match=r"row 'clear' is missing"):
        load_tec(short)
