"""What a game's ``report.toml`` names is there in its tables and its vocabulary."""

import pandas as pd
import pytest

from balance.analysis.consistency import check_levels, check_points
from balance.analysis.play.history import read_history
from balance.analysis.play.levels import level_head, level_lines, level_shares
from balance.analysis.study import StudyTables
from balance.analysis.telling.labels import Labels, PointPart, read_labels
from balance.analysis.telling.verdict import reach_verdict
from balance.experiments.scenarios import find_scenario
from balance.experiments.schema import spelling_of, tables_of
from balance.rulebook.game import open_game, playable_games, playable_names

GAMES = playable_names()


@pytest.mark.parametrize("game", GAMES)
def test_columns_that_the_report_names_are_columns_of_the_game(game: str):
    labels, tables = read_labels(open_game(game)), tables_of(open_game(game))
    drawn = [column for panel in labels.panels for column in panel.lines]
    assert {*labels.measures, *labels.headlines} <= set(tables["games"].names)
    assert {*labels.state, *drawn} <= set(tables["turns"].names)
    for name in ("games", "turns"):
        assert set(labels.point_parts) <= set(tables[name].names)
    assert set(labels.awards.values()) <= set(tables["games"].names)
    assert not labels.levels or "level" in tables["games"].names


@pytest.mark.parametrize("game", GAMES)
def test_kinds_that_the_report_names_are_in_the_vocabulary_of_the_game(game: str):
    labels = read_labels(open_game(game))
    vocabulary = open_game(game).referee("vocabulary")
    words = spelling_of(open_game(game))
    events = {kind.name.lower() for kind in vocabulary.EventKind}
    assert set(labels.events.values()) <= events
    assert {kind for part in labels.point_parts.values() for kind in part.events} <= events
    endings = {ending.name.lower() for ending in vocabulary.Ending} - {"none"}
    assert {ending.key for ending in labels.endings} == endings
    assert set(labels.results) <= set(words["result"].values())
    assert list(labels.levels) == list(words.get("level", {}).values())


@pytest.mark.parametrize("game", GAMES)
def test_history_lies_on_named_hexes_and_within_the_game(game: str):
    labels = read_labels(open_game(game))
    for scenario in labels.scenarios:
        history = read_history(labels.source.folder / labels.game["history"], scenario)
        assert len(history) >= 5
        assert set(history["hex"]) <= set(labels.places)
        days = pd.to_datetime(history["date"]) - pd.Timestamp(labels.first_day(scenario))
        turns = days.dt.days // labels.game["turn_days"] + 1
        assert turns.tolist() == history["game_turn"].tolist()


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_and_unit_has_its_words(game: str):
    labels = read_labels(open_game(game))
    assert labels.scenarios
    assert all(find_scenario(f"{game}/{name}").game.name == game for name in labels.scenarios)
    assert set(labels.units.values()) == set(labels.sides)


def _with_levels() -> Labels:
    return next(labels for labels in map(read_labels, playable_games()) if labels.levels)


def _games(winners: list[str], levels: list[str], points: list[int]) -> pd.DataFrame:
    count = len(winners)
    return pd.DataFrame(
        {
            "game_id": range(count), "variant": "baseline", "axis": "a", "soviet": "b",
            "winner": winners, "ending": "points", "level": levels, "vp": points,
            "ending_turn": 10,
        }
    )  # fmt: skip


def test_levels_are_told_by_side_with_intervals():
    labels = _with_levels()
    winners = ["soviet"] * 6 + ["axis"] * 3 + ["draw"]
    levels = ["strategic"] * 6 + ["tactical"] * 3 + ["draw"]
    games = _games(winners, levels, [30] * 6 + [-4] * 3 + [0])
    shares = level_shares(games, labels)
    assert shares is not None
    lines = {line[0]: dict(zip(level_head(labels), line, strict=True))
             for line in level_lines(labels, shares)}  # fmt: skip
    assert lines["Soviet"]["Strategic"] == "60% [31, 83]"
    assert lines["German"]["Tactical"].startswith("30%")
    assert lines["Draw"]["Draw"].startswith("10%")
    assert lines["German"]["Decisive"] == "-"


def test_the_verdict_of_a_game_with_levels_tells_the_margin():
    games = _games(["axis"] * 20, ["tactical"] * 20, [-4, -6] * 10)
    sentence = reach_verdict(games, _with_levels(), "operation_star").sentence
    assert "On average the Soviet side ends 5.0 net victory points [4.5, 5.5] behind." in sentence


def test_a_level_that_does_not_fit_its_winner_is_a_fault():
    labels = _with_levels()
    fitting = _games(["axis", "draw"], ["tactical", "draw"], [-3, 0])
    assert not check_levels(StudyTables(fitting, pd.DataFrame()), labels)
    wrong = _games(["draw", "axis", "axis"], ["tactical", "draw", "huge"], [0, -3, -3])
    found = {fault.check: fault.examples for fault in check_levels(
        StudyTables(wrong, pd.DataFrame()), labels)}  # fmt: skip
    assert found == {"every level is known": (2,), "level draw is a draw": (0, 1)}


def test_points_that_are_no_sum_of_their_parts_with_signs_are_a_fault():
    labels = _with_levels()
    assert labels.point_parts == {"vp_soviet": PointPart(), "vp_axis": PointPart(sign=-1)}
    games = _games(["soviet", "axis"], ["tactical"] * 2, [5, -3])
    games = games.assign(vp_soviet=[9, 4], vp_axis=[4, 8])
    turns = games.assign(game_turn=10)[["game_id", "game_turn", "vp", "vp_soviet", "vp_axis"]]
    faults = check_points(StudyTables(games, turns), labels)
    assert [str(fault) for fault in faults] == [
        "vp is vp_soviet minus vp_axis: not so in 1 game (game_id 1)",
        "vp is vp_soviet minus vp_axis in every turn: not so in 1 game (game_id 1)",
    ]
