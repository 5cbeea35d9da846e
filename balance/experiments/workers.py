"""Processes of this machine that play blocks of games for the one that leads a study.

Where it is safe they are copies of that one: what it has loaded and compiled they have at once, and
its memory they share. Else they are started anew, and each loads the game again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from balance.experiments.blocks import (
    BlockDone,
    BlockTask,
    end_after,
    killed_from_outside,
    play_block,
)

#: Seconds after which processes that were started anew end if they get nothing more to do.
_PATIENCE = 300


def core_count() -> int:
    """Cores this process may use."""
    from joblib import cpu_count

    return int(cpu_count())


class Workers:
    """So many processes, for as long as a study is played; those started anew outlast it."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._copies: ProcessPoolExecutor | None = None
        self._anew: Any = None  # an executor of loky, which has no types

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, failure: object, *_: object) -> None:
        # Blocks under way are played again by the next run; waiting for them would only take time.
        if self._copies and failure:
            for process in self._copies._processes.values():
                process.kill()
        if self._copies:
            self._copies.shutdown(cancel_futures=True)
        if self._anew and failure:
            self._anew.shutdown(kill_workers=True)

    def start(self) -> None:
        """Copy this process, if that is safe; to be called when it has loaded all.

        A copy holds on to what the process has open: to a lock on a folder, too.
        """
        if not can_be_copied():
            return
        self._copies = ProcessPoolExecutor(
            self._count, get_context("fork"), _end_with, (os.getpid(),)
        )
        with _ignored_interrupts(), warnings.catch_warnings():
            # Python warns of threads of other libraries; those of OpenBLAS and Arrow can bear it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._copies.submit(os.getpid).result()

    def play(self, tasks: list[BlockTask]) -> Iterator[BlockDone]:
        """Play blocks; results come as they are ready.

        Raises
        ------
        BalanceError
            If one of the processes was killed.
        """
        with _ignored_interrupts():
            executor = self._copies or self._start_anew()
            playing = [executor.submit(play_block, task) for task in tasks]
        try:
            for done in as_completed(playing):
                yield done.result()
        except BrokenExecutor:
            raise killed_from_outside(tasks[0].folder) from None

    def _start_anew(self) -> Any:
        from joblib.externals.loky import get_reusable_executor

        self._anew = get_reusable_executor(
            self._count, timeout=_PATIENCE, initializer=_end_with, initargs=(os.getpid(),)
        )
        return self._anew


def can_be_copied() -> bool:
    """Whether a copy of this process works: it has no other thread, and its system copies well.

    What another thread of Python holds locked at that moment stays locked in the copy for ever.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def _end_with(leader: int) -> None:
    """Have this process not outlive the one it works for, if that is its parent."""
    if os.getppid() == leader:
        threading.Thread(target=end_after, args=(leader,), daemon=True).start()


@contextlib.contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment; processes started meanwhile leave it for good to this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
