"""One block of games, played by whatever process it is given to.

Each game depends on its own seed and conditions alone, so it makes no difference which process
plays it, or when. A block's tables are written by the process that played them, or sent back to be
written where the folder is.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.counting import counted
from balance.errors import BalanceError
from balance.experiments.match import Match, PlayedGame, open_match
from balance.experiments.parts import part_files
from balance.experiments.rows import Words, block_tables
from balance.experiments.schema import DETAIL
from balance.experiments.store import Block, write_block
from balance.experiments.study import Sources, StudySpec
from balance.strategy.calls import OutOfTime

if TYPE_CHECKING:
    import pyarrow as pa

#: A strategy that keeps what is raised in it hears it again after this long.
INSISTENCE_SECONDS = 0.05
#: Called in front of each game with its number in the study, or whatever else names it.
Begin = Callable[[object], None]


@dataclass(frozen=True)
class Limits:
    """What keeps a study going whatever a strategy does."""

    #: A game that takes longer is ended as the fault of the strategy that is thinking.
    seconds: float = 300.0
    #: Memory that the games of a process may take beside what it has before the first, bytes.
    memory: int = 3 << 30
    #: A process apart that hasn't ended its game so many seconds later is ended itself.
    patience: float = 30.0

    @property
    def timeless(self) -> Limits:
        """The same for the product's own code, which ends: compiling may take long."""
        return replace(self, seconds=math.inf)

    @property
    def last_second(self) -> float:
        """Seconds after which a process apart ends with its game."""
        return self.seconds + self.patience

    @property
    def in_force(self) -> bool:
        """Whether time is limited: uncompiled, which is for tests, games take minutes."""
        uncompiled = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
        return math.isfinite(self.seconds) and not uncompiled


#: The limits of all play.
LIMITS = Limits()


@dataclass(frozen=True)
class Fault:
    """Why a game has no end, and the side that is to blame: 0, 1, or -1 where nobody knows."""

    told: str
    side: int
    traceback: str


@dataclass(frozen=True)
class BlockTask:
    """What a worker needs to play one block."""

    spec: StudySpec
    sources: tuple[Sources, ...]
    folder: Path | None  # where to write its tables; None sends them back
    block: Block
    player: str
    debug: bool
    limits: Limits = LIMITS
    #: Identity of the study, which its parts bear.
    study: str = ""
    #: Games that ended the process they were played in, and how.
    lost: Mapping[int, Fault] = field(default_factory=dict)


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


def say_nothing(game: object) -> None:
    """Begin a game that nobody watches."""


def play_block(task: BlockTask, begin: Begin = say_nothing) -> BlockDone:
    """Play one block of games, and store it or send its files back."""
    start = time.perf_counter()
    spec = task.spec
    game_ids = range(task.block.first, task.block.last + 1)
    words: dict[int, Words] = {}
    games, game_words = [], []
    for game_id in game_ids:
        number = spec.cell_number(game_id)
        cell = spec.cells[number]
        if game_id not in task.lost:
            begin(game_id)  # a plugin that this process hasn't loaded yet may never load
        match = open_match(
            task.player, spec.game, spec.scenario, cell.conditions, task.sources[number]
        )
        if number not in words:
            words[number] = Words(spec.game, match)
        drawn = {} if cell.set_up is None else {"set_up_seed": cell.set_up}
        seed = spec.seed_of(game_id)
        if game_id in task.lost:
            games.append(_lost_game(match, seed, task.lost[game_id], **drawn))
        else:
            games.append(play_game(match, seed, task.debug, task.limits, **drawn))
        game_words.append(words[number])
    tables = block_tables(spec, game_ids, games, game_words, DETAIL[spec.detail])
    files = part_files(tables, task.study)
    if task.folder is not None:
        write_block(task.folder, task.block, files)
        files = {}
    outcomes = Counter(outcomes_in(tables["games"]))
    return BlockDone(task.block, outcomes, time.perf_counter() - start, files)


def play_game(
    match: Match, seed: int, debug: bool = False, limits: Limits = LIMITS, **drawn: Any
) -> PlayedGame:
    """Play one game within the limits of time and memory that keep a study going."""
    with within(limits):
        return match.play(seed, debug, **drawn)


def play_checked(match: Match, seed: int, limits: Limits) -> PlayedGame:
    """Play one game under debug checks."""
    return play_game(match, seed, debug=True, limits=limits)


@contextlib.contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Hold what is played meanwhile to limits of time and memory."""
    with time_limit(limits), memory_limit(limits.memory):
        yield


def _lost_game(match: Match, seed: int, fault: Fault, **drawn: Any) -> PlayedGame:
    """A game whose process ended with it: how far it came is lost, too."""
    return match.begin_only(seed, (fault.told, fault.side, fault.traceback), **drawn)


def killed_from_outside(folder: Path | None = None) -> BalanceError:
    """What to tell when a process that plays games is gone, and none of the games did it."""
    where = f"{folder}: " if folder else ""
    return BalanceError(
        f"{where}a process that plays games was killed from outside, as happens when memory runs "
        "out (each takes about 0.25 GB); with --out the finished blocks are kept, and the same "
        "command plays the rest: try it with fewer --jobs"
    )


def end_after(parent: int) -> None:
    """End this process once its parent is gone, however that ended: parts are whole or absent."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


@contextlib.contextmanager
def time_limit(limits: Limits) -> Iterator[None]:
    """Interrupt a game that does not end: ``OutOfTime`` is raised in it until it gives up."""
    if not limits.in_force:
        yield
        return
    seconds = limits.seconds
    clock = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    with (_alarm if clock else _raised_from_outside)(seconds):
        yield


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """A limit by the clock of the system, which only the main thread can set.

    It counts ticks, as ``outlasts`` does; of those in one call of compiled code one counts, too.
    """
    left, every = seconds, _tick(seconds)

    def tick(signal_number: int, frame: Any) -> None:
        nonlocal left
        left -= every
        if left <= 0:
            signal.setitimer(signal.ITIMER_REAL, INSISTENCE_SECONDS, INSISTENCE_SECONDS)
            raise OutOfTime(too_long(seconds), lambda: signal.setitimer(signal.ITIMER_REAL, 0))

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, every, every)
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
            super().__init__(too_long(seconds), over.set)

    def watch() -> None:
        late = outlasts(seconds, over)
        while late:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(playing, ctypes.py_object(TooLong))
            late = not over.wait(INSISTENCE_SECONDS)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def outlasts(seconds: float, over: threading.Event) -> bool:
    """Whether something isn't over after so many seconds, which are waited for meanwhile.

    They are counted in ticks, of which a process that is stopped, as by Ctrl-Z, misses all but one.
    """
    every = _tick(seconds)
    return not any(over.wait(every) for _ in range(math.ceil(seconds / every)))


def _tick(seconds: float) -> float:
    """Seconds after which a limit of so many looks at the clock."""
    return min(1.0, seconds / 20)


def too_long(seconds: float, what: str = "the game") -> str:
    """What to tell of a game, or of something before it, that did not end."""
    return f"{what} took longer than {counted(seconds, 'second')}"


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
    # Asked for each game, and a Path takes four times as long to read a file.
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
