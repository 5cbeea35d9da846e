"""Strategies that do what they must not: each is told, and costs nobody else a game."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pandas as pd
import pytest

from balance.errors import DataError
from balance.experiments import blocks
from balance.experiments.run import run, run_cells
from balance.experiments.study import Cell
from balance.strategy.conformance import check_strategy
from tests.waiting import limits_for_the_endless

HEAD = """
from balance.strategy import Move, Plan, Strategy

class Wicked(Strategy):
    name = "wicked"
    game = "drive_on_stalingrad"
    side = "soviet"

"""


def plugin(folder: Path, body: str, name: str = "wicked", before: str = "") -> str:
    """Write a strategy for the Soviets; return its path."""
    path = folder / f"{name}.py"
    code = HEAD.replace("\nclass", f"{before}\nclass") + indent(dedent(body), "    ")
    path.write_text(code, encoding="utf-8")
    return str(path)


RAISES = """
def plan(self, view):
    raise ValueError("no idea")
"""
LEAVES = """
def plan(self, view):
    raise SystemExit(0)
"""
RECURSES = """
def plan(self, view):
    return self.plan(view)
"""
LATER = """
def plan(self, view):
    return Plan() if view.game_turn < 3 else 7
"""
PEEKS = """
def plan(self, view):
    return view._state.game.seed
"""
ALTERS = """
def plan(self, view):
    view.units()[0].attack = 99
"""
ENDLESS = """
def orders(self, view):
    while True:
        yield Move("13 Gds Rif", "0101")
"""
ASKS_LATER = """
def plan(self, view):
    self.first = getattr(self, "first", view)
    return Plan() if self.first.units() else Plan()
"""
HOARDS = """
def plan(self, view):
    taken = []
    while True:
        taken.append(bytearray(1 << 24))
"""
MARCHES = """
def orders(self, view):
    if view.phase != "movement":
        return None
    return self.march(view)

def march(self, view):
    outcome = yield Move(view.units()[0].name, "2111" if view.game_turn % 2 else "0101")
    assert outcome.accepted or outcome.reason
"""
GOOD = """
def plan(self, view):
    return Plan()
"""
MEDDLES = """
def plan(self, view):
    import random
    import numpy
    random.seed(1)
    numpy.random.seed(1)
    view.units().clear()
    view.enemies().clear()
    view.random(6)
    try:
        view.facts["vp"] = 99
    except TypeError:
        pass
    return Plan()
"""
#: What each strategy is told of its games, and the game turn they end in.
FAULTS = {
    "raises": (RAISES, r"in plan, game turn 1: ValueError: no idea \[raises\.py:11\]", 1),
    "leaves": (LEAVES, r"in plan, game turn 1: SystemExit: 0 \[leaves\.py:11\]", 1),
    "recurses": (RECURSES, r"in plan, game turn 1: RecursionError: maximum recursion", 1),
    "nonsense": (LATER, r"in plan, game turn 3: returned 7; expected a Plan", 3),
    "peeks": (PEEKS, r"AttributeError: 'View' object has no attribute '_state'", 1),
    "alters": (ALTERS, r"FrozenInstanceError: cannot assign to field 'attack'", 1),
    "keeps": (ASKS_LATER, r"in plan, game turn 2: this view is closed", 2),
}
SOUND = {"marches": MARCHES, "good": GOOD, "meddles": MEDDLES}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """Three games of each strategy on the same seeds, all of one study and one process apart."""
    folder = tmp_path_factory.mktemp("plugins")
    bodies = {name: body for name, (body, _, _) in FAULTS.items()} | SOUND
    cells = [Cell("random", plugin(folder, body, name)) for name, body in bodies.items()]
    games = run_cells("blue", cells, games=3, jobs=1, detail="turns").games
    return games.assign(soviet=[Path(path).stem for path in games.soviet])


def games_of(played: pd.DataFrame, name: str) -> pd.DataFrame:
    found = played[played.soviet == name].sort_values("seed")
    assert len(found) == 3
    return found


@pytest.mark.parametrize("name", FAULTS)
def test_a_game_ends_as_the_fault_of_the_side_that_broke_it(played: pd.DataFrame, name: str):
    games = games_of(played, name)
    _, told, turn = FAULTS[name]
    assert set(games.ending) == {"strategy_error"}
    assert set(games.winner) == {"none"}
    assert set(games.error_side) == {"soviet"}
    assert games.error.str.contains(told).all(), games.error.iloc[0]
    assert games.error.str.startswith("strategy 'wicked' (soviet) ").all()
    assert set(games.ending_turn) == {turn}
    assert games.traceback.str.startswith("Traceback (most recent call last)").all()


def test_illegal_orders_are_refused_and_counted_and_the_game_goes_on(played: pd.DataFrame):
    games = games_of(played, "marches")
    assert not games.error.notna().any()
    assert (games.refused_soviet > 0).all()
    assert (games.refused_axis == 0).all()


def test_what_a_strategy_does_to_its_view_or_to_chance_changes_no_game(played: pd.DataFrame):
    good, meddling = games_of(played, "good"), games_of(played, "meddles")
    assert not meddling.error.notna().any()
    assert list(meddling.log) == list(good.log)
    assert len(set(good.log)) == 3


def test_a_strategy_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whatever it keeps of what is raised in it."""
    body = """
    def plan(self, view):
        while True:
            try:
                try:
                    view.units()
                except Exception:
                    pass
            except BaseException:
                pass
    """
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(2))
    path = plugin(tmp_path, body)
    games = run("blue", axis="random", soviet=path, games=1, jobs=1, detail="turns").games
    assert list(games.ending) == ["strategy_error"]
    assert list(games.error_side) == ["soviet"]
    assert list(games.error) == [blocks.too_long(blocks.LIMITS.seconds)]


def test_a_strategy_that_takes_all_memory_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(blocks, "LIMITS", blocks.Limits(memory=1 << 29))
    path = plugin(tmp_path, HOARDS)
    games = run("blue", axis="random", soviet=path, games=2, jobs=1, detail="turns").games
    assert set(games.ending) == {"strategy_error"}
    assert set(games.error_side) == {"soviet"}
    assert games.error.str.contains("MemoryError").all()


@pytest.mark.long
def test_a_strategy_that_never_stops_ordering_is_ended(tmp_path: Path):
    path = plugin(tmp_path, ENDLESS)
    games = run("blue", axis="random", soviet=path, games=1, jobs=1, detail="turns").games
    assert list(games.ending) == ["strategy_error"]
    assert "gave more than 5000 orders in one phase" in games.error[0]


#: It sleeps in the end, since nobody needs the heat of a processor for a test.
COMPILED = """
import ctypes
from pathlib import Path
from numba import njit

usleep = ctypes.CDLL(None).usleep
usleep.argtypes = (ctypes.c_uint,)

@njit
def forever(number):
    while number >= 0:
        number = (number + 1) % 1000
        usleep(1000)
    return number

forever(-1)
"""


def test_a_compiled_function_that_never_ends_costs_its_own_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # Twice: once while the study is prepared, once in a game of it.
    (tmp_path / "left").write_text("2")
    body = f"""
    def plan(self, view):
        left = Path({str(tmp_path / "left")!r})
        if view.game_turn == 3 and int(left.read_text()):
            left.write_text(str(int(left.read_text()) - 1))
            forever(0)
        return Plan()
    """
    path = plugin(tmp_path, body, before=COMPILED)
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(4, patience=0.5))
    results = run("blue", axis="random", soviet=path, games=3, jobs=1, detail="turns")
    games = results.games
    assert list(games.ending == "strategy_error") == [True, False, False]
    lost = games.iloc[0]
    assert (lost.winner, lost.error_side) == ("none", "soviet")
    assert lost.error.startswith(
        f"{blocks.too_long(blocks.LIMITS.seconds)}, in code that nothing can interrupt [wicked.py:"
    )
    assert " in plan\n" in lost.traceback
    with pytest.raises(DataError, match="game 0: can't be shown, since it ended the process"):
        results.replay(0)


def test_chance_of_its_own_is_found_by_playing_twice(tmp_path: Path):
    body = """
    def plan(self, view):
        import time
        own = view.units()
        return Plan(garrisons=((own[time.perf_counter_ns() % len(own)].hex or "2618", 3),))
    """
    report = check_strategy(plugin(tmp_path, body), games=2, opponents=("random",))
    failed = {check.question: check.answer for check in report.checks if not check.passed}
    assert "against random: repeats itself" in failed
    assert "gave two different games" in failed["against random: repeats itself"]
