"""Processes apart: alike in all that a game can hang on, and gone when nobody needs them."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance.experiments import blocks
from balance.experiments.blocks import BlockTask, Limits, play_block, play_game
from balance.experiments.isolation import crews, guarded
from balance.experiments.isolation.apart import Apart, GameLost
from balance.experiments.pool import play_study
from balance.experiments.provenance import provenance
from balance.experiments.store import Block
from tests.experiments.fake_match import PLAYER, FakeMatch
from tests.experiments.killed_studies import ROOT, assert_same_tables, is_running, study

#: Seconds that anything may take on a busy machine.
PATIENCE = 120


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all code taken for that of others, in processes that would hash by chance."""
    monkeypatch.setattr(crews, "runs_code_of_others", lambda game, cell: True)
    monkeypatch.setattr(blocks, "LIMITS", Limits(seconds=60.0))
    monkeypatch.setenv("PYTHONHASHSEED", "random")


@pytest.mark.usefixtures("others")
def test_a_plugin_that_takes_from_a_set_plays_the_same_whoever_plays_it(tmp_path: Path):
    whole = play_study(study(40, "unordered"), tmp_path / "1", jobs=1, player=PLAYER)
    play_study(study(10, "unordered"), tmp_path / "on", jobs=1, player=PLAYER)
    resumed = play_study(study(40, "unordered"), tmp_path / "on", jobs=2, player=PLAYER)
    assert len(set(resumed.read("games").worker)) > 1
    assert_same_tables(whole, resumed)


@pytest.mark.usefixtures("others")
def test_a_process_that_can_write_no_files_keeps_no_game_from_the_study(tmp_path: Path):
    limited = play_study(study(20, "limiting"), tmp_path / "limited", jobs=1, player=PLAYER)
    sound = play_study(study(20), tmp_path / "sound", jobs=1, player=PLAYER)
    assert list(limited.read("games").log) == list(sound.read("games").log)


def order_of_a_set(begin: object) -> list:
    return list({"Voronezh", "Rostov", "Stalingrad", "Kletskaya", "Millerovo", "Saratov"})


def test_a_process_can_be_asked_to_hash_otherwise():
    orders = []
    for hash_seed in (0, 1):
        with Apart(Limits(), hash_seed) as room:
            orders.append(room.call(order_of_a_set))
    assert orders[0] != orders[1]


def own_number(begin: object) -> int:
    return os.getpid()


def test_a_process_lasts_until_it_is_to_work_for_other_files():
    with Apart(Limits()) as room:
        found: list[int] = []
        thread = Thread(target=lambda: found.append(room.fresh_for("these").call(own_number)))
        thread.start()
        thread.join()  # on Linux a process could end with the thread that started it
        assert room.fresh_for("these").call(own_number) == found[0]
        assert room.fresh_for("those").call(own_number) != found[0]


def without_modules(begin) -> None:
    begin(3)
    sys.modules.clear()
    begin(4)


def without_path(begin) -> None:
    begin(3)
    del sys.path[:]


@pytest.mark.parametrize(
    ("work", "gone"), [(without_modules, "sys.modules"), (without_path, "sys.path")]
)
def test_a_game_that_takes_away_what_the_next_one_needs_is_the_one_that_is_lost(work, gone):
    with Apart(Limits()) as room, pytest.raises(GameLost) as caught:
        room.call(work)
    assert caught.value.game == 3
    assert f"the game failed: RuntimeError: {gone} has lost " in caught.value.told


#: Leads a process apart that hangs as compiled code does, with a process of its own beside it.
HANGING = """
import ctypes, subprocess, sys, threading
from balance.experiments.isolation.apart import Apart
from balance.experiments.blocks import Limits
from tests.experiments.test_processes_apart import hang
room = Apart(Limits())
{}
"""


def hang(begin) -> None:
    begin(1)
    import ctypes

    child = subprocess.Popen(["sleep", "600"])
    os.write(2, f"{os.getpid()} {child.pid}\n".encode())
    lock = (ctypes.c_char * 64)()  # locked twice, it waits for itself, and nothing else runs
    for _ in range(2):
        ctypes.PyDLL(None).pthread_mutex_lock(lock)


def ended(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not is_running(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends by its own clock")
def test_a_hanging_process_ends_with_its_leader_and_leaves_nothing(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", HANGING.format("room.call(hang)")],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as leading:
        assert leading.stderr
        playing, beside = map(int, leading.stderr.readline().split())
        assert is_running(playing)
        os.kill(leading.pid, signal.SIGKILL)
        assert ended(playing)
        assert ended(beside)
    assert not list(tmp_path.iterdir())


NEVER_READY = "tests.experiments.test_processes_apart:never_ready"


def never_ready(*names: object) -> FakeMatch:
    time.sleep(PATIENCE * 10)
    raise AssertionError("never comes here")


def test_a_game_whose_plugin_never_loads_is_the_one_that_is_lost():
    spec = study(10)
    limits = Limits(seconds=1.0, patience=0.2)
    task = BlockTask(
        spec, provenance(spec).sources(spec.cells), None, Block(0, 9), NEVER_READY, False, limits
    )
    with Apart(limits) as room, pytest.raises(GameLost) as caught:
        room.call(play_block, task)
    assert caught.value.game == 0
    assert blocks.too_long(limits.seconds) in caught.value.told


def test_a_cluster_that_stays_on_plays_what_the_files_hold_now(monkeypatch):
    monkeypatch.setattr(crews, "check_alike", lambda spec, made: None)
    spec, limits = study(10), Limits(seconds=60.0)
    made = provenance(spec)
    task = BlockTask(spec, made.sources(spec.cells), None, Block(0, 9), PLAYER, False, limits)
    edited = replace(made, strategies={**made.strategies, "axis historical": "edited"})
    try:
        players = [
            set(pq.read_table(pa.BufferReader(done.files["games"]))["worker"].to_pylist())
            for done in (
                crews._play_block_away(each, True, f"run {number}", task)
                for number, each in enumerate((made, made, edited))
            )
        ]
    finally:
        crews.lasting_room(limits).close()
        crews.lasting_room.cache_clear()
    assert players[0] == players[1]
    assert not players[0] & players[2]


def test_a_replay_plays_what_the_files_hold_now(tmp_path: Path, monkeypatch):
    path = tmp_path / "mine.py"
    path.write_text("one = 1\n")
    spec = study(10, str(path))
    monkeypatch.setattr(guarded, "compile_own", lambda *words: None)

    def play() -> object:
        return guarded.play_guarded(spec, spec.cells[0], play_game, own_number_within)

    try:
        first = play()
        assert play() == first
        path.write_text("two = 22\n")
        assert play() != first
    finally:
        guarded.lasting_room(blocks.LIMITS).close()
        guarded.lasting_room.cache_clear()


def own_number_within(limits: Limits, begin: object) -> int:
    return os.getpid()
