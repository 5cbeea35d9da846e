import functools

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import isotonic_regression

from balance.analysis.designs.tuning import monotone_fit, nearest_shares, next_value, tune
from balance.errors import BadQuestion

VALUES = (4.0, 5.0, 6.0, 7.0)


LUCK = np.random.default_rng(0).random((2, 200_000)).T @ [0.8, 0.2]


@functools.cache
def level(chance):
    """Luck below which a share of the games lies."""
    return np.quantile(LUCK, chance)


def scores(rng, seeds, chances=(0.7, 0.58, 0.46, 0.3), values=VALUES):
    """Scores of a side by value of a parameter, on shared seeds."""
    luck = rng.random((seeds, 1)) * 0.8 + rng.random((seeds, len(values))) * 0.2
    return pd.DataFrame((luck < [level(c) for c in chances]).astype(float), columns=list(values))


def test_value_is_found_where_the_true_scores_cross_the_wanted_one():
    tuned = tune(scores(np.random.default_rng(1), 20_000))
    assert tuned.value == pytest.approx(5 + 0.08 / 0.12, abs=0.1)
    assert tuned.low < 5 + 0.08 / 0.12 < tuned.high
    assert not tuned.rises


@pytest.mark.parametrize("wanted", [0.5, 0.58])
def test_interval_of_the_value_covers_the_true_one_as_often_as_it_says(wanted):
    rng = np.random.default_rng(2)
    truth = np.interp(-wanted, [-0.7, -0.58, -0.46, -0.3], VALUES)
    covered = 0
    for _ in range(500):
        tuned = tune(scores(rng, 300), wanted)
        covered += tuned.low - 0.002 <= truth <= tuned.high + 0.002
    assert 0.93 < covered / 500 < 0.975


@pytest.mark.parametrize(("seeds", "chances"), [(5, (0.9, 0.2)), (20, (0.99, 0.6, 0.02))])
def test_interval_of_the_value_covers_the_true_one_with_few_and_nearly_sure_games(seeds, chances):
    rng = np.random.default_rng(12)
    values = VALUES[: len(chances)]
    truth = np.interp(-0.5, [-chance for chance in chances], values)
    covered = 0
    for _ in range(400):
        won = rng.random((seeds, len(chances))) < chances
        tuned = tune(pd.DataFrame(won.astype(float), columns=list(values)))
        covered += tuned.low - 0.002 <= truth <= tuned.high + 0.002
    assert covered / 400 > 0.93


def test_a_value_that_always_wins_beside_one_that_always_loses_has_an_interval_with_a_width():
    tuned = tune(pd.DataFrame({4.0: np.ones(20), 5.0: np.zeros(20)}))
    assert tuned.value == 4.5
    # 18 of 20 at one end, and none of 20 at the other, would put it at 4.44.
    assert tuned.low < 4.44
    assert tuned.high > 4.56


def test_a_rising_score_is_tuned_as_well():
    table = scores(np.random.default_rng(3), 3000, chances=(0.3, 0.45, 0.55, 0.7))
    tuned = tune(table)
    assert tuned.rises
    assert tuned.value == pytest.approx(5.5, abs=0.2)


def test_values_may_have_been_played_on_different_numbers_of_seeds():
    table = scores(np.random.default_rng(4), 2000)
    table.loc[500:, [4.0, 7.0]] = np.nan
    tuned = tune(table)
    assert tuned.scores["games"].tolist() == [500, 2000, 2000, 500]
    assert tuned.low < 5.667 < tuned.high


def test_values_that_do_not_enclose_the_wanted_score_give_none():
    tuned = tune(scores(np.random.default_rng(5), 500)[[4.0, 5.0]], wanted=0.2)
    assert np.isnan(tuned.value)
    assert (tuned.low, tuned.high) == (-np.inf, np.inf)


def test_interval_beyond_the_values_played_is_open():
    tuned = tune(scores(np.random.default_rng(6), 100)[[5.0, 6.0]], wanted=0.56)
    assert tuned.low == -np.inf


def test_next_value_is_first_an_end_then_one_near_the_estimate_then_none():
    table = scores(np.random.default_rng(7), 4000)
    assert next_value(tune(table[[4.0, 6.0]]), VALUES) == 7
    assert next_value(tune(table[[4.0, 7.0]]), VALUES) in (5.0, 6.0)
    assert next_value(tune(table), VALUES) is None


def test_a_range_without_the_wanted_score_is_refused_with_the_nearest_value():
    tuned = tune(scores(np.random.default_rng(8), 1000), wanted=0.9)
    with pytest.raises(BadQuestion, match=r"no value from 4 to 7 gives a score of 0.9.* at 4"):
        next_value(tuned, VALUES)


def test_monotone_fit_is_that_of_scipy():
    rng = np.random.default_rng(9)
    means, weights = rng.normal(size=30).cumsum(), rng.uniform(1, 5, 30)
    oracle = isotonic_regression(means, weights=weights).x
    assert monotone_fit(means, weights) == pytest.approx(oracle)


def test_shares_with_draws_name_the_nearest_value():
    rng = np.random.default_rng(10)
    table = pd.DataFrame(
        {value: rng.choice([1, 0.5, 0], 2000, p=p) for value, p in
         ((1.0, (0.6, 0.1, 0.3)), (2.0, (0.46, 0.1, 0.44)), (3.0, (0.3, 0.3, 0.4)))}
    )  # fmt: skip
    found = nearest_shares(table, (0.45, 0.10, 0.45)).set_index("value")
    assert found["distance"].idxmin() == 2
    assert found.loc[2, "best"] > 0.99
    assert found[["wins", "draws", "losses"]].sum(axis=1).tolist() == pytest.approx([1, 1, 1])


def test_one_value_one_game_and_wrong_shares_are_refused():
    table = scores(np.random.default_rng(11), 10)
    with pytest.raises(BadQuestion, match="values of the parameter: 1, but at least"):
        tune(table[[4.0]])
    with pytest.raises(BadQuestion, match="games with value 4: 1, but at least"):
        tune(table.iloc[:1])
    with pytest.raises(BadQuestion, match="expected three numbers that add up to 1"):
        nearest_shares(table, (0.5, 0.4, 0.5))
