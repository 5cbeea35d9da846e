"""The exam: each way to fail it is told, and a good strategy passes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from balance.errors import DataError, UnknownName
from balance.rulebook.game import open_game
from balance.strategy import conformance

PLUGIN = """
import random
from balance.strategy import Plan, Strategy
class Dash(Strategy):
    name = "dash"
    game = "drive_on_stalingrad"
    side = "axis"
"""
TABLE = np.zeros(1, [("kind", "i2")])


def played(seed: int, **changes: object) -> SimpleNamespace:
    game = np.zeros(1, [("seed", "i8"), ("winner", "i4"), ("axis_refused", "i4"),
                        ("soviet_refused", "i4")])  # fmt: skip
    game["seed"] = seed
    made = {"game": game[0], "turns": TABLE, "events": TABLE, "battles": TABLE}
    made |= {"error": "", "error_side": -1, "seconds": 0.1}
    return SimpleNamespace(**(made | changes))


class FakeMatch:
    """Plays the same game for a seed, unless told otherwise."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.count = 0

    def play(self, seed: int, debug: bool = False) -> SimpleNamespace:
        self.count += 1
        if self.fault == "invariant":
            raise AssertionError("9 units in 2618")
        if self.fault == "error":
            return played(seed, error="strategy 'dash' (axis) in plan: no", error_side=0)
        if self.fault == "opponent":
            return played(seed, error="strategy 'random': no", error_side=1)
        game = played(seed)
        if self.fault == "refused":
            game.game["axis_refused"] = 3
        if self.fault == "entropy":
            game.game["winner"] = self.count
        return game


@pytest.fixture
def examine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def run(fault: str = "", text: str = PLUGIN) -> conformance.Report:
        monkeypatch.setattr(conformance, "prepare", lambda *names: FakeMatch(fault))
        path = tmp_path / f"dash_{fault}.py"
        path.write_text(text)
        return conformance.check_strategy(str(path), games=2, opponents=("random",))

    return run


def failures(report: conformance.Report) -> list[str]:
    return [f"{check.question}: {check.answer}" for check in report.checks if not check.passed]


def test_good_strategy_passes_every_check(examine):
    report = examine()
    assert report.passed
    assert report.text().startswith("dash (axis, drive_on_stalingrad): passed\n  ok    loads")
    assert len(report.checks) == 5


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("invariant", "against random: plays to the end: seed 1: the referee's own checks fail"),
        ("error", "against random: plays to the end: seed 1: strategy 'dash' (axis) in plan: no"),
        ("opponent", "against random: plays to the end: seed 1: (the fault of random) strategy"),
        ("refused", "against random: no order refused: 6 refused"),
        ("entropy", "against random: repeats itself: seed 1 gave two different games"),
    ],
)
def test_each_way_to_fail_is_told(examine, fault, expected):
    report = examine(fault)
    assert not report.passed
    assert failures(report)[0].startswith(expected)


def test_single_orders_may_be_refused(examine):
    text = PLUGIN + "    def orders(self, view):\n        return None\n"
    assert examine("refused", text).passed


@pytest.mark.parametrize(
    "line",
    [
        "import balance.games.drive_on_stalingrad.state",
        "from balance.kernel.dice import roll_die",
        "from balance import games",
    ],
)
def test_plugin_that_imports_more_than_the_interface_fails(examine, line):
    report = examine("", PLUGIN + f"\n{line}\n")
    assert failures(report) == [
        f"imports only balance.strategy: dash_.py:9 imports {line.split()[1]}"
        + (".games" if line.endswith(" games") else "")
    ]


def test_strategy_that_can_not_be_prepared_fails_with_the_message(examine, monkeypatch, tmp_path):
    def refuse(*names: object) -> None:
        raise DataError("set-up of the axis side: 24 Pz in 2111")

    path = tmp_path / "dash.py"
    path.write_text(PLUGIN)
    monkeypatch.setattr(conformance, "prepare", refuse)
    report = conformance.check_strategy(str(path), opponents=("random",))
    assert failures(report) == [
        "set-up and plans are legal: set-up of the axis side: 24 Pz in 2111"
    ]


def test_an_exam_takes_at_least_one_game(tmp_path):
    with pytest.raises(DataError, match="games is 0"):
        conformance.check_strategy(str(tmp_path / "dash_.py"), games=0)


def test_name_without_side_is_asked_for_it(examine):
    with pytest.raises(DataError, match="say for which game and side"):
        conformance.check_strategy("historical")
    with pytest.raises(UnknownName, match="unknown side 'german'"):
        conformance.check_strategy("historical", open_game("drive_on_stalingrad"), "german")
