"""Records whose fields are attributes, for compiled kernels and plain Python alike.

``numpy.record`` looks its fields up in Python, and Numba asks each record for its memory whenever a
kernel is called: three records made half the cost of a call. ``Row`` hands out a view of its memory
that was made once.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Row(np.void):  # type: ignore[misc]  # numpy's hints call its scalars final
    """One record of a structured array; writing to it writes to the array.

    >>> point = as_row(np.zeros(1, [("x", "i4"), ("y", "i4")]))
    >>> point.y = 3
    >>> point.x, point.y
    (np.int32(0), np.int32(3))
    """

    @property
    def data(self) -> memoryview:
        """The record's memory, as Numba asks for it."""
        return self.__dict__.get("memory") or np.asarray(self).reshape(1).view("u1").data

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (KeyError, ValueError):
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def as_row(array: np.ndarray) -> Any:
    """The only record of a structured array of length 1, as a ``Row`` that shares its memory."""
    plain = array.view(np.ndarray)
    record: Any = plain.view(np.dtype((Row, array.dtype)))[0]
    record.__dict__["memory"] = plain.view("u1").data
    return record
