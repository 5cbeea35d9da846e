import numpy as np
import pandas as pd
import pytest
from scipy import stats

from balance.analysis.estimates.paired import (
    Outcome,
    compare_outcomes,
    difference_interval,
    difference_p_value,
    flipped_games,
    pair_games,
    pairing_gain,
    result_changes,
    side_score,
    usual_outcomes,
)
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import make_games, make_twins, score_differences

SCORE = side_score("axis")


def test_identical_variants_differ_nowhere_and_flip_no_game():
    games = make_games(["axis", "soviet", "draw"] * 20)
    pairs = pair_games(games, games.assign(variant="same"))
    outcomes = usual_outcomes("axis", {"time_limit": "Time limit"}, {"vp": "points"})
    table = compare_outcomes(pairs, outcomes)
    assert table["outcome"].tolist() == ["score", "ending:time_limit", "vp"]
    assert (table["difference"] == 0).all()
    assert (table["p_value"] == 1).all()
    assert np.isinf(table["gain"]).all()
    assert flipped_games(pairs).empty


def test_games_are_paired_by_seed_and_strategies_whatever_their_order():
    first, second = make_twins(np.random.default_rng(1), 200)
    shuffled = second.sample(frac=1, random_state=1).reset_index(drop=True)
    straight = compare_outcomes(pair_games(first, second), [SCORE])
    pd.testing.assert_frame_equal(straight, compare_outcomes(pair_games(first, shuffled), [SCORE]))


def test_difference_and_p_value_are_those_of_scipy():
    first, second = make_twins(np.random.default_rng(2), 2000)
    points = Outcome("vp", "points", "vp")
    row = compare_outcomes(pair_games(first, second), [points]).iloc[0]
    oracle = stats.ttest_rel(points.of(second), points.of(first))
    interval = oracle.confidence_interval(0.95)
    assert row["difference"] == pytest.approx((second["vp"] - first["vp"]).mean())
    assert row["p_value"] == pytest.approx(oracle.pvalue)
    assert (row["low"], row["high"]) == pytest.approx((interval.low, interval.high))


def test_a_score_that_changed_in_many_games_has_nearly_the_t_interval():
    first, second = make_twins(np.random.default_rng(2), 2000)
    row = compare_outcomes(pair_games(first, second), [SCORE]).iloc[0]
    oracle = stats.ttest_rel(SCORE.of(second), SCORE.of(first)).confidence_interval(0.95)
    assert (row["low"], row["high"]) == pytest.approx((oracle.low, oracle.high), abs=1e-3)


def test_a_draw_is_half_a_win_for_either_side():
    games = make_games(["axis", "draw", "soviet"])
    assert SCORE.of(games).tolist() == [1, 0.5, 0]
    assert side_score("soviet").of(games).tolist() == [0, 0.5, 1]


def test_pairs_with_a_faulty_game_are_counted_and_left_out():
    first = make_games(["axis", "none", "soviet", "axis"])
    second = make_games(["axis", "axis", "none", "soviet"], variant="changed")
    pairs = pair_games(first, second)
    assert (pairs.count, pairs.faulty, pairs.first_faulty, pairs.second_faulty) == (2, 2, 1, 1)
    assert compare_outcomes(pairs, [SCORE])["difference"].tolist() == [-0.5]


def test_games_of_several_pairings_on_one_seed_count_as_one_block():
    first = pd.concat([make_games(["axis", "soviet"]), make_games(["axis"] * 2, axis="other")])
    second = pd.concat([make_games(["axis"] * 2), make_games(["soviet"] * 2, axis="other")])
    pairs = pair_games(first, second.assign(variant="changed"))
    row = compare_outcomes(pairs, [SCORE]).iloc[0]
    assert (pairs.count, pairs.seeds, row["pairs"]) == (4, 2, 2)
    assert row["difference"] == pytest.approx(-0.25)


def test_result_table_keeps_empty_cells_and_counts_every_pair():
    first, second = make_twins(np.random.default_rng(3), 300)
    table = result_changes(pair_games(first, second), ["axis", "draw", "soviet"])
    assert len(table) == 9
    assert table["games"].sum() == 300
    flips = table.loc[table["first"] != table["second"], "games"].sum()
    assert flips == len(flipped_games(pair_games(first, second)))


def test_flipped_games_name_their_seeds():
    first = make_games(["axis", "soviet", "axis"], seeds=[7, 8, 9])
    second = make_games(["axis", "axis", "soviet"], seeds=[7, 8, 9], variant="changed")
    flips = flipped_games(pair_games(first, second))
    assert flips["seed"].tolist() == [8, 9]
    assert flips["second_winner"].tolist() == ["axis", "soviet"]
    assert flips["first_turn"].tolist() == [11, 8]


def test_gain_from_pairing_is_the_ratio_of_variances():
    rng = np.random.default_rng(4)
    shared = rng.normal(size=20_000)
    a, b = (shared + 0.5 * rng.normal(size=20_000) for _ in range(2))
    assert pairing_gain(a, b) == pytest.approx(2 * 1.25 / 0.5, rel=0.05)
    assert pairing_gain(a, rng.normal(size=20_000)) == pytest.approx(1, rel=0.05)


@pytest.mark.parametrize(
    ("changed", "mean"), [(0.3, 0.05), (0.05, 0.02), (0.02, 0.02), (0.02, 0.0)]
)
def test_interval_of_a_score_covers_the_true_difference_as_often_as_it_says(changed, mean):
    rng = np.random.default_rng(5)
    draws = [score_differences(rng, 400, mean, changed) for _ in range(1500)]
    ends = np.array([difference_interval(draw, bound=1)[1:] for draw in draws])
    covered = np.mean((ends[:, 0] <= mean) & (mean <= ends[:, 1]))
    assert 0.93 < covered < 0.97


def test_interval_of_points_covers_the_true_difference_as_often_as_it_says():
    rng = np.random.default_rng(6)
    draws = rng.poisson(3, size=(2000, 100)) - rng.poisson(2.5, size=(2000, 100))
    ends = np.array([difference_interval(draw)[1:] for draw in draws])
    assert 0.93 < np.mean((ends[:, 0] <= 0.5) & (ends[:, 1] >= 0.5)) < 0.97


def test_no_changed_game_in_few_seeds_does_not_prove_that_none_exists():
    # 1 seed in 50 changes: 60 seeds often show none, and must not then claim exactly 0.
    rng = np.random.default_rng(7)
    draws = (rng.random((2000, 60)) < 0.02).astype(float)
    ends = np.array([difference_interval(draw, bound=1)[1:] for draw in draws if not draw.any()])
    assert len(ends) > 300
    assert (ends[:, 1] > 0.02).all()


@pytest.mark.parametrize(("seeds", "changed"), [(100, 0.1), (300, 0.03), (1000, 0.01)])
@pytest.mark.parametrize("ways", [(1,), (-1, 1)], ids=["one way", "both ways"])
def test_interval_of_points_that_few_games_change_covers_the_truth(seeds, changed, ways):
    rng = np.random.default_rng(9)
    shape = (1000, seeds)
    draws = (rng.random(shape) < changed) * rng.integers(1, 4, shape) * rng.choice(ways, shape)
    truth = 2 * changed * np.mean(ways)
    ends = np.array([difference_interval(draw)[1:] for draw in draws])
    assert np.mean(ends[:, 0] > truth) < 0.045
    assert np.mean(ends[:, 1] < truth) < 0.045


def test_points_that_no_game_changes_may_change_by_a_unit_in_some():
    assert difference_interval([0.0] * 50)[2] == pytest.approx(1 - 0.025 ** (1 / 50))
    assert difference_p_value([0.0] * 50) == 1
    mean, low, high = difference_interval([5.0] * 50)
    assert 4.5 < low < mean == 5 < high < 5.5
    assert difference_p_value([5.0] * 50) < 1e-9


def test_p_value_and_interval_of_points_that_few_games_change_decide_alike():
    rng = np.random.default_rng(10)
    draws = [(rng.random(80) < 0.06) * rng.integers(-1, 5, 80) for _ in range(300)]
    clear = [difference_p_value(draw) <= 0.05 for draw in draws]
    assert clear == [low > 0 or high < 0 for _, low, high in map(difference_interval, draws)]
    assert 0.05 < np.mean(clear) < 0.95


@pytest.mark.parametrize("error_rate", [0.05, 0.01])
def test_p_value_and_interval_of_a_score_decide_alike(error_rate):
    rng = np.random.default_rng(8)
    draws = [np.round(2 * score_differences(rng, 60, 0.1, 0.15)) / 2 for _ in range(200)]
    clear = [difference_p_value(draw, 1.0) <= error_rate for draw in draws]
    ends = [difference_interval(draw, 1 - error_rate, 1.0)[1:] for draw in draws]
    assert clear == [low > 0 or high < 0 for low, high in ends]
    assert 0.1 < np.mean(clear) < 0.9


def test_alike_differences_other_than_none_do_not_speak_with_certainty():
    assert difference_p_value([1, 1, 1]) == 0.25
    assert difference_p_value([1]) == 1


def test_games_that_lack_an_outcome_are_left_out_of_it_alone():
    games = make_games(["axis", "soviet", "axis"]).assign(rating=[1.0, np.nan, 2.0])
    table = compare_outcomes(
        pair_games(games, games.assign(variant="x")), [Outcome("rating", "rating", "rating"), SCORE]
    )
    assert table["pairs"].tolist() == [2, 3]


def test_other_seeds_are_refused_with_an_example():
    first = make_games(["axis"] * 3)
    second = make_games(["axis"] * 3, seeds=[1, 2, 3], variant="changed")
    with pytest.raises(BadQuestion, match=r"2 games have no twin \(axis, soviet, seed: .*--seed"):
        pair_games(first, second)


def test_a_game_played_twice_two_variants_in_one_table_and_no_games_are_refused():
    games = make_games(["axis"] * 3)
    with pytest.raises(BadQuestion, match="seed 0 was played twice"):
        pair_games(games.assign(seed=0), games)
    with pytest.raises(BadQuestion, match="holds 2 variants"):
        pair_games(games.assign(variant=["a", "b", "b"]), games)
    with pytest.raises(BadQuestion, match="has no games"):
        pair_games(games, games.iloc[:0])
