import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from balance.experiments import workers
from balance.experiments.pool import play_study
from balance.experiments.workers import Workers, can_be_copied
from tests.experiments.fake_match import PLAYER
from tests.experiments.killed_studies import assert_same_tables, study


@contextmanager
def another_thread() -> Iterator[None]:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def test_a_process_with_another_thread_is_not_copied(tmp_path: Path):
    with another_thread():
        assert not can_be_copied()
        with Workers(2) as two:
            two.start()
            assert two._copies is None


def test_a_process_is_not_copied_where_copies_do_not_work(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.platform", "darwin")
    assert not can_be_copied()


def test_processes_started_anew_play_the_same_as_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workers, "can_be_copied", lambda: True)
    copies = play_study(study(), tmp_path / "copies", jobs=2, player=PLAYER)
    monkeypatch.setattr(workers, "can_be_copied", lambda: False)
    anew = play_study(study(), tmp_path / "anew", jobs=2, player=PLAYER)
    assert_same_tables(copies, anew)
    players = [set(store.read("games").worker) for store in (copies, anew)]
    assert not players[0] & players[1]
    assert os.getpid() not in players[0] | players[1]


def test_copies_end_with_their_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "can_be_copied", lambda: True)
    played = play_study(study(), tmp_path / "s", jobs=2, player=PLAYER)
    for process in set(played.read("games").worker):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
