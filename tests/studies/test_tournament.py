import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.analysis.telling.labels import read_labels
from balance.errors import BadQuestion, UnknownName
from balance.experiments.results import open_study
from balance.experiments.scenarios import find_scenario
from balance.rulebook.game import open_game
from balance.strategy.field import BestAnswer, Pairing
from balance.studies.answer import Answer
from balance.studies.kinds import answer_study, resume_study
from balance.studies.tournament.pairings import Sides, choose_strategies
from balance.studies.tournament.study import _Change, tournament
from tests.studies.fake_contest import CHANCES, PLAYER, SOVIET
from tests.studies.fake_field import FIELD
from tests.studies.once import once

CIRCLE = ("rock", "paper", "scissors")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch):
    monkeypatch.setattr("balance.studies.tournament.study.RESAMPLES", 40)


@once
def fake(axis=CIRCLE, soviet=SOVIET, **options) -> Answer:
    chosen = {"games": 400, "jobs": 1, "player": PLAYER, **options}
    return tournament("blue", axis=axis, soviet=soviet, **chosen)


def test_a_circle_of_strategies_is_worth_a_half_and_mixes_all_three():
    answer = fake()
    value = answer.tables["values"].iloc[0]
    assert value.low <= 0.5 <= value.high
    assert value.high - value.low < 0.12
    strategies = answer.tables["strategies"]
    assert set(strategies.groupby("side")["share"].sum().round(6)) == {1.0}
    assert (strategies["share"] > 0.15).all()
    assert (strategies["support"] > 0.8).all()
    assert answer.sentence.startswith(
        "Neither side is clearly favoured when both sides choose well among these strategies: the "
    )
    assert answer.sentence.endswith("(3,600 games, 400 in each of 9 pairings).")


def test_examples_meet_those_alone_who_name_them():
    found = find_scenario("star")
    all_there = choose_strategies(found, "soviet", None)
    without = choose_strategies(found, "soviet", None, examples=False)
    assert "historical" in set(all_there) - set(without)
    assert len(without) > 1
    assert choose_strategies(found, "soviet", "historical", examples=False) == ["historical"]


def test_a_side_with_a_single_other_opening_plays_its_examples_too():
    found = find_scenario("counteroffensive")
    others = choose_strategies(found, "axis", None, examples=False)
    assert {"historical", "trained_4"} < set(others)
    assert others == choose_strategies(found, "axis", None)


def test_the_matrix_has_the_planted_chances_within_its_intervals():
    table = fake(axis=(*CIRCLE, "weak")).tables["matrix"]
    truth = [CHANCES[row.axis][SOVIET.index(row.soviet)] for row in table.itertuples()]
    inside = (table["low"] <= truth) & (truth <= table["high"])
    assert len(table) == 12
    assert inside.sum() >= 10  # 95% intervals; pairings of a seed share its luck
    assert np.allclose(table["axis_wins"] + table["draws"] + table["soviet_wins"], 1)
    assert np.allclose(table["score"], table["axis_wins"])


def test_a_strategy_that_is_worse_against_everybody_is_dominated_and_never_mixed():
    table = fake(axis=(*CIRCLE, "weak")).tables["strategies"].set_index(["side", "strategy"])
    weak = table.loc[("axis", "weak")]
    assert (weak.dominated_by, weak.share, weak.support) == ("rock", 0, 0)
    assert weak.dominated == 1
    assert (table.drop(("axis", "weak"))["dominated_by"] == "").all()


def test_a_variant_is_judged_over_the_whole_matrix():
    answer = fake(variants=["baseline", "vp_to_win_5"])
    change = answer.tables["value_changes"].iloc[0]
    assert (change.verdict, change.side) == ("favours", "axis")
    assert change.low <= 0.1 <= change.high
    assert re.match(r"vp_to_win_5 favours the Axis by \d+\.\d points \[", answer.sentence)
    assert "when both sides adapt their choice among these strategies (" in answer.sentence
    assert answer.sentence.endswith("No pairing goes the other way.")
    pairs = answer.tables["pair_changes"]
    assert len(pairs) == 9
    assert (pairs["reverses"] == 0).all()
    assert pairs["difference"].mean() == pytest.approx(change.overall)


def change_of_the_value(low, high):
    middle = (low + high) / 2
    pairs = tournament_pairs()
    return _Change("changed", middle, low, high, pairs, 100, error_rate=0.05, seeds_per_second=5)


@pytest.mark.parametrize("ends", [(-0.07, 0.09), (-0.05, 0.15), (-0.01, 0.01)])
def test_an_undecided_tournament_is_decided_by_the_seeds_it_asks_for_in_four_of_five(ends):
    change = change_of_the_value(*ends)
    more, error = change.more_seeds, (ends[1] - ends[0]) / 2 / 1.96
    rng = np.random.default_rng(3)
    truth = change.difference + error * rng.normal(size=20_000)
    fresh = truth + error * np.sqrt(100 / more) * rng.normal(size=20_000)
    total = (100 * change.difference + more * fresh) / (100 + more)
    decided = np.abs(total) > 1.96 * error * np.sqrt(100 / (100 + more))
    assert 0.78 < decided.mean() < 0.82
    words = change.sentence(Sides.of(read_labels(open_game("drive_on_stalingrad"))))
    assert words.startswith("The effect of changed is undecided when both sides adapt their ")
    assert "pairings). About " in words
    assert "here) have an 80% chance of settling it. " in words


def test_a_decided_tournament_asks_for_no_more_seeds():
    change = change_of_the_value(0.01, 0.03)
    assert change.more_seeds == 0
    assert "favours the Axis by 2.0 points" in change.sentence(
        Sides.of(read_labels(open_game("drive_on_stalingrad")))
    )


def tournament_pairs(reverses=(), undecided=()):
    names = ["own", "other", "overall", "reverses", "undecided"]
    lines = [
        (own, "don_line", 0.05, own in reverses, own in undecided)
        for own in ("rock", "paper", "scissors")
    ]
    return pd.DataFrame(lines, columns=names)


@pytest.mark.parametrize(
    ("reverses", "undecided", "words"),
    [
        ((), (), " No pairing goes the other way."),
        (("rock",), (), " It works the other way in rock against don_line."),
        ((), ("rock", "paper"), " No pairing is known to go the other way; 2 of 3 are undecided."),
        (
            ("rock",),
            ("paper",),
            " It works the other way in rock against don_line; 1 of 3 is undecided.",
        ),
    ],
)
def test_a_pairing_that_nothing_is_known_of_is_not_told_as_one_that_goes_along(
    reverses, undecided, words
):
    pairs = tournament_pairs(reverses, undecided)
    change = _Change(
        "changed", 0.05, 0.02, 0.08, pairs, seeds=100, error_rate=0.05, seeds_per_second=5
    )
    assert words in change.sentence(Sides.of(read_labels(open_game("drive_on_stalingrad"))))


def test_a_mix_that_resampled_games_would_not_choose_again_is_told_as_uncertain():
    clear, unsure = fake(axis=("rock", "weak")), fake(axis=("rock", "failing"), games=100)
    values = clear.tables["values"].iloc[0]
    assert values.own_alike == values.other_alike == 1
    assert "Best choice: for the Axis rock, for the Soviets paper (" in clear.sentence
    values = unsure.tables["values"].iloc[0]
    assert values.own_alike < 0.95  # they play alike, but for games that broke off
    assert (
        f"(uncertain: {round(100 * (1 - values.own_alike))}% of resamples differ)"
        in unsure.sentence
    )
    told = " ".join(sheet.note for sheet in unsure.sheets)
    assert "one that wasn't played may be better than all of them" in told
    assert "the score leans towards the side with more of them to choose from" in told
    assert "The highest score of a table is partly luck" in told


def test_several_variants_are_told_by_name():
    answer = fake(variants=["baseline", "vp_to_win_5", "vp_to_win_7"], games=100)
    told = answer.tables["value_changes"].set_index("variant")["side"]
    assert told.to_dict() == {"vp_to_win_5": "axis", "vp_to_win_7": "soviet"}
    assert answer.sentence.count("when both sides adapt their choice") == 2


def test_games_that_broke_off_are_counted_and_said():
    answer = fake(axis=("rock", "failing"), games=100)
    faulty = answer.tables["matrix"].groupby("axis")["faulty"].sum()
    assert faulty.to_dict() == {"rock": 0, "failing": 30}
    assert answer.tables["values"].iloc[0].faulty == 30
    assert "30 games broke off" in answer.remarks[0]
    assert answer.facts["faulty"] == 30


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axis": ["rock"]}, r"Axis strategies .*1, but at least 2"),
        ({"soviet": ["rock"]}, r"Soviet strategies .*1, but at least"),
        ({"axis": ["rock", "rock"]}, r"--axis rock: is given twice"),
        (
            {"axis": ["rock", "don_line"]},
            r"don_line: is a Soviet strategy; give it as --soviet don_line",
        ),
        ({"soviet": ["voronezh_first", "rock"]}, r"give it as --axis voronezh_first"),
        ({"games": 19}, r"19, but at least 20"),
        ({"variants": ["baseline", "baseline"]}, r"--variant baseline: is given twice"),
        ({"error_rate": 0}, r"error rate: 0"),
    ],
)
def test_bad_questions_are_refused_before_anything_is_played(options, message, tmp_path):
    with pytest.raises(BadQuestion, match=message):
        fake(**{"games": 20, **options}, out=tmp_path / "study")
    assert not (tmp_path / "study").exists()


def test_unknown_strategies_and_variants_are_named(tmp_path):
    with pytest.raises(UnknownName, match="rokc"):
        fake(axis=("rokc", "paper"), out=tmp_path / "study")
    with pytest.raises(UnknownName, match="vp_to_win_5"):
        fake(variants=["vp_to_win_55"])
    assert not (tmp_path / "study").exists()


def test_extended_and_resumed_it_is_as_if_played_at_once_and_jobs_don_t_matter(tmp_path):
    whole = fake(games=40, jobs=2)
    fake(games=20, out=tmp_path / "study")
    grown = answer_study(resume_study(tmp_path / "study", games=40, jobs=1, player=PLAYER))
    assert grown.sentence == whole.sentence
    for name, table in whole.tables.items():
        assert table.equals(grown.tables[name]), name


def test_a_study_cut_short_counts_the_seeds_that_all_pairings_played(tmp_path):
    fake(games=100, out=tmp_path / "study")
    parts = sorted((tmp_path / "study").glob("*/*.parquet"))
    last = max(part.stem for part in parts)
    for part in parts:
        if part.stem == last:
            part.unlink()
    answer = answer_study(open_study(tmp_path / "study"))
    assert 20 <= answer.facts["seeds"] < 100
    assert "balance resume plays the rest" in answer.remarks[0]


def test_the_machine_readable_twin_holds_the_same_figures(tmp_path):
    answer = fake(games=20, variants=["baseline", "vp_to_win_5"], out=tmp_path / "study")
    answer.write_summary()
    twin = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert twin["verdict"] == answer.sentence
    assert twin["kind"] == "tournament"
    assert len(twin["tables"]["matrix"]) == 18
    assert twin["tables"]["values"][0]["value"] == answer.tables["values"].iloc[0].value


@pytest.fixture
def trained(monkeypatch):
    """A field of rock and paper against rock, with the best answer that a search found to it."""
    met = (Pairing("rock", "rock", 1), Pairing("paper", "rock", 1))
    answers = (BestAnswer("axis", 0.031, 0.002, 0.06, 5000, 1000, 12),)
    made = replace(FIELD, pairings=met, answers=answers)
    name = "balance.studies.tournament.study.read_fields"
    monkeypatch.setattr(name, lambda game: {"operation_blue": made})


def said_of_answers(**options) -> list[str]:
    answer = tournament("blue", soviet=SOVIET, games=20, jobs=1, player=PLAYER, **options)
    return [remark for remark in answer.remarks if "best answer" in remark]


def test_a_tournament_of_the_field_s_players_says_how_far_they_can_be_exploited(trained):
    assert said_of_answers(axis=CIRCLE) == [
        "against the mix of the field, the best answer found for the Axis gains 3.1 points "
        "[0.2, 6.0] in 5,000 games"
    ]


def test_nothing_is_said_of_it_among_other_players_or_under_other_rules(trained):
    assert said_of_answers(axis=("rock", "scissors")) == []
    assert said_of_answers(axis=CIRCLE, variants=["vp_to_win_7"]) == []
