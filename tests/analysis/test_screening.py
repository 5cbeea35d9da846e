import numpy as np
import pandas as pd
import pytest
from SALib.analyze import morris as salib_morris

from balance.analysis.designs.screening import (
    morris_design,
    morris_effects,
    one_at_a_time,
)
from balance.errors import BadQuestion


def played(rng, seeds=400):
    """Scores of a baseline and of changes of known effect on the same dice."""
    luck = rng.random(seeds)
    base = pd.Series((luck < 0.5).astype(float))
    changed = {
        ("supply.line_max_hexes", "5"): pd.Series((luck < 0.6).astype(float)),
        ("supply.line_max_hexes", "9"): pd.Series((luck < 0.48).astype(float)),
        ("stacking.limit", "3"): base.copy(),
    }
    return base, changed


def test_largest_effect_comes_first_and_a_rule_without_effect_shows_none():
    table = one_at_a_time(*played(np.random.default_rng(1)), bound=1)
    assert table["setting"].tolist() == ["5", "9", "3"]
    last = table.iloc[-1]
    assert (last["difference"], last["flipped"], last["p_all"]) == (0, 0, 1)
    assert last["low"] < 0 < last["high"]
    assert table.loc[0, "low"] < 0.1 < table.loc[0, "high"]


def test_adjusted_p_values_are_never_below_the_plain_ones():
    table = one_at_a_time(*played(np.random.default_rng(2)))
    assert (table["p_all"] >= table["p_value"]).all()


def changes_of_each_kind(seeds=60):
    """Differences of a setting: few that changed, many, draws among them, all alike, and points."""
    for gained in range(0, 40, 2):
        for lost in (0, 1, 4):
            changed = np.repeat([1.0, -1.0, 0.0], [gained, lost, seeds - gained - lost])
            yield f"{gained} gained, {lost} lost", changed
            yield f"{gained} half gained, {lost} lost", np.where(changed > 0, 0.5, changed)
    yield "all", np.full(seeds, 1.0)
    yield "all halves", np.full(seeds, 0.5)


@pytest.mark.parametrize("error_rate", [0.2, 0.05, 0.01])
def test_p_value_and_interval_decide_alike(error_rate):
    base = pd.Series(np.zeros(60))
    changed = {("p", name): base + values for name, values in changes_of_each_kind()}
    table = one_at_a_time(base, changed, 1 - error_rate, bound=1)
    for low, high, p in (("low", "high", "p_value"), ("all_low", "all_high", "p_all")):
        outside = (table[low] > 0) | (table[high] < 0)
        wrong = table.loc[outside != (table[p] < error_rate), "setting"]
        assert wrong.empty, f"{p}: {'; '.join(wrong)}"
        assert 10 < outside.sum() < len(table) - 10


def test_settings_without_effect_raise_a_false_alarm_no_more_often_than_stated():
    rng = np.random.default_rng(3)
    alarms = 0
    for _ in range(200):
        luck = rng.random((200, 1)) + 0.3 * rng.normal(size=(200, 9))
        games = [pd.Series(column) for column in luck.T]
        table = one_at_a_time(games[0], {("p", str(i)): games[i] for i in range(1, 9)})
        alarms += (table["p_all"] <= 0.05).any()
    assert alarms / 200 <= 0.065


def test_other_seeds_than_the_baselines_are_refused():
    base, changed = played(np.random.default_rng(4))
    changed["stacking.limit", "3"] = changed["stacking.limit", "3"].iloc[1:]
    with pytest.raises(BadQuestion, match=r"stacking\.limit = 3: was not played on the seeds"):
        one_at_a_time(base, changed)
    with pytest.raises(BadQuestion, match="changed settings: 0, but at least"):
        one_at_a_time(base, {})


def test_each_step_of_a_trajectory_moves_one_parameter_and_each_is_moved_once():
    design = morris_design(5, 30)
    moves = np.diff(design, axis=1)
    assert (np.count_nonzero(moves, axis=2) == 1).all()
    assert (np.count_nonzero(moves, axis=1) == 1).all()
    assert design.min() == 0
    assert design.max() == 1


def test_elementary_effects_are_those_of_salib():
    design = morris_design(4, 25)
    x = design.reshape(-1, 4)
    y = 3 * x[:, 0] - 2 * x[:, 1] + x[:, 0] * x[:, 2]
    problem = {"num_vars": 4, "names": list("abcd"), "bounds": [[0, 1]] * 4}
    oracle = salib_morris.analyze(problem, x, y, num_levels=4, seed=1)
    ours = morris_effects(design, y.reshape(25, 5), list("abcd")).set_index("parameter")
    for name, mu, star, sigma in zip(
        oracle["names"], oracle["mu"], oracle["mu_star"], oracle["sigma"], strict=True
    ):
        assert ours.loc[name, "mu"] == pytest.approx(mu)
        assert ours.loc[name, "mu_star"] == pytest.approx(star)
        assert ours.loc[name, "sigma"] == pytest.approx(sigma, abs=1e-12)


def test_an_idle_parameter_has_no_effect_however_noisy_the_games():
    rng = np.random.default_rng(5)
    design = morris_design(3, 20)
    dice = rng.normal(0, 10, size=(20, 1))  # one seed a trajectory
    table = morris_effects(design, design[..., 0] + dice, ["works", "idle", "idle too"])
    assert table["mu_star"].tolist() == pytest.approx([1, 0, 0])


def test_interval_of_a_mean_effect_covers_the_true_one_as_often_as_it_says():
    rng = np.random.default_rng(6)
    covered = 0
    for number in range(400):
        design = morris_design(2, 30, seed=number)
        y = design[..., 0] + 2 * design[..., 0] * design[..., 1] + rng.normal(0, 0.2, (30, 3))
        row = morris_effects(design, y, ["a", "b"]).set_index("parameter").loc["a"]
        covered += row["low"] <= 2 <= row["high"]
    assert 0.93 < covered / 400 < 0.975


def test_where_few_games_change_the_interval_covers_the_true_effect_all_the_same():
    """A rule that turns one game in 200: no trajectory sees it in half of the studies."""
    rng = np.random.default_rng(7)
    covered = 0
    for number in range(200):
        design = morris_design(2, 10, seed=number)
        games = (rng.random((10, 1, 20)) < 0.005 * design[..., :1]).astype(float)
        row = morris_effects(design, list(games), ["a", "b"], bound=1).set_index("parameter")
        covered += row.loc["a", "low"] <= 0.005 <= row.loc["a", "high"]
        assert row.loc["a", "high"] < 0.2
    assert covered >= 0.95 * 200


def test_the_size_of_an_effect_is_missed_as_seldom_above_as_below():
    rng = np.random.default_rng(8)
    true = np.sqrt(2 / np.pi) * np.sqrt(2) * 1.5  # of differences over two thirds of a range
    names = [str(number) for number in range(40)]
    missed = np.zeros(2)
    for number in range(25):
        design = morris_design(40, 10, seed=number)
        table = morris_effects(design, rng.normal(size=(10, 41)), names)
        missed += (table["star_low"] > true).sum(), (table["star_high"] < true).sum()
    assert (missed < 0.045 * 1000).all()


def test_designs_and_outcomes_that_do_not_fit_are_refused():
    design = morris_design(3, 4)
    with pytest.raises(BadQuestion, match="don't fit a design"):
        morris_effects(design, np.zeros((4, 3)), ["a", "b", "c"])
    with pytest.raises(BadQuestion, match="other than one parameter"):
        morris_effects(np.zeros((4, 4, 3)), np.zeros((4, 4)), ["a", "b", "c"])
    with pytest.raises(BadQuestion, match="trajectories: 1, but at least"):
        morris_design(3, 1)
