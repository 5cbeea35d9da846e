"""How strategies are called: whatever goes wrong in one is its own fault, told in one message."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from balance.errors import BalanceError, StrategyError
from balance.staff.plan import Plan
from balance.strategy.api import Strategy
from balance.strategy.view import View, close_view

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
    return f"strategy {shown(strategy.name)} ({fit_to_print(str(strategy.side), 60)})"


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
        return kind(**parameters)
    except BalanceError:
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
    if isinstance(fault, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    return not isinstance(fault, OutOfTime)


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
    return getattr(sys.modules.get(kind.__module__), "__file__", None) or ""


def describe_fault(fault: BaseException, home: str = "") -> str:
    """First line of an exception with the line that it comes from.

    ``home`` is the file of the strategy; without a frame there, the innermost frame outside this
    product counts.
    """
    text = fit_to_print(_said_by(fault).strip().split("\n")[0], _MOST_SAID)
    if isinstance(fault, StrategyError):
        told = text
    else:
        told = f"{type(fault).__name__}: {text}" if text else type(fault).__name__
    place = _fault_place(fault, home)
    return f"{told} [{place}]" if place else told


def _said_by(fault: BaseException) -> str:
    """What an exception says; "" if not even that goes well."""
    try:
        return str(fault)
    except (Exception, SystemExit):
        return ""


def fit_to_print(text: str, most: int) -> str:
    r"""A text of others, cut to so many letters, without any that a terminal would obey.

    >>> fit_to_print("tab\tbell\a, and on and on", 16)
    'tab?bell?, an...'
    """
    text = text if len(text) <= most else f"{text[: most - 3]}..."
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def traceback_of(fault: BaseException) -> str:
    """Python's own account of what a strategy raised; of the cause, where there is one."""
    lines = traceback.format_exception(fault.__cause__ or fault)
    text = "".join(lines)
    if len(text) <= MOST_TRACEBACK:
        return text
    half = MOST_TRACEBACK // 2
    return f"{text[:half]}\n[...]\n{text[-half:]}"


def _fault_place(fault: BaseException, home: str) -> str:
    product = Path(__file__).resolve().parents[1]
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(fault.__traceback__)]
    at_home = [frame for frame in frames if frame[0] == home]
    outside = [f for f in frames if product not in Path(f[0]).resolve().parents and f[0][:1] != "<"]
    for file, line in reversed(at_home or outside):
        return f"{Path(file).name}:{line}"
    return ""


def ask_plan(strategy: Strategy, view: View) -> Plan:
    """Ask a strategy for its plan and close the view.

    Raises
    ------
    StrategyError
        If it raises or returns something else.
    """
    try:
        with Blame(strategy, "plan", view.game_turn):
            plan = strategy.plan(view)
            if not isinstance(plan, Plan):
                raise StrategyError(f"returned {shown(plan)}; expected a Plan")
    finally:
        close_view(view)
    return plan


def ask_set_up(strategy: Strategy, view: View) -> dict[str, str]:
    """Ask a strategy where its units set up and close the view.

    Raises
    ------
    StrategyError
        If it raises or returns something else than names for names.
    """
    try:
        with Blame(strategy, "set_up", view.game_turn):
            wishes = strategy.set_up(view)
            if not isinstance(wishes, Mapping):
                raise StrategyError(f"returned {shown(wishes)}; expected a dict of unit to hex")
            for unit, place in wishes.items():
                if not isinstance(unit, str) or not isinstance(place, str):
                    raise StrategyError(
                        f"places {shown(unit)} at {shown(place)}; expected a counter name and a "
                        "hex number as text"
                    )
            placed = dict(wishes)
    finally:
        close_view(view)
    return placed


def shown(value: object) -> str:
    """A value of a strategy's making, cut to a length that fits a message."""
    try:
        text = repr(value)
    except (Exception, SystemExit):
        text = f"a {type(value).__name__}"
    return fit_to_print(text, 60)
