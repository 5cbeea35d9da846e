import numpy as np
import pytest
from scipy.special import stdtrit

from balance.analysis.contests.equilibrium import Payoffs, compare_tournaments, find_equilibrium
from balance.analysis.contests.game_value import change_interval, value_interval
from balance.analysis.contests.matrix_games import solve_matrix
from tests.analysis.made_up_tournaments import (
    CHANGES,
    CIRCLE,
    TOURNAMENTS,
    missed_changes,
    missed_values,
    most_by_chance,
    played,
    played_twice,
)


@pytest.mark.parametrize(
    ("kind", "seeds", "shared"),
    [
        ("one row best", 200, 0.0),  # bootstrap: 62%, and as often a false verdict as it misses
        ("one row best", 20, 0.0),
        ("all alike, 2 x 8", 20, 0.0),  # bootstrap: 68%
        ("rows alike", 200, 0.0),  # bootstrap: 75%
        ("saddle point", 60, 0.5),
        ("strong circle", 200, 0.8),
        ("hardly ever lost", 20, 0.0),
    ],
)
def test_interval_of_the_value_misses_no_more_often_than_it_says(kind, seeds, shared):
    missed = missed_values(TOURNAMENTS[kind], seeds, studies=100, shared=shared, draws=250)
    assert missed <= most_by_chance(100)


@pytest.mark.parametrize("kind", ["one row becomes best", "rows alike become columns alike"])
def test_interval_of_a_change_misses_no_more_often_than_it_says(kind):
    before, after = CHANGES[kind]
    assert missed_changes(before, after, 200, studies=40, draws=250) <= most_by_chance(40)


@pytest.mark.parametrize("kind", ["saddle point", "strong circle"])
def test_where_best_play_is_clear_the_interval_is_as_long_as_that_of_one_mean(kind):
    chances = TOURNAMENTS[kind]
    scores = played(np.random.default_rng(1), chances, 1000)
    truth = solve_matrix(chances)
    of_best_play = np.einsum("r,src,c->s", truth.rows, scores, truth.columns)
    usual = 2 * stdtrit(999, 0.975) * of_best_play.std(ddof=1) / np.sqrt(1000)
    value, low, high = value_interval(scores)
    assert low < value < high
    assert 0.9 < (high - low) / usual < 1.15


def test_a_matrix_of_games_all_won_leaves_room_for_one_that_is_lost():
    value, low, high = value_interval(np.ones((20, 3, 3)), draws=400)
    assert (value, high) == (1, 1)
    assert 0.7 < low < 0.9  # Clopper and Pearson for 20 of 20: 0.83


def test_the_other_side_sees_the_same_interval_from_its_end():
    scores = played(np.random.default_rng(2), TOURNAMENTS["six by six"], 100)
    value, low, high = value_interval(scores)
    theirs = value_interval(1 - scores.transpose(0, 2, 1))
    assert theirs == pytest.approx((1 - value, 1 - high, 1 - low), abs=0.01)


def test_more_confidence_takes_a_longer_interval_that_holds_the_shorter_one():
    both = played_twice(np.random.default_rng(3), CIRCLE, CIRCLE + 0.1, 100)
    for ends in (lambda c: value_interval(both[0], c), lambda c: change_interval(*both, c)):
        (_, low, high), (_, lower, higher) = ends(0.9), ends(0.99)
        assert lower < low < high < higher


def test_a_change_on_the_same_seeds_is_known_better_than_on_others():
    first, second = played_twice(np.random.default_rng(4), CIRCLE, CIRCLE + 0.1, 200)
    other = second[np.random.default_rng(5).permutation(200)]
    paired, apart = change_interval(first, second), change_interval(first, other)
    assert paired[0] == apart[0]
    assert paired[2] - paired[1] < 0.8 * (apart[2] - apart[1])


def test_seeds_on_which_a_game_broke_off_count_in_the_other_pairings():
    scores = played(np.random.default_rng(6), CIRCLE, 100)
    whole = value_interval(scores)
    scores[:10, 0, 0] = np.nan
    value, low, high = value_interval(scores)
    assert low < value < high
    assert (value, low, high) == pytest.approx(whole, abs=0.03)


def test_a_mix_that_resamples_hardly_ever_choose_again_has_a_small_share_of_them():
    clear, tied = (
        find_equilibrium(
            Payoffs(
                "axis",
                played(np.random.default_rng(7), TOURNAMENTS[kind], 400),
                [f"a{i}" for i in range(TOURNAMENTS[kind].shape[0])],
                [f"s{i}" for i in range(TOURNAMENTS[kind].shape[1])],
                np.arange(400),
                0,
            ),
            resamples=100,
        )
        for kind in ("saddle point", "all alike, 5 x 5")
    )
    assert min(clear.own_alike, clear.other_alike) > 0.99
    assert max(tied.own_alike, tied.other_alike) < 0.6


def test_pairings_of_several_variants_share_the_error_rate():
    scores = played_twice(np.random.default_rng(8), CIRCLE, CIRCLE + 0.1, 100)
    names = ["a", "b", "c"], ["d", "e", "f"], np.arange(100), 0
    first, second = (Payoffs("axis", each, *names) for each in scores)
    alone, shared = (compare_tournaments(first, second, comparisons=n) for n in (1, 4))
    assert np.allclose(shared["p_holm"], np.minimum(4 * alone["p_holm"], 1))
    assert shared["undecided"].sum() >= alone["undecided"].sum()
    assert (alone["undecided"] == (alone["p_holm"] > 0.05)).all()
