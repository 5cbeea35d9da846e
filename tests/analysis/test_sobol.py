import numpy as np
import pytest
from SALib.analyze import sobol as salib_sobol

from balance.analysis.designs.sobol import SobolDesign, sobol_design, sobol_indices
from balance.errors import BadQuestion
from tests.analysis.noisy_design import ADDITIVE, NAMES, ishigami, play, random_design

TRUTH = {"strong": 0.8, "weak": 0.2, "shuffling": 0.0, "idle": 0.0}


def test_indices_of_a_game_without_dice_are_those_of_salib():
    design = sobol_design(3, 1024)
    points = design.points()
    values = ishigami(points)
    ours = sobol_indices([np.repeat(row[:, None], 2, axis=1) for row in values], list("abc"))
    problem = {"num_vars": 3, "names": list("abc"), "bounds": [[0, 1]] * 3}
    rows = np.column_stack([values[:, 0], values[:, 2:], values[:, 1]]).ravel()
    oracle = salib_sobol.analyze(problem, rows, calc_second_order=False, seed=1)
    table = ours.table.set_index("parameter").loc[list("abc")]
    assert table["first"].tolist() == pytest.approx(oracle["S1"].tolist(), rel=1e-9)
    assert table["total"].tolist() == pytest.approx(oracle["ST"].tolist(), rel=1e-9)
    assert ours.caused == pytest.approx(1)


def test_each_mixed_point_takes_one_parameter_from_b():
    points = SobolDesign(np.zeros((2, 3)), np.ones((2, 3))).points()
    assert points[0].tolist() == [[0, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_dice_that_a_change_reshuffles_are_in_no_index():
    """Without taking them off the totals of all but the idle one would be above 4."""
    rng = np.random.default_rng(1)
    outcomes = play(random_design(rng, 4096), rng, dice=4.0)
    found = sobol_indices(outcomes, NAMES, resamples=200)
    table = found.table.set_index("parameter")
    assert found.caused == pytest.approx(0.2, abs=0.02)
    for name, share in TRUTH.items():
        assert table.loc[name, "first"] == pytest.approx(share, abs=0.15)
        assert table.loc[name, "total"] == pytest.approx(share, abs=0.15)
    assert table.loc["idle", ["total", "total_low", "total_high"]].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("dice", "least", "most"), [(0.5, 1, 1), (4, 0.7, 1), (40, 0, 0.2)])
def test_intervals_cover_the_true_shares_at_any_strength_of_the_dice(dice, least, most):
    """``least`` and ``most`` are the share of studies in which the dice don't hide it all."""
    rng = np.random.default_rng(2)
    studies, shown, widths = 120, 0, []
    covered = dict.fromkeys([*((n, i) for n in TRUTH for i in ("first", "total")), "caused"], 0)
    for _ in range(studies):
        found = sobol_indices(play(random_design(rng, 32), rng, dice), NAMES, resamples=300)
        covered["caused"] += found.caused_low <= 1 / (1 + dice) <= found.caused_high
        shown += not found.hidden
        table = found.table.set_index("parameter")
        widths.append(table.loc["strong", "total_high"] - table.loc["strong", "total_low"])
        for name, share in TRUTH.items():
            for index in ("first", "total"):
                row = table.loc[name]
                misses = row[f"{index}_low"] > share or share > row[f"{index}_high"]
                covered[name, index] += not misses
    for what, times in covered.items():
        assert times >= 0.89 * studies, what  # 0.95 less 3 standard errors
    assert least * studies <= shown <= most * studies
    assert dice > 1 or np.median(widths) < 0.65


def test_dice_alone_are_hardly_ever_taken_for_an_effect():
    rng = np.random.default_rng(3)
    shown = 0
    for _ in range(100):
        games = list(rng.random((32, 6, 4)))
        shown += not sobol_indices(games, NAMES, resamples=200).hidden
    assert shown <= 7  # 2.5% are expected, 7 are 3 standard errors more


def test_no_share_is_told_outside_0_to_1():
    rng = np.random.default_rng(4)
    for _ in range(30):
        table = sobol_indices(play(random_design(rng, 32), rng, 2.0), NAMES).table
        numbers = table.drop(columns="parameter").to_numpy()
        assert ((numbers >= 0) & (numbers <= 1) | np.isnan(numbers)).all()


def test_where_the_dice_hide_it_all_no_index_is_told_but_how_much_there_is_at_most():
    rng = np.random.default_rng(5)
    found = sobol_indices(list(rng.random((32, 6, 4))), NAMES)
    assert found.hidden
    assert found.table.drop(columns="parameter").isna().all(axis=None)
    assert found.caused_low == 0
    assert 0 < found.caused_high < 0.2


def test_rows_may_have_different_numbers_of_seeds():
    rng = np.random.default_rng(6)
    outcomes = play(random_design(rng, 512), rng, dice=1.0)
    ragged = [row[:, : 2 + number % 3] for number, row in enumerate(outcomes)]
    table = sobol_indices(ragged, NAMES).table.set_index("parameter")
    assert table.loc["strong", "total"] == pytest.approx(0.8, abs=0.2)


def test_a_game_that_a_single_parameter_decides_has_all_of_it_there():
    design = sobol_design(2, 64)
    values = ADDITIVE[0] * design.points()[..., 0]
    found = sobol_indices([np.repeat(row[:, None], 2, axis=1) for row in values], ["one", "none"])
    assert found.table.loc[0, "total_high"] == 1
    assert found.table.loc[1, ["first", "total", "total_high"]].tolist() == [0, 0, 0]


def test_outcomes_that_do_not_fit_or_never_differ_are_refused():
    with pytest.raises(BadQuestion, match=r"shape \(4, 2\) in a row don't fit 3 parameters"):
        sobol_indices([np.zeros((4, 2))] * 32, list("abc"))
    with pytest.raises(BadQuestion, match="seeds of each row: 1, but at least"):
        sobol_indices([np.zeros((5, 1))] * 32, list("abc"))
    with pytest.raises(BadQuestion, match="complete rows of the design: 31, but at least"):
        sobol_indices([np.zeros((5, 2))] * 31, list("abc"))
    with pytest.raises(BadQuestion, match="all games came to the same outcome"):
        sobol_indices([np.zeros((5, 2))] * 32, list("abc"))
    with pytest.raises(BadQuestion, match="rows of the design: 8, but at least 64"):
        sobol_design(3, 8)
