import json

import pytest

from balance.errors import BadQuestion
from balance.studies.answer import Answer
from balance.studies.explain import explain
from balance.studies.kinds import answer_study, resume_study
from tests.studies.fake_contest import PLAYER, SOVIET

CIRCLE = ("rock", "paper", "scissors")


def fake(axis=CIRCLE, soviet=SOVIET, **options) -> Answer:
    chosen = {"games": 40, "set_ups": 10, "jobs": 1, "player": PLAYER, **options}
    return explain("blue", axis=axis, soviet=soviet, **chosen)


def sources(answer: Answer, outcome: str):
    table = answer.tables["sources"]
    return table.loc[table["outcome"] == outcome].set_index("source")


def test_planted_sources_are_found_within_their_intervals():
    found = sources(fake(games=60, set_ups=20), "vp")
    planted = {"seed": 4.0, "set_up": 1.0, "axis": 2 / 3, "soviet": 0.0, "remainder": 0.0}
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


def test_the_sentence_tells_each_source_with_its_interval():
    answer = fake(variants=["baseline", "vp_to_win_5"], games=20, set_ups=5)
    sentence = answer.sentence
    assert sentence.startswith("Of the variance of the score of the Axis side, dice explain ")
    for word in ("set-up draws", "rules", "Axis strategies", "Soviet strategies", "interplay"):
        assert word in sentence
    assert sentence.endswith("1,800 games")
    assert sentence.count("[") == 7


def test_what_is_not_varied_is_said_not_counted_as_nothing():
    answer = fake(soviet=["rock"], games=20, set_ups=5)
    assert "not varied, so nothing is known of them: rules, Soviet strategies" in answer.remarks
    assert "Soviet" not in answer.sentence


def test_without_draws_of_their_own_set_ups_belong_to_the_dice():
    answer = fake(set_ups=0)
    found = sources(answer, "vp")
    assert "set_up" not in found.index
    assert found.loc["seed", "label"] == "dice and set-up draws"
    truth = 5 / (5 + 2 / 3)
    assert found.loc["seed", "low"] <= truth <= found.loc["seed", "high"]


def test_seeds_with_a_broken_game_are_left_out_whole_and_said():
    answer = fake(axis=("rock", "failing"), games=40, set_ups=5)
    assert answer.facts["seeds"] == 36
    assert any("4 of 40 seeds are left out" in remark for remark in answer.remarks)
    assert "broke off" in answer.remarks[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axis": ["rock"], "soviet": ["rock"]}, "leave nothing to explain but chance"),
        ({"set_ups": 4}, r"set-up draws .*: 4 is too few; expected at least 5"),
        ({"set_ups": -1}, r"set-up draws .*: -1 is too few"),
        ({"games": 19}, "seeds of the dice: 19 is too few"),
        ({"axis": ["don_line"]}, "is a strategy of the soviet side"),
        ({"variants": []}, "variants to explain by: 0 is too few"),
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
