"""Arrow arrays made from their buffers, for the processes that play games.

Asked for an array of Python's or NumPy's values, PyArrow imports pandas to see whether they are
pandas' own: 45 MB and a third of a second for each process, which has no other use for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa


def number_array(values: Any, kind: pa.DataType, missing: Any = None) -> pa.Array:
    """Array of numbers or flags, without a value where ``missing`` is true.

    Raises
    ------
    pyarrow.ArrowInvalid
        If a number does not fit the type.

    >>> import pyarrow as pa
    >>> number_array([3, 4, 5], pa.int16(), missing=np.array([False, True, False])).to_pylist()
    [3, None, 5]
    """
    import pyarrow as pa

    numbers = np.ascontiguousarray(values)
    own = pa.from_numpy_dtype(numbers.dtype)
    # Arrow packs flags into bits, as it does with the flags of what is there.
    data = _bits(numbers) if numbers.dtype == bool else pa.py_buffer(numbers)
    there = None if missing is None else _bits(~missing)
    array = pa.Array.from_buffers(own, len(numbers), [there, data])
    return array if own == kind else array.cast(kind)


def text_array(words: Sequence[str | None]) -> pa.Array:
    """Array of words, some of which may be missing.

    >>> text_array(["axis", None, "Орёл"]).to_pylist()
    ['axis', None, 'Орёл']
    """
    import pyarrow as pa

    written = [(word or "").encode() for word in words]
    ends = np.zeros(len(written) + 1, np.int32)
    ends[1:] = np.cumsum([len(word) for word in written])
    there = _bits(np.array([word is not None for word in words], bool))
    buffers = [there, pa.py_buffer(ends), pa.py_buffer(b"".join(written))]
    return pa.Array.from_buffers(pa.string(), len(written), buffers)


def _bits(flags: Any) -> pa.Buffer:
    import pyarrow as pa

    return pa.py_buffer(np.packbits(flags, bitorder="little"))
