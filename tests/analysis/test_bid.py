import numpy as np
import pytest

from balance.analysis.contests.bid import fair_bid, wins_by_bid
from balance.errors import BadQuestion


def test_side_that_wins_too_often_must_give_points():
    points = np.repeat([4, 5, 6, 7, 8], 200)  # median 6; wins 60% with 6
    assert fair_bid(points, 6).bid == 0
    assert fair_bid(points, 5).bid == 1
    assert fair_bid(points, 8).bid == -2


def test_with_the_fair_bid_the_side_wins_the_wanted_share_and_with_one_more_it_does_not():
    points = np.random.default_rng(1).poisson(5, 999)
    for share in (0.3, 0.5, 0.8):
        bid = fair_bid(points, 6, share).bid
        assert (points >= 6 + bid).mean() >= share > (points >= 7 + bid).mean()


def test_interval_of_the_bid_covers_the_true_one_as_often_as_it_says():
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(1500):
        found = fair_bid(rng.normal(4.2, 2, 200), 6)
        covered += found.low <= 4.2 - 6 <= found.high
    assert 0.93 < covered / 1500 < 0.97


def test_games_that_stop_at_the_winning_number_cannot_tell_a_bid_above_nothing():
    points = np.where(np.random.default_rng(3).random(500) < 0.7, np.inf, 3)
    found = fair_bid(points, 6)
    assert found.bid == np.inf


def test_games_lost_whatever_the_points_stay_lost_at_every_bid():
    points = np.array([-np.inf] * 60 + [5] * 40)
    assert fair_bid(points, 6).bid == -np.inf
    assert wins_by_bid(points, 6, [-6, -1, 0])["games"].tolist() == [40, 40, 0]


def test_shares_at_each_bid_have_intervals():
    table = wins_by_bid(np.repeat([3, 5, 7], 50), 6, [-2, 0, 2])
    assert table["points"].tolist() == [4, 6, 8]
    assert table["share"].tolist() == pytest.approx([2 / 3, 1 / 3, 0])
    assert (table["low"] <= table["share"]).all()


def test_no_games_and_no_share_are_refused():
    with pytest.raises(BadQuestion, match="games for a bid: 0, but at least"):
        fair_bid([], 6)
    with pytest.raises(BadQuestion, match="wanted share: 1 is no share"):
        fair_bid([1, 2], 6, share=1)
