import numpy as np
import pandas as pd
import pytest

from balance.errors import BadQuestion
from balance.experiments.results import Results
from balance.studies.answer import Answer
from balance.studies.compare.study import compare
from balance.studies.field.players import Players
from balance.studies.kinds import answer_study, resume_study
from tests.studies.fake_field import FIELD, PAIRS, PLAYER, over_field
from tests.studies.once import once

pytestmark = pytest.mark.usefixtures("field")


@once
def fake(variants=("baseline", "vp_to_win_7"), **options: object) -> Answer:
    chosen = {"games": 600, "jobs": 1, "player": PLAYER, **options}
    return compare("blue", list(variants), **chosen)  # type: ignore[arg-type]


def test_the_games_asked_for_are_shared_by_weight_and_not_multiplied():
    games = fake().results.games
    assert len(games) == 2 * 600
    counts = games.groupby(["variant", "axis", "soviet"]).size()
    assert {key: counts["baseline"][key] for key in PAIRS} == {
        key: 60 * pairing.weight for key, pairing in zip(PAIRS, FIELD.pairings, strict=True)
    }


def test_both_games_of_a_pair_share_seed_and_players_and_no_other_pair_has_the_seed():
    games = fake(games=50).results.games
    met = games.assign(pairing=games["axis"].astype(str) + games["soviet"].astype(str))
    assert (met.groupby("seed")["pairing"].nunique() == 1).all()
    assert (met.groupby("seed")["variant"].nunique() == 2).all()
    assert (met.groupby("seed").size() == 2).all()


def test_games_that_make_no_whole_round_are_rounded_up():
    assert len(fake(games=41).results.games) == 2 * 50


def test_the_figure_over_the_field_is_near_the_truth_and_its_interval_holds_it():
    row = fake(games=2000).tables["verdicts"].iloc[0]
    assert row.low <= over_field(1) <= row.high
    assert row.high - row.low < 0.05


def test_the_sentence_says_that_it_is_over_the_field_and_where_the_change_works_otherwise():
    answer = fake(games=1000)
    assert answer.sentence.startswith("vp_to_win_7 favours the Soviets by ")
    assert "over 1,000 paired games of the field. " in answer.sentence
    assert answer.sentence.endswith("It works the other way in bold against wary.")
    (told,) = [remark for remark in answer.remarks if "nobody was named" in remark]
    assert told.endswith("steady against firm 50%, bold against firm 30%, bold against wary 20%")


def test_few_games_leave_the_direction_in_the_pairings_open():
    answer = fake(games=20)
    assert "undecided" in answer.sentence
    assert answer.sentence.endswith("No pairing is sure to go either way.")


def test_each_pairing_has_its_own_line_with_its_truth_inside():
    table = fake(games=2000, seed=2).tables["field_changes"].set_index(["axis", "soviet"])
    for met, (base, change) in PAIRS.items():
        row = table.loc[met]
        assert row.low <= change <= row.high, met
        assert row["first"] == pytest.approx(base, abs=0.06)
    assert table["share"].tolist() == [0.5, 0.3, 0.2]
    assert table["reverses"].tolist() == [0, 0, 1]
    assert table["pairs"].tolist() == [1000, 600, 400]


def test_named_players_have_no_field():
    answer = fake(axis="bold", soviet="firm", games=40)
    assert answer.tables["field_changes"].empty
    assert "field" not in answer.sentence
    assert set(answer.results.games.axis) == {"bold"}
    assert len(answer.results.games) == 80


def test_a_side_that_is_named_alone_meets_the_historical_one():
    assert Players.chosen(_blue(), "caucasus_first", None).pairings == (
        ("caucasus_first", "historical"),
    )


def test_an_axis_strategy_named_for_the_soviets_is_refused():
    with pytest.raises(BadQuestion, match="is an Axis strategy"):
        Players.chosen(_blue(), None, "caucasus_first")


def test_playing_until_decided_looks_after_whole_rounds_and_stops_on_the_planted_change():
    answer = fake(until="decided", margin=4, max_games=4005)
    row = answer.tables["verdicts"].iloc[0]
    assert row.verdict == "favours"
    assert row.pairs % 100 == 0
    assert row.pairs < 4000
    assert answer.results.spec.games * 10 == row.pairs
    assert answer.results.spec.question.get("max_games") == 4010


def test_a_study_that_plays_until_decided_resumes_to_the_same_answer(tmp_path):
    options = {"until": "decided", "margin": 1.0}
    whole = fake(max_games=1500, **options)
    fake(max_games=200, out=tmp_path / "s", **options)
    resume_study(tmp_path / "s", games=1500, jobs=1, player=PLAYER)
    again = answer_study(Results(tmp_path / "s"))
    pd.testing.assert_frame_equal(
        again.tables["verdicts"].drop(columns="sentence"),
        whole.tables["verdicts"].drop(columns="sentence"),
    )
    assert again.results.spec.games == whole.results.spec.games


def test_an_extended_study_answers_like_one_played_at_once(tmp_path):
    fake(games=100, out=tmp_path / "s")
    resume_study(tmp_path / "s", games=400, jobs=1, player=PLAYER)
    extended = answer_study(Results(tmp_path / "s"))
    whole = fake(games=400)
    for name in ("field_changes", "outcomes", "flipped"):
        pd.testing.assert_frame_equal(extended.tables[name], whole.tables[name])


def test_a_field_leaves_less_to_luck_than_the_same_games_without_strata():
    answer = fake(["baseline", "vp_to_win_7"], games=2000)
    score = answer.tables["outcomes"].set_index("outcome").loc["score"]
    simple = 2 * 1.96 * score.sd / np.sqrt(score.pairs)
    assert 0.9 * simple < score.high - score.low < 0.99 * simple


def _blue():
    from balance.experiments.scenarios import find_scenario

    return find_scenario("blue")
