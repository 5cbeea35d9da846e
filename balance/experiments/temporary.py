"""Folders of tables that nobody named: they go when nobody looks at them any more.

A process that is killed can't remove its folders; the next that makes one removes them. Whoever
uses a folder holds a lock on it, which ends with the process, whatever ends that.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

#: Beginnings of their names: while nobody holds a lock on it yet, and then.
_NEW, _HELD = ".balance-study-", "balance-study-"
_locks: dict[Path, int] = {}


def make_folder() -> Path:
    """A new folder for as long as this process lasts, or until it is removed."""
    _sweep(Path(tempfile.gettempdir()))
    new = Path(tempfile.mkdtemp(prefix=_NEW))
    folder = new.with_name(_HELD + new.name.removeprefix(_NEW))
    lock = _lock(new)
    if lock is None:
        return new  # on a system without locks nobody may take it for left behind
    _locks[new.rename(folder)] = lock
    return folder


def remove_folder(folder: Path) -> None:
    """Remove such a folder, if it is there."""
    shutil.rmtree(folder, ignore_errors=True)
    lock = _locks.pop(folder, None)
    if lock is not None:
        os.close(lock)


def _sweep(place: Path) -> None:
    """Remove the folders of processes that are gone."""
    for folder in place.glob(f"{_HELD}*"):
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """Lock a folder; None if another process holds it, or it is none of one's own."""
    try:
        import fcntl

        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (ImportError, OSError):
        return None
    try:
        if os.fstat(held).st_uid == os.getuid():
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return held
    except OSError:
        pass
    os.close(held)
    return None
