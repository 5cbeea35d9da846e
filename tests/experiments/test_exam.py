"""The exam finds out what plays otherwise in another process, and what leads around the view."""

from pathlib import Path

import pytest

from balance.errors import DataError
from balance.experiments import blocks, exam
from balance.experiments.blocks import Limits
from balance.experiments.exam import examine
from balance.experiments.isolation.apart import Apart
from balance.strategy.conformance import Report, check_elsewhere, check_strategy

PLUGIN = """
from balance.strategy import Mission, Plan, Strategy, select
{loaded}
PLACES = ("Voronezh", "Rostov", "Stalingrad", "Millerovo", "Saratov")

class Goer(Strategy):
    name, game, side = "goer", "drive_on_stalingrad", "soviet"

    def plan(self, view):
        goal = {goal}
        return Plan((Mission(select(kinds=["mech"]), "strike", (goal,)),))
"""
QUESTION = "plays the same in every process"


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(blocks, "LIMITS", Limits(seconds=600.0))
    monkeypatch.setattr(exam, "OTHER_HASH_SEEDS", exam.OTHER_HASH_SEEDS[1:2])
    monkeypatch.setattr(exam, "opponents_of", lambda game, side: ("random",))

    def write(goal: str = "PLACES[0]", loaded: str = "") -> Path:
        path = tmp_path / "goer.py"
        path.write_text(PLUGIN.format(goal=goal, loaded=loaded))
        return path

    return write


def test_a_file_that_is_not_there_is_told_without_a_process_for_it(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(Apart, "_start", None)
    for name in ("gone.py", "gone.toml"):
        with pytest.raises(DataError, match=rf"{name}: no such strategy file"):
            next(examine(tmp_path / name))


def answers(report: Report) -> dict[str, tuple[bool, str]]:
    return {check.question: (check.passed, check.answer) for check in report.checks}


def test_a_plugin_that_takes_what_comes_first_in_a_set_fails_and_is_told_what_to_do(plugin):
    (report,) = examine(plugin("next(iter(set(PLACES)))"), games=1)
    passed, told = answers(report)[QUESTION]
    assert not passed
    assert "sort what you take from a set, as in sorted(names)" in told
    assert answers(report)["against random: repeats itself"][0]


def report(*games: tuple[str, str]) -> Report:
    return Report("goer", "soviet", "drive_on_stalingrad", games=dict(games))


def test_games_are_compared_with_those_of_each_other_process():
    first = report(("against random, seed 1", "a"), ("against random, seed 2", "b"))
    other = report(("against random, seed 1", "a"), ("against random, seed 2", "c"))
    lost = report(("against random, seed 1", "a"))
    same = check_elsewhere(first, [first, first])
    assert (same.passed, same.answer) == (True, "2 games went the same way in 3 processes")
    for astray in (other, lost):
        found = check_elsewhere(first, [first, astray])
        assert not found.passed
        assert found.answer.startswith(
            "1 of 2 games went another way in another process, the first is against random, seed 2;"
        )


@pytest.mark.parametrize(
    ("loaded", "told"),
    [
        ("import sys; sys.modules['balance']", "takes sys.modules, which leads around the view"),
        ("from sys import modules", "imports sys.modules"),
        ("import importlib", "imports importlib"),
        ("from importlib import import_module", "imports importlib"),
        ("__import__('balance')", "takes __import__, which leads around the view"),
        ("import gc", "imports gc"),
        ("import sys; sys._getframe()", "takes sys._getframe, which leads around the view"),
    ],
)
def test_what_leads_around_the_view_fails(plugin, monkeypatch, loaded, told):
    monkeypatch.setattr("balance.strategy.registry._trials", [])
    path = plugin(loaded=loaded)
    found = answers(check_strategy(str(path), opponents=()))
    assert found["imports only balance.strategy"] == (False, f"goer.py:3 {told}")


def test_what_says_nothing_of_the_game_may_be_imported(plugin, monkeypatch):
    monkeypatch.setattr("balance.strategy.registry._trials", [])
    path = plugin(loaded="import sys, math, numpy; sys.maxsize")
    assert answers(check_strategy(str(path), opponents=()))["imports only balance.strategy"][0]
