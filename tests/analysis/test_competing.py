import numpy as np
import pytest
from statsmodels.stats.contingency_tables import SquareTable

from balance.analysis.estimates.competing import (
    compare_endings,
    ending_changes,
    incidence_difference,
    stuart_maxwell,
)
from balance.analysis.estimates.paired import pair_games
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import make_games, make_twins

ENDINGS = ["victory_points", "sudden_death", "time_limit"]


def test_global_test_is_that_of_statsmodels():
    rng = np.random.default_rng(1)
    for _ in range(20):
        table = rng.poisson(20, size=(4, 4))
        oracle = SquareTable(table, shift_zeros=False).homogeneity(method="stuart_maxwell")
        ours = stuart_maxwell(table)
        assert ours.statistic == pytest.approx(oracle.statistic)
        assert ours.p_value == pytest.approx(oracle.pvalue)
        assert ours.freedom == 3


def test_two_categories_are_mcnemars_test():
    ours = stuart_maxwell([[50, 10], [25, 40]])
    assert ours.statistic == pytest.approx(15**2 / 35)


def test_endings_that_never_change_play_no_part():
    small = stuart_maxwell([[5, 9], [2, 7]])
    padded = stuart_maxwell([[5, 0, 9], [0, 30, 0], [2, 0, 7]])
    assert padded.statistic == pytest.approx(small.statistic)
    assert padded.freedom == small.freedom == 1
    assert stuart_maxwell(np.diag([4, 5, 6])).p_value == 1


def test_variants_with_the_same_endings_are_told_apart_no_more_often_than_stated():
    rng = np.random.default_rng(2)
    moves = np.array([0.05, 0.05, 0.03, 0.03, 0.04, 0.04])
    where = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    alarms = 0
    for counts in rng.multinomial(400, [*moves, 1 - moves.sum()], size=2000):
        table = np.diag([50, 50, 50])
        for cell, count in zip(where, counts[:6], strict=True):
            table[cell] = count
        alarms += stuart_maxwell(table).p_value <= 0.05
    assert 0.035 < alarms / 2000 < 0.065


def test_endings_of_pairs_are_counted_and_tested():
    pairs = pair_games(*make_twins(np.random.default_rng(3), 2000, worse=0, better=0.1))
    table = ending_changes(pairs, ENDINGS)
    assert table["games"].sum() == 2000
    assert len(table) == 9
    assert compare_endings(pairs, ENDINGS).p_value < 1e-6


def test_incidence_difference_ends_at_the_difference_of_shares():
    first, second = make_twins(np.random.default_rng(4), 300)
    table = incidence_difference(pair_games(first, second), ENDINGS, 11)
    last = table.loc[table["game_turn"] == 11].set_index("ending")
    for ending in ENDINGS:
        share = (second["ending"] == ending).mean() - (first["ending"] == ending).mean()
        assert last.loc[ending, "difference"] == pytest.approx(share)
    assert table["difference"].iloc[:7].tolist() == [0] * 7  # no game ends before turn 8
    assert (table["low"] < 0).iloc[:7].all()


def test_several_pairs_on_one_seed_and_tables_that_are_not_square_are_refused():
    games = make_games(["axis"] * 4, seeds=[0, 0, 1, 1]).assign(soviet=["a", "b"] * 2)
    with pytest.raises(BadQuestion, match="4 pairs share 2 seeds"):
        compare_endings(pair_games(games, games.assign(variant="x")), ENDINGS)
    with pytest.raises(BadQuestion, match="isn't square"):
        stuart_maxwell([[1, 2, 3], [4, 5, 6]])
