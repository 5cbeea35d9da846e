"""The same game again, whatever plays it: one process or two, compiled or not."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import balance
from balance.experiments.digest import game_digest
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.schema import TABLES, is_run_dependent
from balance.experiments.study import Cell

GAME = "drive_on_stalingrad"
PAIRINGS = [("historical", "historical"), ("random", "random")]


def digest(axis: str, soviet: str, games: int, **environment: str) -> str:
    """Output of `balance digest` in a process of its own."""
    words = ["--axis", axis, "--soviet", soviet, "--games", str(games)]
    done = subprocess.run(
        [sys.executable, "-m", "balance", "digest", "blue", *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_games_are_the_same_for_any_number_of_processes(axis: str, soviet: str, tmp_path: Path):
    one, two = (
        balance.run("blue", axis=axis, soviet=soviet, games=24, jobs=jobs, out=tmp_path / str(jobs))
        for jobs in (1, 2)
    )
    assert os.getpid() not in set(two.games.worker)
    for name, table in TABLES.items():
        kept = [column for column in table.names if not is_run_dependent(column)]
        pd.testing.assert_frame_equal(getattr(one, name)[kept], getattr(two, name)[kept])


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_games_are_the_same_without_compiling(axis: str, soviet: str):
    assert digest(axis, soviet, 1, NUMBA_DISABLE_JIT="1") == digest(axis, soviet, 1)


@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_a_game_does_not_depend_on_the_games_before_it(axis: str, soviet: str):
    cell = Cell(axis, soviet)
    rules_hash = rules_of(GAME, cell).hash
    match = open_match(PLAYER, GAME, "operation_blue", cell, rules_hash)
    forward = [game_digest(match.play(seed)) for seed in (1, 2, 3)]
    backward = [game_digest(match.play(seed)) for seed in (3, 2, 1)]
    assert forward == backward[::-1]
    assert len(set(forward)) == 3
