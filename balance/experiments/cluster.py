"""Plays the blocks of a study on several machines: a Dask cluster.

``on_cluster`` says where, for all studies played inside it::

    with on_cluster("tcp://head:8786"):
        run("blue", games=100_000, out="night")

The machines share no folder: a block's tables come back as the bytes of its files, and the process
that leads the study writes them. A block whose worker is lost is played again by another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from balance.errors import BalanceError, DataError
from balance.experiments.study import Manifest, Provenance, StudySpec, differences
from balance.given import check_text

if TYPE_CHECKING:
    from distributed import Client, Future

Task = TypeVar("Task")
Done = TypeVar("Done")

#: How long to wait for a scheduler that answers, and then for its first worker.
ANSWER_SECONDS, WORKERS_SECONDS = 20.0, 20.0
#: Blocks that each worker has before it: one to play, one to go on with.
WAITING_BLOCKS = 2
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")
#: Games are played one at a time in a process, whatever the number of its threads.
_PLAYING = threading.Lock()


@dataclass(frozen=True)
class Cluster:
    """A cluster to play on, and how many processes it has."""

    address: str
    client: Client

    @property
    def processes(self) -> int:
        """Workers there are now."""
        return max(1, len(self.workers()))

    def workers(self) -> dict[str, Any]:
        """What the scheduler knows of each worker, by its address."""
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        return found


_CURRENT: ContextVar[Cluster | None] = ContextVar("cluster", default=None)


def current_cluster() -> Cluster | None:
    """The cluster that studies are played on now, if any."""
    return _CURRENT.get()


@contextlib.contextmanager
def on_cluster(address: str) -> Iterator[Cluster]:
    """Play the studies inside on a cluster.

    Parameters
    ----------
    address
        ``tcp://HOST:PORT`` or ``tls://HOST:PORT`` of a Dask scheduler that runs, or ``local:N`` to
        start one with N processes on this machine for as long as the block lasts.

    Raises
    ------
    DataError
        If the address is none, no scheduler or no worker answers, or a worker has several threads.

    Examples
    --------
    ::

        with balance.on_cluster("tcp://10.0.0.5:8786"):
            results = balance.run("blue", games=100_000)
    """
    check_text("cluster", address, "tcp://HOST:PORT, or local:N, as text")
    local = _LOCAL.fullmatch(address)
    if not local and not _ADDRESS.fullmatch(address):
        raise DataError(
            f"--cluster {address!r}: expected tcp://HOST:PORT of a Dask scheduler, or local:N for "
            "N processes on this machine"
        )
    _check_installed()
    with contextlib.ExitStack() as stack:
        stack.enter_context(_unlogged())
        target: Any = _start(int(local.group(1)), stack) if local else address
        client = stack.enter_context(_connect(target, address))
        cluster = Cluster(address, client)
        _check_workers(cluster)
        token = _CURRENT.set(cluster)
        stack.callback(_CURRENT.reset, token)
        yield cluster


def _check_installed() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise DataError(
            "--cluster needs Dask: install it with pip install 'wargame-balance[cluster]', here "
            "and on every machine of the cluster"
        ) from None


@contextlib.contextmanager
def _unlogged() -> Iterator[None]:
    """Keep Dask from printing tracebacks of what is told in a message anyway."""
    before = {}
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logger = logging.getLogger(name)
            before[logger] = logger.level
            logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)


def _start(processes: int, stack: contextlib.ExitStack) -> Any:
    """A scheduler and workers on this machine, ended with the stack."""
    from distributed import LocalCluster

    if processes < 1:
        raise DataError(f"--cluster local:{processes}: a cluster has 1 process or more")
    started = LocalCluster(
        n_workers=processes,
        threads_per_worker=1,
        memory_limit=0,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
    return stack.enter_context(started)


@contextlib.contextmanager
def _connect(target: Any, address: str) -> Iterator[Client]:
    from distributed import Client

    if isinstance(target, str):
        _check_scheduler(target)
    client = Client(target, timeout=ANSWER_SECONDS, set_as_default=False)
    try:
        yield client
    finally:
        client.close()


def _check_scheduler(address: str) -> None:
    """Refuse an address where nobody answers, or somebody who is no scheduler.

    A client that meets such an answer doesn't end well, so a mere connection is tried before there
    is one; in a thread of its own, for a notebook has a loop in the one that asks.
    """
    from distributed import Security
    from distributed.comm.core import connect

    async def meet() -> None:
        safety = Security().get_connection_args("client")
        comm = await connect(address, timeout=ANSWER_SECONDS, **safety)
        await comm.close()

    with ThreadPoolExecutor(1) as apart:
        try:
            apart.submit(asyncio.run, meet()).result()
        except OSError as error:
            raise DataError(
                f"--cluster {address}: no scheduler answers there ({error}); start one with: "
                "dask scheduler"
            ) from None
        # A web page is read as a length that no memory holds; TLS wants certificates.
        except Exception as error:
            raise DataError(
                f"--cluster {address}: no Dask scheduler can be met there ({error}); expected the "
                "address that `dask scheduler` prints, not that of its dashboard"
            ) from None


def _check_workers(cluster: Cluster) -> None:
    """Refuse a cluster that nobody plays in, or where games would meet in one process."""
    try:
        cluster.client.wait_for_workers(1, timeout=WORKERS_SECONDS)
    except TimeoutError:
        raise DataError(
            f"--cluster {cluster.address}: has no workers; start some with: dask worker "
            f"{cluster.address} --nworkers auto --nthreads 1"
        ) from None
    many = [name for name, worker in cluster.workers().items() if worker["nthreads"] > 1]
    if many:
        raise DataError(
            f"--cluster {cluster.address}: worker {many[0]} has several threads, but a process "
            "plays one game at a time; start workers with --nworkers auto --nthreads 1"
        )


def one_worker_a_host(workers: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A worker of each machine, for what a machine needs to do once.

    >>> one_worker_a_host({"tcp://a:1": {"host": "a"}, "tcp://a:2": {"host": "a"}})
    ['tcp://a:1']
    """
    chosen: dict[str, str] = {}
    for name in sorted(workers):
        chosen.setdefault(str(workers[name]["host"]), name)
    return list(chosen.values())


def on_each_host(cluster: Cluster, work: Callable[..., None], *arguments: Any) -> None:
    """Have one worker of each machine do some work, and wait for all of them.

    Raises
    ------
    BalanceError
        If the cluster fails, or the work does.
    """
    with _told(cluster):
        waiting = [
            _send(cluster, work, *arguments, workers=[name])
            for name in one_worker_a_host(cluster.workers())
        ]
        for future in waiting:
            _unpack(cluster, future)


def blocks_on(
    cluster: Cluster, play: Callable[[Task], Done], tasks: Iterable[Task]
) -> Iterator[Done]:
    """Play tasks on a cluster; results come as they are ready, few at a time.

    joblib's backend for Dask would wait for ever when a worker or the scheduler is lost, so the
    tasks are sent one by one.

    Raises
    ------
    BalanceError
        If the cluster fails, or a worker can't play the study.
    """
    from distributed import as_completed

    left = iter(tasks)
    with _told(cluster):
        first = islice(left, WAITING_BLOCKS * cluster.processes)
        sent = [_send(cluster, play, task) for task in first]
        running = as_completed(sent, loop=cluster.client.loop)
        for future in running:
            yield _unpack(cluster, future)
            running.update([_send(cluster, play, task) for task in islice(left, 1)])


def _send(
    cluster: Cluster, work: Callable[..., Any], *arguments: Any, **where: Any
) -> Future[bytes]:
    """Send a call as bytes that only the worker opens: what it can't load, it can tell."""
    packed = pickle.dumps((work, arguments))
    sent: Future[bytes] = cluster.client.submit(_open_and_call(), packed, pure=False, **where)
    return sent


def _unpack(cluster: Cluster, future: Future[bytes]) -> Any:
    """Result of a call that was sent.

    Raises
    ------
    BalanceError
        If the worker couldn't load it, or refused it.
    """
    how, what = pickle.loads(future.result())
    if how == "done":
        return what
    if how == "refused":
        raise BalanceError(what)
    raise BalanceError(
        f"--cluster {cluster.address}: a worker can't load what it is to play ({what}); install "
        "wargame-balance in the same version on every machine"
    )


def _open_and_call() -> Callable[[bytes], bytes]:
    """A function that travels as its own code: the scheduler need not have this package."""

    def run(packed: bytes) -> bytes:
        import pickle

        try:
            work, arguments = pickle.loads(packed)
        except (ImportError, AttributeError) as error:
            return pickle.dumps(("lacks", str(error)))
        try:
            return pickle.dumps(("done", work(*arguments)))
        except ImportError as error:
            return pickle.dumps(("lacks", str(error)))
        except Exception as error:
            if not any(kind.__name__ == "BalanceError" for kind in type(error).__mro__):
                raise
            return pickle.dumps(("refused", str(error)))

    return run


@contextlib.contextmanager
def one_game_at_a_time() -> Iterator[None]:
    """Keep the threads of a process from playing side by side: they'd share their matches."""
    with _PLAYING:
        yield


def check_alike(spec: StudySpec, asked: Provenance) -> None:
    """Refuse to play here what this machine would play otherwise.

    Raises
    ------
    BalanceError
        Naming the machine and each difference of code, data or strategies.
    """
    from balance.experiments.provenance import provenance

    found = list(differences(Manifest(spec, asked, 1), Manifest(spec, provenance(spec), 1)))
    if found:
        raise BalanceError(
            f"worker on {socket.gethostname()}: would play another study ({'; '.join(found)}, by "
            "what is there); install the same version and files on every machine"
        )


@contextlib.contextmanager
def _told(cluster: Cluster) -> Iterator[None]:
    """Tell failures of the cluster as what they mean for the user."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    where = f"--cluster {cluster.address}"
    kept = "with --out the finished blocks are kept, and the same command plays the rest"
    try:
        yield
    except KilledWorker:
        raise BalanceError(
            f"{where}: one block of games lost its worker again and again, as happens when memory "
            f"runs out (a process takes about 0.25 GB); {kept}"
        ) from None
    except (CommClosedError, CancelledError):
        raise BalanceError(f"{where}: the scheduler is gone; {kept}") from None
