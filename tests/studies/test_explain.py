import json
import re
from dataclasses import replace

import pytest

from balance.analysis.telling.labels import Labels, read_labels
from balance.errors import BadQuestion
from balance.rulebook.game import Game
from balance.studies.answer import Answer
from balance.studies.explain.study import explain
from balance.studies.kinds import answer_study, resume_study
from tests.studies.fake_contest import PLAYER, SOVIET
from tests.studies.once import once

CIRCLE = ("rock", "paper", "scissors")


@once
def fake(axis=CIRCLE, soviet=SOVIET, **options) -> Answer:
    chosen = {"games": 40, "set_ups": 10, "jobs": 1, "player": PLAYER, **options}
    return explain("blue", axis=axis, soviet=soviet, **chosen)


def sources(answer: Answer, outcome: str):
    table = answer.tables["sources"]
    return table.loc[table["outcome"] == outcome].set_index("source")


def test_planted_sources_are_found_within_their_intervals():
    found = sources(fake(games=60, set_ups=20), "vp")
    planted = {"luck": 4.0, "set_up": 1.0, "axis": 2 / 3, "soviet": 0.0, "set_up_interplay": 0.0}
    for source, size in planted.items():
        row = found.loc[source]
        assert row.low - 1e-3 <= size / sum(planted.values()) <= row.high + 1e-3, source
    assert found["share"].sum() == pytest.approx(1)
    assert found.loc["set_up", "levels"] == 20


def test_every_cell_plays_the_same_set_up_draws_each_with_the_same_dice():
    games = fake(games=20, set_ups=5).results.games
    assert len(games) == 9 * 5 * 20
    crossed = games.groupby(["axis", "soviet", "set_up", "seed"]).size()
    assert len(crossed) == len(games)
    assert games["set_up"].nunique() == 5
    assert games["seed"].nunique() == 20


def test_the_sentence_leads_with_what_is_largest_and_tells_every_source():
    answer = fake(variants=["baseline", "vp_to_win_5"], games=20, set_ups=5)
    sentence = answer.sentence
    lead, rest = sentence.split(" (1,800 games).")
    assert "of the variation in the score of the Axis side from game to game is due to " in lead
    assert not rest or rest.startswith(" Little or nothing is due to ")
    shares = [int(each) for each in re.findall(r"(\d+)% \[", lead)]
    assert len(shares) > 1
    assert shares == sorted(shares, reverse=True)
    for words in (
        "luck",
        "set-up draws",
        "how well plans and rules suit the set-up",
        "the rules",
        "the Axis plan",
        "the Soviet plan",
        "how plans and rules combine",
    ):
        assert sentence.count(words) == 1, words
    assert "dice" not in sentence


def test_one_strategy_a_side_on_several_set_ups_is_luck_and_set_ups():
    answer = fake(axis=["rock"], soviet=["rock"], games=60, set_ups=20)
    found = sources(answer, "vp")
    assert found.index.tolist() == ["luck", "set_up"]
    assert found.loc["luck", "low"] <= 4 / 5 <= found.loc["luck", "high"]
    assert "not varied, so their share is not known: rules" in answer.remarks[-1]
    assert "is due to luck" in answer.sentence


def test_what_is_not_varied_is_said_not_counted_as_nothing():
    answer = fake(soviet=["rock"], games=20, set_ups=5)
    assert "not varied, so their share is not known: rules, Soviet strategies" in answer.remarks
    assert "Soviet" not in answer.sentence


def test_sides_are_called_as_the_game_names_them(monkeypatch: pytest.MonkeyPatch):
    def named(game: Game) -> Labels:
        return replace(read_labels(game), sides={"axis": "Blue", "soviet": "Red"})

    # Played before the names change: an answer kept for other tests names the game's own sides.
    varied, one_plan = fake(games=20, set_ups=5), fake(soviet=["rock"], games=20, set_ups=5)
    monkeypatch.setattr("balance.studies.explain.study.read_labels", named)
    answer = answer_study(varied.results)
    labels = set(answer.tables["sources"]["label"])
    assert {"the Blue plan", "the Red plan"} <= labels
    fixed = answer_study(one_plan.results)
    assert "not varied, so their share is not known: rules, Red strategies" in fixed.remarks
    for told in (answer.sentence, fixed.sentence):
        assert "Axis" not in told
        assert "Soviet" not in told


def test_without_draws_of_their_own_set_ups_belong_to_luck():
    answer = fake(set_ups=0)
    found = sources(answer, "vp")
    assert "set_up" not in found.index
    assert found.loc["luck", "label"] == "luck (set-up draws included)"
    truth = 5 / (5 + 2 / 3)
    assert found.loc["luck", "low"] <= truth <= found.loc["luck", "high"]


def test_seeds_with_a_broken_game_are_left_out_whole_and_said():
    answer = fake(axis=("rock", "failing"), games=40, set_ups=5)
    assert answer.facts["seeds"] == 36
    assert any("broke off: 4 of 40 seeds" in remark for remark in answer.remarks)
    assert "broke off" in answer.remarks[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axis": ["rock"], "soviet": ["rock"], "set_ups": 0}, "leave nothing but luck"),
        ({"set_ups": 4}, r"set-up draws .*: 4, but at least 5"),
        ({"set_ups": -1}, r"set-up draws .*: -1, but at least"),
        ({"games": 19}, "seeds of the dice: 19, but at least"),
        ({"axis": ["don_line"]}, "is a Soviet strategy; give it as --soviet don_line"),
        ({"variants": []}, "variants to explain by: 0, but at least"),
        ({"error_rate": 1}, "error rate: 1"),
    ],
)
def test_bad_questions_are_refused_before_anything_is_played(options, message, tmp_path):
    with pytest.raises(BadQuestion, match=message):
        fake(**{"games": 20, **options}, out=tmp_path / "study")
    assert not (tmp_path / "study").exists()


def test_extended_it_is_as_if_played_at_once_and_jobs_don_t_matter(tmp_path):
    whole = fake(games=40, set_ups=5, jobs=2)
    fake(games=20, set_ups=5, out=tmp_path / "study")
    grown = answer_study(resume_study(tmp_path / "study", games=40, jobs=1, player=PLAYER))
    assert grown.sentence == whole.sentence
    assert grown.tables["sources"].equals(whole.tables["sources"])


def test_the_machine_readable_twin_holds_the_same_figures(tmp_path):
    answer = fake(games=20, set_ups=5, out=tmp_path / "study")
    answer.write_summary()
    twin = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert (twin["verdict"], twin["kind"]) == (answer.sentence, "explain")
    assert twin["tables"]["sources"][0]["share"] == answer.tables["sources"].iloc[0].share
    assert len(twin["study"]["cells"]) == 45
