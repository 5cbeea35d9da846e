import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from balance.analysis.estimates.means import (
    describe,
    interval_of_sums,
    mean_interval,
    quantile_interval,
)
from balance.analysis.estimates.value_counts import Counted, Distribution, count_values
from balance.analysis.play.drivers import mean_difference


def test_mean_interval_is_that_of_scipy():
    values = np.random.default_rng(3).poisson(4, 57)
    mean, low, high = mean_interval(values)
    oracle = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean == pytest.approx(values.mean())
    assert (low, high) == pytest.approx((oracle.low, oracle.high))


def test_mean_interval_covers_the_true_mean_about_as_often_as_it_says():
    rng = np.random.default_rng(4)
    samples = rng.poisson(5, size=(2000, 40))
    inside = 0
    for sample in samples:
        _, low, high = mean_interval(sample)
        inside += low <= 5 <= high
    assert 0.93 < inside / 2000 < 0.97


def test_one_value_has_a_mean_but_no_interval_and_none_has_neither():
    assert mean_interval([3]) == (3, -math.inf, math.inf)
    assert all(math.isnan(part) for part in mean_interval([]))


@pytest.mark.parametrize("games", [40, 400])
@pytest.mark.parametrize(
    ("often", "size"),  # cases that a sample has on average, and the number that each counts for
    [(0.3, 1), (1, 1), (2.5, 1), (3, 1), (4, 1), (6, 1), (10, 1), (4, 3), (6, 3), (10, 3)],
)
def test_a_mean_of_what_is_rare_is_covered_as_often_as_that_of_what_is_common(games, often, size):
    rng = np.random.default_rng(6)
    sums = size * rng.poisson(often, 4000)  # single cases, one a game
    squares = size * sums
    inside = 0
    for total, square in zip(sums, squares, strict=True):
        _, low, high = interval_of_sums(games, total, square, least=0)
        inside += low <= size * often / games <= high
    assert inside / 4000 > 0.92


def test_numbers_that_are_all_alike_may_yet_differ_by_a_unit():
    mean, low, high = mean_interval([7] * 100, unit=1.0)
    assert mean == 7
    assert (7 - low, high - 7) == pytest.approx((0.028, 0.028), abs=0.001)
    assert mean_interval([0.5] * 100) == (0.5, 0.5, 0.5)


def test_an_interval_ends_where_no_value_can_be():
    rare = [0, 0, 0, 0, 1]
    mean, low, high = mean_interval(rare)
    assert low < 0
    assert mean_interval(rare, least=0) == (mean, 0, high)
    assert mean_interval([3], least=0) == (3, 0, math.inf)
    assert mean_interval([4, 5, 6], least=0) == mean_interval([4, 5, 6])
    # Else a column that begins at zero throughout is one of whole numbers.
    assert isinstance(mean_interval(rare, least=0)[1], float)


def test_median_interval_takes_the_order_statistics_of_the_book():
    # For ten values the 2nd and the 9th enclose the median with 97.9 % confidence.
    assert quantile_interval(range(1, 11)) == (5, 2, 9)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_quantile_interval_covers_the_true_quantile_at_least_as_often_as_it_says(share):
    rng = np.random.default_rng(5)
    truth = stats.norm.ppf(share)
    hits = 0
    for _ in range(1500):
        _, low, high = quantile_interval(rng.normal(size=60), share)
        hits += low <= truth <= high
    assert hits / 1500 > 0.94


def test_quantile_interval_is_open_where_the_sample_is_too_small():
    _, low, high = quantile_interval([1, 2, 3])
    assert (low, high) == (-math.inf, math.inf)


def distribution(values):
    return Counted(count_values([("all", values)], ["what"]))["all"]


def test_a_distribution_has_the_figures_of_the_values_it_counts():
    values = np.random.default_rng(8).poisson(3, 101) / 2
    found = distribution(values)
    assert found.mean_interval() == pytest.approx(mean_interval(values))
    assert found.variance() == pytest.approx(values.var())
    shares = np.linspace(0, 1, 41)
    assert found.quantiles(shares) == list(np.quantile(values, shares, method="inverted_cdf"))
    assert [found.at_most(value) for value in (-1, 1, 1.2, 99)] == [
        int((values <= value).sum()) for value in (-1, 1, 1.2, 99)
    ]
    both = distribution(values[:30]).with_other(distribution(values[30:]))
    assert both.values.tolist() == found.values.tolist()
    assert both.games.tolist() == found.games.tolist()


def test_a_distribution_of_no_games_has_no_figures():
    none = Counted(count_values([], ["what"]))["all"]
    assert none.count == 0
    assert np.isnan([*none.mean_interval(), *none.quantiles([0.5]), none.variance()]).all()


@pytest.mark.parametrize(("few", "many"), [(8, 30), (30, 50), (200, 20)])
def test_difference_of_means_covers_the_true_one_as_often_as_it_says(few, many):
    rng, hits = np.random.default_rng(6), 0
    for _ in range(2000):
        groups = rng.poisson(3, few), rng.poisson(9, many)
        counted = [Distribution(*np.unique(group, return_counts=True)) for group in groups]
        difference, low, high = mean_difference(*counted)
        assert difference == pytest.approx(groups[0].mean() - groups[1].mean())
        hits += low <= -6 <= high
    assert 0.935 < hits / 2000 < 0.975


def test_difference_of_means_is_unsure_where_all_games_of_a_group_were_alike():
    _, low, high = mean_difference(distribution([4, 4, 4]), distribution([3, 3, 3]))
    assert low < 0 < 2 < high
    one = distribution([4])
    assert mean_difference(one, one) == (0, -math.inf, math.inf)
    none = Counted(count_values([], ["what"]))["all"]
    assert np.isnan(mean_difference(one, none)).all()


def test_no_mean_of_what_is_counted_may_be_below_nothing():
    counts = [0, 0, 0, 0, 0, 3]
    table = pd.DataFrame({"vp": counts, "axis_steps_lost": counts})
    lines = describe(table, {"vp": "points", "axis_steps_lost": "steps"}).set_index("column")
    assert lines.loc["axis_steps_lost", "low"] == 0
    assert lines.loc["vp", "low"] < 0


def test_description_leaves_out_columns_the_table_lacks():
    table = pd.DataFrame({"vp": [1, 2, 3, 4]})
    lines = describe(table, {"vp": "points", "gold": "gold"})
    assert lines["column"].tolist() == ["vp"]
    assert lines.loc[0, ["min", "q50", "max", "games"]].tolist() == [1, 2, 4, 4]
