import re
from functools import cache

import numpy as np
import pytest

from balance.analysis.estimates.equivalence import show_equivalence
from balance.analysis.estimates.sequential import decide_sequentially
from balance.analysis.telling.comparison import reach_comparison, reach_sequential
from balance.analysis.telling.words import about, duration, points
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import score_differences

SIDES = ("the Axis", "the Soviets")


def changes(gained, lost, pairs):
    return np.repeat([1.0, -1.0, 0.0], [gained, lost, pairs - gained - lost])


def test_a_clear_difference_names_the_side_points_interval_and_games():
    verdict = reach_comparison(changes(655, 500, 5000), SIDES, 0.02)
    assert verdict.sentence == (
        "The change favours the Axis by 3.1 points [1.8, 4.4] over 5,000 paired games."
    )
    assert (verdict.kind, verdict.side, verdict.more.likely) == ("favours", 0, 0)


def test_a_difference_the_other_way_favours_the_other_side_by_as_much():
    verdict = reach_comparison(changes(500, 655, 5000), SIDES, 0.02)
    assert verdict.sentence == (
        "The change favours the Soviets by 3.1 points [1.8, 4.4] over 5,000 paired games."
    )
    assert verdict.side == 1
    assert verdict.difference == pytest.approx(-0.031)


def test_equivalence_is_said_to_be_shown():
    verdict = reach_comparison(changes(255, 250, 5000), SIDES, 0.02)
    assert verdict.sentence.startswith(
        "The change has no effect larger than 2 points (equivalence shown): "
    )
    assert verdict.kind == "no_effect"


def test_a_sure_but_small_difference_is_told_as_both():
    verdict = reach_comparison(changes(150, 90, 10_000), SIDES, 0.02)
    assert verdict.kind == "small_effect"
    assert "favours the Axis by 0.6 points" in verdict.sentence
    assert "less than 2 points (equivalence shown, 90% interval [0.3, 0.9])" in verdict.sentence


def test_variants_without_any_changed_result_say_so():
    verdict = reach_comparison(np.zeros(2000), SIDES, 0.01)
    assert verdict.sentence == (
        "The change has no effect larger than 1 point (equivalence shown): no result changed in "
        "2,000 paired games."
    )
    few = reach_comparison(np.zeros(50), SIDES, 0.01)
    assert re.match(
        r"The effect of the change is undecided: so far no result changed in 50 paired games\. "
        r"About [\d,]+ more games have an 80% chance of settling it",
        few.sentence,
    )
    # 299 unchanged games in all show it; some of those to come may change.
    assert few.more.likely > 249


def test_an_undecided_comparison_says_how_many_more_games_and_how_long_they_take():
    verdict = reach_comparison(changes(55, 45, 1000), SIDES, 0.02, games_per_second=10)
    assert re.match(
        r"The effect of the change is undecided: so far 1\.0 points \[-.* for the Axis over 1,000 "
        r"paired games\. About [\d,]+ more games \(\d+ min here\) have an 80% chance of settling "
        r"it \([\d,]+: 50%, [\d,]+: 95%\)\.$",
        verdict.sentence,
    )
    more = verdict.more
    assert 100 < more.even < more.likely < more.nearly
    assert verdict.side == -1
    without = reach_comparison(changes(55, 45, 1000), SIDES, 0.02)
    assert "here" not in without.sentence


def test_a_variant_among_many_needs_more_to_be_called_anything():
    gained, even = changes(70, 45, 1000), changes(50, 50, 1900)
    assert reach_comparison(gained, SIDES, 0.02).kind == "favours"
    assert reach_comparison(gained, SIDES, 0.02, comparisons=5).kind == "undecided"
    assert reach_comparison(even, SIDES, 0.01).kind == "no_effect"
    assert reach_comparison(even, SIDES, 0.01, comparisons=5).kind == "undecided"


@pytest.mark.parametrize("comparisons", [1, 4])
def test_what_is_printed_and_what_is_said_agree(comparisons):
    rng = np.random.default_rng(3)
    kinds = set()
    draws = [score_differences(rng, 1200, mean, 0.05) for mean in np.repeat([0.0, 0.01, 0.03], 40)]
    for draw in [*draws, changes(150, 90, 10_000)]:
        found = reach_comparison(draw, SIDES, 0.02, comparisons=comparisons)
        favours = found.low > 0 or found.high < 0
        small = found.within_low > -0.02 and found.within_high < 0.02
        assert favours == (found.p_value <= 0.05) == (found.kind in ("favours", "small_effect"))
        assert small == (found.p_within <= 0.05) == (found.kind in ("no_effect", "small_effect"))
        kinds.add(found.kind)
    assert kinds == {"favours", "no_effect", "small_effect", "undecided"}


def test_the_bracket_beside_no_effect_is_the_interval_of_its_test():
    draw = changes(255, 250, 5000)
    for comparisons, words in ((1, "90% interval"), (20, "99.5% interval")):
        found = reach_comparison(draw, SIDES, 0.03, comparisons=comparisons)
        within = show_equivalence(draw, 0.03, 0.05 / comparisons, 1.0)
        ends = f"[{100 * within.low:.1f}, {100 * within.high:.1f}]"
        assert f"0.1 points for the Axis, {words} {ends}, over " in found.sentence


@pytest.mark.parametrize("variants", [5, 20])
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_several_variants_as_far_off_as_the_margin_are_rarely_called_alike(variants, shared):
    """To call any of them smaller than the margin is wrong; some turn round the same seeds."""
    rng = np.random.default_rng(4)
    margin, seeds, studies = 0.05, 400, 1000

    @cache
    def is_called_small(gained):
        found = reach_comparison(changes(gained, 0, seeds), SIDES, margin, comparisons=variants)
        return found.kind in ("no_effect", "small_effect")

    wrong = 0
    for _ in range(studies):
        common = rng.random((seeds, 1)) < shared
        luck = np.where(common, rng.random((seeds, 1)), rng.random((seeds, variants)))
        wrong += any(is_called_small(int(gained)) for gained in (luck < margin).sum(axis=0))
    assert wrong / studies <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / studies)


def test_sequential_tests_get_the_same_sentences():
    rng = np.random.default_rng(1)
    won = decide_sequentially(score_differences(rng, 5000, 0.1), 0.03)
    lost = decide_sequentially(score_differences(rng, 5000, -0.1), 0.03)
    none = decide_sequentially(score_differences(rng, 9000, 0.0, 0.05), 0.03)
    assert reach_sequential(won, SIDES).sentence.startswith("The change favours the Axis by ")
    assert reach_sequential(lost, SIDES).sentence.startswith("The change favours the Soviets by ")
    assert reach_sequential(none, SIDES).sentence.startswith(
        "The change has no effect larger than 3 points"
    )


def test_a_running_test_is_undecided_with_a_forecast():
    few = decide_sequentially(changes(20, 18, 200), 0.02)
    verdict = reach_sequential(few, SIDES, games_per_second=10)
    assert verdict.sentence.startswith("The effect of the change is undecided: ")
    assert verdict.more.likely > 0
    assert not verdict.decided
    fresh = reach_sequential(decide_sequentially([0.0], 0.02), SIDES)
    assert "More games are needed." in fresh.sentence


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


def test_a_variant_is_called_by_its_name_even_at_the_start():
    found = reach_comparison(changes(655, 500, 5000), SIDES, 0.02, subject="no_aircraft")
    assert found.sentence.startswith("no_aircraft favours the Axis by ")
    open_ = reach_comparison(changes(55, 45, 1000), SIDES, 0.02, subject="no_aircraft")
    assert open_.sentence.startswith("The effect of no_aircraft is undecided: ")
