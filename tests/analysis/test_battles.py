import numpy as np
import pandas as pd
import pytest

from balance.analysis.play.battles import (
    poor_attacks,
    ratio_interval,
    results_by_odds,
    tally_results,
)


def test_share_of_poor_attacks_is_that_of_all_attacks_not_a_mean_of_games():
    games = pd.DataFrame({"attacks_axis": [10, 90], "poor_attacks_axis": [5, 0]})
    row = poor_attacks(games, ["axis", "soviet"]).iloc[0]
    assert row["share"] == pytest.approx(0.05)
    assert (row["poor"], row["attacks"], row["games"]) == (5, 100, 2)


def test_interval_of_a_ratio_covers_the_truth_when_attacks_hang_together():
    rng = np.random.default_rng(9)
    hits = 0
    for _ in range(600):
        wholes = pd.Series(rng.integers(20, 60, 80))
        parts = pd.Series(rng.binomial(wholes, rng.beta(2, 8, 80)))
        _, low, high = ratio_interval(parts, wholes)
        hits += low <= 0.2 <= high
    assert 0.92 < hits / 600 < 0.98


def test_no_attacks_tell_nothing():
    share, low, high = ratio_interval(pd.Series([0, 0]), pd.Series([0, 0]))
    assert np.isnan(share)
    assert (low, high) == (0, 1)


def test_no_poor_attack_in_some_games_is_no_proof_that_there_is_none():
    share, low, high = ratio_interval(pd.Series([0] * 20), pd.Series([50] * 20))
    assert (share, low) == (0, 0)
    assert 0.1 < high < 0.2


def tallied(*rows):
    columns = ["attacker", "final_odds", "final_odds_ratio", "die", "result"]
    return tally_results(pd.DataFrame(rows, columns=columns))


def test_results_are_shares_of_the_attacks_at_their_odds():
    table = results_by_odds(
        tallied(
            ("axis", 2, "3:1", 4, "DR"),
            ("axis", 2, "3:1", 1, "AS"),
            ("axis", 5, "6:1", 5, "DE"),
            ("axis", 9, "10:1", 0, "DE"),
            ("axis", 14, "15:1", 0, "DE"),
            ("soviet", -1, "1:2", 2, "AS"),
            ("soviet", -4, "1:5", 0, "AL1"),
        ),
        ["axis", "soviet"],
        ["AS", "AL1", "DR", "DE"],
    )
    cells = table.set_index(["side", "odds", "result"])
    assert cells.loc[("axis", "3:1", "DR"), ["battles", "total"]].tolist() == [1, 2]
    assert cells.loc[("axis", "over 6:1", "DE"), "battles"] == 2
    assert cells.loc[("soviet", "under 1:2", "AL1"), "share"] == 1
    assert cells.loc[("axis", "3:1", "DE"), "battles"] == 0
    assert table.loc[table["side"] == "axis", "odds"].unique().tolist() == [
        "3:1",
        "6:1",
        "over 6:1",
    ]


def test_a_study_without_battles_has_an_empty_table():
    assert results_by_odds(tallied(), ["axis"], ["AS"]).empty
