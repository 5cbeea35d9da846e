"""``balance chances`` on a made-up match: what it answers, writes and refuses."""

import json
from dataclasses import replace

import pytest

from balance.errors import BadQuestion
from balance.experiments.scenarios import find_scenario
from balance.strategy.chances import read_chances
from balance.studies.answer import Answer
from balance.studies.chances import study
from balance.studies.chances.study import chances
from balance.studies.kinds import answer_study, resume_study
from tests.studies.fake_balance import PLAYER
from tests.studies.once import once

PAIRING = {"axis": ["historical", "strong"], "soviet": "historical"}


@once
def fake(**options: object) -> Answer:
    return chances("blue", **{"games": 600, "jobs": 1, "player": PLAYER, **PAIRING, **options})  # type: ignore[arg-type]


def test_the_first_sentence_says_how_far_off_the_chances_are():
    answer = fake()
    assert answer.sentence.startswith("The chances told at the end of each game turn have a Brier")
    assert "400 games of 2 pairings" in answer.sentence
    assert answer.facts["judged"] == 200
    assert answer.facts["brier"] < answer.facts["brier_start"]
    # In this made-up match nothing but the points differs from game to game.
    assert answer.facts["brier_points"] == answer.facts["brier"]
    assert answer.facts["gain"] == answer.facts["gain_low"] == 0


def test_a_column_that_tells_more_than_the_points_is_a_gain(monkeypatch):
    """Luck decides these games, and shows at once in a column of its own."""
    fit = study._Fit(fake().results)
    luck = fit.games.set_index("game_id")["winner"] == "axis"
    fit.__dict__["rows"] = fit.rows.assign(
        axis_towns=fit.rows["game_id"].map(luck).astype(float)
    ).sample(frac=1, random_state=1)
    gain, low, high = fit.gain
    assert 0 < low < gain < high
    assert gain == pytest.approx(fit.model.made.brier_points - fit.model.made.brier, abs=2e-4)


def test_later_turns_are_told_better_where_points_decide():
    table = fake().tables["chances"]
    assert table["game_turn"].tolist() == list(range(1, 11))
    assert table["brier"].iloc[-1] < table["brier"].iloc[0]
    assert (table["low"] <= table["brier"]).all()
    assert (table["brier"] <= table["high"]).all()


def test_a_model_that_is_worse_than_the_points_alone_shows_it():
    fit = study._Fit(fake().results)
    fit.__dict__["model"] = replace(fit.model, weights=-5 * fit.model.weights)
    gain, low, high = fit.gain
    assert low < gain < high < 0


def test_games_that_judge_are_not_those_of_the_fit():
    fit = study._Fit(fake().results)
    assert fit.games["seed"].nunique() == 600  # so that no luck is shared
    judges = set(fit.games.loc[fit.games["judges"], "seed"])
    assert judges
    assert judges.isdisjoint(fit.games.loc[~fit.games["judges"], "seed"])
    assert set(fit.judged["game_id"]) <= set(fit.games.loc[fit.games["judges"], "game_id"])


def test_a_strategy_that_the_fit_never_met_shows_how_far_it_may_be_off():
    """The stronger Axis wins more often than the model of the other one's games says."""
    table = fake().tables["newcomers"].set_index("strategy")
    assert table["side"].tolist() == ["axis", "axis"]
    assert table.loc["strong", "off"] < 0 < table.loc["historical", "off"]
    assert "off by" in fake().remarks[0]


def test_the_model_stands_in_the_folder_and_tells_where_it_comes_from(tmp_path):
    answer = fake(out=tmp_path / "s")
    model = read_chances(find_scenario("blue"), tmp_path / "s" / "chances.toml")
    assert (model.made.fitted, model.made.judged, model.made.pairings) == (400, 200, 2)
    assert model.made.brier == answer.facts["brier"]
    assert answer.remarks[-1].endswith("chances.toml")
    answer.write_summary()
    assert json.loads((tmp_path / "s" / "summary.json").read_text())["kind"] == "chances"


def test_a_study_that_goes_on_writes_its_model_anew(tmp_path):
    first = fake(out=tmp_path / "s")
    results = resume_study(tmp_path / "s", games=400, jobs=1, player=PLAYER)
    again = answer_study(results)
    model = read_chances(find_scenario("blue"), tmp_path / "s" / "chances.toml")
    assert model.made.fitted == again.facts["fitted"] > first.facts["fitted"]


def test_a_model_is_put_in_the_place_of_the_shipped_one(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "chances_path", lambda game, name: tmp_path / f"{name}.toml")
    monkeypatch.setattr(study, "choose_strategies", lambda game, side, given: ["historical"])
    fake(axis=None, soviet=None, rebuild=True, out=tmp_path / "s")
    written = (tmp_path / "operation_blue.toml").read_text(encoding="utf-8")
    assert written == (tmp_path / "s" / "chances.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"games": 200}, "games of a model of chances"),
        ({"rebuild": True}, "--rebuild: the shipped model is that of the printed rules"),
        ({"rebuild": True, "axis": None, "soviet": None, "variant": "vp_to_win_7"}, "--rebuild"),
    ],
)
def test_what_makes_no_sense_is_refused(options, said):
    with pytest.raises(BadQuestion, match=said):
        fake(**options)


def test_three_hundred_games_are_enough_for_any_number_of_pairings():
    players = ["historical", "strong", "random"]
    answer = fake(games=300, axis=players, soviet=players)
    assert len(answer.results.games) == 9 * 34


@pytest.mark.parametrize(("score", "loser"), [(2.0, "Soviet"), (-1.0, "Axis")])
def test_without_a_win_of_each_side_there_are_no_chances(monkeypatch, score, loser):
    monkeypatch.setattr("tests.studies.fake_balance.true_score", lambda *_: score)
    with pytest.raises(BadQuestion, match=f"the {loser} side won none of 200 games"):
        chances("blue", games=300, jobs=1, player=PLAYER, **PAIRING)
