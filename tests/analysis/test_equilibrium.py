import numpy as np
import pandas as pd
import pytest

from balance.analysis.contests.equilibrium import (
    Payoffs,
    compare_tournaments,
    compare_values,
    find_equilibrium,
    mean_mixes,
    payoffs,
)
from balance.errors import BadQuestion
from tests.analysis.made_up_pairs import make_games
from tests.analysis.made_up_tournaments import CIRCLE

COLUMNS = ("axis", "soviet")


def tournament(rng, chances, seeds=100):
    """Scores of a tournament with known chances to win; a lucky seed is lucky in every pairing."""
    rows, columns = chances.shape
    own, other = ([f"{side}{i}" for i in range(n)] for side, n in (("a", rows), ("s", columns)))
    scores = (rng.random((seeds, rows, columns)) < chances).astype(float)
    return Payoffs("axis", scores, own, other, np.arange(seeds), 0)


def tournament_games(rng, seeds=30, variant="baseline"):
    parts = [
        make_games(rng.choice(["axis", "soviet"], seeds), axis=axis, soviet=soviet, variant=variant)
        for axis in ("bold", "careful")
        for soviet in ("don_line", "withdraw", "attack")
    ]
    return pd.concat(parts, ignore_index=True)


def test_every_strategy_of_a_circle_is_in_the_mix_and_a_dominated_one_is_not():
    chances = np.vstack([CIRCLE, CIRCLE.min(axis=0) - 0.25])
    found = find_equilibrium(tournament(np.random.default_rng(4), chances, 600), resamples=50)
    own = found.own.set_index("strategy")
    assert found.low < 0.5 < found.high
    assert own["share"].sum() == pytest.approx(1)
    assert (own.loc[["a0", "a1", "a2"], "support"] > 0.9).all()
    assert own.loc["a3", ["share", "support"]].tolist() == [0, 0]
    assert own.loc["a3", "dominated_by"] in ("a0", "a1", "a2")
    assert own.loc["a3", "dominated"] > 0.9
    assert own.loc["a0", "dominated_by"] == ""
    assert 0 < found.exploitability < 0.1


def test_the_mean_mix_shares_between_strategies_that_are_as_good():
    chances = np.array([[0.5, 0.5], [0.5, 0.5], [0.2, 0.2]])
    table = tournament(np.random.default_rng(6), chances, 100)
    own, other = mean_mixes(table, resamples=100)
    assert sum(own.values()) == pytest.approx(1)
    assert sum(other.values()) == pytest.approx(1)
    assert own["a2"] < 0.01
    # The best mix of this one sample all but leaves one of them out.
    assert find_equilibrium(table, resamples=5).own["share"].max() > max(own.values())
    with pytest.raises(BadQuestion, match="seeds of a tournament: 5"):
        mean_mixes(tournament(np.random.default_rng(6), chances, 5))


def test_scores_of_the_other_side_are_its_own():
    scores = np.zeros((20, 2, 2))
    scores[:, :, 1] = 1
    found = find_equilibrium(
        Payoffs("axis", scores, ["a0", "a1"], ["s0", "s1"], np.arange(20), 0), resamples=5
    )
    assert found.other["score"].tolist() == [1, 0]
    assert found.other["dominated_by"].tolist() == ["", "s0"]
    assert found.value == 0


def test_games_are_arranged_by_seed_and_pairing_and_faulty_ones_are_counted():
    games = tournament_games(np.random.default_rng(5))
    games.loc[0, ["winner", "ending"]] = ["none", "strategy_error"]
    table = payoffs(games.sample(frac=1, random_state=1), "axis", COLUMNS)
    assert table.own == ["bold", "careful"]
    assert table.other == ["attack", "don_line", "withdraw"]
    assert table.scores.shape == (30, 2, 3)
    assert table.faulty == 1
    assert np.isnan(table.scores[0, 0, 1])
    chosen = games.loc[(games["axis"] == "careful") & (games["soviet"] == "attack")]
    assert table.matrix[1, 0] == pytest.approx((chosen["winner"] == "axis").mean())
    assert np.isfinite(find_equilibrium(table, resamples=5).value)


def test_a_pairing_that_goes_against_the_rest_is_named():
    rng = np.random.default_rng(6)
    before = np.full((2, 3), 0.5)
    after = np.array([[0.6, 0.6, 0.6], [0.6, 0.6, 0.3]])
    luck = rng.random((400, 2, 3))
    names = (["a0", "a1"], ["s0", "s1", "s2"], np.arange(400), 0)
    first, second = (
        Payoffs("axis", (luck < chances).astype(float), *names) for chances in (before, after)
    )
    table = compare_tournaments(first, second)
    against = table.loc[table["reverses"]]
    assert against[["own", "other"]].to_numpy().tolist() == [["a1", "s2"]]
    assert (table["overall"] == table["difference"].mean()).all()
    assert not against["undecided"].any()
    value, low, high = compare_values(first, second, draws=200)
    assert low < value < high


def test_variants_that_change_nothing_reverse_nowhere():
    table = tournament(np.random.default_rng(7), CIRCLE)
    compared = compare_tournaments(table, table)
    assert not compared["reverses"].any()
    assert compared["undecided"].all()  # 100 games that didn't change show no direction
    value, low, high = compare_values(table, table, draws=200)
    assert value == 0
    assert -0.06 < low < 0 < high < 0.06


def test_incomplete_tournaments_are_refused_with_the_pairing_that_lacks():
    games = tournament_games(np.random.default_rng(8))
    with pytest.raises(BadQuestion, match="bold against don_line has 0 games on seed 0"):
        payoffs(games.iloc[1:], "axis", COLUMNS)
    with pytest.raises(BadQuestion, match="strategies of column 'axis': 1, but at least"):
        payoffs(games.loc[games["axis"] == "bold"], "axis", COLUMNS)
    broken = games.assign(ending=games["ending"].where(games.index >= 30, "truncated"))
    with pytest.raises(BadQuestion, match="every game of bold against don_line broke off"):
        payoffs(broken, "axis", COLUMNS)
    with pytest.raises(BadQuestion, match="holds 2 variants"):
        payoffs(games.assign(variant=["a"] + ["b"] * 179), "axis", COLUMNS)
    table = payoffs(games.loc[games["seed"] < 10], "axis", COLUMNS)
    with pytest.raises(BadQuestion, match="seeds of a tournament: 10, but at least"):
        find_equilibrium(table)


def test_tournaments_of_other_strategies_or_seeds_are_not_compared():
    table = tournament(np.random.default_rng(9), CIRCLE)
    with pytest.raises(BadQuestion, match="different strategies"):
        compare_tournaments(table, tournament(np.random.default_rng(9), CIRCLE[:2]))
    with pytest.raises(BadQuestion, match=r"different seeds \(100 and 50\)"):
        compare_tournaments(table, tournament(np.random.default_rng(9), CIRCLE, 50))


def test_a_seed_on_which_every_game_of_a_strategy_broke_off_counts_for_the_others():
    table = tournament(np.random.default_rng(9), CIRCLE, seeds=40)
    table.scores[0, 1] = np.nan
    found = find_equilibrium(table, resamples=20)
    assert found.own["score"].notna().all()
    assert found.own["score"][1] == pytest.approx(np.nanmean(table.scores[:, 1]))
