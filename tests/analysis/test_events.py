"""Tables made from events: supply, control, history, and what goes with winning."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.estimates.value_counts import Counted
from balance.analysis.play.control_map import changes_of_hands, control_table, tally_changes
from balance.analysis.play.drivers import tally_state, winning_differences, wins_by_capture
from balance.analysis.play.history import (
    advance_by_turn,
    compare_with_history,
    first_captures,
    read_history,
    tally_advance,
    tally_captures,
)
from balance.analysis.play.out_of_supply import eliminations_by_turn, tally_by_turn
from balance.errors import DataError

SIDES = ["axis", "soviet"]


def events(*rows):
    return pd.DataFrame(rows, columns=["game_id", "game_turn", "kind", "hex", "value"])


def test_eliminations_are_averaged_over_all_games_with_zeros():
    games = pd.DataFrame({"game_id": [0, 1], "ending_turn": [2, 2], "oos_at_end": [0, 1]})
    rows = events((0, 1, "kill", "2020", 1), (0, 1, "kill", "2020", 2), (0, 2, "award", "2020", 1))
    kills, awards = (Counted(tally_by_turn(rows, games, kind, 2)) for kind in ("kill", "award"))
    table = eliminations_by_turn(kills, awards, games, 2)
    assert table["kills"].tolist() == [2, 0]
    assert table["kills_mean"].tolist() == [1, 0]
    assert table["at_end_mean"].tolist() == [0, 0.5]
    assert table["games_with_award"].tolist() == [0, 1]
    assert table["award_share"].tolist() == [0, 0.5]


def test_a_town_worth_a_point_changes_hands_once_although_two_events_tell_it():
    rows = events(
        (0, 2, "town", "2725", 0),
        (0, 2, "gain", "2725", 1),
        (0, 5, "town", "2725", 1),
        (0, 5, "loss", "2725", -1),
        (0, 6, "gain", "1111", 1),
    )
    changes = changes_of_hands(rows, {"town": None, "gain": (0,), "loss": (1,)}, SIDES)
    found = list(zip(changes["hex"], changes["game_turn"], changes["side"], strict=True))
    assert found == [("2725", 2, "axis"), ("2725", 5, "soviet"), ("1111", 6, "axis")]


def test_games_in_which_nothing_happened_count_for_the_side_that_held_the_hex_before():
    games = pd.DataFrame({"game_id": [0, 1, 2, 3]})
    rows = events(
        (0, 2, "town", "2725", 0),
        (1, 3, "town", "2725", 0),
        (1, 4, "town", "2725", 1),
        (2, 4, "town", "1134", 1),
    )
    changes = changes_of_hands(rows, {"town": None}, SIDES)
    table = control_table(tally_changes(changes), len(games), "axis").set_index("hex")
    assert table.loc["2725", ["games", "total", "games_changed"]].tolist() == [1, 4, 2]
    assert table.loc["2725", "changes_mean"] == pytest.approx(3 / 4)
    assert table.loc["2725", "first_turn"] == 2.5
    assert table.loc["1134", "games"] == 3  # held by the axis wherever the soviets never came


def test_a_study_in_which_nothing_changed_hands_has_an_empty_control_table():
    changes = changes_of_hands(events(), {"town": None}, SIDES)
    assert control_table(tally_changes(changes), 1, "axis").empty


HISTORY = pd.DataFrame(
    {"hex": ["2725", "0424"], "place": ["R", "V"], "date": ["b", "a"], "game_turn": [4, 2]}
)


def capture_table():
    games = pd.DataFrame({"game_id": [0, 1, 2, 3], "winner": ["axis", "axis", "soviet", "soviet"]})
    rows = events(
        (0, 3, "town", "2725", 0),
        (0, 5, "town", "2725", 1),
        (0, 6, "town", "2725", 0),
        (1, 7, "town", "2725", 0),
        (2, 4, "town", "2725", 0),
    )
    return games, first_captures(rows, games, "town", 0, ["2725", "0424"])


def test_the_first_capture_counts_and_a_place_never_taken_is_later_than_any_turn():
    _, captures = capture_table()
    assert captures["2725"].tolist() == [3, 7, 4, np.inf]
    assert captures["0424"].tolist() == [np.inf] * 4


def counted_captures():
    games, captures = capture_table()
    return Counted(tally_captures(captures, (games["winner"] == "axis").to_numpy()))


def test_history_is_compared_in_order_of_date_with_the_share_on_time():
    table = compare_with_history(counted_captures(), HISTORY).set_index("place")
    assert table.index.tolist() == ["V", "R"]
    assert table.loc["R", ["games", "total", "on_time"]].tolist() == [3, 4, 2]
    assert table.loc["R", "q50"] == 4
    assert table.loc["R", "q90"] == np.inf
    assert table.loc["V", "share"] == 0


def test_wins_are_split_by_whether_a_place_fell_by_its_real_turn():
    table = wins_by_capture(counted_captures(), HISTORY).set_index("place")
    assert table.loc["R", ["taken_wins", "taken_games"]].tolist() == [1, 2]
    assert table.loc["R", ["open_wins", "open_games"]].tolist() == [1, 2]
    assert np.isnan(table.loc["V", "taken_share"])


def test_the_advance_counts_the_places_that_have_fallen_by_each_turn():
    _, captures = capture_table()
    table = advance_by_turn(Counted(tally_advance(captures, 4)), HISTORY, 4)
    assert table["real"].tolist() == [0, 1, 1, 2]
    assert table["mean"].tolist() == [0, 0, 0.25, 0.5]
    assert table["games"].tolist() == [4, 0, 1, 0]  # as far as history or further


def test_winners_are_compared_at_one_turn_among_games_that_reached_it():
    games = pd.DataFrame(
        {"game_id": range(5), "winner": ["axis", "axis", "soviet", "soviet", "axis"]}
    )
    turns = pd.DataFrame(
        {"game_id": [0, 1, 2, 3, 4], "game_turn": [2, 2, 2, 2, 1], "vp": [3, 5, 1, 1, 99]}
    )
    sides = ("axis", "soviet")
    state = Counted(tally_state(turns, games, ["vp"], sides, 2))
    table = winning_differences(state, {"vp": "points"}, sides)
    row = table.iloc[0]
    assert (row["first_games"], row["second_games"]) == (2, 2)
    assert (row["first_mean"], row["second_mean"], row["difference"]) == (4, 1, 3)


def test_no_interval_of_what_winners_had_lost_begins_below_nothing():
    games = pd.DataFrame({"game_id": range(8), "winner": ["axis"] * 4 + ["soviet"] * 4})
    lost = [0, 0, 0, 1, 0, 0, 0, 2]
    turns = pd.DataFrame({"game_id": range(8), "game_turn": 2, "axis_steps_lost": lost})
    sides = ("axis", "soviet")
    state = Counted(tally_state(turns, games, ["axis_steps_lost"], sides, 2))
    row = winning_differences(state, {"axis_steps_lost": "steps"}, sides).iloc[0]
    assert (row["first_low"], row["second_low"]) == (0, 0)
    assert row["low"] < 0 < row["high"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("0424,Voronezh,1942-07-07,soon", "game_turn is 'soon'; expected the number"),
        ("0424,,1942-07-07,2", "place is ''; expected a name"),
        ("0424,Voronezh,7 July,2", "date is '7 July'; expected a day as '1942-07-05'"),
        ("0424,Voronezh,1942-13-07,2", "date is '1942-13-07'"),
        ("４２４４,Voronezh,1942-07-07,2", "hex is '４２４４'"),
    ],
)
def test_a_history_file_of_no_meaning_is_refused(tmp_path, row, told):
    path = tmp_path / "history.csv"
    path.write_text(f"hex,place,date,game_turn\n{row}\n", encoding="utf-8")
    with pytest.raises(DataError, match=rf"history\.csv:2: {told}"):
        read_history(path)


@pytest.mark.rule("drive_on_stalingrad 1.1")
def test_the_turns_of_history_are_the_weeks_of_their_dates(labels):
    table = read_history(labels.source.folder / labels.game["history"])
    days = pd.to_datetime(table["date"]) - pd.Timestamp(labels.game["first_day"])
    assert (days.dt.days // labels.game["turn_days"] + 1).tolist() == table["game_turn"].tolist()
    assert table["date"].is_monotonic_increasing


def test_every_place_of_history_lies_in_its_hex_on_the_map(labels):
    table = read_history(labels.source.folder / labels.game["history"])
    assert [labels.places.get(name) for name in table["hex"]] == table["place"].tolist()
