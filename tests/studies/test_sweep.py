import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import balance
from balance.analysis.telling.words import estimate
from balance.errors import BadQuestion, BalanceError, DataError
from balance.studies.tables import TABLES
from tests.studies.fake_balance import NAMED
from tests.studies.fake_rules import PLAYER

KEY = "victory.vp_to_win"
OVER = {KEY: "4..8"}


def sweep(over=OVER, games=300, **options):
    return balance.sweep("blue", over, games=games, jobs=1, player=PLAYER, **NAMED | options)


def plain(answer):
    """The answer without what depends on where and when it was played."""
    told = answer.summarise()
    return {name: told[name] for name in ("verdict", "facts", "remarks", "tables", "games")}


def test_score_of_each_value_is_near_the_truth_and_the_interval_covers_it():
    answer = sweep(games=400)
    table = answer.tables["sweep"]
    truth = [0.6, 0.5, 0.4, 0.3, 0.2]
    assert table["score"].tolist() == pytest.approx(truth, abs=0.08)
    assert ((table["low"] < truth) & (truth < table["high"])).all()
    assert table["games"].tolist() == [400] * 5
    first, last = (
        estimate({"share": row["score"], "low": row["low"], "high": row["high"]})
        for _, row in table.iloc[[0, -1]].iterrows()
    )
    assert answer.sentence == (
        f"The Axis score falls from {first} at {KEY}=4 to {last} at {KEY}=8 "
        "(400 games at each value)."
    )


def test_change_is_told_against_the_value_of_the_rules_as_they_are():
    answer = sweep()
    table = answer.tables["sweep"].set_index("setting")
    assert table.index[table["reference"]].tolist() == [f"{KEY}=6"]
    assert answer.facts["reference_is_unchanged_rules"]
    assert answer.remarks == ()
    # Fewer points to win, never a worse result on the same seed: the change is the difference.
    six, four = table.loc[f"{KEY}=6"], table.loc[f"{KEY}=4"]
    assert four["difference"] == pytest.approx(four["score"] - six["score"])
    assert four["difference_low"] > 0
    assert table["p_value"].drop(f"{KEY}=6").max() < 0.001
    assert np.isnan(six["difference"])


def test_grid_without_the_own_values_of_the_rules_is_compared_with_its_first_setting():
    answer = sweep({KEY: [7, 8]})
    assert answer.tables["sweep"]["reference"].tolist() == [True, False]
    assert not answer.facts["reference_is_unchanged_rules"]
    assert any("measured from the first, victory.vp_to_win=7" in r for r in answer.remarks)


def test_two_parameters_make_a_full_grid_whose_lowest_and_highest_are_told():
    answer = sweep({KEY: "5,6", "supply.line_max_hexes": "6..8"})
    values = answer.tables["sweep_values"]
    assert len(answer.tables["sweep"]) == 6
    assert values["parameter"].value_counts().tolist() == [6, 6]
    assert "sweep_curve" not in answer.tables
    assert "with victory.vp_to_win=6, supply.line_max_hexes=6 to " in answer.sentence
    assert "with victory.vp_to_win=5, supply.line_max_hexes=8 (" in answer.sentence
    # One hex of supply line is worth one point here: 5 and 6 give what the rules, 6 and 7, give.
    assert "4 of the 5 other settings differ from the unchanged rules." in answer.sentence
    note = answer.sheets[0].note
    assert note.startswith("Down: supply.line_max_hexes; across: victory.vp_to_win.")


def test_parameter_without_effect_is_told_to_have_none_seen():
    answer = sweep({"stacking.limit": [4, 5, 6]}, settings={KEY: 5})
    assert "and no other setting changes any result" in answer.sentence
    assert "No setting differs detectably from" in answer.sentence


def test_switches_and_table_cells_can_be_swept():
    answer = sweep(
        {"victory.sudden_death": ["on", "off"], "terrain:hills:mech_cost": "3,4"}, games=30
    )
    settings = answer.tables["sweep"]["setting"].tolist()
    assert settings[0] == "victory.sudden_death=on, terrain:hills:mech_cost=3"
    assert answer.tables["sweep_values"]["number"].dropna().tolist() == [3, 4, 3, 4]
    assert answer.tables["sweep"]["reference"].tolist() == [False, True, False, False]


def test_band_is_wider_than_each_interval_and_stays_between_0_and_1():
    curve = sweep({KEY: "1,6,10,11"}).tables["sweep_curve"]
    table = sweep({KEY: "1,6,10,11"}).tables["sweep"]
    width = (curve["band_high"] - curve["band_low"]).to_numpy()
    assert width[1] > (table["high"] - table["low"])[1]
    assert (width > 0).all()  # also where the Axis never wins
    assert curve["band_low"].min() >= 0


def test_shares_of_winners_and_endings_add_up():
    shares = sweep(games=50).tables["sweep_shares"]
    totals = shares.groupby(["setting", "what"])["games"].sum()
    assert (totals == 50).all()
    assert set(shares.loc[shares["what"] == "winner", "category"]) == {"axis", "soviet", "draw"}


def test_faulty_games_are_counted_and_told_and_count_for_nobody():
    answer = sweep(axis="failing", games=60)
    assert answer.tables["sweep"]["faulty"].tolist() == [20] * 5
    assert answer.tables["sweep"]["games"].tolist() == [40] * 5
    assert "100 games broke off (strategy_error of the axis side)" in answer.remarks[0]
    with pytest.raises(BadQuestion, match=r"1 game played to the end.*broke off"):
        sweep(axis="failing", games=2, seed=0, over={KEY: [5, 6]})


@pytest.mark.parametrize(
    ("over", "options", "error", "said"),
    [
        ({}, {}, BadQuestion, "no parameter to vary"),
        ({KEY: "6"}, {}, BadQuestion, "one value"),
        ({KEY: "5,5"}, {}, BadQuestion, "victory.vp_to_win=5 is given twice"),
        ({KEY: "5,05"}, {}, BadQuestion, "are the same"),
        ({KEY: "5..6"}, {"settings": {KEY: 7}}, BadQuestion, "is set to 7 for all games"),
        ({"victory.vp_to_wim": "5..6"}, {}, DataError, "did you mean 'victory.vp_to_win'"),
        ({KEY: "0..5"}, {}, DataError, "takes a whole number 1 to 99"),
        ({KEY: "5,six"}, {}, DataError, "can't be 'six'"),
        ({KEY: "1..99", "supply.line_max_hexes": "1..9"}, {}, BadQuestion, "891 settings"),
        (OVER, {"games": 1}, BadQuestion, "games a setting: 1, but at least"),
        (OVER, {"error_rate": 0}, BadQuestion, "error rate"),
        (OVER, {"axis": "historcal"}, BalanceError, "did you mean 'historical'"),
        (OVER, {"variant": "nosuch"}, BalanceError, "unknown variant"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(over, options, error, said, tmp_path):
    folder = tmp_path / "study"
    with pytest.raises(error, match=said):
        sweep(over, **{"out": folder, **options})
    assert not folder.exists()


def test_study_extended_or_reopened_answers_as_one_played_at_once(tmp_path: Path):
    whole = sweep(games=60)
    sweep(games=25, out=tmp_path / "study")
    extended = balance.resume(tmp_path / "study", games=60, jobs=1, player=PLAYER)
    assert plain(balance.answer_study(extended)) == plain(whole)
    assert plain(balance.answer_study(balance.open_study(tmp_path / "study"))) == plain(whole)


def test_number_of_processes_changes_nothing(tmp_path: Path):
    one = sweep(games=40)
    two = balance.sweep("blue", OVER, games=40, jobs=2, player=PLAYER, **NAMED)
    assert plain(one) == plain(two)


def test_unfinished_study_is_answered_from_what_is_there_and_says_so(tmp_path: Path):
    sweep(games=60, out=tmp_path / "study")
    for part in sorted((tmp_path / "study" / "games").iterdir())[2:]:
        part.unlink()
    answer = balance.answer_study(balance.open_study(tmp_path / "study"))
    assert any("balance resume plays the rest" in remark for remark in answer.remarks)
    assert answer.tables["sweep"]["games"].max() < 60


def test_json_twin_is_valid_and_tables_equal_their_documentation(tmp_path: Path):
    answer = sweep(games=30, out=tmp_path / "study")
    answer.write_summary()
    told = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert told["verdict"] == answer.sentence
    assert set(told["tables"]) == {
        *("sweep", "sweep_values", "sweep_shares", "sweep_curve", "field_changes")
    }
    for name, table in answer.tables.items():
        assert list(table.columns) == TABLES[name].names
    assert isinstance(pd.DataFrame(told["tables"]["sweep"]), pd.DataFrame)


def test_small_sweep_of_the_real_game():
    answer = balance.sweep("blue", {KEY: [5, 7]}, games=4, jobs=1, **NAMED)
    assert len(answer.results.games) == 8
    assert answer.tables["sweep"]["faulty"].sum() == 0
    assert any("needs at least 20 complete seeds" in remark for remark in answer.remarks)
