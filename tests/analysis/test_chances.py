"""Chances that are fitted and judged, on games whose true chances are known."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr

from balance.analysis.chances.fit import fit_weights, outcomes_of, standing
from balance.analysis.chances.judge import brier_score, reliability, squared_errors
from balance.strategy.chances import Chances
from tests.strategy.test_chances import MADE

TURNS = 6


def games_of(count: int, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Games whose points are a sum of luck, a normal draw a turn; who is ahead at the end wins.

    A column ``noise`` says nothing.
    """
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(count, TURNS)).cumsum(axis=1)
    ids = np.arange(count)
    games = pd.DataFrame(
        {
            "game_id": ids,
            "winner": np.where(points[:, -1] > 0, "axis", "soviet"),
            "ending": "time_limit",
            "ending_turn": TURNS,
        }
    )
    turns = pd.DataFrame(
        {
            "game_id": np.repeat(ids, TURNS),
            "game_turn": np.tile(np.arange(1, TURNS + 1), count),
            "vp": points.ravel(),
            "noise": rng.normal(size=count * TURNS),
        }
    )
    return games, turns


def true_chances(rows: pd.DataFrame) -> np.ndarray:
    own = ndtr(rows["vp"] / np.sqrt(TURNS - rows["game_turn"]))
    return np.c_[own, 0 * own, 1 - own]


def fitted(rows: pd.DataFrame, columns=("vp", "noise")) -> Chances:
    outcomes = outcomes_of(rows["winner"])
    usual, weights = fit_weights(rows, columns, outcomes)
    start = np.full(len(outcomes), 1 / len(outcomes))
    return Chances("blue", MADE, tuple(outcomes), tuple(columns), start, usual, weights)


@pytest.fixture(scope="module")
def model() -> Chances:
    games, turns = games_of(3000, 1)
    return fitted(standing(turns, games))


@pytest.fixture(scope="module")
def fresh() -> pd.DataFrame:
    games, turns = games_of(3000, 2)
    return standing(turns, games)


def test_the_last_row_of_a_game_and_games_that_broke_off_are_left_out():
    games, turns = games_of(3, 1)
    games.loc[1, "ending"] = "strategy_error"
    rows = standing(turns, games)
    assert sorted(set(rows["game_id"])) == [0, 2]
    assert set(rows["game_turn"]) == set(range(1, TURNS))


def test_fitted_chances_come_near_the_true_ones_in_games_they_never_saw(model, fresh):
    told = model.at(fresh)[:, 0] - true_chances(fresh)[:, 0]
    assert np.sqrt(np.mean(told**2)) < 0.02


def test_a_column_that_says_nothing_moves_next_to_nothing(model):
    quiet = model.at({"game_turn": [3], "vp": [0.5], "noise": [0.0]})
    loud = model.at({"game_turn": [3], "vp": [0.5], "noise": [2.0]})
    assert abs(quiet - loud).max() < 0.03


def test_three_outcomes_are_told_apart():
    games, turns = games_of(3000, 3)
    end = turns.groupby("game_id")["vp"].last().to_numpy()
    games["winner"] = np.select([end > 1, end < -1], ["axis", "soviet"], "draw")
    rows = standing(turns, games)
    told = fitted(rows).at({"game_turn": [5, 5, 5], "vp": [0, 4, -4], "noise": [0] * 3})
    assert told.argmax(axis=1).tolist() == [1, 0, 2]
    assert told[0, 1] == pytest.approx(ndtr(1) - ndtr(-1), abs=0.08)


def test_true_chances_are_found_right_and_others_wrong(fresh):
    told = true_chances(fresh)
    held = reliability(fresh, told, 0.95)
    assert set(held["outcome"]) == {"axis"}
    inside = (held["low"] <= held["chance"]) & (held["chance"] <= held["high"])
    assert inside.sum() >= len(held) - 2
    bold = told**3 / (told**3).sum(axis=1, keepdims=True)
    held = reliability(fresh, bold, 0.95)
    inside = (held["low"] <= held["chance"]) & (held["chance"] <= held["high"])
    assert inside.sum() <= len(held) / 2


def test_intervals_of_true_chances_hold_as_often_as_they_promise():
    inside = []
    for seed in range(60):
        games, turns = games_of(300, 100 + seed)
        rows = standing(turns, games)
        held = reliability(rows, true_chances(rows), 0.95)
        held = held.loc[held["games"] >= 20]
        inside += ((held["low"] <= held["chance"]) & (held["chance"] <= held["high"])).tolist()
    assert len(inside) > 500
    assert 0.93 < np.mean(inside) < 0.98


def test_each_game_counts_once_in_a_class(fresh):
    held = reliability(fresh, true_chances(fresh), 0.95)
    assert held["games"].max() <= fresh["game_id"].nunique()
    assert held["games"].sum() < len(fresh)


def test_the_score_of_true_chances_is_the_least(model, fresh):
    scores = [
        brier_score(fresh, squared_errors(told, fresh["winner"]), 0.95)[0]
        for told in (true_chances(fresh), model.at(fresh), np.full((len(fresh), 3), [0.5, 0, 0.5]))
    ]
    assert scores == sorted(scores)
    assert scores[1] - scores[0] < 0.002
    assert scores[2] == 0.25
