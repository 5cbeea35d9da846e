"""Studies that are killed at any instant, or can't write: nothing lost, nothing twice."""

import multiprocessing
import os
import random
import resource
import signal
from pathlib import Path

import pytest

from balance.errors import DataError, ResumeMismatch
from balance.experiments import pool
from balance.experiments.pool import play_study
from balance.experiments.schema import CORE
from balance.experiments.store import Store
from balance.experiments.study import MANIFEST
from tests.experiments.fake_match import PLAYER
from tests.experiments.test_pool import assert_same_tables, start_slow_study, study
from tests.waiting import HANGS

#: Kills of one run of the test; each hits another instant.
KILLS = 50
GAMES = 1_500
#: What play is expected to be killed within, seconds; the longest wait before a kill.
LONGEST = 0.25

_servers = multiprocessing.get_context("forkserver")
_servers.set_forkserver_preload(["tests.experiments.test_kills"])


def play_in_small_blocks(folder: Path, most_bytes: int = 0) -> None:
    """Play many blocks, so that a good part of the time goes into files."""
    pool.LARGEST_BLOCK = pool.SMALLEST_BLOCK
    if most_bytes:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        try:
            play_study(study(GAMES), folder, jobs=1, player=PLAYER)
        except DataError as error:
            (folder.parent / "told").write_text(str(error)[:most_bytes])
        return
    play_study(study(GAMES), folder, jobs=1, player=PLAYER)


def start(folder: Path, most_bytes: int = 0) -> multiprocessing.process.BaseProcess:
    process = _servers.Process(target=play_in_small_blocks, args=(folder, most_bytes))
    process.start()
    return process


def read_all(folder: Path) -> int:
    """Read all that is there, as a reader would who knows nothing of kills; return the games."""
    store = Store(folder)
    for name in CORE:
        if (folder / name).is_dir():
            store.read(name)
    return sum(block.games for block in store.blocks())


@pytest.mark.timeout(3600)
def test_a_study_killed_fifty_times_ends_as_one_that_was_not(tmp_path: Path):
    instants = random.Random(2026)
    kept, kills, number = 0, 0, 0
    folder = tmp_path / "0"
    while kills < KILLS:
        process = start(folder)
        process.join(instants.uniform(0.0, LONGEST))
        if process.exitcode == 0:  # played to its end: the next kills hit another study
            number, kept = number + 1, 0
            folder = tmp_path / str(number)
            continue
        process.kill()
        process.join()
        kills += process.exitcode == -signal.SIGKILL
        now = read_all(folder)
        assert now >= kept
        kept = now
    whole = play_study(study(GAMES), tmp_path / "whole", jobs=1, player=PLAYER)
    for each in range(number + 1):
        finished = play_study(study(GAMES), tmp_path / str(each), jobs=1, player=PLAYER)
        assert len(finished.read("games")) == GAMES
        assert not list((tmp_path / str(each)).rglob("*.tmp"))
        assert_same_tables(finished, whole)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_study_ended_from_the_terminal_goes_on(tmp_path: Path, end: signal.Signals):
    process = start_slow_study(tmp_path / "s")
    process.send_signal(end)
    process.communicate(timeout=HANGS)
    assert process.returncode
    assert 20 <= read_all(tmp_path / "s") < 400
    resumed = play_study(study(400, "slow"), tmp_path / "s", jobs=1, player=PLAYER)
    assert_same_tables(resumed, play_study(study(400, "slow"), tmp_path / "w", player=PLAYER))


def test_a_disk_that_is_full_is_told_and_keeps_what_is_whole(tmp_path: Path):
    folder = tmp_path / "s"
    play_study(study(60), folder, jobs=1, player=PLAYER)
    process = start(folder, most_bytes=2_000)  # less than a part takes
    process.join()
    assert process.exitcode == 0
    told = (tmp_path / "told").read_text()
    assert told.startswith(f"{folder}: games can't be written (File too large); all finished")
    assert read_all(folder) == 60
    grown = play_study(study(GAMES), folder, jobs=1, player=PLAYER)
    assert_same_tables(grown, play_study(study(GAMES), tmp_path / "w", jobs=1, player=PLAYER))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match="can't be written"):
        play_study(study(10), tmp_path / "file" / "s", jobs=1, player=PLAYER)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_a_folder_closed_to_writing_is_told(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(DataError, match="can't be written"):
        play_study(study(10), tmp_path / "s", jobs=1, player=PLAYER)


def test_two_processes_do_not_play_into_one_folder(tmp_path: Path):
    process = start_slow_study(tmp_path / "s")
    manifest = (tmp_path / "s" / MANIFEST).read_text()
    try:
        with pytest.raises(ResumeMismatch, match="another process is playing this study"):
            play_study(study(500, "slow"), tmp_path / "s", jobs=1, player=PLAYER)
        assert process.poll() is None  # told at once: nobody waited for the other to end
        assert (tmp_path / "s" / MANIFEST).read_text() == manifest
    finally:
        process.kill()
        process.communicate()
