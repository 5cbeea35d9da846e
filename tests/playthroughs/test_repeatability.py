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
from balance.experiments.schema import is_run_dependent, tables_of
from balance.experiments.study import Cell

GAME = "drive_on_stalingrad"
PAIRINGS = [("historical", "historical"), ("random", "random")]


#: Plays the first game turns of a game and prints its fingerprint.
PLAY = """
import sys
from balance.experiments.digest import game_digest
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.study import Cell

axis, soviet, turns = sys.argv[1:]
cell = Cell(axis, soviet, overrides=(("victory.last_turn", turns),))
rules = rules_of("drive_on_stalingrad", cell)
match = open_match(PLAYER, "drive_on_stalingrad", "operation_blue", cell, rules.hash)
print(game_digest(match.play(1)))
"""


def digest(axis: str, soviet: str, turns: int, **environment: str) -> str:
    """Fingerprint of a short game, played in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, axis, soviet, str(turns)],
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
    for name, table in tables_of("drive_on_stalingrad").items():
        kept = [column for column in table.names if not is_run_dependent(column)]
        pd.testing.assert_frame_equal(getattr(one, name)[kept], getattr(two, name)[kept])


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_games_are_the_same_without_compiling(axis: str, soviet: str):
    # Two game turns hold every kind of phase; plain Python takes about a minute for them.
    assert digest(axis, soviet, 2, NUMBA_DISABLE_JIT="1") == digest(axis, soviet, 2)


@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_a_game_does_not_depend_on_the_games_before_it(axis: str, soviet: str):
    cell = Cell(axis, soviet)
    rules_hash = rules_of(GAME, cell).hash
    match = open_match(PLAYER, GAME, "operation_blue", cell, rules_hash)
    forward = [game_digest(match.play(seed)) for seed in (1, 2, 3)]
    backward = [game_digest(match.play(seed)) for seed in (3, 2, 1)]
    assert forward == backward[::-1]
    assert len(set(forward)) == 3
