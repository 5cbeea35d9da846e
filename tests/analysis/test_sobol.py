import numpy as np
import pytest
from SALib.analyze import sobol as salib_sobol

from balance.analysis.sobol import sobol_design, sobol_indices
from balance.errors import BadQuestion

NAMES = ["strong", "weak", "idle"]
SIZES = np.array([2.0, 1.0, 0.0])
TRUTH = SIZES**2 / (SIZES**2).sum()


def play(design, rng, noise=0.0):
    """Outcomes of an additive game; all games of a row share its dice."""
    dice = noise * rng.normal(size=len(design.a))
    mixed = np.array([design.mixed(i) @ SIZES for i in range(3)])
    return design.a @ SIZES + dice, design.b @ SIZES + dice, mixed + dice


def test_indices_of_a_game_without_dice_are_the_true_ones_and_those_of_salib():
    design = sobol_design(3, 1024)
    a, b, mixed = play(design, np.random.default_rng(1))
    ours = sobol_indices(a, b, mixed, NAMES)
    assert ours["parameter"].tolist() == NAMES
    assert ours["first"].tolist() == pytest.approx(TRUTH.tolist(), abs=0.02)
    assert ours["total"].tolist() == pytest.approx(TRUTH.tolist(), abs=0.02)
    problem = {"num_vars": 3, "names": NAMES, "bounds": [[0, 1]] * 3}
    rows = np.column_stack([a, *mixed, b]).ravel()
    oracle = salib_sobol.analyze(problem, rows, calc_second_order=False, seed=1)
    assert ours["total"].tolist() == pytest.approx(oracle["ST"].tolist(), abs=0.01)
    assert ours["first"].tolist() == pytest.approx(oracle["S1"].tolist(), abs=0.02)


def test_dice_shrink_the_indices_but_give_an_idle_rule_none():
    design = sobol_design(3, 1024)
    rng = np.random.default_rng(2)
    variance = (SIZES**2).sum() / 12
    table = sobol_indices(*play(design, rng, noise=2 * np.sqrt(variance)), NAMES)
    assert table["total"].tolist() == pytest.approx((TRUTH / 5).tolist(), abs=0.03)
    assert table.loc[2, "total"] == 0
    assert table["total_share"].tolist() == pytest.approx(TRUTH.tolist(), abs=0.03)


def test_repeats_on_other_seeds_take_the_dice_out_of_the_variance():
    design = sobol_design(3, 4096)
    rng = np.random.default_rng(3)
    a, b, mixed = play(design, rng, noise=1.0)
    repeats = design.a @ SIZES + rng.normal(size=4096)
    table = sobol_indices(a, b, mixed, NAMES, repeats=repeats)
    assert table["total"].tolist() == pytest.approx(TRUTH.tolist(), abs=0.1)


def test_where_the_dice_hide_the_variance_only_the_shares_of_the_totals_are_told():
    design = sobol_design(3, 64)
    a, b, mixed = play(design, np.random.default_rng(5), noise=1.0)
    table = sobol_indices(a, b, mixed, NAMES, repeats=-a)
    assert table[["first", "first_low", "total", "total_high"]].isna().all(axis=None)
    assert table["total_share"].tolist() == pytest.approx(TRUTH.tolist(), abs=0.1)


def test_intervals_of_the_indices_cover_the_true_ones_as_often_as_they_say():
    rng = np.random.default_rng(4)
    first = total = 0
    noise = 0.5
    share = SIZES[0] ** 2 / 12 / ((SIZES**2).sum() / 12 + noise**2)
    for _ in range(300):
        points = rng.random((2, 256, 3))  # plain random rows, the case the bootstrap is for
        design = type(sobol_design(3, 8))(*points)
        table = sobol_indices(*play(design, rng, noise), NAMES, resamples=300)
        row = table.set_index("parameter").loc["strong"]
        first += row["first_low"] <= share <= row["first_high"]
        total += row["total_low"] <= share <= row["total_high"]
    assert 0.92 < first / 300 < 0.98
    assert 0.92 < total / 300 < 0.98


def test_outcomes_that_do_not_fit_or_never_differ_are_refused():
    with pytest.raises(BadQuestion, match="don't fit 8 rows and 3 parameters"):
        sobol_indices(np.zeros(8), np.zeros(8), np.zeros((2, 8)), NAMES)
    with pytest.raises(BadQuestion, match="all games came to the same outcome"):
        sobol_indices(np.zeros(8), np.zeros(8), np.zeros((3, 8)), NAMES)
    with pytest.raises(BadQuestion, match="rows of the design: 4 is too few"):
        sobol_design(3, 4)
