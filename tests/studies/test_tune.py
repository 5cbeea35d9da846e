import json
import math
import re
from pathlib import Path

import pytest

import balance
from balance.errors import BadQuestion, BalanceError, DataError
from balance.studies.tables import TABLES
from balance.studies.tune.study import FURTHER, first_values, read_want
from tests.studies.fake_balance import NAMED
from tests.studies.fake_rules import PLAYER

KEY = "victory.vp_to_win"
KILLS = "victory.oos_kills_per_vp"  # five kills more cost the Axis a point, so 10% of its games


def tune(parameter=KEY, start=4, end=8, games=400, **options):
    return balance.tune(
        "blue", parameter, start, end, games=games, jobs=1, player=PLAYER, **NAMED | options
    )


def plain(answer):
    told = answer.summarise()
    return {name: told[name] for name in ("verdict", "facts", "tables")}


def test_value_of_an_even_game_is_found_between_its_neighbours():
    answer = tune(want=45)  # 5 points to win give 50%, 6 give 40%
    facts = answer.facts
    assert facts["low"] < 5.5 < facts["high"]
    assert facts["value"] == pytest.approx(5.5, abs=0.6)
    assert answer.tables["tune"]["value"].tolist() == [4, 5, 6, 7, 8]
    assert answer.sentence.startswith(f"The Axis score is 45% at {KEY}=5")
    assert "% [" in answer.sentence
    assert " at 5 and " in answer.sentence
    assert answer.sentence.endswith("(400 games at each value).")


def test_wide_range_is_played_in_steps_that_come_to_the_value():
    answer = tune(KILLS, 1, 61, games=500, want=50, settings={KEY: 6})  # 50% at 15
    values = answer.tables["tune"]["value"].tolist()
    assert answer.facts["low"] <= 15 <= answer.facts["high"]
    assert set(first_values(1, 61)) < set(values)
    assert len(values) <= 12
    near = [value for value in values if abs(value - answer.facts["value"]) <= 1]
    assert len(near) >= 2  # whole numbers on both sides
    assert (answer.tables["tune"]["games"] == 500).all()


def test_value_beyond_the_range_is_told_with_the_nearest():
    answer = tune(want=90)
    assert "No value of victory.vp_to_win from 4 to 8 gives an Axis score of 90%" in (
        answer.sentence
    )
    assert "at 4 (400 games at each value). Allow a wider range, or tune another" in answer.sentence
    assert answer.facts["nearest"] == 4
    assert math.isnan(answer.facts["value"])


def test_interval_that_reaches_the_end_says_how_many_games_would_tell():
    answer = tune(start=5, games=30, want=46)
    assert "The lower end of the interval is not known and may lie below 5." in answer.sentence
    assert "have an 80% chance of settling it; or allow a wider range." in answer.sentence
    assert answer.facts["low"] == -math.inf
    assert "do not rule out a score of 46%" in " ".join(answer.remarks)
    assert answer.summarise()["facts"]["low"] is None


def test_parameter_without_effect_gives_no_value_and_says_so():
    answer = tune("stacking.limit", 4, 9, want=80)
    assert answer.sentence.startswith("No value of stacking.limit from 4 to 9")
    assert re.search(r"80%: all played give \d\d% \[\d\d, \d\d\] \(400 games", answer.sentence)


def test_wanted_wins_draws_and_losses_name_the_nearest_value():
    answer = tune(want="40/0/60")
    assert answer.sentence.startswith(f"{KEY}=6 comes nearest to 40/0/60 for the Axis side: wins ")
    assert answer.facts["nearest"] == 6
    assert answer.tables["tune"]["best"].sum() == pytest.approx(1)
    drawn = tune(want=(35, 10, 55), games=50)
    assert any("this parameter can't tune draws" in remark for remark in drawn.remarks)


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"start": 9, "end": 4}, BadQuestion, "from 9 to 4 is no range"),
        ({"start": 4, "end": 4}, BadQuestion, "from 4 to 4 is no range"),
        ({"start": 0}, DataError, "takes a whole number 1 to 99"),
        ({"parameter": "victory.vp_to_wim"}, DataError, "did you mean 'victory.vp_to_win'"),
        ({"end": 200}, DataError, r"^tune: --to 200: victory.vp_to_win takes a whole .*\]$"),
        ({"start": 0, "end": 200}, DataError, r"^tune: --from 0 and --to 200: .* 1 to 99 .*\]$"),
        (
            {"parameter": "unit:GD:attack", "end": 200},
            DataError,
            r"^unit:GD:attack: .*attack is '200'; expected a whole number 0 to 99$",
        ),
        ({"parameter": "victory.draws"}, DataError, "--from 4 and --to 8: victory.draws takes 0"),
        ({"want": 0}, BadQuestion, "want: 0 is no balance"),
        ({"want": "45/10/46"}, BadQuestion, "add up to 100"),
        ({"want": "half"}, BadQuestion, "'half' is no balance"),
        ({"want": "nan"}, BadQuestion, "is no balance"),
        ({"games": 1}, BadQuestion, "games a value: 1, but at least"),
        ({"settings": {KEY: 6}}, BadQuestion, "is set to 6 for all games"),
        ({"axis": "historcal"}, BalanceError, "did you mean 'historical'"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, error, said, tmp_path):
    folder = tmp_path / "study"
    with pytest.raises(error, match=said):
        tune(**{"out": folder, **changed})
    assert not folder.exists()


def test_wanted_balance_is_read_in_percent():
    assert read_want("50") == read_want(50) == (0.5,)
    assert read_want([45, 10, 45]) == (0.45, 0.10, 0.45)


def test_study_extended_or_reopened_answers_as_one_played_at_once(tmp_path: Path):
    whole = tune(games=60)
    tune(games=25, out=tmp_path / "study")
    extended = balance.resume(tmp_path / "study", games=60, jobs=1, player=PLAYER)
    assert plain(balance.answer_study(extended)) == plain(whole)


def test_study_in_steps_goes_on_where_it_stopped_and_extends_every_value(tmp_path: Path):
    folder = tmp_path / "study"
    whole = tune(KILLS, 1, 61, games=100, out=folder)
    further = sorted((folder / FURTHER).iterdir())
    assert further
    for part in (further[0] / "games").iterdir():  # as if interrupted there
        part.unlink()
    resumed = balance.resume(folder, jobs=1, player=PLAYER)
    assert plain(balance.answer_study(resumed)) == plain(whole)
    extended = balance.answer_study(balance.resume(folder, games=150, jobs=1, player=PLAYER))
    assert (extended.tables["tune"]["games"] == 150).all()


def test_number_of_processes_changes_nothing():
    two = balance.tune("blue", KEY, 4, 8, games=40, jobs=2, player=PLAYER, **NAMED)
    assert plain(tune(games=40)) == plain(two)


def test_faulty_games_are_told():
    answer = tune(axis="failing", games=60)
    assert answer.facts["faulty"] == 100
    assert "100 games broke off" in answer.remarks[0]


def test_json_twin_is_valid_and_tables_equal_their_documentation(tmp_path: Path):
    answer = tune(games=40, out=tmp_path / "study")
    answer.write_summary()
    told = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert told["verdict"] == answer.sentence
    assert list(told["tables"]["tune"][0]) == TABLES["tune"].names


def test_small_tuning_of_the_real_game():
    answer = balance.tune("blue", KEY, 5, 6, games=4, jobs=1, **NAMED)
    assert len(answer.results.games) == 8
    assert "games at each value" in answer.sentence
