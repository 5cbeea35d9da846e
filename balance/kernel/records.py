"""Records whose fields are attributes, for compiled kernels and plain Python alike.

``numpy.record`` looks its fields up in Python, and Numba asks each record for its memory whenever a
kernel is called: three records made half the cost of a call. ``Row`` hands out a view of its memory
that was made once.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from struct import Struct
from typing import Any, cast

import numpy as np


class Row(np.void):  # type: ignore[misc]  # numpy's hints call its scalars final
    """One record of a structured array; writing to it writes to the array.

    >>> point = as_row(np.zeros(1, [("x", "i4"), ("y", "i4")]))
    >>> point.y = 3
    >>> point.x, point.y
    (0, 3)
    """

    #: The dtype of its array; each dtype has a class of rows, see ``_row_class``.
    plain: np.dtype[Any]

    @property
    def data(self) -> memoryview:
        """The record's memory, as Numba asks for it."""
        return self.__dict__.get("memory") or np.asarray(self).reshape(1).view("u1").data

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no field {name!r} in this record of {self.dtype.names}")

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __reduce__(self) -> tuple[Any, ...]:
        return _row_from_bytes, (self.plain, self.tobytes())


def as_row(array: np.ndarray) -> Any:
    """The only record of a structured array of length 1, as a ``Row`` that shares its memory."""
    plain = array.view(np.ndarray)
    record: Any = as_rows(plain)[0]
    record.__dict__["memory"] = plain.view("u1").data
    return record


class Rows(np.ndarray[Any, np.dtype[np.void]]):
    """Records one after another, each of them a ``Row``; a field of all is an attribute, too.

    >>> points = as_rows(np.zeros(2, [("x", "i4"), ("y", "i4")]))
    >>> points[1].y = 3
    >>> points.y.tolist(), points["y"].tolist()
    ([0, 3], [0, 3])
    """

    def __getattr__(self, name: str) -> Any:
        if name in (self.dtype.names or ()):
            return self[name].view(np.ndarray)
        raise AttributeError(f"no field {name!r} in these records of {self.dtype.names}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (self.dtype.names or ()):
            self[name] = value
        else:
            super().__setattr__(name, value)


def as_rows(array: np.ndarray) -> Rows:
    """A structured array as ``Rows`` that share its memory."""
    return array.view(np.dtype((_row_class(array.dtype), array.dtype)), Rows)


def copy_records(array: np.ndarray) -> np.ndarray:
    """Copy a structured array as bytes, those between its fields included.

    NumPy copies record by record: it takes ten times as long and leaves those bytes to chance.

    >>> copy_records(np.array([(1, 2), (3, 4)], [("x", "i4"), ("y", "i4")])[:1]).tolist()
    [(1, 2)]
    """
    plain = np.asarray(array)
    return plain.view(np.uint8).copy().view(plain.dtype)


def _row_from_bytes(dtype: np.dtype[Any], content: bytes) -> Any:
    return as_row(np.frombuffer(bytearray(content), dtype))


@cache
def _row_class(dtype: np.dtype[Any]) -> type[Row]:
    """Rows of one dtype, with a property for each field.

    Python finds those at once, and asks ``__getattr__`` last, with an error at hand: three times as
    long.
    """
    fields = {name: _field(name, dtype) for name in dtype.names or () if name not in _TAKEN}
    return type("Row", (Row,), {"plain": dtype, **fields})


def _field(name: str, dtype: np.dtype[Any]) -> property:
    """A field of a row; a whole number is one of Python's, as it is of 64 bits to kernels.

    Read out of the row's memory, for what NumPy makes of a field takes four times as long.
    """
    kind, offset = cast("Any", dtype.fields)[name][:2]
    if not np.issubdtype(kind, np.integer):
        return property(itemgetter(name))
    read = Struct(_CODES[kind.str[1:]]).unpack_from
    return property(lambda row: read(row, offset)[0])


#: Whole numbers in ``struct``, by NumPy's kind and size.
_CODES = dict(zip(["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"], "bhiqBHIQ", strict=True))
#: Names that mean something else in rows of any kind.
_TAKEN = frozenset(dir(Row))
