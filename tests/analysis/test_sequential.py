import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import ndtr

from balance.analysis.estimates.after_stop import chance_of_more, exit_chances
from balance.analysis.estimates.sequential import (
    SCORE_STEPS,
    confidence_sequence,
    decide_sequentially,
    log_bounds,
    look_times,
    score_steps,
)
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import score_differences

MARGIN = 0.1
STUDIES = 600


@pytest.fixture(scope="module")
def studies():
    """Studies by true difference; 40% of the seeds change, up to 1,500 pairs each."""
    rng = np.random.default_rng(1)
    return {
        truth: [
            decide_sequentially(score_differences(rng, 1500, truth, 0.4), MARGIN, most_pairs=1500)
            for _ in range(STUDIES)
        ]
        for truth in (0.0, 0.05, -0.1)
    }


def share(results, *decisions):
    return np.mean([result.decision in decisions for result in results])


def test_a_change_of_nothing_is_said_to_favour_a_side_no_more_often_than_stated(studies):
    assert share(studies[0.0], "favours", "disfavours") <= 0.05
    assert share(studies[0.0], "no_effect") > 0.93


def test_a_change_as_large_as_the_margin_is_called_none_no_more_often_than_stated(studies):
    assert share(studies[-0.1], "no_effect") <= 0.05
    assert share(studies[-0.1], "disfavours") > 0.93
    assert share(studies[-0.1], "favours") == 0


def test_a_change_of_half_the_margin_takes_longest(studies):
    games = {truth: np.mean([r.pairs for r in results]) for truth, results in studies.items()}
    assert games[0.05] > games[0.0]
    assert games[0.05] > games[-0.1]


def test_interval_after_the_stop_covers_the_true_difference_as_often_as_it_says(studies):
    covered = [
        np.mean([result.low <= truth <= result.high for result in results])
        for truth, results in studies.items()
    ]
    assert 0.93 < np.mean(covered) < 0.97
    assert min(covered) > 0.93


@pytest.mark.parametrize("truth", [0.0, 0.05, -0.1])
def test_estimate_after_the_stop_lies_above_the_truth_in_half_of_the_studies(studies, truth):
    above = np.mean([result.difference > truth for result in studies[truth]])
    assert 0.45 < above < 0.55


def test_plain_mean_at_the_stop_is_too_far_out_and_the_estimate_draws_it_in(studies):
    plain = np.mean([result.plain_mean for result in studies[-0.1]])
    estimate = np.mean([result.difference for result in studies[-0.1]])
    assert plain < -0.11
    assert abs(estimate + 0.1) < abs(plain + 0.1)


def test_rarely_changed_games_keep_the_error_rates_too():
    rng = np.random.default_rng(2)
    results = {
        truth: [
            decide_sequentially(
                score_differences(rng, 1000, truth, 0.08), 0.04, batch=100, most_pairs=1000
            )
            for _ in range(400)
        ]
        for truth in (0.0, 0.04)
    }
    assert share(results[0.0], "favours", "disfavours") <= 0.05
    assert share(results[0.04], "no_effect", "disfavours") <= 0.05


def test_games_that_never_differ_show_no_effect_only_after_enough_of_them():
    result = decide_sequentially(np.zeros(1000), 0.02, batch=10)
    # 0.98 ** n falls to 5% at 149 pairs
    assert (result.decision, result.pairs) == ("no_effect", 150)
    assert result.difference == 0
    assert -0.04 < result.low < 0 < result.high < 0.04


@pytest.mark.parametrize("changed", [0.05, 0.1])
def test_interval_covers_a_change_that_goes_one_way(changed):
    """As of a rule that can only help; by the sample's own deviation 10 of 100 miss."""
    rng = np.random.default_rng(8)
    draws = (rng.random((150, 2000)) < changed).astype(float)
    found = [decide_sequentially(draw, 0.02, batch=100, most_pairs=2000) for draw in draws]
    missed = np.mean([not each.low <= changed <= each.high for each in found])
    assert missed < 0.08
    above = np.mean([each.difference > changed for each in found])
    assert 0.35 < above < 0.65


def test_scores_averaged_over_several_pairings_are_tested_as_well():
    rng = np.random.default_rng(7)
    blocks = np.mean([score_differences(rng, 1500, 0.1) for _ in range(3)], axis=0)
    result = decide_sequentially(blocks, MARGIN, most_pairs=1500, steps=score_steps(3))
    assert result.decision == "favours"
    assert result.low < 0.1 < result.high


def test_pairs_after_the_stop_have_no_say():
    rng = np.random.default_rng(3)
    differences = score_differences(rng, 2000, 0.2)
    whole = decide_sequentially(differences, MARGIN, most_pairs=2000)
    part = decide_sequentially(differences[: whole.pairs], MARGIN, most_pairs=2000)
    assert whole.decision == part.decision == "favours"
    assert (whole.pairs, whole.low, whole.high) == (part.pairs, part.low, part.high)


def test_a_test_goes_on_until_its_cap_and_then_says_undecided():
    differences = np.tile([1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0], 30)  # mean 0.1
    running = decide_sequentially(differences, 0.2, batch=10, most_pairs=5000)
    assert running.decision == "running"
    assert running.low < running.difference < running.high
    assert len(running.looks) == 30
    capped = decide_sequentially(differences, 0.2, batch=10, most_pairs=300)
    assert capped.decision == "undecided"
    assert capped.low < 0.1 < capped.high


def test_likelihood_ratio_is_that_of_the_best_multinomials_with_either_mean():
    differences = np.repeat(SCORE_STEPS, [11, 4, 60, 8, 17])
    look = decide_sequentially(differences, 0.1, batch=100, most_pairs=100).looks.iloc[0]
    steps, counts = np.array(SCORE_STEPS), np.array([11, 4, 60, 8, 17])

    def best(mean):
        fit = minimize(
            lambda p: -(counts * np.log(p)).sum(),
            np.full(5, 0.2),
            bounds=[(1e-6, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: (p * steps).sum() - mean},
            ],
            options={"ftol": 1e-12, "maxiter": 500},
        )
        return -fit.fun

    assert look["more"] == pytest.approx(best(0.1) - best(0), abs=1e-4)
    assert look["less"] == pytest.approx(best(-0.1) - best(0), abs=1e-4)


def test_likelihood_ratio_of_many_games_is_the_normal_one():
    differences = score_differences(np.random.default_rng(4), 5000, 0.02)
    last = decide_sequentially(differences, 0.03, batch=5000, most_pairs=5000).looks.iloc[-1]
    normal = 5000 * 0.03 * (2 * last["mean"] - 0.03) / (2 * last["sd"] ** 2)
    assert last["more"] == pytest.approx(normal, rel=0.03)


def test_a_walk_that_looks_once_is_a_normal_distribution():
    for truth in (0.05, 0.1, 0.2):
        walk = exit_chances(truth, 0.2, log_bounds(0.05), look_times(400, 400))
        assert walk.chances.sum() == pytest.approx(1)
        exact = ndtr((truth - 0.12) * 20)
        assert chance_of_more(walk, 0.12) == pytest.approx(exact, abs=1e-3)


def test_ways_to_stop_are_those_of_simulated_walks():
    looks = look_times(50, 1000)
    bounds = log_bounds(0.05)
    walk = exit_chances(0.1, 0.15, bounds, looks)
    rng = np.random.default_rng(5)
    sums = rng.normal(0.1 * 50, np.sqrt(50), size=(20_000, len(looks))).cumsum(axis=1)
    outer, inner = (0.15 * looks / 2 + bound / 0.15 for bound in bounds)
    stops = (np.abs(sums) >= outer) | (np.abs(sums) <= inner)
    stops[:, -1] = True
    last = stops.argmax(axis=1)
    means = sums[np.arange(len(sums)), last] / looks[last]
    for mean in (0.02, 0.1, 0.2):
        simulated = (means >= mean).mean()
        assert chance_of_more(walk, mean) == pytest.approx(simulated, abs=0.012)


def test_confidence_sequence_misses_the_truth_at_any_look_no_more_often_than_stated():
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(400):
        draw = score_differences(rng, 3000, 0.03, 0.5)
        ends = [confidence_sequence(draw[:count]) for count in range(100, 3001, 100)]
        missed += any(not low <= 0.03 <= high for low, high in ends)
    assert missed / 400 <= 0.05


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"margin": 0}, "margin: 0 can't be a margin"),
        ({"margin": 1}, "as large as any difference"),
        ({"error_rate": 1}, "error rate: 1 is not possible"),
        ({"batch": 3}, "pairs between two looks: 3, but at least"),
        ({"most_pairs": 20}, "largest number of paired games: 20, but at least"),
        ({"differences": [0.3] * 50}, "0.3 is none of the values"),
    ],
)
def test_settings_that_make_no_sense_are_refused(changes, words):
    settings = {"differences": np.zeros(100), "margin": 0.02} | changes
    with pytest.raises(BadQuestion, match=words):
        decide_sequentially(**settings)
