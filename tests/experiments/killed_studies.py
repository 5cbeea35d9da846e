"""Studies played in processes of their own, to be killed: copies of one that has played before.

Nothing here waits for a time to pass: a study is killed in front of the so manieth thing that it
does to its files, in the middle of writing one, or when it has come to a game that never ends.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pandas as pd

from balance.errors import DataError
from balance.experiments import pool
from balance.experiments.pool import play_study
from balance.experiments.schema import CORE, is_run_dependent
from balance.experiments.store import Store
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game
from tests.experiments.fake_match import HELD, PLAYER
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
_servers = multiprocessing.get_context("forkserver")
_servers.set_forkserver_preload(["tests.experiments.played_before"])


def study(games: int = 60, axis: str = "historical", detail: str = "battles") -> StudySpec:
    cells = (Cell(axis, "random"),)
    return StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, games, 1, detail)


def tables(store: Store) -> dict[str, pd.DataFrame]:
    frames = {name: store.read(name) for name in CORE}
    kept = {n: [c for c in f.columns if not is_run_dependent(c)] for n, f in frames.items()}
    return {name: frame[kept[name]] for name, frame in frames.items()}


def assert_same_tables(one: Store, other: Store) -> None:
    expected = tables(other)
    for name, frame in tables(one).items():
        pd.testing.assert_frame_equal(frame, expected[name])


def start(work: Any, *arguments: object) -> BaseProcess:
    """Begin ``work(*arguments)`` in a process of its own."""
    process = _servers.Process(target=work, args=arguments)
    process.start()
    return process


# --- studies that are held


#: Games of a study that is held at game ``HELD``: two workers are in the middle of a block then.
HELD_GAMES = 2 * HELD


def held_study() -> StudySpec:
    return study(HELD_GAMES, "held")


def play_held(folder: Path, jobs: int, anew: bool) -> None:
    """Play a study to where it is held, its words into a file beside its folder."""
    # As in a terminal: tests that run in the background have these ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.dup2(os.open(told_by(folder), os.O_WRONLY | os.O_CREAT), 2)
    os.environ["HOLD"] = "1"
    if anew:  # a thread of its own keeps a process from being copied
        threading.Thread(target=time.sleep, args=(9000,), daemon=True).start()
    play_study(held_study(), folder, jobs=jobs, player=PLAYER)


def told_by(folder: Path) -> Path:
    return folder.with_suffix(".told")


def start_held(folder: Path, jobs: int = 2, anew: bool = False) -> BaseProcess:
    """Begin to play a study; all games before the first one that is held are stored."""
    process = start(play_held, folder, jobs, anew)
    wait_for(lambda: games_in(folder) == HELD or not process.is_alive())
    return process


def games_in(folder: Path) -> int:
    """Games that a study's folder holds whole."""
    return sum(block.games for block in Store(folder).blocks())


def workers_of(folder: Path) -> set[int]:
    return set(Store(folder).read("games").worker)


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return state.stdout.strip()[:1] not in ("", "Z")


# --- studies killed while they write


def play_in_small_blocks(spec: StudySpec, folder: Path) -> None:
    """Play many blocks, so that much of what is done is done to files."""
    pool.LARGEST_BLOCK = pool.SMALLEST_BLOCK
    play_study(spec, folder, jobs=1, player=PLAYER)


def play_to_touch(spec: StudySpec, folder: Path, last: int, most_bytes: int | None) -> None:
    """Play until something is to be done to the study's files for the ``last`` time.

    This process is killed then, or in the middle of the next file that it writes, once that has
    ``most_bytes``.
    """
    left = iter(range(1, last))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

    def look(_: str, arguments: tuple[object, ...]) -> None:
        if not any(str(folder) in str(each) for each in arguments) or next(left, None):
            return
        if most_bytes is None:
            os.kill(os.getpid(), signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    sys.addaudithook(look)
    play_in_small_blocks(spec, folder)


def play_on_a_full_disk(spec: StudySpec, folder: Path, most_bytes: int) -> None:
    """Play where a file can't have more bytes; what is told goes beside the study's folder."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    try:
        play_in_small_blocks(spec, folder)
    except DataError as error:
        told_by(folder).write_text(str(error)[:most_bytes])
