import math

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from balance.analysis.designs.planning import (
    effect_for_power,
    games_for_equivalence,
    games_for_half_width,
    games_for_power,
    paired_sd,
    plan_table,
    play_seconds,
    power_of_test,
)
from balance.analysis.estimates.equivalence import show_equivalence
from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import score_differences


@pytest.mark.parametrize("effect", [0.05, 0.2, 0.8])
@pytest.mark.parametrize("power", [0.8, 0.95])
def test_games_for_a_power_are_those_of_statsmodels(effect, power):
    exact = TTestPower().solve_power(effect, power=power, alpha=0.05)
    assert games_for_power(1.0, effect, power) == pytest.approx(math.ceil(exact), abs=1)


def test_power_is_that_of_statsmodels():
    for games in (10, 100, 3000):
        exact = TTestPower().power(0.1, games, 0.05)
        assert power_of_test(1.0, 0.1, games) == pytest.approx(exact, abs=1e-3)


def test_planned_games_give_the_planned_half_width():
    games = games_for_half_width(2.0, 0.25)
    sample = np.random.default_rng(1).normal(size=games)
    sample = 2.0 * (sample - sample.mean()) / sample.std(ddof=1)
    _, low, high = mean_interval(sample)
    assert high - low == pytest.approx(0.5, rel=0.01)
    assert high - low <= 0.5


def test_planned_games_show_equivalence_as_often_as_planned():
    rng = np.random.default_rng(2)
    games = games_for_equivalence(math.sqrt(0.3), 0.06, 0.01)
    shown = [show_equivalence(score_differences(rng, games, 0.01), 0.06).shown for _ in range(1000)]
    assert 0.77 < np.mean(shown) < 0.84


FEW_CHANGE = [(100, 0.03, 0.05 / 15), (100, 0.01, 0.05), (50, 0.1, 0.05 / 240), (200, 0.1, 0.05)]


@pytest.mark.parametrize(("games", "changed", "error_rate"), FEW_CHANGE)
def test_the_effect_told_of_a_score_is_found_as_often_as_told(games, changed, error_rate):
    """Where few games change a larger effect takes more of them, all one way."""
    effect = effect_for_power(math.sqrt(changed), games, 0.8, error_rate, bound=1)
    changed = max(changed + effect**2, effect)
    shares = [(changed + effect) / 2, (changed - effect) / 2, 1 - changed]
    counts = np.random.default_rng(3).multinomial(games, np.clip(shares, 0, 1), 500)
    kinds, often = np.unique(counts, axis=0, return_counts=True)
    found = [difference_p_value(np.repeat([1, -1, 0], kind), 1) < error_rate for kind in kinds]
    assert 0.74 < np.dot(found, often) / 500 < 0.88


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (1, 1), (2, 1)])
def test_planned_pairs_give_the_half_width_where_few_games_change(gained, lost):
    spread = max(math.sqrt((gained + lost) / 100), 1e-3)
    pairs = games_for_half_width(spread, 0.05, bound=1)
    few = np.repeat([1.0, -1.0, 0.0], [gained, lost, pairs - gained - lost])
    _, low, high = difference_interval(few, bound=1)
    assert 0.04 < (high - low) / 2 < 0.06


def test_planned_pairs_show_equivalence_though_no_game_changes():
    pairs = games_for_equivalence(0.001, 0.05, bound=1)
    assert show_equivalence(np.zeros(pairs), 0.05, bound=1).shown
    assert not show_equivalence(np.zeros(pairs - 1), 0.05, bound=1).shown


def test_an_effect_beyond_what_games_can_differ_by_is_never_promised():
    assert effect_for_power(0.1, 3, 0.8, 0.05 / 240, bound=1) == math.inf
    with pytest.raises(BadQuestion, match="more than two games can differ by"):
        games_for_power(0.5, 1.5, bound=1)


def test_pairing_saves_games_by_its_gain():
    table = plan_table([0.01, 0.02], sd=0.5, gain=4, games_per_second=100)
    first = table.iloc[0]
    assert first["unpaired"] / first["pairs"] == pytest.approx(4, rel=0.01)
    assert first["pairs_seconds"] == 2 * first["pairs"] / 100
    assert paired_sd(0.5, 0.5, 1) == pytest.approx(0.5 * math.sqrt(2))


def test_time_follows_from_the_speed():
    assert play_seconds(1200, 10) == 120
    with pytest.raises(BadQuestion, match="speed: 0 games a second"):
        play_seconds(10, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: games_for_half_width(0.5, 0), "half-width: 0 needs endless games"),
        (lambda: games_for_half_width(0, 0.1), "standard deviation: 0 gives no plan"),
        (lambda: games_for_power(0.5, 0), "effect: 0 can't be found"),
        (lambda: games_for_power(0.5, 0.1, power=1), "power: 1 is not possible"),
        (lambda: games_for_power(0.5, 0.1, error_rate=1), "error rate: 1"),
        (lambda: games_for_equivalence(0.5, 0.02, 0.02), "as large as the margin"),
        (lambda: games_for_power(0.5, 1e-9), "ask for less precision"),
    ],
)
def test_plans_that_make_no_sense_are_refused(call, words):
    with pytest.raises(BadQuestion, match=words):
        call()


def test_power_grows_with_the_effect_to_certainty():
    powers = [power_of_test(1.0, effect, 30, 0.05 / 240) for effect in np.linspace(0.1, 5, 50)]
    assert np.all(np.diff(powers) >= 0)
    assert powers[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("games", [2, 5, 100, 5000])
@pytest.mark.parametrize("error_rate", [0.05, 0.05 / 240])
def test_the_effect_found_with_a_power_has_that_power(games, error_rate):
    effect = effect_for_power(0.6, games, 0.8, error_rate)
    assert power_of_test(0.6, effect, games, error_rate) == pytest.approx(0.8, abs=1e-3)
    assert effect_for_power(0.6, 1) == math.inf
