import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from balance.analysis.results import analyse
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.summary import summarise
from balance.analysis.telling.terminal import render_summary
from balance.errors import DataError
from balance.rulebook.game import Game, open_game
from tests.synthetic import make_study

GAME, SCENARIO = open_game("drive_on_stalingrad"), "operation_blue"


def printed(results):
    out = io.StringIO()
    Console(file=out, width=140).print(render_summary(results))
    return out.getvalue()


def test_summary_is_json_and_keeps_faulty_games_apart():
    results = analyse(make_study(50, broken=4), GAME, SCENARIO)
    summary = json.loads(json.dumps(summarise(results), allow_nan=False))
    assert summary["games"] == 50
    assert summary["complete_games"] == 46
    assert summary["faulty"] == {"strategy_error": 4, "truncated": 0}
    assert summary["failures"][0]["error"] == "IndexError: no such hex"
    assert sum(entry["games"] for entry in summary["winners"].values()) == 50
    assert summary["seeds"] == {"count": 50, "first": 1000, "last": 1049}
    assert summary["verdict"] == results.verdict.text
    assert len(summary["points_by_turn"]) == results.last_turn


@pytest.mark.parametrize("count", [0, 1, 2])
def test_tiny_studies_work(count):
    study = make_study(max(count, 1))
    if count == 0:
        study = replace(
            study,
            games=study.games.iloc[:0],
            turns=study.turns.iloc[:0],
            events=study.events.iloc[:0],
            battles=study.battles.iloc[:0],
            hexes=study.hexes.iloc[:0],
        )
    results = analyse(study, GAME, SCENARIO)
    json.dumps(summarise(results), allow_nan=False)
    assert "Who wins" in printed(results)


def test_a_study_without_events_is_analysed_as_far_as_it_goes():
    results = analyse(
        replace(make_study(20), events=None, battles=None, hexes=None), GAME, SCENARIO
    )
    assert results.control is None
    assert results.history is None
    assert json.dumps(summarise(results), allow_nan=False)


def test_terminal_names_winners_endings_intervals_and_failures():
    text = printed(analyse(make_study(60, broken=1), GAME, SCENARIO))
    for words in ("Axis", "Soviet", "Victory points", "Sudden death", "Time limit", "95%"):
        assert words in text
    assert "1 x axis strategy failed: IndexError: no such hex (seed 1000)" in text


def test_terminal_shows_names_as_they_are_even_if_they_look_like_markup():
    text = printed(analyse(make_study(5, axis="[red]x[/red]", soviet="[/]"), GAME, SCENARIO))
    assert "[red]x[/red] against [/]" in " ".join(text.split())


def test_terminal_says_when_the_tables_disagree():
    study = make_study(10)
    games = study.games.assign(vp=study.games["vp"] + 1)
    text = printed(analyse(replace(study, games=games), GAME, SCENARIO))
    assert "The tables disagree" in text


def test_parameters_of_the_study_go_before_those_of_the_book():
    parameters = {"victory.vp_to_win": 9, "victory.sudden_death_hexes": ["0101"]}
    results = analyse(make_study(5), GAME, SCENARIO, parameters=parameters)
    assert results.points_to_win == 9
    assert "0101" in set(results.trigger_hexes["sudden_death"]["hex"])


def test_a_file_of_words_that_lacks_a_table_is_refused_by_name(tmp_path):
    path = tmp_path / "report.toml"
    path.write_text("[game]\nname = 'X'\n", encoding="utf-8")
    with pytest.raises(DataError, match="lacks side; expected"):
        read_labels(Game(tmp_path))


def test_a_file_of_words_that_is_no_toml_is_refused_with_its_line(tmp_path):
    path = tmp_path / "report.toml"
    path.write_text("[game\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"report\.toml:1: not valid TOML"):
        read_labels(Game(tmp_path))
