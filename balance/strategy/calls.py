"""How strategies are called: whatever goes wrong in one is its own fault, told in one message."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from balance.errors import BalanceError, DataError, StrategyError, Terminated, UnknownName
from balance.strategy.api import Strategy

#: Letters of a traceback that are kept; one of endless recursion goes on and on.
MOST_TRACEBACK = 4_000
#: Letters that are told of what went wrong, and of what an exception says of it.
_MOST_TOLD, _MOST_SAID = 600, 300


class OutOfTime(BaseException):
    """A game has taken too long. No ``except Exception`` of a strategy can keep it.

    It is raised again and again until somebody calls ``stop``: whoever ends the game.
    """

    def __init__(self, told: str, stop: Callable[[], object] = lambda: None) -> None:
        super().__init__(told)
        self.stop = stop


def strategy_label(strategy: Strategy) -> str:
    """How messages name a strategy."""
    try:
        name, side = strategy.name, str(strategy.side)
    except BaseException as fault:
        if not is_fault_of_code(fault):
            raise
        name, side = _kind_of(strategy), "?"
    return f"strategy {shown(name)} ({fit_to_print(side, 60)})"


def make_player(kind: type[Strategy], parameters: Mapping[str, str]) -> Strategy:
    """Make a fresh player with its parameters.

    Raises
    ------
    UnknownName, DataError
        If a parameter is wrong.
    StrategyError
        If the strategy raises anything else.
    """
    try:
        player = kind(**parameters)
        if not issubclass(type(player), Strategy):
            raise StrategyError(f"is {shown(player)}; expected a Strategy")
        return player
    except (UnknownName, DataError):
        raise
    except BaseException as fault:
        if not is_fault_of_code(fault):
            raise
        told = describe_fault(fault, _file_of(kind))
        raise StrategyError(f"strategy {shown(kind.name)}, when it is made: {told}") from fault


class Blame:
    """Turns what a strategy raises into a StrategyError that says where and why.

    Whatever it raises counts, a ``SystemExit`` too: no strategy ends a study. An interrupt by the
    user passes.

    Raises
    ------
    StrategyError
        With the strategy, the call, the game turn, the exception and the line it comes from.
    """

    def __init__(self, strategy: Strategy, doing: str, game_turn: int) -> None:
        self.strategy, self.doing, self.game_turn = strategy, doing, game_turn

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if fault is not None and self.blames(fault):
            where = f"{strategy_label(self.strategy)} in {self.doing}, game turn {self.game_turn}"
            told = fit_to_print(self.describe(fault), _MOST_TOLD)
            raise StrategyError(f"{where}: {told}") from fault

    def blames(self, fault: BaseException) -> bool:
        """Whether an exception is the strategy's fault."""
        return is_fault_of_code(fault)

    def describe(self, fault: BaseException) -> str:
        """What went wrong, in words."""
        return describe_fault(fault, _file_of(type(self.strategy)))


def is_fault_of_code(fault: BaseException) -> bool:
    """Whether the code that was called raised something, not the user or the clock.

    Where Ctrl-C is ignored, as in a process apart, nobody else can have raised its exception.
    """
    if isinstance(fault, KeyboardInterrupt) and not isinstance(fault, Terminated):
        return signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    return not isinstance(fault, OutOfTime | Terminated)


class BlameData(Blame):
    """Turns what the product can't make sense of in a strategy's answer into a StrategyError.

    Other exceptions are bugs of the product and pass.

    Raises
    ------
    StrategyError
        With the strategy, the call, the game turn and the fault.
    """

    def blames(self, fault: BaseException) -> bool:
        """Whether it is something that the product refuses."""
        return isinstance(fault, BalanceError)

    def describe(self, fault: BaseException) -> str:
        """What went wrong, in words."""
        return str(fault)


def _file_of(kind: type[Strategy]) -> str:
    try:
        return str(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
    except Exception:  # what a class says of itself is its own affair
        return ""


def describe_fault(fault: BaseException, home: str = "") -> str:
    """First line of an exception with the line that it comes from.

    ``home`` is the file of the strategy; without a frame there, the innermost frame outside this
    product counts.
    """
    told = _said_by(fault) if isinstance(fault, StrategyError) else name_of_fault(fault)
    place = fit_to_print(_fault_place(fault, home), _MOST_SAID)
    return f"{told} [{place}]" if place else told


def name_of_fault(fault: BaseException) -> str:
    """Kind of an exception and the first line of what it says.

    >>> name_of_fault(ValueError("no plan"))
    'ValueError: no plan'
    """
    text = _said_by(fault)
    return f"{_kind_of(fault)}: {text}" if text else _kind_of(fault)


def _said_by(fault: BaseException) -> str:
    """First line of what an exception says; "" if not even that goes well."""
    try:
        text = str.__str__(str(fault))[:MOST_TRACEBACK]
    except BaseException as again:
        if not is_fault_of_code(again):
            raise
        return ""
    return fit_to_print(text.strip().split("\n")[0], _MOST_SAID)


def _kind_of(value: object) -> str:
    """Name of a value's class, whatever that class makes of its own name."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return fit_to_print(name, 60)


def fit_to_print(text: str, most: int = MOST_TRACEBACK) -> str:
    r"""A text of others, cut to so many letters, without any that a terminal would obey.

    Nor is there any left that can't be written to a file.

    >>> fit_to_print("tab\tbell\a, and on and on", 16)
    'tab?bell?, an...'
    """
    text = text if len(text) <= most else f"{text[: most - 3]}..."
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def traceback_of(fault: BaseException) -> str:
    """Python's own account of what a strategy raised; of the cause, where there is one."""
    try:
        text = "".join(traceback.format_exception(fault.__cause__ or fault))
    except Exception:  # an exception may be as wicked as what raised it
        text = name_of_fault(fault)
    if len(text) > MOST_TRACEBACK:
        half = MOST_TRACEBACK // 2 - 10
        text = f"{text[:half]}\n[...]\n{text[-half:]}"
    return fit_to_print(text)


def _fault_place(fault: BaseException, home: str) -> str:
    product = Path(__file__).resolve().parents[1]
    trace = BaseException.__dict__["__traceback__"].__get__(fault)
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trace)]
    at_home = [frame for frame in frames if frame[0] == home]
    outside = [f for f in frames if product not in _parents(f[0]) and f[0][:1] != "<"]
    for file, line in reversed(at_home or outside):
        return f"{Path(file).name}:{line}"
    return ""


def _parents(file: str) -> Sequence[Path]:
    try:
        return Path(file).resolve().parents
    except (OSError, ValueError):  # compiled code may be said to come from anywhere
        return ()


def shown(value: object) -> str:
    """A value of a strategy's making, cut to a length that fits a message."""
    try:
        text = str.__str__(repr(value))[:MOST_TRACEBACK]
    except BaseException as fault:
        if not is_fault_of_code(fault):
            raise
        text = f"a {_kind_of(value)}"
    return fit_to_print(text, 60)
