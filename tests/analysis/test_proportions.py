import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from balance.analysis.estimates.proportions import (
    cross_share_table,
    share_table,
    upper_bound,
    wilson_interval,
)


@given(
    total=st.integers(1, 5000), share=st.floats(0, 1), confidence=st.sampled_from([0.8, 0.95, 0.99])
)
def test_wilson_interval_is_that_of_scipy(total, share, confidence):
    count = round(share * total)
    low, high = wilson_interval(count, total, confidence)
    oracle = binomtest(count, total).proportion_ci(confidence, method="wilson")
    assert low == pytest.approx(oracle.low, abs=1e-12)
    assert high == pytest.approx(oracle.high, abs=1e-12)


@pytest.mark.parametrize("total", [100, 400])
def test_wilson_interval_covers_the_true_share_about_as_often_as_it_says(total):
    counts = np.arange(total + 1)
    low, high = wilson_interval(counts, total)
    coverage = []
    for truth in np.linspace(0.02, 0.98, 97):
        inside = (low <= truth) & (truth <= high)
        coverage.append(binom.pmf(counts, total, truth)[inside].sum())
    assert 0.945 < np.mean(coverage) < 0.96
    assert np.min(coverage) > 0.91


def test_no_games_tell_nothing_about_a_share():
    low, high = wilson_interval(0, 0)
    assert (low, high) == (0, 1)


def test_counts_beyond_the_total_are_refused():
    with pytest.raises(ValueError, match="between 0 and the totals"):
        wilson_interval(11, 10)


def test_categories_without_games_stay_in_the_table_and_unforeseen_ones_are_added():
    table = share_table(pd.Series(["b", "b", "z"]), ["a", "b"])
    assert table["category"].tolist() == ["a", "b", "z"]
    assert table["games"].tolist() == [0, 2, 1]
    assert table["share"].tolist() == pytest.approx([0, 2 / 3, 1 / 3])
    assert table.loc[0, "low"] == 0 < table.loc[0, "high"]


def test_cross_table_counts_every_game_once():
    games = pd.DataFrame({"winner": ["axis", "soviet", "soviet"], "ending": ["vp", "time", "time"]})
    table = cross_share_table(
        games, ("winner", ["axis", "soviet", "none"]), ("ending", ["vp", "time"])
    )
    cells = table.set_index(["row", "column"])["games"]
    assert cells.sum() == 3
    assert cells["axis", "vp"] == 1
    assert cells["soviet", "time"] == 2
    assert cells["none", "vp"] == 0
    assert (table["total"] == 3).all()


@given(total=st.integers(1, 3000), part=st.floats(0, 1), confidence=st.sampled_from([0.9, 0.95]))
def test_the_one_sided_bound_is_that_of_scipy_and_covers_as_often_as_it_says(
    total, part, confidence
):
    count = int(part * total)
    bound = upper_bound(count, total, confidence)
    oracle = binomtest(count, total, alternative="less").proportion_ci(confidence, method="exact")
    assert bound == pytest.approx(oracle.high, abs=1e-9)
    if count < total:
        # A share at the bound gives so few cases as rarely as the confidence says.
        assert binom.cdf(count, total, bound) == pytest.approx(1 - confidence, abs=1e-9)
