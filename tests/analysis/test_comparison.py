import re

import numpy as np
import pytest

from balance.analysis.comparison import reach_comparison, reach_sequential
from balance.analysis.sequential import decide_sequentially
from balance.analysis.words import about, duration, points
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import score_differences

SIDES = ("the Axis", "the Soviets")


def changes(gained, lost, pairs):
    return np.repeat([1.0, -1.0, 0.0], [gained, lost, pairs - gained - lost])


def test_a_clear_difference_names_the_side_points_interval_and_games():
    verdict = reach_comparison(changes(655, 500, 5000), SIDES, 0.02)
    assert verdict.sentence == "favours the Axis by 3.1 points [1.8, 4.4]; 5,000 paired games"
    assert (verdict.kind, verdict.side, verdict.more_pairs) == ("favours", 0, 0)


def test_a_difference_the_other_way_favours_the_other_side_by_as_much():
    verdict = reach_comparison(changes(500, 655, 5000), SIDES, 0.02)
    assert verdict.sentence == "favours the Soviets by 3.1 points [1.8, 4.4]; 5,000 paired games"
    assert verdict.side == 1
    assert verdict.difference == pytest.approx(-0.031)


def test_equivalence_is_said_to_be_shown():
    verdict = reach_comparison(changes(255, 250, 5000), SIDES, 0.02)
    assert verdict.sentence.startswith("no effect larger than 2 points (equivalence shown); ")
    assert verdict.kind == "no_effect"


def test_a_sure_but_small_difference_is_told_as_both():
    verdict = reach_comparison(changes(150, 90, 10_000), SIDES, 0.02)
    assert verdict.kind == "small_effect"
    assert "favours the Axis by 0.6 points" in verdict.sentence
    assert "less than 2 points (equivalence shown)" in verdict.sentence


def test_variants_without_any_changed_result_say_so():
    verdict = reach_comparison(np.zeros(2000), SIDES, 0.01)
    assert verdict.sentence == (
        "no effect larger than 1 point (equivalence shown); no result changed; 2,000 paired games"
    )
    assert not reach_comparison(np.zeros(50), SIDES, 0.01).decided


def test_an_undecided_comparison_says_how_many_more_games_and_how_long_they_take():
    verdict = reach_comparison(changes(55, 45, 1000), SIDES, 0.02, games_per_second=30)
    assert re.match(r"undecided; about [\d,]+ more games \(\d+ min here\); so far 1\.0 points \[-",
                    verdict.sentence)  # fmt: skip
    assert verdict.more_pairs > 1000
    assert verdict.side == -1
    without = reach_comparison(changes(55, 45, 1000), SIDES, 0.02)
    assert "here" not in without.sentence


def test_a_variant_among_many_needs_an_adjusted_p_value():
    differences = changes(70, 45, 1000)
    assert reach_comparison(differences, SIDES, 0.02).kind == "favours"
    assert reach_comparison(differences, SIDES, 0.02, p_value=0.2).kind == "undecided"


def test_sequential_tests_get_the_same_sentences():
    rng = np.random.default_rng(1)
    won = decide_sequentially(score_differences(rng, 5000, 0.1), 0.03)
    lost = decide_sequentially(score_differences(rng, 5000, -0.1), 0.03)
    none = decide_sequentially(score_differences(rng, 9000, 0.0, 0.05), 0.03)
    assert reach_sequential(won, SIDES).sentence.startswith("favours the Axis by ")
    assert reach_sequential(lost, SIDES).sentence.startswith("favours the Soviets by ")
    assert reach_sequential(none, SIDES).sentence.startswith("no effect larger than 3 points")


def test_a_running_test_is_undecided_with_a_forecast():
    few = decide_sequentially(changes(20, 18, 200), 0.02)
    verdict = reach_sequential(few, SIDES, games_per_second=10)
    assert verdict.sentence.startswith("undecided; about ")
    assert verdict.more_pairs > 0
    assert not verdict.decided
    fresh = reach_sequential(decide_sequentially([0.0], 0.02), SIDES)
    assert "more games are needed" in fresh.sentence


def test_a_variant_that_changes_nothing_is_said_to_favour_a_side_no_more_often_than_stated():
    rng = np.random.default_rng(2)
    kinds = [reach_comparison(score_differences(rng, 400, 0), SIDES, 0.05).kind for _ in range(800)]
    assert np.mean([kind in ("favours", "small_effect") for kind in kinds]) < 0.065


@pytest.mark.parametrize("margin", [0, -0.02, float("nan")])
def test_a_margin_that_is_none_is_refused(margin):
    with pytest.raises(BadQuestion, match="margin"):
        reach_comparison([0, 1], SIDES, margin)


def test_numbers_of_sentences_do_not_claim_too_much():
    assert (about(1834), about(12)) == ("1,800", "12")
    assert (duration(130), duration(3 * 3600)) == ("2 min", "3 h")
    assert points(-0.0001) == "0.0"
