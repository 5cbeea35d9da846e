"""Chances to win: what a model tells, and what its file may not say."""

import math
import re
from datetime import date

import numpy as np
import pytest

from balance.errors import DataError
from balance.experiments.scenarios import find_scenario
from balance.strategy.chances import (
    Chances,
    Provenance,
    chances_text,
    read_chances,
)

MADE = Provenance(
    "baseline", "0.1.0", "abc", date(2026, 11, 25), 2000, 1000, 25, 11, 0.15, 0.14, 0.16, 0.2
)
#: Axis against Soviet: 2 * vp - 4 after the first turn, 3 * (vp - 1) - (axis_oos - 4) after the
#: second.
USUAL = np.array([[0.0, 0.0], [1.0, 4.0]])
WEIGHTS = np.array([[[-4.0, 0.0], [2.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [3.0, 0.0], [-1.0, 0.0]]])
MODEL = Chances(
    "operation_blue",
    MADE,
    ("axis", "soviet"),
    ("vp", "axis_oos"),
    np.array([0.4, 0.6]),
    USUAL,
    WEIGHTS,
)
BLUE = find_scenario("blue")


def share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def test_chances_rest_on_the_turn_and_its_columns():
    told = MODEL.at({"game_turn": [1, 1, 2], "vp": [2, 3, 1], "axis_oos": [9, 9, 3]})
    assert told[:, 0] == pytest.approx([share(0), share(2), share(1)])
    assert told[:, 1].tolist() == [0, 0, 0]
    assert told.sum(axis=1) == pytest.approx(1)


def test_a_turn_later_than_any_of_the_fit_is_judged_as_the_last_one():
    told = MODEL.at({"game_turn": [5], "vp": [2], "axis_oos": [4]})
    assert told[0, 0] == pytest.approx(share(3))


def test_what_is_as_usual_leads_nobody():
    told = MODEL.leads({"game_turn": [2, 2], "vp": [1, 3], "axis_oos": [4, 5]})
    assert told.tolist() == [[0, 0], [6, -1]]


def test_odds_too_long_for_a_number_are_certainties():
    told = MODEL.at({"game_turn": [2, 2], "vp": [10_000, -10_000], "axis_oos": [0, 0]})
    assert told[:, 0].tolist() == [1, 0]


def test_before_the_first_turn_the_shares_of_all_games_are_told():
    assert MODEL.before.tolist() == [0.4, 0, 0.6]


def test_a_model_is_read_as_it_was_written(tmp_path):
    (tmp_path / "c.toml").write_text(chances_text(BLUE.game, MODEL), encoding="utf-8")
    read = read_chances(BLUE, tmp_path / "c.toml")
    assert (read.made, read.columns, read.outcomes) == (MADE, MODEL.columns, MODEL.outcomes)
    assert np.array_equal(read.weights, WEIGHTS)
    assert np.array_equal(read.usual, USUAL)


@pytest.mark.parametrize(
    ("sound", "wrong", "said"),
    [
        ('scenario = "operation_blue"', 'scenario = "operation_star"', "is of "
         "drive_on_stalingrad/operation_star; expected drive_on_stalingrad/operation_blue"),
        ('["axis", "soviet"]', '["soviet", "axis"]', "expected axis, draw, soviet, or without"),
        ("start = [0.4, 0.6]", "start = [0.4, 0.7]", "expected 2 shares that make 1"),
        ("axis = [-4.0, 2.0, 0.0]", "axis = [-4.0, 2.0]", "turn 1: expected game_turn 1, 2 "
         "numbers of usual, 3 numbers of axis"),
        ("game_turn = 2", "game_turn = 3", "turn 2: expected game_turn 2"),
        ("fitted = 2000", "fitted = 0", "fitted is 0; expected a whole number"),
        ("seed = 11\n", "", "lacks seed"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_told(tmp_path, sound, wrong, said):
    text = chances_text(BLUE.game, MODEL)
    assert sound in text
    (tmp_path / "c.toml").write_text(text.replace(sound, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(said)):
        read_chances(BLUE, tmp_path / "c.toml")


def test_a_file_that_is_not_there_is_told_with_what_writes_one(tmp_path):
    with pytest.raises(DataError, match="no such file; balance chances operation_blue --out DIR"):
        read_chances(BLUE, tmp_path / "c.toml")
