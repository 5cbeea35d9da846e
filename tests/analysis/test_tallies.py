"""Counts that are added up over the parts of a study."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.tallies import add_up, means_a_game, tally
from balance.analysis.play.on_map import control_by_turn, tally_control, tally_heat
from balance.analysis.play.point_sources import sources_of_points, tally_points
from balance.analysis.play.routes import routes, tally_routes
from balance.analysis.study import StudyTables

BATTLES = pd.DataFrame(
    [(0, "a"), (0, "a"), (0, "b"), (1, "a"), (3, "b")], columns=["game_id", "hex"]
).assign(units=[1, 2, 3, 4, 5])


def test_means_from_sums_are_those_of_the_games_themselves():
    table = means_a_game(tally(BATTLES, ["hex"]), 4).set_index("hex")
    for name, counts in (("a", [2, 1, 0, 0]), ("b", [1, 0, 0, 1])):
        expected = mean_interval(counts, least=0, unit=1.0)
        assert table.loc[name, ["mean", "mean_low", "mean_high"]].tolist() == pytest.approx(
            expected
        )
        assert table.loc[name, "games"] == np.count_nonzero(counts)


def test_a_column_can_be_added_up_instead_of_rows():
    table = tally(BATTLES, ["hex"], "units")
    assert table.loc["a"].to_dict() == {"games": 2, "count": 7, "squares": 9 + 16}


def test_parts_with_other_words_add_up_to_the_whole():
    coded = BATTLES.assign(hex=BATTLES["hex"].astype("category"))
    parts = [coded.iloc[:3], coded.iloc[3:4].assign(hex=pd.Categorical(["a"])), coded.iloc[4:]]
    added = add_up(tally(part, ["hex"]) for part in parts)
    pd.testing.assert_frame_equal(
        added, tally(BATTLES, ["hex"]), check_index_type=False, check_column_type=False
    )


def test_nothing_adds_up_to_nothing():
    assert add_up([tally(BATTLES.iloc[:0], ["hex"])]).empty


def hexes(*rows):
    return pd.DataFrame(rows, columns=["game_id", "game_turn", "hex", "changed", "control"])


def test_control_is_carried_forward_and_counted_over_all_games():
    rows = hexes(
        (0, 1, "0101", True, "axis"),
        (0, 3, "0101", True, "soviet"),
        (1, 2, "0101", True, "axis"),
        (1, 2, "0202", True, "soviet"),
        (1, 3, "0202", False, "soviet"),
    )
    table = control_by_turn(add_up([tally_control(rows, "axis")]), 4, 3)
    held = table.pivot(index="hex", columns="game_turn", values="games")
    assert held.loc["0101"].tolist() == [0, 1, 2, 1]
    assert held.loc["0202"].tolist() == [4, 4, 3, 3]
    assert (table["low"] <= table["share"]).all()
    assert (table["share"] <= table["high"]).all()


def test_sources_add_up_to_the_points_of_the_games():
    events = pd.DataFrame(
        [(0, "gain", "0424", 1), (0, "loss", "0424", -1), (0, "gain", "2725", 1),
         (1, "gain", "0424", 1)],
        columns=["game_id", "kind", "hex", "value"],
    )  # fmt: skip
    games = pd.DataFrame({"vp": [2, 1], "vp_hexes": [1, 1], "vp_oos": [1, 0]})
    table = sources_of_points(
        tally_points(events, "gain", "loss"), games, "vp_hexes", "vp_oos"
    ).set_index("source")
    assert table.loc["hex", "hex"].tolist() == ["0424", "2725"]
    assert table.loc["hex", "mean"].sum() == table.loc["hexes", "mean"] == 1
    assert table.loc["award", "mean"] == 0.5
    assert table.loc["all", "mean"] == 1.5
    assert table.loc["hex", "ever"].tolist() == [2, 1]
    assert table.loc["hex", "games"].tolist() == [1, 1]


def test_the_way_to_a_sudden_end_tells_what_fell_and_what_was_taken_in_the_last_turns():
    games = pd.DataFrame(
        {
            "game_id": [0, 1, 2],
            "ending": ["sudden", "sudden", "time"],
            "ending_hex": ["0233", "0233", None],
            "ending_turn": [8, 5, 11],
        }
    )
    events = pd.DataFrame(
        [(0, 2, "town", "0424", 0), (0, 3, "line", "0423", 0), (1, 2, "town", "9999", 0),
         (2, 2, "town", "0424", 0)],
        columns=["game_id", "game_turn", "kind", "hex", "value"],
    )  # fmt: skip
    changes = hexes(
        (0, 5, "0101", True, "soviet"),
        (0, 6, "0102", True, "soviet"),
        (1, 5, "0102", True, "soviet"),
        (1, 5, "0103", True, "axis"),
        (1, 5, "0233", True, "soviet"),
        (2, 11, "0104", True, "soviet"),
    )
    part = StudyTables(games, games, events, hexes=changes)
    counts = tally_routes(
        part, ["sudden"], "town", "line", ["axis", "soviet"], "axis", ["0424"]
    )  # fmt: skip
    table = routes(counts, "sudden")
    found = list(zip(table["what"], table["hex"], table["games"], table["total"], strict=True))
    assert found == [("fallen", "0424", 1, 2), ("crossed", "", 1, 2), ("retaken", "0102", 2, 2)]


def test_a_unit_of_no_known_side_is_counted_apart():
    events = pd.DataFrame(
        {"game_id": [0, 0], "kind": "lost", "hex": "0101", "unit": ["GD", "My Own"]}
    )
    part = StudyTables(pd.DataFrame(), pd.DataFrame(), events)
    counts = tally_heat(part, ["axis", "soviet"], "lost", {"GD": "axis"})
    assert counts["count"].to_dict() == {
        ("eliminated", "axis", "0101"): 1,
        ("eliminated", "unknown", "0101"): 1,
    }
