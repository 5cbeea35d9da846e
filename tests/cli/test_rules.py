"""The listing of rules."""

from __future__ import annotations

import csv
import io
import subprocess
import sys

import pytest

from balance.cli.rules import as_csv, as_table, run
from balance.errors import DataError, UnknownName
from balance.rulebook.game import open_game
from balance.rulebook.register import rule_cover

GAME = "drive_on_stalingrad"


def test_csv_has_the_promised_columns_and_a_row_a_rule(capsys):
    assert run(GAME, format="csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == ["rule", "title", "status", "parameters", "code", "tests"]
    assert len(rows) == 384
    (limit,) = [row for row in rows if row["rule"] == "6.1a"]
    assert (limit["status"], limit["parameters"]) == ("modelled", "stacking.limit")


def test_table_fits_its_width_and_says_what_is_left_out():
    table = as_table(rule_cover(open_game(GAME)), width=120)
    rows, summary = table.split("\n\n")
    assert max(map(len, rows.splitlines())) <= 120
    assert summary.startswith("384 rules: ")
    assert "not modelled: 10.0 Weather." in summary


@pytest.mark.parametrize("game", ["drive_on_stalingrad", "army_group_south"])
def test_list_fits_a_terminal_of_80_columns(game: str):
    lines = as_table(rule_cover(open_game(game)), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line[:1].isdigit() and "  " in line]) >= 380


def test_rules_are_found_by_word_and_by_number(capsys):
    def found(*words: str) -> list[str]:
        run(GAME, "csv", words=words)
        return [row["rule"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))]

    assert found("4.2") == ["4.2a", "4.2b", "4.2c"]
    assert found("4.2a") == ["4.2a"]
    assert {number.split(".")[0] for number in found("4")} == {"4"}
    assert found("PILE") == ["4.3a", "4.3b"]
    assert found("stacking.limit", "6.1") == ["6.1a"]
    with pytest.raises(DataError, match="no rule of drive_on_stalingrad about 'panzerfaust'"):
        found("panzerfaust")


def test_list_of_missing_rules_leaves_out_what_is_covered():
    covered = [entry for entry in rule_cover(open_game(GAME)) if entry.code and entry.tests]
    assert covered
    assert "11.29a" not in as_csv([e for e in rule_cover(open_game(GAME)) if e not in covered])


def test_unknown_game_names_the_known_ones():
    with pytest.raises(UnknownName, match=GAME):
        run("drive_on_moscow")


def test_listing_loads_none_of_the_heavy_libraries():
    code = (
        "import sys; from balance.cli.rules import run; run('drive_on_stalingrad'); "
        "print([m for m in ('numba', 'pandas', 'numpy', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
