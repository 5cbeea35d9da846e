import math

import numpy as np
import pytest
from scipy.special import ndtr

from balance.analysis.estimates.bounded_mean import (
    BoundedSample,
    bounded_interval,
    chance_below,
    mean_p_value,
)

#: Shares of seeds by their change, in the order: several pairings, draws, whole wins; one way and
#: both ways, with large changes rare and common.
CHANGES = {
    "four pairings, one or all": {0.25: 0.9, 1.0: 0.1},
    "four pairings, one or all alike": {0.25: 0.5, 1.0: 0.5},
    "four pairings against all": {1.0: 0.3, -0.25: 0.7},
    "two pairings": {0.5: 0.9, 1.0: 0.1},
    "draws": {0.5: 0.6, 1.0: 0.1, -0.5: 0.3},
    "draws, one way": {0.5: 0.5, 1.0: 0.5},
    "wins, one way": {1.0: 1.0},
    "wins, both ways": {1.0: 0.5, -1.0: 0.5},
}


def errors(kind, seeds, changed, studies=400):
    """Shares of studies that reject the true mean: at 5% as too high; at 5% on both sides."""
    sizes = kind if isinstance(kind, dict) else CHANGES[kind]
    values = np.array([0.0, *sizes])
    shares = np.array([1 - changed / seeds, *np.array([*sizes.values()]) * changed / seeds])
    truth = float(values @ shares)
    order = np.argsort(values)
    values, shares = values[order], shares[order]
    rng = np.random.default_rng(1)
    drawn, times = np.unique(rng.multinomial(seeds, shares, studies), axis=0, return_counts=True)
    samples = [BoundedSample(values[c > 0], c[c > 0].astype(float)) for c in drawn]
    below = np.array([chance_below(sample, truth) for sample in samples])
    above = np.array([chance_below(sample.mirrored, -truth) for sample in samples])
    both = 2 * np.minimum(below, above)
    return tuple(times @ (each <= 0.05) / studies for each in (below, both))


def most(rate, studies=400):
    """Share that chance alone hardly ever exceeds."""
    return rate + 3 * math.sqrt(rate * (1 - rate) / studies)


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize(("seeds", "changed"), [(60, 12), (400, 8)])
def test_a_mean_as_high_as_the_true_one_is_ruled_out_no_more_often_than_stated(
    kind, seeds, changed
):
    too_high, wrong = errors(kind, seeds, changed)
    assert too_high <= most(0.05)
    assert wrong <= most(0.05)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [("wins, both ways", 8), ("wins, one way", 40), ("draws", 40), ("two pairings", 60)],
)
def test_intervals_are_no_wider_than_they_need_where_enough_seeds_changed(kind, changed):
    _, wrong = errors(kind, 400, changed, 700)
    assert 0.03 - 3 * math.sqrt(0.03 * 0.97 / 700) <= wrong <= most(0.05, 700)


def tango(gained, lost, seeds, difference):
    """Score of Tango, Statist. Med. 17 (1998) 891, in its closed form."""
    b = -gained - lost + (2 * seeds - gained + lost) * difference
    c = -lost * difference * (1 - difference)
    went = (math.sqrt(b * b - 8 * seeds * c) - b) / (4 * seeds)
    variance = seeds * (2 * went + difference * (1 - difference))
    one_way = abs(difference) / (2 * went + difference)
    return (gained - lost - seeds * difference + one_way / 2) / math.sqrt(variance)


@pytest.mark.parametrize("difference", [-0.1, -0.01, 0.0, 0.02, 0.3])
@pytest.mark.parametrize(("gained", "lost", "seeds"), [(8, 0, 400), (3, 5, 60), (40, 10, 100)])
def test_for_whole_wins_the_score_is_tango_s_less_half_a_step(gained, lost, seeds, difference):
    sample = BoundedSample.of([1.0] * gained + [-1.0] * lost + [0.0] * (seeds - gained - lost))
    expected = float(ndtr(tango(gained, lost, seeds, difference)))
    assert chance_below(sample, difference) == pytest.approx(expected, abs=1e-6)


def test_the_p_value_of_no_change_is_mcnemar_s():
    sample = BoundedSample.of([1.0] * 15 + [-1.0] * 5 + [0.0] * 80)
    assert mean_p_value(sample) == pytest.approx(2 * ndtr(-10 / math.sqrt(20)))


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.995])
def test_the_interval_holds_the_means_that_the_test_allows(confidence):
    rng = np.random.default_rng(2)
    for _ in range(20):
        values = rng.choice(
            [-1, -0.25, 0, 0.5], size=int(rng.integers(2, 80)), p=[0.05, 0.1, 0.8, 0.05]
        )
        sample = BoundedSample.of(values)
        low, high = bounded_interval(sample, confidence)
        assert -1 <= low <= sample.mean <= high <= 1
        for inside, outside in ((low + 1e-4, low - 1e-4), (high - 1e-4, high + 1e-4)):
            assert mean_p_value(sample, inside) >= 1 - confidence - 1e-6
            assert mean_p_value(sample, outside) <= 1 - confidence + 1e-6


def test_the_mean_of_the_sample_itself_is_never_doubted():
    # Sums of the numbers in another order differ in their last digit.
    rng = np.random.default_rng(1)
    for _ in range(60):
        sample = BoundedSample.of(rng.choice([-1, -0.7, -0.3, 0, 0.1, 0.2, 0.9], size=60))
        for mean in (np.nextafter(sample.mean, -1), sample.mean, np.nextafter(sample.mean, 1)):
            assert mean_p_value(sample, mean) == 1


def test_seeds_without_any_change_bound_the_share_that_may_change_exactly():
    sample = BoundedSample.of(np.zeros(100))
    assert chance_below(sample, 0.02) == pytest.approx(0.98**100)
    assert mean_p_value(sample) == 1
    assert bounded_interval(sample, 0.95) == pytest.approx((-(1 - 0.025**0.01), 1 - 0.025**0.01))


def test_seeds_that_all_changed_as_far_as_can_be_end_the_interval_there():
    low, high = bounded_interval(BoundedSample.of(np.ones(20)), 0.95)
    assert high == 1
    assert 0.6 < low < 0.9


def test_numbers_beyond_the_bound_are_refused():
    with pytest.raises(ValueError, match="from -1 to 1"):
        BoundedSample.of([0.0, 2.0])
