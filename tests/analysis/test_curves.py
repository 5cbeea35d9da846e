import numpy as np
import pandas as pd
import pytest

from balance.analysis.estimates.value_counts import Counted
from balance.analysis.play.curves import fan, tally_curves, values_by_turn


def hand_tables():
    """Three games: one of three turns, one over after the first, one broken off in the second."""
    games = pd.DataFrame(
        {
            "game_id": [0, 1, 2],
            "ending": ["time_limit", "victory_points", "strategy_error"],
            "ending_turn": [3, 1, 2],
        }
    )
    turns = pd.DataFrame(
        {
            "game_id": [0, 0, 0, 1, 2],
            "game_turn": [1, 2, 3, 1, 1],
            "vp": [0, 2, 3, 6, 1],
        }
    )
    return games, turns


def test_a_finished_game_keeps_its_final_value_and_a_broken_one_has_none():
    games, turns = hand_tables()
    values = values_by_turn(turns, games, "vp", 3)
    assert values.loc[0].tolist() == [0, 2, 3]
    assert values.loc[1].tolist() == [6, 6, 6]
    assert values.loc[2, 1] == 1
    assert np.isnan(values.loc[2, [2, 3]]).all()


def test_fan_says_how_many_games_it_rests_on():
    games, turns = hand_tables()
    table = fan(Counted(tally_curves(turns, games, ["vp"], 3)), games, "vp", 3)
    assert table["games"].tolist() == [3, 2, 2]
    assert table["in_play"].tolist() == [3, 2, 1]
    assert table["mean"].tolist() == pytest.approx([7 / 3, 4, 4.5])
    assert table["q50"].tolist() == [1, 2, 3]
    assert table["q95"].tolist() == [6, 6, 6]


def test_the_interval_of_what_is_counted_ends_at_nothing():
    games = pd.DataFrame(
        {"game_id": range(6), "ending": "time_limit", "ending_turn": 1},
    )
    counts = [0, 0, 0, 0, 0, 3]
    turns = pd.DataFrame(
        {"game_id": range(6), "game_turn": 1, "vp": counts, "axis_steps_lost": counts}
    )
    tallied = Counted(tally_curves(turns, games, ["vp", "axis_steps_lost"], 1))
    lost, points = (fan(tallied, games, name, 1) for name in ("axis_steps_lost", "vp"))
    assert lost["low"].tolist() == [0]
    assert points["low"].tolist() < [0]
    assert lost["high"].tolist() > points["high"].tolist()  # more may be than a few games show


def test_fan_of_no_games_has_a_line_a_turn():
    games, turns = hand_tables()
    none = games.iloc[:0]
    table = fan(Counted(tally_curves(turns.iloc[:0], none, ["vp"], 2)), none, "vp", 2)
    assert table["games"].tolist() == [0, 0]
    assert table["mean"].isna().all()
