"""How much better than what a side has something is, where the truth is known."""

import numpy as np
import pytest

from balance.analysis.estimates.weighted import weighted_sum_interval
from balance.studies.train.judging import Scored, gain_over

pytestmark = pytest.mark.plain
ONE = np.ones(1)


def played(random, chances, games) -> Scored:
    wins = random.binomial(games, chances)
    tally = np.array([[[games], [won], [0]] for won in wins], float)
    return Scored.of([str(n) for n in range(len(chances))], tally)


def singles(count):
    return {str(n): np.eye(count)[n].tolist() for n in range(count)}


def test_the_gain_over_the_best_of_several_is_not_that_over_the_luckiest_of_a_few_games():
    random, missed = np.random.default_rng(5), 0
    chances = [0.3, *[0.3] * 7]  # nothing was found that is better than the best
    for _ in range(400):
        gain = gain_over(played(random, chances, 300), singles(7), ONE, 0.95)
        missed += not gain.low <= 0 <= gain.high
        assert gain.low <= gain.gain <= gain.high
    assert missed <= 0.05 * 400 + 2 * np.sqrt(400 * 0.05 * 0.95)


def test_it_is_sure_of_a_gain_over_each_of_them():
    random = np.random.default_rng(6)
    gains = [
        gain_over(played(random, [0.5, 0.3, 0.2], 400), singles(2), ONE, 0.95) for _ in range(200)
    ]
    assert {each.over for each in gains} == {"0"}
    assert np.mean([each.low > 0 for each in gains]) > 0.95
    assert np.mean([each.low <= 0.2 <= each.high for each in gains]) > 0.92


def test_the_gain_over_a_mix_has_the_interval_of_all_its_games_together():
    random, shares = np.random.default_rng(7), np.array([0.7, 0.3])
    truth, mix = np.array([[0.5, 0.4], [0.3, 0.6], [0.1, 0.5]]), [0.4, 0.6]
    aim = shares @ (truth[0] - 0.4 * truth[1] - 0.6 * truth[2])
    inside, widths = 0, []
    for _ in range(400):
        wins = random.binomial(200, truth)
        tally = np.stack([np.full((3, 2), 200), wins, np.zeros((3, 2))], axis=1).astype(float)
        gain = gain_over(Scored.of(["new", "a", "b"], tally), {"mix": mix}, shares, 0.95)
        inside += gain.low <= aim <= gain.high
        widths.append(gain.high - gain.low)
    assert 0.92 < inside / 400 < 0.985
    assert np.mean(widths) < 0.17


@pytest.mark.parametrize(("size", "games", "chance"), [(8, 2, 0.5), (8, 15, 0.95), (10, 10, 0.9)])
def test_many_small_samples_miss_no_more_often_than_they_say(size, games, chance):
    """Mixes of many openings meet mixes of as many: a handful of games in each pairing."""
    random, shares = np.random.default_rng(8), np.full(size, 1 / size)
    others = [1 / (size - 1)] * (size - 1)
    missed = []
    for _ in range(600):
        wins = random.binomial(games, chance, (size, size))
        tally = np.stack([np.full(wins.shape, games), wins, 0 * wins], axis=1).astype(float)
        scored = Scored.of([str(n) for n in range(size)], tally)
        gain = gain_over(scored, {"mix": others}, shares, 0.95)
        _, low, high = scored.interval(np.outer(shares, shares), 0.95)
        missed.append((gain.low > 0, gain.high < 0, low > chance, high < chance))
    assert (np.mean(missed, axis=0) < 0.05).all()


def test_a_sample_without_games_may_have_any_mean():
    total, low, high = weighted_sum_interval([1.0, -1.0], [0.5, np.nan], [100, 0], 0.95)
    assert total == 0
    assert (low, high) == pytest.approx((-0.51, 0.51), abs=0.01)
