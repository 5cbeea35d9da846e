"""Studies that are killed at any instant, or can't write: nothing lost, nothing twice."""

import os
import random
import signal
from pathlib import Path

import pytest

from balance.errors import DataError, ResumeMismatch
from balance.experiments.pool import play_study
from balance.experiments.schema import CORE
from balance.experiments.store import Store
from balance.experiments.study import MANIFEST
from tests.experiments.fake_match import HELD, PLAYER
from tests.experiments.killed_studies import (
    assert_same_tables,
    games_in,
    held_study,
    play_on_a_full_disk,
    play_to_touch,
    start,
    start_held,
    study,
)
from tests.waiting import HANGS

#: Kills of one run of the test; each hits another instant.
KILLS = 50
GAMES = 40
#: Times that something is done to the files of such a study from its first to its last block.
TOUCHES = 80
#: Less than each part of it has.
BYTES = 2_000


def read_all(folder: Path) -> int:
    """Read all that is there, as a reader would who knows nothing of kills; return the games."""
    store = Store(folder)
    for name in CORE:
        if (folder / name).is_dir():
            store.read(name)
    return games_in(folder)


def test_a_study_killed_fifty_times_ends_as_one_that_was_not(tmp_path: Path):
    whole = play_study(study(GAMES), tmp_path / "whole", jobs=1, player=PLAYER)
    instants = random.Random(2026)
    kept, finished = 0, 0
    kills = {-signal.SIGKILL: 0, -signal.SIGXFSZ: 0}
    while sum(kills.values()) < KILLS:
        folder = tmp_path / str(finished)
        touch = instants.randrange(1, TOUCHES)
        most_bytes = instants.choice([None, instants.randrange(1, BYTES)])
        process = start(play_to_touch, study(GAMES), folder, touch, most_bytes)
        process.join()
        assert process.exitcode is not None
        now = read_all(folder)
        assert now >= kept
        kept = now
        if process.exitcode:
            kills[process.exitcode] += 1
            continue
        assert not list(folder.rglob("*.tmp"))
        assert_same_tables(Store(folder), whole)
        finished, kept = finished + 1, 0
    assert min(kills.values()) >= 15
    assert finished >= 5


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_study_ended_from_the_terminal_goes_on(tmp_path: Path, end: signal.Signals):
    process = start_held(tmp_path / "s")
    assert process.pid
    os.kill(process.pid, end)
    process.join(HANGS)
    assert process.exitcode
    assert read_all(tmp_path / "s") == HELD
    resumed = play_study(held_study(), tmp_path / "s", jobs=1, player=PLAYER)
    assert_same_tables(resumed, play_study(held_study(), tmp_path / "w", jobs=1, player=PLAYER))


def test_a_disk_that_is_full_is_told_and_keeps_what_is_whole(tmp_path: Path):
    folder = tmp_path / "s"
    play_study(study(60), folder, jobs=1, player=PLAYER)
    process = start(play_on_a_full_disk, study(120), folder, 2_000)  # less than a part takes
    process.join()
    assert process.exitcode == 0
    told = folder.with_suffix(".told").read_text()
    assert told.startswith(f"{folder}: games can't be written (File too large); all finished")
    assert read_all(folder) == 60
    grown = play_study(study(120), folder, jobs=1, player=PLAYER)
    assert_same_tables(grown, play_study(study(120), tmp_path / "w", jobs=1, player=PLAYER))


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
    process = start_held(tmp_path / "s")
    manifest = (tmp_path / "s" / MANIFEST).read_text()
    try:
        with pytest.raises(ResumeMismatch, match="another process is playing this study"):
            play_study(held_study(), tmp_path / "s", jobs=1, player=PLAYER)
        assert process.is_alive()  # told at once: nobody waited for the other to end
        assert (tmp_path / "s" / MANIFEST).read_text() == manifest
    finally:
        process.kill()
        process.join()
