"""The check of rule functions finds what no test of a rule executes."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from balance.rule_functions import rule_functions
from tests.every_game import GAMES
from tests.rule_cover import RuleCode, _statements, executed, faults, missing, read_left, rule_code

TEXT = dedent('''
    def price(unit):
        """Tell the price.

        Rule: drive_on_stalingrad 9.1
        """
        if unit > 2:
            return (
                7
            )
        for _ in range(unit):
            unit += 1
        return unit
''')


def code(path: Path) -> RuleCode:
    (function,) = ast.parse(TEXT).body
    assert isinstance(function, ast.FunctionDef)
    return RuleCode(path, "price", frozenset(_statements(function)))


@pytest.mark.parametrize("game", GAMES)
def test_all_rule_functions_of_a_game_are_looked_at(game: str):
    found = {(each.path, each.name) for each in rule_code(game)}
    assert {(each.path, each.name) for each in rule_functions(game).values()} <= found
    assert len(found) > 100
    assert all(each.lines for each in rule_code(game))


def test_functions_that_are_left_out_exist():
    there = {each.place for game in GAMES for each in rule_code(game)}
    assert read_left() <= there


def test_lines_that_nothing_executes_are_found(tmp_path: Path):
    pytest.importorskip("coverage")
    path = tmp_path / "prices.py"
    path.write_text(TEXT + "\n\nprice(1)\n")
    command = [sys.executable, "-m", "coverage", "run", "--include", str(path), str(path)]
    environment = {**os.environ, "COVERAGE_FILE": str(tmp_path / "data")}
    subprocess.run(command, check=True, env=environment, cwd=tmp_path)
    assert missing([code(path)], executed(tmp_path)) == {code(path): [8]}
    assert missing([code(path)], {}) == {code(path): [7, 8, 11, 12, 13]}


def test_a_missed_line_fails_unless_it_is_listed_and_a_list_only_shrinks():
    each = code(Path("games/blue/prices.py"))
    place = "blue.prices.price"
    assert faults({each: [8]}, {place}) == []
    (told,) = faults({each: [8]}, set())
    assert told == "games/blue/prices.py:8: no test of a rule gets here, in price"
    (told,) = faults({}, {place})
    assert told == "rule_cover_left.txt: blue.prices.price is executed whole; strike it out"
