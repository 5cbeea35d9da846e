"""The same game again, whatever plays it: one process or two, compiled or not."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import balance
from balance.experiments.digest import game_digest
from balance.experiments.schema import is_run_dependent, tables_of
from balance.rulebook.game import open_game
from tests.every_game import GAMES, last_turn_key, match_of, scenario_of

PAIRINGS = [("historical", "historical"), ("random", "random")]


#: Plays the first game turns of a game and prints its fingerprint.
PLAY = """
import sys
from balance.experiments.digest import game_digest
from balance.experiments.match import PLAYER, open_match, sources_of
from balance.experiments.study import Cell
from balance.rulebook.game import open_game

name, scenario, key, axis, soviet, turns = sys.argv[1:]
game, cell = open_game(name), Cell(axis, soviet, overrides=((key, turns),))
match = open_match(PLAYER, game, scenario, cell, sources_of(game, cell))
print(game_digest(match.play(1)))
"""


def plain_digest(game: str, axis: str, soviet: str, turns: int) -> str:
    """Fingerprint of a short game, played without compiling in a process of its own."""
    key = last_turn_key(game)
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game, scenario_of(game), key, axis, soviet, str(turns)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_games_are_the_same_for_any_number_of_processes(
    game: str, axis: str, soviet: str, tmp_path: Path
):
    scenario = f"{game}/{scenario_of(game)}"
    one, two = (
        balance.run(
            scenario, axis=axis, soviet=soviet, games=12, jobs=jobs, out=tmp_path / str(jobs)
        )
        for jobs in (1, 2)
    )
    assert os.getpid() not in set(two.games.worker)
    for name, table in tables_of(open_game(game)).items():
        kept = [column for column in table.names if not is_run_dependent(column)]
        pd.testing.assert_frame_equal(getattr(one, name)[kept], getattr(two, name)[kept])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("axis", "soviet"),
    [
        ("historical", "random"),
        pytest.param("random", "historical", marks=pytest.mark.long),
        *(pytest.param(*pairing, marks=pytest.mark.long) for pairing in PAIRINGS),
    ],
)
def test_games_are_the_same_without_compiling(game: str, axis: str, soviet: str):
    # Two game turns hold every kind of phase; plain Python takes about a minute for them.
    compiled = match_of(game, axis, soviet, **{last_turn_key(game): 2})
    assert plain_digest(game, axis, soviet, 2) == game_digest(compiled.play(1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_a_game_does_not_depend_on_the_games_before_it(game: str, axis: str, soviet: str):
    match = match_of(game, axis, soviet)
    forward = [game_digest(match.play(seed)) for seed in (1, 2, 3)]
    backward = [game_digest(match.play(seed)) for seed in (3, 2, 1)]
    assert forward == backward[::-1]
    assert len(set(forward)) == 3
