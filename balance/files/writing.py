"""Files that a reader opens: written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from balance.errors import DataError


def is_file(path: Path) -> bool:
    """Whether there is a file of that name; one that is too long for any is none."""
    return os.path.isfile(path)


def write_whole(target: Path, text: str | Iterable[str]) -> None:
    """Write a file of text under another name and then rename it, with its folders.

    A text that is too long to hold comes in pieces.
    A half of a letter that only some systems allow in names is written as its escape.

    Raises
    ------
    DataError
        If the file can't be written.
    """
    waiting = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with waiting.open("wb") as file:
            for piece in [text] if isinstance(text, str) else text:
                file.write(piece.encode("utf-8", "backslashreplace"))
        waiting.replace(target)
    except BaseException as fault:
        with contextlib.suppress(OSError):
            waiting.unlink()
        if not isinstance(fault, OSError):
            raise
        raise DataError(f"{target}: can't be written ({fault.strerror})") from fault
