"""Which matches a process keeps open: those it needs again, and no more than fit into memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from balance.experiments import match
from balance.experiments.match import close_matches, open_match
from balance.experiments.study import Cell, Sources
from balance.rulebook.game import open_game

pytestmark = pytest.mark.plain
GAME = open_game("drive_on_stalingrad")


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Cell]]:
    """Cells that were opened, in their order."""
    cells: list[Cell] = []
    monkeypatch.setattr(match, "_open", lambda asked: cells.append(asked.cell) or object())
    close_matches()
    yield cells
    close_matches()


def ask(number: int, soviet: str = "historical", rules: str = "printed") -> None:
    cell = Cell(f"{number}.toml", soviet, overrides=(("rules", rules),))
    open_match("", GAME, "operation_blue", cell, Sources(rules, "", ""))


def test_a_round_of_a_training_is_opened_once(opened: list[Cell]):
    for number in [*range(105), *range(105)]:
        ask(number)
    assert len(opened) == 105


def test_openings_are_closed_when_there_are_more_than_fit(opened: list[Cell]):
    for number in range(match.MOST_OPEN + 1):
        ask(number)
    assert len(match._opened) == match.MOST_OPEN
    ask(0)  # asked for longest ago
    ask(match.MOST_OPEN)
    assert len(opened) == match.MOST_OPEN + 2


def test_what_was_asked_for_lately_stays_open(opened: list[Cell]):
    for number in range(match.MOST_OPEN + 1):
        ask(number)
        ask(0)
    assert opened.count(opened[0]) == 1


@pytest.mark.parametrize("soviet", ["random", "planner", "mine.py"])
def test_few_matches_with_plugins_are_kept(soviet: str):
    for number in range(40):
        ask(number, soviet)
    assert len(match._opened) == match.MOST_OPEN // match.PLUGIN_COUNTS == 16


def test_matches_of_few_rules_are_kept():
    for number in range(40):
        for each in range(2):
            ask(each, rules=f"rules {number}")
    assert {asked.sources.rules for asked in match._opened} == {
        f"rules {number}" for number in range(24, 40)
    }
    assert len(match._opened) == 2 * match.MOST_RULES
