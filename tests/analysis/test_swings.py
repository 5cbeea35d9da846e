"""What moves the chances: changes by turn, kinds of event behind them, games that turned late."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.analysis import results as results_module
from balance.analysis.chances.swings import (
    MOVED_BY,
    count_kinds,
    latest_turns,
    moved_by,
    moves,
    values_of,
)
from balance.analysis.play.examples import typical_and_extreme
from balance.analysis.results import analyse
from balance.analysis.study import StudyTables
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.summary import summarise
from balance.experiments.schema import told_values
from balance.rulebook.game import open_game
from reports.run_sheets import moved_table
from tests.strategy.test_chances import MODEL, share
from tests.synthetic import make_study

BLUE = open_game("drive_on_stalingrad")
#: As MODEL, of points alone: 2 * vp - 4 after the first turn, 3 * (vp - 1) later.
POINTS = replace(MODEL, columns=("vp",), usual=MODEL.usual[:, :1], weights=MODEL.weights[:, :2])


def played(**winners):
    """Games of three turns by winner, with points 2, 1, 0 at the ends of the turns."""
    games = pd.DataFrame(
        {
            "game_id": range(len(winners)),
            "winner": list(winners.values()),
            "ending": "time_limit",
            "ending_turn": 3,
        }
    )
    turns = pd.DataFrame(
        {
            "game_id": np.repeat(games["game_id"], 3),
            "game_turn": [1, 2, 3] * len(games),
            "vp": [2, 1, 0] * len(games),
        }
    )
    return turns, games


def test_a_draw_is_worth_half():
    assert values_of(np.array([[0.2, 0.5, 0.3]]), "soviet").tolist() == [0.55]


def test_the_value_goes_from_the_start_over_the_turns_to_the_score():
    moved = moves(*played(a="axis", b="soviet", c="draw"), POINTS, "axis")
    assert moved["after"].tolist() == pytest.approx([0.5, 0.5, 1, 0.5, 0.5, 0, 0.5, 0.5, 0.5])
    assert moved["before"].tolist() == pytest.approx([0.4, 0.5, 0.5] * 3)


def test_games_that_broke_off_move_nothing():
    turns, games = played(a="axis", b="none")
    games.loc[1, "ending"] = "strategy_error"
    assert set(moves(turns, games, POINTS, "axis")["game_id"]) == {0}


def test_the_latest_turn_is_the_last_at_whose_end_the_winner_was_behind():
    turns, games = played(a="axis", b="soviet", c="draw", d="axis")
    turns.loc[turns["game_id"] == 3, "vp"] = [2, 0, 0]
    found = latest_turns(moves(turns, games, POINTS, "axis"), games, "axis")
    assert found["turn"].to_dict() == {0: 0, 3: 2}
    assert found["value"].to_dict() == pytest.approx({0: 0.4, 3: share(-3)})


def test_games_that_turned_late_are_worth_a_look():
    study = make_study(60)
    latest = pd.DataFrame({"turn": [4, 9, 9, 2], "value": [0.1, 0.3, 0.2, 0.4]}, [1, 2, 3, 4])
    chosen = typical_and_extreme(study.games, read_labels(BLUE), latest=latest)
    late = chosen.loc[chosen["shows"] == "chances"]
    assert late["game_id"].tolist() == [3, 2, 1]
    assert late["what"].iloc[0] == "turned late: the winner's chance was 20% after game turn 9"


def events(*lines):
    names = ["game_id", "game_turn", "kind", "hex", "unit", "value"]
    return pd.DataFrame(lines, columns=names)


def test_an_event_is_of_the_side_of_its_unit_or_of_who_took_a_place():
    counts = count_kinds(
        events(
            (0, 1, "eliminated", "0101", "GD", 0),
            (0, 1, "eliminated", "0101", "GD", 0),
            (0, 2, "town_taken", "0101", None, 1),
            (0, 2, "vp_lost", "0101", None, 1),
            (0, 1, "taman_activated", "0101", None, 1),
            (0, 2, "taman_activated", "0101", None, 0),
        ),
        {"GD": "axis"},
        "town_taken",
        ["axis", "soviet"],
        told_values(BLUE),
    )
    assert counts.loc[(0, 1)].to_dict() == {
        "eliminated||axis": 2,
        "town_taken||soviet": 0,
        "vp_lost||": 0,
        "taman_activated|opened|": 1,
        "taman_activated|shut|": 0,
    }
    assert counts.loc[(0, 2), "town_taken||soviet"] == 1


def simulated(seed: int, games: int = 200, turns: int = 8) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Values moved by two kinds, +0.03 and -0.02 each; a third goes with the first by chance alone.

    A fourth happens in each turn as often as its number says.
    """
    rng = np.random.default_rng(seed)
    index = pd.MultiIndex.from_product(
        [range(games), range(1, turns + 1)], names=["game_id", "game_turn"]
    )
    good, bad = (rng.poisson(rate, len(index)) for rate in (1.0, 0.5))
    counts = pd.DataFrame(
        {
            "good||axis": good,
            "bad||": bad,
            "with good||": rng.binomial(good, 0.5),
            "always||": index.get_level_values("game_turn"),
            "rare||": (np.arange(len(index)) == 5).astype(int),
        },
        index,
    )
    own = np.repeat(rng.normal(0, 0.02, games), turns)  # what a game's turns have in common
    change = 0.03 * good - 0.02 * bad + own + rng.normal(0, 0.05, len(index))
    moved = index.to_frame(index=False).assign(before=0.5, after=0.5 + change)
    return moved, counts


def test_kinds_that_move_the_value_are_told_from_those_that_only_come_along():
    table = moved_by(*simulated(1), 0.95)
    assert list(table.columns) == MOVED_BY.names
    assert table["kind"].tolist() == ["good", "bad", "with good"]  # neither always nor rare
    assert table["effect"].to_numpy() == pytest.approx([0.03, -0.02, 0.0], abs=0.006)
    assert table["side"].tolist() == ["axis", "", ""]
    assert table["a_game"].to_numpy() == pytest.approx([7, 3.5, 3.5], abs=0.4)
    assert table["moved"].to_numpy() == pytest.approx(table["a_game"] * abs(table["effect"]))


def test_intervals_of_the_effects_hold_at_once_as_often_as_they_promise():
    inside = []
    for seed in range(150):
        table = moved_by(*simulated(1000 + seed, 80), 0.9).set_index("kind")
        truth = pd.Series({"good": 0.03, "bad": -0.02, "with good": 0.0})
        inside.append(truth.between(table["low"], table["high"]).all())
    assert 0.87 < np.mean(inside) < 0.97


def test_of_many_kinds_that_move_nothing_none_surely_does():
    sure = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        moved, _ = simulated(seed, 80)
        counts = rng.poisson(0.5, (len(moved), 30))
        index = pd.MultiIndex.from_frame(moved[["game_id", "game_turn"]])
        table = moved_by(moved, pd.DataFrame(counts, index, [f"k{n}||" for n in range(30)]), 0.95)
        sure.append(((table["low"] > 0) | (table["high"] < 0)).any())
    assert np.mean(sure) < 0.15


def test_turns_in_which_a_game_ends_say_nothing():
    moved, counts = simulated(2)
    last = moved["game_turn"] == 8
    wild = moved.assign(after=moved["after"].where(~last, 9.0))
    pd.testing.assert_frame_equal(moved_by(wild, counts, 0.95), moved_by(moved, counts, 0.95))


def test_of_kinds_that_always_come_together_one_is_told():
    moved, counts = simulated(3)
    table = moved_by(moved, counts.assign(**{"twin||": counts["bad||"]}), 0.95)
    assert sorted(table["kind"]) in (["bad", "good", "with good"], ["good", "twin", "with good"])


def test_few_games_tell_nothing():
    assert moved_by(*simulated(4, games=3), 0.95).empty


@pytest.fixture
def model(monkeypatch):
    monkeypatch.setattr(results_module, "shipped_chances", lambda found: POINTS)


def in_parts(study: StudyTables, size: int) -> StudyTables:
    def parts():
        for first in range(0, len(study.games), size):
            ids = study.games["game_id"].iloc[first : first + size]
            yield replace(
                study,
                parts=None,
                **{
                    name: table.loc[table["game_id"].isin(ids)]
                    for name in ("games", "turns", "events", "battles", "hexes")
                    if (table := getattr(study, name)) is not None
                },
            )

    return replace(study, parts=parts)


def test_a_report_names_what_moved_and_a_twin_has_the_numbers(model):
    study = make_study(80)
    answers = analyse(study, BLUE, "operation_blue")
    assert len(answers.moved_by)
    sheet = moved_table(answers)
    assert "under the printed rules" in sheet.note
    assert sheet.lines[0][0] != answers.moved_by["kind"].iloc[0]  # in words
    twin = json.loads(json.dumps(summarise(answers)))
    assert twin["moved_by"][0]["kind"] == answers.moved_by["kind"].iloc[0]
    assert "chances" in set(answers.examples["shows"])


def test_a_study_in_parts_tells_the_same(model):
    study = make_study(80)
    whole = analyse(study, BLUE, "operation_blue")
    cut = analyse(in_parts(study, 30), BLUE, "operation_blue")
    pd.testing.assert_frame_equal(cut.moved_by, whole.moved_by)
    assert cut.examples["game_id"].tolist() == whole.examples["game_id"].tolist()


def test_games_of_other_rules_say_that_the_model_is_not_theirs(model):
    answers = analyse(make_study(60, variant="no_aircraft"), BLUE, "operation_blue")
    assert "Here the rules of no_aircraft hold" in moved_table(answers).note


def test_without_a_model_or_its_columns_nothing_is_told(monkeypatch):
    lacking = replace(POINTS, columns=("morale",))
    for found in (None, lacking):
        monkeypatch.setattr(results_module, "shipped_chances", lambda _, found=found: found)
        answers = analyse(make_study(30), BLUE, "operation_blue")
        assert answers.moved_by is None
        assert answers.chances is None
