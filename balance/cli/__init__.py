"""The command line, one file a command.

Reading order: ``app`` (the list of commands), ``options`` (what many of them take), then a command.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; what a user can put right ends with one message and exit code 2."""
    from balance.cli.app import app
    from balance.errors import BalanceError

    try:
        app(args=None if arguments is None else list(arguments), prog_name="balance")
    except BalanceError as error:
        print(f"balance: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a list has seen enough
        sys.stderr.close()
        return 0
    return 0
