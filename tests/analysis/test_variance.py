import numpy as np
import pandas as pd
import pytest
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from balance.analysis.designs.variance import explain_variance
from balance.errors import BadQuestion
from tests.analysis.crossed_games import AXIS, POINTS, crossed_twice

RULE = np.array([-0.5, 0.5])


def crossed(rng, seeds=100, noise=1.0, luck=1.5, rule=RULE):
    """A crossed study with known sources: rule 0.25, axis 2/3, luck its square and noise**2."""
    shape = (seeds, 2, 3, 2)
    points = luck * rng.normal(size=(seeds, 1, 1, 1)) + noise * rng.normal(size=shape)
    points = points + rule[:, None, None] + AXIS[:, None]
    index = pd.MultiIndex.from_product(
        [range(seeds), ["baseline", "changed"], ["a0", "a1", "a2"], ["s0", "s1"]],
        names=["seed", "variant", "axis", "soviet"],
    )
    return pd.Series(points.ravel(), index, name="vp").reset_index().assign(ending="time_limit")


def test_sources_of_known_size_are_found():
    table = explain_variance(crossed(np.random.default_rng(1), 1500), POINTS).set_index("source")
    expected = {"luck": 3.25, "variant": 0.25, "axis": 2 / 3, "soviet": 0}
    for source, size in expected.items():
        assert table.loc[source, "variance"] == pytest.approx(size, abs=0.15)
    assert table["share"].sum() == pytest.approx(1)


def test_components_and_degrees_of_freedom_are_those_of_statsmodels():
    games = crossed(np.random.default_rng(2), 25)
    ours = explain_variance(games, POINTS).set_index("source")
    fit = ols("vp ~ C(seed) + C(variant) * C(axis) * C(soviet)", games).fit()
    oracle = anova_lm(fit)
    left = oracle.loc["Residual"]
    axis = oracle.loc["C(axis)"]
    component = (axis["sum_sq"] - 2 * left["mean_sq"]) / len(games)
    assert ours.loc["axis", "variance"] == pytest.approx(component)
    seed = oracle.loc["C(seed)"]
    of_seed = (seed["mean_sq"] - left["mean_sq"]) / 12
    assert ours.loc["luck", "variance"] == pytest.approx(of_seed + left["mean_sq"])
    assert ours.loc["luck", "freedom"] == seed["df"] + left["df"]


def test_intervals_of_the_shares_cover_the_true_ones_as_often_as_they_say():
    rng = np.random.default_rng(3)
    whole = 2.25 + 0.25 + 2 / 3 + 1
    truths = {"luck": 3.25, "variant": 0.25, "axis": 2 / 3}
    covered = dict.fromkeys(truths, 0)
    for _ in range(200):
        table = explain_variance(crossed(rng, 60), POINTS).set_index("source")
        for source, size in truths.items():
            row = table.loc[source]
            covered[source] += row["low"] <= size / whole <= row["high"]
    for source, times in covered.items():
        assert 0.92 < times / 200 < 0.98, source


@pytest.mark.parametrize("size", [0.03, 0.06, 0.12])
def test_intervals_of_small_choices_cover_them_too(size):
    rng = np.random.default_rng(10)
    share = size**2 / (2.25 + size**2 + 2 / 3 + 1)
    covered = 0
    for _ in range(120):
        table = explain_variance(crossed(rng, 60, rule=size * 2 * RULE), POINTS)
        row = table.set_index("source").loc["variant"]
        covered += row["low"] <= share <= row["high"]
    assert covered / 120 > 0.92


def test_luck_beside_choices_of_little_weight_is_not_overstated():
    rng = np.random.default_rng(12)
    chances = np.array([[0.6, 0.4], [0.5, 0.5]])
    luck = (chances * (1 - chances)).mean()
    low = []
    for _ in range(150):
        wins = (rng.random((50, 2, 2)) < chances).astype(float)
        index = pd.MultiIndex.from_product(
            [range(50), list("ab"), list("cd")], names=["seed", "axis", "soviet"]
        )
        games = pd.Series(wins.ravel(), index, name="vp").reset_index()
        table = explain_variance(games.assign(variant="b", ending="time_limit"), POINTS)
        low.append(table.set_index("source").loc["luck", "low"])
    assert np.mean(np.array(low) > luck / (luck + chances.var())) < 0.05


def test_a_choice_without_effect_is_not_told_from_nothing():
    table = explain_variance(crossed(np.random.default_rng(11), 200), POINTS).set_index("source")
    assert table.loc["soviet", "low"] == 0
    assert 0 < table.loc["soviet", "high"] < 0.02


def test_a_factor_with_one_value_is_no_source():
    games = crossed(np.random.default_rng(4), 30)
    table = explain_variance(games.loc[games["variant"] == "baseline"], POINTS)
    assert table["source"].tolist() == ["luck", "axis", "soviet", "interplay"]


def test_set_up_and_dice_drawn_apart_are_sources_apart():
    rng = np.random.default_rng(5)
    index = pd.MultiIndex.from_product(
        [range(40), range(40), ["a0", "a1"]], names=["dice", "set_up", "axis"]
    )
    points = 2 * rng.normal(size=(1, 40, 1)) + rng.normal(size=(40, 1, 1))
    points = points + 0.1 * rng.normal(size=(40, 40, 2))
    games = pd.Series(points.ravel(), index, name="vp").reset_index().assign(ending="time_limit")
    table = explain_variance(games, POINTS, choices=["axis"], chances=["dice", "set_up"])
    shares = table.set_index("source")["share"]
    assert shares["set_up"] > 0.6
    assert shares["luck"] > 0.1
    assert shares["set_up"] + shares["luck"] > 0.95


@pytest.mark.parametrize(
    ("parts", "axis"),
    [
        ((1, 0.5, 0.5, 0.5, 0.5, 1), AXIS),
        ((0, 2, 0, 0, 1, 4), np.array([-1.0, 1.0])),
        ((0.5, 1, 0.5, 0, 0, 0), np.zeros(1)),
    ],
    ids=["of every kind", "set-ups that suit a plan", "one strategy a side"],
)
def test_luck_set_ups_and_their_interplay_with_strategies_are_told_apart(parts, axis):
    rng = np.random.default_rng(9)
    dice, set_up, *between, suiting, all_three = parts
    truths = {"luck": dice + sum(between) + all_three, "set_up": set_up}
    truths |= {"set_up_interplay": suiting, "axis": float((axis**2).mean())}
    truths = {source: size for source, size in truths.items() if size}
    covered, found = dict.fromkeys(truths, 0), dict.fromkeys(truths, 0.0)
    for _ in range(60):
        table = explain_variance(
            crossed_twice(rng, parts, axis), POINTS, choices=["axis"], chances=["seed", "set_up"]
        ).set_index("source")
        assert table["share"].sum() == pytest.approx(1)
        for source, size in truths.items():
            row = table.loc[source]
            covered[source] += row["low"] <= size / sum(truths.values()) <= row["high"]
            found[source] += row["variance"] / 60
    for source, size in truths.items():
        assert covered[source] >= 52, source  # 57 less 3 standard errors
        assert found[source] == pytest.approx(size, rel=0.25), source


def test_too_few_draws_of_a_second_chance_are_refused():
    games = crossed_twice(np.random.default_rng(9), (1, 0.5, 0.5, 0.5, 0.5, 1), draws=4)
    with pytest.raises(BadQuestion, match="values of 'set_up': 4, but at least 5"):
        explain_variance(games, POINTS, choices=["axis"], chances=["seed", "set_up"])


def test_seeds_with_a_game_that_broke_off_are_left_out_whole():
    games = crossed(np.random.default_rng(6), 40)
    games.loc[games.index[:3], "ending"] = "truncated"
    table = explain_variance(games, POINTS).set_index("source")
    assert table.loc["luck", "levels"] == 39


def test_games_that_are_not_crossed_too_few_or_all_alike_are_refused():
    games = crossed(np.random.default_rng(7), 30)
    with pytest.raises(BadQuestion, match="359 games are not one of each combination"):
        explain_variance(games.iloc[1:], POINTS)
    with pytest.raises(BadQuestion, match="complete seeds: 10, but at least"):
        explain_variance(games.loc[games["seed"] < 10], POINTS)
    with pytest.raises(BadQuestion, match="victory points is the same in all games"):
        explain_variance(games.assign(vp=3), POINTS)
    one = games.loc[(games[["variant", "axis", "soviet"]] == ["baseline", "a0", "s0"]).all(axis=1)]
    with pytest.raises(BadQuestion, match=r"choices .* 0, but at least"):
        explain_variance(one, POINTS)
