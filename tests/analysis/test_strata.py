import numpy as np
import pytest

from balance.analysis.contests.pairings import direction_words, pairing_changes, reversal_words
from balance.analysis.estimates.equivalence import show_equivalence
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.analysis.estimates.proportions import score_interval
from balance.analysis.estimates.strata import design_effect

#: Chances that a seed gains and that it loses, and seeds, of each of three strata.
STRATA = ((0.30, 0.05, 50), (0.05, 0.25, 30), (0.02, 0.02, 20))
WHERE = np.repeat([0, 1, 2], [size for *_, size in STRATA])
TRUTH = sum((up - down) * size for up, down, size in STRATA) / 100


def draw(rng: np.random.Generator) -> np.ndarray:
    luck = rng.random(100)
    up = np.array([each[0] for each in STRATA])[WHERE]
    down = np.array([each[1] for each in STRATA])[WHERE]
    return np.where(luck < up, 1.0, np.where(luck > 1 - down, -1.0, 0.0))


def test_the_interval_of_a_stratified_mean_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(1)
    ends = np.array(
        [difference_interval(draw(rng), bound=1, strata=WHERE)[1:] for _ in range(3000)]
    )
    assert 0.94 < np.mean((ends[:, 0] <= TRUTH) & (ends[:, 1] >= TRUTH)) < 0.97


def test_without_strata_the_interval_of_the_same_sample_is_too_wide():
    rng = np.random.default_rng(2)
    draws = [draw(rng) for _ in range(3000)]
    width = [
        np.mean([np.diff(difference_interval(d, bound=1, strata=s)[1:]) for d in draws])
        for s in (WHERE, None)
    ]
    assert width[0] < 0.96 * width[1]


def test_points_have_a_stratified_t_interval_that_covers_as_often_as_it_says():
    rng = np.random.default_rng(3)
    means = np.array([0.0, 3.0, -2.0])[WHERE]
    ends = np.array(
        [difference_interval(rng.normal(means, 1.5), strata=WHERE)[1:] for _ in range(3000)]
    )
    truth = means.mean()
    assert 0.94 < np.mean((ends[:, 0] <= truth) & (truth <= ends[:, 1])) < 0.96


def test_p_value_and_interval_decide_alike_with_strata():
    rng = np.random.default_rng(4)
    for _ in range(300):
        sample = draw(rng)
        _, low, high = difference_interval(sample, bound=1, strata=WHERE)
        p_value = difference_p_value(sample, 1.0, WHERE)
        if abs(p_value - 0.05) > 1e-6:
            assert (p_value <= 0.05) == (low > 0 or high < 0)


def test_equivalence_is_shown_with_fewer_seeds_where_strata_differ():
    sample = np.repeat([1.0, -1.0, 0.0], [60, 60, 80])
    strata = np.repeat([0, 1, 2], [60, 60, 80])
    luck = np.where(np.arange(200) % 10 == 0, -sample, sample)
    assert show_equivalence(luck, 0.08, 0.05, 1.0, strata).shown
    assert not show_equivalence(luck, 0.08, 0.05, 1.0).shown


@pytest.mark.parametrize(
    ("values", "strata"),
    [
        ([1.0, 0.0, 1.0, 0.0], None),
        ([1.0, 1.0, 1.0, 1.0], [0, 0, 1, 1]),
        ([1.0, 0.0, 1.0, 0.0], [0, 1, 2, 3]),
        ([], []),
    ],
)
def test_nothing_is_taken_off_where_it_can_not_be_told(values, strata):
    assert design_effect(values, strata) == 1.0


@pytest.mark.parametrize(
    ("chances", "games"),
    [
        ((0.02, 0.98), (50, 50)),
        ((0.1, 0.14, 0.23, 0.2), (30, 30, 20, 20)),
        ((0.01, 0.5, 0.99), (40, 30, 30)),
        ((0.02, 0.95, 0.9, 0.1, 0.5), (4, 4, 4, 4, 4)),
    ],
)
def test_the_interval_of_a_score_over_strata_covers_even_where_some_are_all_won(chances, games):
    rng = np.random.default_rng(7)
    strata = np.repeat(np.arange(len(games)), games)
    each = np.array(chances)[strata]
    draws = (rng.random((2000, len(each))) < each).astype(float)
    ends = np.array([score_interval(draw, 0.95, strata)[1:] for draw in draws])
    assert np.mean((ends[:, 0] <= each.mean()) & (each.mean() <= ends[:, 1])) > 0.935


def turned(rng: np.random.Generator, changes: tuple[float, ...], games: int):
    """Scores before and after of pairings whose chances change so much, and some luck anew."""
    for change in changes:
        luck, other = rng.random((2, games))
        anew = np.where(rng.random(games) < 0.3, other, luck)
        yield (luck < 0.5).astype(float), (anew < 0.5 + change).astype(float)


def test_pairings_of_no_change_are_called_turned_no_more_often_than_the_error_rate_allows():
    rng = np.random.default_rng(5)
    found = [pairing_changes(turned(rng, (0.0,) * 5, 60), 0.95) for _ in range(600)]
    assert np.mean([not table["undecided"].all() for table in found]) <= 0.05


def test_a_pairing_that_goes_the_other_way_is_named():
    table = pairing_changes(turned(np.random.default_rng(6), (0.2, 0.2, -0.3), 400), 0.95)
    table["axis"], table["soviet"] = ["a", "b", "c"], ["x", "y", "z"]
    names = ("axis", "soviet")
    assert reversal_words(table, names) == "It works the other way in c against z."
    assert direction_words(table, names, ("the Axis", "the Soviets")) == (
        "It is sure to favour the Axis in a against x, b against y, and the Soviets in c against z."
    )


def test_a_pairing_whose_games_all_broke_off_is_undecided_with_no_mean():
    broken = np.full(20, np.nan)
    whole = (np.ones(20), np.zeros(20))
    table = pairing_changes([(broken, broken), whole], 0.95, overall=-1.0)
    assert table["undecided"].tolist() == [True, False]
    assert table["pairs"].tolist() == [0, 20]
    assert np.isnan(table["difference"][0])
