"""The record by hex agrees with the record of the turns, in real games."""

import pandas as pd
import pytest

import balance
from balance.maps.sheet import read_sheet
from balance.rulebook.game import open_game


@pytest.fixture(scope="module")
def played():
    return balance.run("blue", soviet="counterstroke", games=3, seed=5, jobs=1)


def turn_rows(played, column):
    return played.turns.set_index(["game_id", "game_turn"])[column]


def test_changes_of_control_lead_from_the_start_line_to_the_hexes_of_each_turn(played):
    sheet = read_sheet(open_game("drive_on_stalingrad").folder / "map")
    land = {row["hex"]: row for row in sheet.hexes if row["terrain"] not in ("sea", "lake")}
    start = sum(row["start_side"] == "axis" for row in land.values())
    rows = played.hexes
    rows = rows.loc[rows["changed"] & rows["hex"].isin(list(land))]
    gains = rows["control"].map({"axis": 1, "soviet": -1})
    expected = turn_rows(played, "axis_hexes")
    gained = gains.groupby([rows["game_id"], rows["game_turn"]]).sum()
    gained = gained.reindex(expected.index, fill_value=0).groupby("game_id").cumsum()
    pd.testing.assert_series_equal(start + gained, expected, check_names=False, check_dtype=False)


@pytest.mark.parametrize("column", ["axis_oos", "soviet_oos"])
def test_units_out_of_supply_by_hex_add_up_to_those_of_the_turn(played, column):
    expected = turn_rows(played, column)
    assert expected.sum() > 0
    told = played.hexes.groupby(["game_id", "game_turn"])[column].sum()
    told = told.reindex(expected.index, fill_value=0)
    pd.testing.assert_series_equal(told, expected, check_names=False, check_dtype=False)


def test_a_row_has_something_to_tell(played):
    rows = played.hexes
    assert (rows["changed"] | (rows["axis_oos"] > 0) | (rows["soviet_oos"] > 0)).all()
    assert not rows.duplicated(["game_id", "game_turn", "hex"]).any()
