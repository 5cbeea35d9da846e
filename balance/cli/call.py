"""What every command is run inside: messages instead of tracebacks, exit codes, streams."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence

from balance.errors import BalanceError, Terminated, UncheckedStudy

#: Exit codes of a command that was ended by Ctrl-C and by ``kill``, as shells have them.
INTERRUPTED, TERMINATED = 130, 143


def call(command: Callable[..., object], words: Sequence[str]) -> int:
    """Run a command; what a user can put right ends with one message and exit code 2."""
    _prepare_streams()
    try:
        with _warnings_as_messages(), _heard_termination():
            command(args=list(words), prog_name="balance")
        sys.stdout.flush()
    except BalanceError as error:
        print(f"balance: {error}", file=sys.stderr)
        return 2
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a list has seen enough
        _drop_output()
        return 0
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Typer has met it first
            _drop_output()
            return 0
        raise
    except OSError as error:  # a full disk, a folder that went away
        _drop_output()
        where = error.filename or "output"
        print(
            f"balance: {where}: can't be read or written ({error.strerror}); the games that a "
            "study has stored stay there",
            file=sys.stderr,
        )
        return 2
    return 0


@contextlib.contextmanager
def _heard_termination() -> Iterator[None]:
    """Have ``kill`` end the command as Ctrl-C does, so that it says what is kept.

    Raises
    ------
    Terminated
        Where that has ended it; the libraries above make an exit of it.
    """
    heard = []

    def end(*_: object) -> None:
        heard.append(True)
        raise Terminated

    hears = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not hears or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    except SystemExit:
        if heard:
            raise Terminated from None
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextlib.contextmanager
def _warnings_as_messages() -> Iterator[None]:
    """Tell what users are warned of as other messages are told, without a line of source."""
    before = warnings.formatwarning

    def told(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        line: str | None = None,
    ) -> str:
        if issubclass(category, UncheckedStudy):
            return f"balance: {message}\n"
        return before(message, category, filename, lineno, line)

    warnings.formatwarning = told
    try:
        yield
    finally:
        warnings.formatwarning = before


def _prepare_streams() -> None:
    """Let what the shell has closed go nowhere, and names that no letters have be escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif getattr(stream, "errors", "") == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Let what is still to be printed go nowhere: Python would try again when it ends."""
    with open(os.devnull, "w") as nowhere, contextlib.suppress(io.UnsupportedOperation):
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
