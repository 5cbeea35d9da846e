"""One block of games, played by whatever process it is given to.

Each game depends on its own seed and conditions alone, so it makes no difference which process
plays it, or when. A block's tables are written by the process that played them, or sent back to be
written where the folder is.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.experiments.match import Match, PlayedGame, open_match
from balance.experiments.rows import Words, block_tables
from balance.experiments.schema import DETAIL
from balance.experiments.store import Block, part_files, write_block
from balance.experiments.study import StudySpec
from balance.strategy.calls import OutOfTime

if TYPE_CHECKING:
    import pyarrow as pa

#: A game that takes longer is ended as the fault of the strategy that is thinking.
GAME_SECONDS = 300.0
#: A strategy that keeps what is raised in it hears it again after this long.
INSISTENCE_SECONDS = 0.05
#: Memory that the games of a process may take beside what it has before the first of them, bytes.
GAME_MEMORY = 3 << 30


@dataclass(frozen=True)
class BlockTask:
    """What a worker needs to play one block."""

    spec: StudySpec
    rules: tuple[str, ...]
    folder: Path | None  # where to write its tables; None sends them back
    block: Block
    player: str
    debug: bool


@dataclass(frozen=True)
class BlockDone:
    """What a worker reports of one block."""

    block: Block
    #: Games by (winner, ending).
    outcomes: Counter[tuple[str, str]]
    seconds: float
    #: Its files by table, where somebody else is to write them.
    files: Mapping[str, bytes] = field(default_factory=dict)


def outcomes_in(games: pa.Table) -> Iterator[tuple[str, str]]:
    """(winner, ending) of each game of a part."""
    return zip(games["winner"].to_pylist(), games["ending"].to_pylist(), strict=True)


def play_block(task: BlockTask) -> BlockDone:
    """Play one block of games, and store it or send its files back."""
    start = time.perf_counter()
    spec = task.spec
    game_ids = range(task.block.first, task.block.last + 1)
    words: dict[int, Words] = {}
    games, game_words = [], []
    for game_id in game_ids:
        number = spec.cell_number(game_id)
        cell = spec.cells[number]
        match = open_match(
            task.player, spec.game, spec.scenario, cell.conditions, task.rules[number]
        )
        if number not in words:
            words[number] = Words(spec.game, match)
        drawn = {} if cell.set_up is None else {"set_up_seed": cell.set_up}
        games.append(play_game(match, spec.seed_of(game_id), task.debug, **drawn))
        game_words.append(words[number])
    tables = block_tables(spec, game_ids, games, game_words, DETAIL[spec.detail])
    files = part_files(tables)
    if task.folder is not None:
        write_block(task.folder, task.block, files)
        files = {}
    outcomes = Counter(outcomes_in(tables["games"]))
    return BlockDone(task.block, outcomes, time.perf_counter() - start, files)


def play_game(match: Match, seed: int, debug: bool = False, **drawn: Any) -> PlayedGame:
    """Play one game within the limits of time and memory that keep a study going."""
    with time_limit(GAME_SECONDS), memory_limit(GAME_MEMORY):
        return match.play(seed, debug, **drawn)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt a game that does not end: ``OutOfTime`` is raised in it until it gives up."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        yield
        return
    clock = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    with (_alarm if clock else _raised_from_outside)(seconds):
        yield


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """A limit by the clock of the system, which only the main thread can set."""

    def stop(signal_number: int, frame: Any) -> None:
        raise OutOfTime(_too_long(seconds))

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, INSISTENCE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _raised_from_outside(seconds: float) -> Iterator[None]:
    """A limit for any thread: another one has the interpreter raise the error in it."""
    playing = ctypes.c_ulong(threading.get_ident())
    over = threading.Event()

    class TooLong(OutOfTime):
        """Says itself what it is, as the interpreter can't pass it anything."""

        def __init__(self) -> None:
            super().__init__(_too_long(seconds))

    def watch() -> None:
        wait = seconds
        while not over.wait(wait):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(playing, ctypes.py_object(TooLong))
            wait = INSISTENCE_SECONDS

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _too_long(seconds: float) -> str:
    return f"the game took longer than {seconds:g} seconds"


@contextlib.contextmanager
def memory_limit(size: int) -> Iterator[None]:
    """Refuse a game more than so many bytes beside what this process had when it first played.

    A strategy that allocates without end sees a MemoryError, its own fault, before the machine
    runs out. On systems that can't limit a process nothing is limited.
    """
    try:
        import resource

        before = resource.getrlimit(resource.RLIMIT_AS)
        # What a strategy leaves behind from game to game counts, too, if with patience.
        most = min(_size_now(), _size_at_first() + size) + size
    except (ImportError, OSError):
        yield
        return
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@cache
def _size_at_first() -> int:
    """Bytes of address space that this process had when it first played."""
    return _size_now()


def _size_now() -> int:
    """Bytes of address space of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")
