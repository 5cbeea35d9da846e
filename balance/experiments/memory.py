"""Memory that is free again and that this process would keep for itself."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


def give_back() -> None:
    """Give what was freed back to the system, for what comes next is cut otherwise.

    The C library keeps freed pieces between those in use, Arrow as much as it ever took: after a
    long study was read, more than all that is still held.
    """
    if "pyarrow" in sys.modules:
        import pyarrow as pa

        pa.default_memory_pool().release_unused()
    library = _c_library()
    if library:
        library.malloc_trim(0)


@cache
def _c_library() -> Any:
    """The C library where it can give memory back (glibc), else None."""
    try:
        library = ctypes.CDLL(None)
        library.malloc_trim.argtypes = [ctypes.c_size_t]
    except (OSError, AttributeError, TypeError):
        return None
    return library
