"""Studies on a Dask cluster: a real scheduler and worker processes on this machine."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from balance.errors import BalanceError, DataError
from balance.experiments import blocks, pool
from balance.experiments.cluster import Cluster, _unlogged, current_cluster, on_cluster
from balance.experiments.isolation import crews
from balance.experiments.pool import play_study
from balance.experiments.store import Store
from balance.experiments.study import Cell
from balance.strategy.calls import OutOfTime
from tests.experiments.fake_match import PLAYER
from tests.experiments.killed_studies import ROOT, assert_same_tables, study
from tests.waiting import HANGS


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a scheduler with two workers, each a process of its own."""
    with ExitStack() as stack:
        address = start(stack, "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0")
        for number in range(2):
            room = tmp_path_factory.mktemp(f"worker{number}")
            start_worker(stack, address, room)
        yield address


def start_worker(stack: ExitStack, address: str, room: Path, threads: int = 1) -> None:
    """Start a worker that works in a folder of its own."""
    options = ("--nthreads", str(threads), "--no-dashboard", "--local-directory", str(room))
    start(stack, "distributed.cli.dask_worker", address, *options)


def start(stack: ExitStack, module: str, *options: str) -> str:
    """Start a part of a cluster; return the address it says it listens at."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", module, *options], env=environment, cwd="/", text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    end = stack.enter_context(ExitStack())
    end.callback(process.stderr.close)
    end.callback(process.wait)
    wanted = "Scheduler at:" if "scheduler" in module else "Registered to:"
    for line in process.stderr:
        if wanted in line:
            reader = threading.Thread(target=process.stderr.read, daemon=True)
            reader.start()  # or the pipe would fill up
            end.callback(reader.join)
            end.callback(os.killpg, process.pid, signal.SIGKILL)
            return line.split()[-1]
    raise AssertionError(f"{module} {options} ended with {process.wait()}")


def played_alone(folder: Path, games: int = 60, axis: str = "historical") -> Store:
    return play_study(study(games, axis), folder, jobs=1, player=PLAYER)


def test_a_cluster_gives_the_tables_of_one_process(tmp_path: Path, scheduler: str):
    with on_cluster(scheduler) as cluster:
        assert cluster.processes == 2
        away = play_study(study(), tmp_path / "away", player=PLAYER)
    assert current_cluster() is None
    workers = set(away.read("games").worker)
    assert workers
    assert os.getpid() not in workers
    assert_same_tables(away, played_alone(tmp_path / "alone"))


def test_a_study_may_change_between_machine_and_cluster(tmp_path: Path, scheduler: str):
    played_alone(tmp_path / "s", 25)
    with on_cluster(scheduler):
        grown = play_study(study(60), tmp_path / "s", player=PLAYER)
    assert_same_tables(grown, played_alone(tmp_path / "alone"))


def test_code_of_others_plays_on_a_cluster_as_it_does_here(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
):
    """What takes the first of a set does so everywhere; what ends its process costs its game."""
    monkeypatch.setattr(crews, "runs_code_of_others", lambda game, cell: True)
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    cells = (Cell("unordered", "random"), Cell("leaving", "random"))
    spec = replace(study(8), cells=cells)
    here = play_study(spec, tmp_path / "here", jobs=1, player=PLAYER)
    with on_cluster(scheduler):
        away = play_study(spec, tmp_path / "away", player=PLAYER)
    assert_same_tables(away, here)
    (lost,) = away.read("games").dropna(subset="error").itertuples()
    assert (lost.axis, lost.seed) == ("leaving", 1_000_006)
    assert lost.error == "the game ended its process (exit code 3)"


def test_a_worker_of_this_machine_killed_in_the_middle_costs_its_block_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    written: list[int] = []
    lost: list[int] = []
    write = pool.write_block

    def write_and_kill(folder: Path, block: blocks.Block, files: dict[str, bytes]) -> None:
        write(folder, block, files)
        written.append(block.first)
        if len(written) == 3:
            lost.append(kill_a_worker(cluster))

    with on_cluster("local:2") as cluster:
        monkeypatch.setattr(pool, "write_block", write_and_kill)
        hurt = play_study(study(96, "slow"), tmp_path / "hurt", player=PLAYER)
        status = cluster.client.status
    assert (status, cluster.client.status) == ("running", "closed")
    assert lost
    assert len(written) == len(set(written)) == len(hurt.blocks()) == 96 // len_of(hurt)
    assert_same_tables(hurt, played_alone(tmp_path / "alone", 96, "slow"))


def kill_a_worker(cluster: Cluster) -> int:
    found = cluster.client.run(os.getpid)
    victim = int(min(found.values()))
    os.kill(victim, signal.SIGKILL)
    return victim


def len_of(store: Store) -> int:
    return store.blocks()[0].games


def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("balance.__version__", "9.9")
    with (
        on_cluster(scheduler),
        pytest.raises(BalanceError, match=r"worker on \S+: would play another .* 9\.9, this is"),
    ):
        play_study(study(), tmp_path / "s", player=PLAYER)


def test_a_worker_is_checked_once_in_each_run(monkeypatch: pytest.MonkeyPatch):
    checked = []
    monkeypatch.setattr(crews, "check_alike", lambda spec, made: checked.append(spec))
    monkeypatch.setattr(crews, "play_block", lambda task: task)
    for run, spec in (("a", 1), ("a", 1), ("b", 2)):
        crews._play_block_away(None, False, run, SimpleNamespace(spec=spec, limits=None))
    assert checked == [1, 2]


def test_a_worker_that_lacks_the_code_is_told(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "only_here.py").write_text("from tests.experiments.fake_match import prepare")
    monkeypatch.syspath_prepend(tmp_path)
    told = r"a worker can't load what it is to play \(No module named 'only_here'\); install"
    with on_cluster(scheduler), pytest.raises(BalanceError, match=told):
        play_study(study(), tmp_path / "s", player="only_here:prepare")


def test_a_scheduler_that_is_lost_is_told_and_nothing_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    written: list[int] = []
    write = pool.write_block

    with ExitStack() as stack:
        cluster_stack = stack.enter_context(ExitStack())
        address = start(
            cluster_stack, "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0"
        )
        start_worker(cluster_stack, address, tmp_path / "room")
        stack.enter_context(on_cluster(address))

        def write_and_kill(folder: Path, block: blocks.Block, files: dict[str, bytes]) -> None:
            write(folder, block, files)
            written.append(block.first)
            if len(written) == 2:
                cluster_stack.close()

        monkeypatch.setattr(pool, "write_block", write_and_kill)
        with pytest.raises(BalanceError, match="the scheduler is gone; with --out the finished"):
            play_study(study(96, "slow"), tmp_path / "hurt", player=PLAYER)
    monkeypatch.undo()
    hurt = played_alone(tmp_path / "hurt", 96, "slow")
    assert written == [block.first for block in hurt.blocks()][: len(written)]
    assert len(written) < len(hurt.blocks())
    assert_same_tables(hurt, played_alone(tmp_path / "alone", 96, "slow"))


def test_a_scheduler_without_workers_or_with_one_that_has_threads_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with ExitStack() as stack:
        address = start(stack, "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0")
        with monkeypatch.context() as hasty:
            hasty.setattr("balance.experiments.cluster.WORKERS_SECONDS", 0.1)
            with pytest.raises(DataError, match="has no workers; start some with: dask worker"):
                stack.enter_context(on_cluster(address))
        start_worker(stack, address, tmp_path, threads=2)
        with pytest.raises(DataError, match=r"has several threads.*--nthreads 1"):
            stack.enter_context(on_cluster(address))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("somewhere", "expected tcp://HOST:PORT of a Dask scheduler, or local:N"),
        ("local:٣", "expected tcp://HOST:PORT of a Dask scheduler, or local:N"),
        ("local:1_0", "expected tcp://HOST:PORT of a Dask scheduler, or local:N"),
        ("tcp://127.0.0.1:٣", "expected tcp://HOST:PORT of a Dask scheduler, or local:N"),
        ("local:0", "a cluster has 1 process or more"),
        ("tcp://127.0.0.1:1", "no scheduler answers there .* start one with: dask scheduler"),
    ],
)
def test_a_wrong_address_is_told(address: str, message: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balance.experiments.cluster.ANSWER_SECONDS", 0.5)
    with pytest.raises(DataError, match=message), on_cluster(address):
        pass


def test_tracebacks_of_what_is_told_anyway_are_not_logged():
    before = logging.getLogger("distributed.client").level
    with _unlogged():
        for name in ("distributed.client", "distributed.batched", "distributed.new", "asyncio"):
            assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL)
    assert logging.getLogger("distributed.client").level == before


def test_processes_of_this_machine_and_a_cluster_exclude_each_other(tmp_path: Path, scheduler: str):
    with on_cluster(scheduler), pytest.raises(DataError, match="--jobs is for this machine alone"):
        play_study(study(), tmp_path / "s", jobs=2, player=PLAYER)


def test_a_game_that_hangs_is_ended_in_any_thread():
    caught: list[str] = []

    def play() -> None:
        try:
            with blocks.time_limit(blocks.Limits(seconds=0.2)):
                while True:
                    pass
        except OutOfTime as error:
            error.stop()
            time.sleep(0.3)  # longer than it takes to be raised again
            caught.append(str(error))

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    thread.join(HANGS)
    assert caught == ["the game took longer than 0.2 seconds"]


def test_an_address_where_a_web_page_answers_is_told():
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as apart:

        def answer() -> None:
            caller, _ = server.accept()
            with caller:
                caller.recv(65_536)
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")

        answered = apart.submit(answer)
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        message = "no Dask scheduler can be met there .* not that of its dashboard"
        with pytest.raises(DataError, match=message), on_cluster(address):
            pass
        answered.result()


def test_an_encrypted_address_without_certificates_is_told():
    message = "no Dask scheduler can be met there"
    with pytest.raises(DataError, match=message), on_cluster("tls://127.0.0.1:1"):
        pass
