"""The listing of a game's numbers."""

from __future__ import annotations

import csv
import io

import pytest

from balance.cli import main
from balance.rulebook.game import open_game

GAMES = ("drive_on_stalingrad", "army_group_south")


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["parameters", *words])
    assert ended.value.code in (0, None)
    return capsys.readouterr().out


def keys(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    text = listed(capsys, *words, "--format", "csv")
    return [row["key"] for row in csv.DictReader(io.StringIO(text))]


@pytest.mark.parametrize("game", GAMES)
def test_every_parameter_is_listed_and_fits_80_columns(game, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = listed(capsys, game).splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line.split(" =")[0] for line in lines if " =" in line and line[0] != " "]
    assert heads == sorted(open_game(game).rules.parameters)


def test_an_entry_tells_value_meaning_range_rule_and_origin(capsys):
    text = listed(capsys, GAMES[0], "oos_kills_per_vp")
    assert text.splitlines()[:3] == [
        "victory.oos_kills_per_vp = 20",
        "    Soviet units eliminated out of supply that make one VP",
        "    a whole number 1 to 999 (units); rule 4.3b; book",
    ]


def test_csv_has_one_column_for_each_thing_told(capsys):
    text = listed(capsys, GAMES[0], "4.6a", "--format", "csv")
    rows = csv.DictReader(io.StringIO(text))
    (row,) = [row for row in rows if row["key"] == "victory.sudden_death"]
    assert list(row) == ["key", "value", "range", "rule", "meaning", "origin"]
    assert (row["value"], row["range"], row["rule"]) == ("on", "0 (off) or 1 (on)", "4.6a")


def test_parameters_are_found_by_word_alias_and_rule(capsys):
    assert "victory.vp_hexes" in keys(capsys, GAMES[0], "Ordzhonikidze")
    assert keys(capsys, GAMES[0], "blue_turns") == ["victory.last_turn"]
    assert keys(capsys, GAMES[0], "4.3b") == ["victory.oos_kills_per_vp"]
    assert keys(capsys, GAMES[0], "4.6", "sudden") == [
        "victory.sudden_death",
        "victory.sudden_death_hexes",
    ]
    assert {key.split(".")[0] for key in keys(capsys, GAMES[1], "25.3")} == {"victory"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["drive_on_moscow"], "unknown game 'drive_on_moscow'"),
        ([GAMES[0], "panzerfaust"], "nothing in drive_on_stalingrad about 'panzerfaust'"),
        ([GAMES[0], "--format", "xml"], "unknown format 'xml'"),
    ],
)
def test_what_cannot_be_listed_gets_one_message_and_exit_code_2(capsys, words, said):
    assert main(["parameters", *words]) == 2
    message = capsys.readouterr().err
    assert said in message
    assert len(message.splitlines()) == 1
