import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW

from balance.analysis.estimates.equivalence import show_equivalence
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import score_differences


def test_both_one_sided_tests_are_those_of_statsmodels():
    sample = np.random.default_rng(1).normal(0.1, 1, 300)
    ours = show_equivalence(sample, 0.25)
    p_value = DescrStatsW(sample).ttost_mean(-0.25, 0.25)[0]
    assert ours.p_value == pytest.approx(p_value)


@pytest.mark.parametrize("margin", [0.05, 0.1, 0.2])
def test_equivalence_is_shown_exactly_when_the_interval_lies_within_the_margin(margin):
    rng = np.random.default_rng(2)
    for _ in range(200):
        result = show_equivalence(score_differences(rng, 300, 0.04), margin, bound=1)
        assert result.shown == (-margin < result.low and result.high < margin)


@pytest.mark.parametrize(("changed", "margin"), [(0.3, 0.06), (0.04, 0.04)])
def test_a_difference_as_large_as_the_margin_is_called_none_no_more_often_than_stated(
    changed, margin
):
    rng = np.random.default_rng(3)
    draws = [score_differences(rng, 400, margin, changed) for _ in range(2000)]
    false = np.mean([show_equivalence(draw, margin, bound=1).shown for draw in draws])
    assert 0.03 < false < 0.065


def test_no_changed_game_shows_equivalence_only_when_there_were_enough_games():
    assert not show_equivalence(np.zeros(100), 0.02, bound=1).shown
    assert show_equivalence(np.zeros(200), 0.02, bound=1).shown
    assert show_equivalence(np.zeros(200), 0.02, bound=1).p_value == pytest.approx(0.98**200)
    assert not show_equivalence(np.zeros(200), 0.02).shown


@pytest.mark.parametrize(
    ("margin", "error_rate", "words"),
    [(0, 0.05, "margin: 0 "), (np.inf, 0.05, "margin"), (0.02, 1, "error rate: 1 ")],
)
def test_settings_that_make_no_sense_are_refused(margin, error_rate, words):
    with pytest.raises(BadQuestion, match=words):
        show_equivalence([0, 1, 0], margin, error_rate)


def test_one_seed_shows_nothing():
    with pytest.raises(BadQuestion, match="paired seeds: 1, but at least"):
        show_equivalence([0.0], 0.1)
