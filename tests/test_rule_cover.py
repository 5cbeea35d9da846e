"""The check of rule functions finds what no test of a rule executes."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from balance.rulebook.game import open_game
from tests.every_game import GAMES
from tests.rule_cover import RuleCode, _statements, executed, missed, rule_code

TEXT = dedent('''
    def price(unit):
        """Tell the price.

        Rule: drive_on_stalingrad 9.1
        """
        if (
            unit > 2
            and unit < 9
        ):
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
    assert {(each.path, each.name) for each in open_game(game).rule_functions.values()} <= found
    assert len(found) > 100
    # What does nothing in a system is there for its games to replace.
    assert all(each.statements for each in rule_code(game) if not open_game(game).system)


def test_statements_that_nothing_executes_are_found(tmp_path: Path):
    pytest.importorskip("coverage")
    path = tmp_path / "prices.py"
    path.write_text(TEXT + "\n\nprice(1)\n")
    command = [sys.executable, "-m", "coverage", "run", "--include", str(path), str(path)]
    environment = {**os.environ, "COVERAGE_FILE": str(tmp_path / "data")}
    subprocess.run(command, check=True, env=environment, cwd=tmp_path)
    found = executed(tmp_path)
    assert missed(code(path), found) == [11]
    assert missed(code(path), {}) == [7, 11, 14, 15, 16]
