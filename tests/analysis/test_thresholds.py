import pandas as pd

from balance.analysis.contests.thresholds import highest_points, wins_by_threshold
from tests.synthetic import make_study

GAMES = pd.DataFrame(
    {
        "game_id": [0, 1, 2],
        "ending": ["victory_points", "time_limit", "strategy_error"],
        "vp": [3, 0, 2],
    }
)
TURNS = pd.DataFrame(
    {"game_id": [0, 0, 1, 1, 2], "game_turn": [1, 2, 1, 2, 1], "vp": [1, 3, 1, 0, 2]}
)
EVENTS = pd.DataFrame(
    {
        "game_id": [0, 1, 1, 1, 1, 0, 0, 2],
        "kind": ["gain", "gain", "gain", "loss", "loss", "gain", "award", "x"],
        "value": [1, 1, 1, -1, -1, 1, 1, 9],
    }
)


def test_points_won_and_lost_within_a_turn_count_where_events_tell_of_them():
    kinds = ("gain", "loss", "award")
    assert highest_points(GAMES, TURNS, None, kinds).tolist() == [3, 1, 2]
    assert highest_points(GAMES, TURNS, EVENTS, kinds).tolist() == [3, 2, 2]


def test_points_that_a_game_starts_with_count():
    games, turns = GAMES.assign(vp=GAMES["vp"] + 2), TURNS.assign(vp=TURNS["vp"] + 2)
    found = highest_points(games, turns, EVENTS, ("gain", "loss", "award"))
    assert found.tolist() == [5, 4, 4]


def test_a_lower_threshold_is_reached_in_more_games_and_broken_games_do_not_count():
    peak = highest_points(GAMES, TURNS, EVENTS, ("gain", "loss", "award"))
    table = wins_by_threshold(GAMES, peak, 4)
    assert table["points"].tolist() == [1, 2, 3, 4]
    assert table["games"].tolist() == [2, 2, 1, 0]
    assert (table["total"] == 2).all()


def test_at_the_real_threshold_the_share_is_that_of_the_games_won_so():
    study = make_study(200, seed=4)
    peak = highest_points(study.games, study.turns, None, ())
    table = wins_by_threshold(study.games, peak, 6)
    assert table["games"].iloc[-1] == (study.games["ending"] == "victory_points").sum()
    assert table["share"].is_monotonic_decreasing
