"""The command line, one file a command.

Reading order: ``app`` (the list of commands), ``options`` (what many of them take), then a command.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; what a user can put right ends with one message and exit code 2."""
    from balance.cli.app import command_line
    from balance.errors import BalanceError

    _open_closed_streams()
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        command_line(words)(args=words, prog_name="balance")
        sys.stdout.flush()
    except BalanceError as error:
        print(f"balance: {error}", file=sys.stderr)
        return 2
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
            f"balance: {where}: can't be read or written ({error.strerror}); what a study has "
            "stored is kept, `balance resume` goes on with it",
            file=sys.stderr,
        )
        return 2
    return 0


def _open_closed_streams() -> None:
    """Let what has nowhere to go, since the shell has closed it, go nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())


def _drop_output() -> None:
    """Let what is still to be printed go nowhere: Python would try again when it ends."""
    with open(os.devnull, "w") as nowhere, contextlib.suppress(io.UnsupportedOperation):
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
