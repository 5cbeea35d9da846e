"""The command line, one file a command.

Reading order: ``app`` (the list of commands), ``call`` (what all of them are run inside),
``options`` (what many of them take), then a command.
"""

from __future__ import annotations

# What takes longer to load comes after Ctrl-C is provided for.
import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; what a user can put right ends with one message and exit code 2."""
    # Sums are small here: threads for them wait more than they work, where games could be played.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    before = signal.getsignal(signal.SIGINT)
    hears = before is signal.default_int_handler  # not in a command that a shell starts behind
    if hears:
        try:  # a library that is half loaded knows no better way
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        except ValueError:  # in another thread, which isn't told of Ctrl-C
            hears = False
    try:
        from balance.cli.app import command_line
        from balance.cli.call import call

        words = sys.argv[1:] if arguments is None else arguments
        command = command_line(words)
    finally:
        if hears:
            signal.signal(signal.SIGINT, before)
    return call(command, words)
