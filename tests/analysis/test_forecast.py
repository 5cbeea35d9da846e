"""Whether a comparison is decided within the games told, in made-up studies that go on so far."""

from functools import cache

import numpy as np
import pytest

from balance.analysis.designs.forecast import (
    LIKELY,
    Forecast,
    forecast_comparison,
    forecast_sequential,
    games_to_tell,
)
from balance.analysis.estimates.sequential import decide_sequentially, log_bounds
from balance.analysis.telling.comparison import reach_comparison
from tests.analysis.made_up_pairs import score_differences

SIDES = ("the Axis", "the Soviets")
#: True changes in margins: none, small ones, one as large as the margin, larger ones.
TRUTHS = (0.0, 0.5, 1.0, 1.5, 2.0)


@cache
def found(gained, lost, pairs, margin, comparisons):
    draw = np.repeat([1.0, -1.0, 0.0], [gained, lost, pairs - gained - lost])
    return reach_comparison(draw, SIDES, margin, comparisons=comparisons)


def decided_in_time(rng, played, changed, margin, comparisons=1, studies=40):
    """Share of undecided studies that the games told decide, over changes of several sizes."""
    kept = []
    for truth in np.array(TRUTHS) * margin:
        shares = np.array([changed + truth, changed - truth]).clip(0) / 2
        shares = [*shares, 1 - shares.sum()]
        for gained, lost, _ in rng.multinomial(played, shares, studies):
            verdict = found(gained, lost, played, margin, comparisons)
            if not verdict.decided:
                more = verdict.more.likely
                later = rng.multinomial(more, shares)
                pairs = played + more
                total = (gained + later[0], lost + later[1], pairs, margin, comparisons)
                kept.append(found(*total).decided)
    return np.mean(kept) if kept else np.nan, len(kept)


@pytest.mark.parametrize("played", [100, 400])
@pytest.mark.parametrize(
    ("changed", "margin", "comparisons"),
    [(0.02, 0.02, 1), (0.1, 0.02, 1), (0.3, 0.05, 1), (0.1, 0.02, 5)],
)
def test_a_comparison_is_decided_within_the_games_told_as_often_as_told(
    played, changed, margin, comparisons
):
    share, studies = decided_in_time(np.random.default_rng(1), played, changed, margin, comparisons)
    chance = 3 * np.sqrt(0.8 * 0.2 / studies)
    assert 0.75 - chance < share < 0.9 + chance


@pytest.mark.parametrize(("played", "margin"), [(100, 0.02), (100, 0.01), (200, 0.01)])
def test_where_no_game_changed_yet_the_games_told_decide_as_often_as_told(played, margin):
    rng = np.random.default_rng(2)
    more = found(0, 0, played, margin, 1).more.likely
    decided = []
    for changed in (0.0, 0.002, 0.005, 0.01):
        for _ in range(round(100 * (1 - changed) ** played)):  # so many studies show no change
            gained, lost, _ = rng.multinomial(more, [changed / 2, changed / 2, 1 - changed])
            decided.append(found(gained, lost, played + more, margin, 1).decided)
    assert 0.8 < np.mean(decided) < 0.97


def test_more_variants_need_more_games():
    draw = np.repeat([1.0, -1.0, 0.0], [12, 10, 178])
    one, five = (forecast_comparison(draw, 0.02, 0.05 / n).likely for n in (1, 5))
    assert one < 0.8 * five


def sequential_in_time(rng, studies, margin=0.1, cap=4000):
    """Share of studies undecided at 100 pairs that the pairs told decide, and their number."""
    decided = []
    for truth in margin * np.repeat(TRUTHS, studies):
        draw = score_differences(rng, cap, truth, 0.4)
        early = decide_sequentially(draw[:100], margin, most_pairs=cap)
        if not early.is_decided:
            look = early.looks.iloc[-1]
            more = forecast_sequential(
                100, look["mean"], look["sd"], (look["more"], look["less"]), margin,
                log_bounds(0.05), early.batch,
            )  # fmt: skip
            assert more.even <= more.likely <= more.nearly
            played = decide_sequentially(draw[: 100 + more.likely], margin, most_pairs=cap)
            decided.append(played.is_decided)
    return np.mean(decided), len(decided)


def test_a_sequential_test_is_decided_within_the_games_told_as_often_as_told():
    share, studies = sequential_in_time(np.random.default_rng(3), 5)
    chance = 3 * np.sqrt(0.8 * 0.2 / studies)
    assert 0.75 - chance < share < 0.9 + chance


def test_a_score_is_told_from_the_wanted_one_within_the_games_told_as_often_as_told():
    rng = np.random.default_rng(4)
    told = []
    for truth in rng.uniform(0.35, 0.65, 600):
        scores = (rng.random(200) < truth).astype(float)
        error = scores.std(ddof=1) / np.sqrt(200)
        more = games_to_tell(scores, 0.5, 0.05)
        if abs(scores.mean() - 0.5) < 1.96 * error:
            mean = (scores.sum() + rng.binomial(more, truth)) / (200 + more)
            told.append(abs(mean - 0.5) > 1.96 * 0.5 / np.sqrt(200 + more))
    assert 0.75 < np.mean(told) < 0.9


def test_nothing_is_foretold_where_all_games_scored_alike():
    assert games_to_tell(np.ones(50), 0.5, 0.05) is None


def test_a_forecast_tells_its_chance_its_range_and_the_time():
    assert Forecast(1, 1, 40).words(2) == (
        "about 1 more game (2 s here) has an 80% chance of settling it (1: 50%, 40: 95%)"
    )
    said = Forecast(300, 90, None).words()
    assert said.endswith(f"have an {LIKELY:.0%} chance of settling it (90: 50%)")
    assert Forecast(None).words(1.0) == "more games are needed"
