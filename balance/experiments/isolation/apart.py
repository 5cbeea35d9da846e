"""A process apart for code of others: should that never end, only this process is ended.

A clock of Python can't interrupt a compiled function. A plugin that compiles its own, or a variant
with rule functions of its own, therefore plays in a process beside the one that leads the study.
That process ends itself from outside Python once a game has taken too long, and leaves behind which
line was running; the study counts the game as failed and goes on in a new process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BufferedReader
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryFile
from threading import Lock, Timer
from typing import Any, NamedTuple, cast

from balance.errors import StrategyError, error_again
from balance.experiments import blocks
from balance.experiments.blocks import (
    Begin,
    BlockDone,
    BlockTask,
    Fault,
    Limits,
    killed_from_outside,
    memory_limit,
    outlasts,
    play_block,
    too_long,
)
from balance.experiments.isolation.answers import MARK, Garbled, read_answer
from balance.experiments.isolation.serving import is_apart
from balance.experiments.match import rules_of
from balance.experiments.plugins import plugin_path
from balance.experiments.study import Cell
from balance.experiments.warm_up import Preparation, warm_up
from balance.rulebook.game import Game
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.calls import MOST_TRACEBACK

#: Ends that come from outside, not from what is played.
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
_SERVE = (
    "import sys; from balance.experiments.isolation.serving import serve; "
    "serve(*map(int, sys.argv[1:]))"
)
_CRASHED = (
    "look for an index outside its array in compiled code, which NUMBA_DISABLE_JIT=1 finds, slowly"
)
_KILLED = (
    "if that was its memory, have it take less; code that plays a game must not kill processes"
)
_LEFT = "code that plays a game must not end Python, as os._exit does"
_ENDLESS = "see to it that each of its loops ends"
_BROKEN = "if the fault isn't in that code, it is one of wargame-balance"
_INTRUDED = "code that plays a game must write to no file that it has not opened itself"
#: What is begun before any game: with a plugin, with a cell.
LOADED, SET_UP = "while it is loaded", "set up"
#: What they are doing then.
_BEFORE_ANY_GAME = {LOADED: "loading", SET_UP: "setting up"}
#: Bytes of its last words that are read.
_MOST_WORDS = 1 << 16
#: Seconds that a process is given to end after its last answer.
_TO_END = 10.0
#: Last line of what the thread that plays was doing.
_AT_WORK = '  File "<string>", line 1 in <module>'


def runs_code_of_others(game: Game, cell: Cell) -> bool:
    """Whether a cell plays with plugins or rule functions that don't come with the product."""
    functions = rules_of(game, cell).functions.values()
    return not all(each.comes_with_the_product for each in functions) or any(
        plugin_path(game, side, strategy)
        for side, strategy in zip(SIDES, (cell.axis, cell.soviet), strict=True)
    )


@dataclass
class GameLost(Exception):
    """The process apart has ended in the middle of a game.

    ``game`` is what ``begin`` was called with, a number in a study; ``told`` says in words what
    happened, ``traceback`` what was running, and ``advice`` what to look for in it.
    """

    game: Any
    told: str
    traceback: str
    advice: str = ""

    def line_in(self, path: Path) -> str:
        """Where in a file it was at work, ``mine.py:7``; "" if it was not."""
        _, found, rest = self.traceback.partition(f'"{path}", line ')
        return f"{path.name}:{rest.split()[0].strip(',')}" if found else ""


class AwakeTimer(Timer):
    """A timer that stands still while this process is stopped."""

    def run(self) -> None:
        """Do what it is for, unless it is called off before."""
        if outlasts(self.interval, self.finished):
            self.function()


class _End(NamedTuple):
    """Why this process has ended the other, and what to look for."""

    told: str
    advice: str
    traceback: str = ""


@dataclass
class _Killed(Exception):
    """The process apart was ended from outside while it did something, if it did."""

    lost: GameLost | None


class Apart:
    """A process that works for this one; started when it is needed, and again after a loss.

    Unless ``compiled``, its kernels are plain Python. Texts hash there by ``hash_seed``, always the
    same one unless somebody wants to see whether that makes a difference: sets come in the same
    order in every such process.
    """

    def __init__(self, limits: Limits, hash_seed: int = 0, *, compiled: bool = True) -> None:
        self._limits = limits
        self._surroundings = {"PYTHONHASHSEED": str(hash_seed)}
        if not compiled:
            self._surroundings["NUMBA_DISABLE_JIT"] = "1"
        self._process: subprocess.Popen[bytes] | None = None
        # Whoever closes it while another thread starts the process ends that one, too.
        self._starting = Lock()
        # Without a name, so that nothing is left behind however this process ends.
        self._last_words = TemporaryFile()  # noqa: SIM115
        self._mark = os.urandom(MARK)
        self._ended_for: _End | None = None
        self._worked_for: object = None

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        with self._starting:
            self._last_words.close()  # a call in another thread starts no new process without it
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            _reap(process)

    def fresh_for(self, what: object) -> Apart:
        """Itself, with a new process if the last one has worked for something else.

        A process keeps the plugins that it has loaded, whatever becomes of their files.
        """
        if what != self._worked_for:
            self._end()
        self._worked_for = what
        return self

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have ``work(*arguments, begin=...)`` done; it calls ``begin(game)`` before each game.

        What it has begun must end within the limits; before that, time is not limited. If the
        process is killed meanwhile, as happens when memory runs out, the work is done once more.

        Raises
        ------
        GameLost
            If the process was ended by the game it played, or killed twice in the same one.
        BalanceError, OSError
            If it was ended from outside, or the work raises one.
        RuntimeError
            If the work raises anything else: a bug of the product, with its traceback.
        """
        losses: list[GameLost | None] = []
        for _ in range(2):
            try:
                return self._call(work, arguments)
            except _Killed as killed:
                losses.append(killed.lost)
        first, again = losses
        if first is None or again is None or first.game != again.game:
            raise killed_from_outside()
        raise replace(again, told=f"{again.told}, and so it did when it was tried again")

    def _call(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        with self._starting:
            process = self._process = self._process or self._start()
        assert process.stdin
        game = None
        clock = Timer(0.0, process.kill)
        try:
            # Relative paths mean here and there the same.
            pickle.dump((work, arguments, self._limits, os.getcwd()), process.stdin)
            process.stdin.flush()
            while True:
                kind, what = self._answer(process, work)
                clock.cancel()
                if kind == "begins":
                    game = what
                    clock = self._watch(process)
                elif kind == "done":
                    return what
                elif kind == "refused":
                    raise error_again(*what)
                elif isinstance(game, int) or (game and kind == "broken"):
                    # Code of others can break any code beside it: that game is all that it costs.
                    self._ended_for = _End(f"failed: {what[0]}", _BROKEN, what[1])
                    raise EOFError
                elif kind == "unreadable":
                    raise OSError(*what[2:])
                else:
                    raise RuntimeError(what[1])
        except (EOFError, BrokenPipeError):
            raise self._loss(process, game) from None
        finally:
            clock.cancel()

    def _answer(
        self, process: subprocess.Popen[bytes], work: Callable[..., Any]
    ) -> tuple[str, Any]:
        """Next answer of the process: what kind it is, and what it says."""
        try:
            return read_answer(cast(BufferedReader, process.stdout), self._mark, work)
        except Garbled:
            self._ended_for = _End("wrote among the answers of its process", _INTRUDED)
            raise EOFError from None

    def _watch(self, process: subprocess.Popen[bytes]) -> Timer:
        """End the process when even that which should end it from within is late."""

        def end() -> None:
            self._ended_for = _End(too_long(self._limits.seconds, "").strip(), _ENDLESS)
            process.kill()

        clock = AwakeTimer(self._limits.last_second + self._limits.patience, end)
        clock.daemon = True
        if self._limits.in_force:
            clock.start()
        return clock

    def _start(self) -> subprocess.Popen[bytes]:
        words = self._last_words.fileno()
        os.ftruncate(words, 0)
        os.lseek(words, 0, os.SEEK_SET)
        self._ended_for = None
        # Nothing is ever written to this pipe: its end that is held here is closed with it.
        lifeline, held = os.pipe()
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, str(words), str(lifeline)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(sys.path),
                    **self._surroundings,
                },
                pass_fds=(words, lifeline),
                start_new_session=True,  # Ctrl-C is for the process that leads the study
            )
        except BaseException:
            os.close(held)
            raise
        finally:
            os.close(lifeline)
        weakref.finalize(process, os.close, held)
        assert process.stdin
        process.stdin.write(self._mark)
        return process

    def _loss(self, process: subprocess.Popen[bytes], game: Any) -> Exception:
        """What it means that the process is gone, or no longer to be understood."""
        self._process = None
        code = _reap(process, 0.0 if self._ended_for else _TO_END)
        words = os.pread(self._last_words.fileno(), _MOST_WORDS, 0).decode("utf-8", "replace")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if game is None:
            return _Killed(None)
        doing = _BEFORE_ANY_GAME.get(game, "the game")
        told = f"{doing} ended its process ({how})"
        if self._ended_for:
            told = f"{doing} {self._ended_for.told}"
            running = self._ended_for.traceback or _of_the_game(words)
            return GameLost(game, told, running, self._ended_for.advice)
        if how in _FROM_OUTSIDE:
            return _Killed(GameLost(game, told, _of_the_game(words), _KILLED))
        if words.startswith("Timeout"):
            told = f"{too_long(self._limits.seconds, doing)}, in code that nothing can interrupt"
            return GameLost(game, told, _of_the_game(words), _ENDLESS)
        return GameLost(game, told, _of_the_game(words), _CRASHED if code < 0 else _LEFT)


def _reap(process: subprocess.Popen[bytes], patience: float = 0.0) -> int:
    """End a process, if it doesn't end by itself, with all that it has started.

    Returns its exit code.
    """
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    code = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    return code


def _of_the_game(words: str) -> str:
    """The thread that played, out of what all threads did when the process ended."""
    playing = [part for part in words.split("\n\n") if part.rstrip().endswith(_AT_WORK)]
    return "\n".join(playing or [words]).strip()[:MOST_TRACEBACK]


@cache
def lasting_room(limits: Limits) -> Apart:
    """The process apart of this process, for as long as that lives; they end together."""
    room = Apart(limits)
    atexit.register(room.close)
    return room


# --- playing in such processes


def warm_up_apart(apart: Apart, asked: Preparation) -> float:
    """Compile in a process apart, where a game may not end."""
    try:
        seconds: float = apart.call(warm_up, asked)
    except GameLost:
        return asked.limits.seconds
    return seconds


def play_apart(apart: Apart, task: BlockTask) -> BlockDone:
    """Play a block in a process apart; a game that ends the process is told as a fault."""
    while True:
        try:
            done: BlockDone = apart.call(play_block, task)
            return done
        except GameLost as lost:
            fault = fault_of(task.spec.game, task.spec.cell_of(lost.game), lost)
            task = replace(task, lost={**task.lost, lost.game: fault})


def fault_of(game: Game, cell: Cell, lost: GameLost) -> Fault:
    """Whose fault a loss is: the side whose plugin was running, where that is sure."""
    running: list[tuple[int, str]] = []
    for side, strategy in enumerate((cell.axis, cell.soviet)):
        path = plugin_path(game, SIDES[side], strategy)
        line = lost.line_in(path) if path else ""
        if line:
            running.append((side, line))
    if len(running) != 1:
        return Fault(lost.told, -1, lost.traceback)
    side, line = running[0]
    return Fault(f"{lost.told} [{line}]", side, lost.traceback)


def play_all_apart(rooms: list[Apart], tasks: Iterable[BlockTask]) -> Iterator[BlockDone]:
    """Play blocks in several processes apart; results come as they are ready."""
    if len(rooms) == 1:
        yield from map(partial(play_apart, rooms[0]), tasks)
        return
    free: SimpleQueue[Apart] = SimpleQueue()
    for room in rooms:
        free.put(room)

    def play(task: BlockTask) -> BlockDone:
        room = free.get()
        try:
            return play_apart(room, task)
        finally:
            free.put(room)

    with ThreadPoolExecutor(len(rooms)) as threads:
        playing = [threads.submit(play, task) for task in tasks]
        try:
            for done in as_completed(playing):
                yield done.result()
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            for room in rooms:
                room.close()  # or the blocks under way would be waited for
            raise


# --- the first touch of a plugin


def try_apart(path: Path) -> None:
    """Load a plugin in a process apart, before this one loads it; see ``trying.try_file``."""
    if is_apart():
        return
    with Apart(blocks.LIMITS) as room:
        try:
            room.call(_load, path, blocks.LIMITS)
        except GameLost as lost:
            raise StrategyError(told_of_file(path, lost)) from None


def told_of_file(path: Path, lost: GameLost, who: str = "") -> str:
    """Which file ended its process, at what, and what to look for in it."""
    line = lost.line_in(path.resolve())
    at = f" [{line}]" if line else ""
    return f"{path}: {who}{lost.game}: {lost.told}{at}; {lost.advice}"


def _load(path: Path, limits: Limits, begin: Begin) -> None:
    begin(LOADED)
    with memory_limit(limits.memory):
        registry.read_file(path)
