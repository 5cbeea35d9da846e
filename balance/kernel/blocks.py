"""Arrays side by side in one piece of memory, put back to what they held in one go."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

#: Bytes from one array to the next are a multiple of this, a multiple of eight.
_ALIGNED = 64


class Block:
    """Arrays of its own with the types, shapes and contents of some others.

    Those that hold anything come first, small ones before large ones: ``content`` is short then.

    >>> block = Block({"a": np.zeros(5), "b": np.array([1, 2], np.int16)})
    >>> before = block.content()
    >>> block.arrays["a"][3], block.arrays["b"][0] = 7.0, 9
    >>> block.restore(before)
    >>> block.arrays["a"].tolist(), block.arrays["b"].tolist()
    ([0.0, 0.0, 0.0, 0.0, 0.0], [1, 2])
    """

    def __init__(self, like: Mapping[str, np.ndarray]) -> None:
        plain = {name: np.ascontiguousarray(array, array.dtype) for name, array in like.items()}
        names = sorted(plain, key=lambda name: _place(plain[name]))
        sizes = [-(-plain[name].nbytes // _ALIGNED) * _ALIGNED for name in names]
        ends = np.cumsum(sizes)
        self._memory = np.zeros(int(ends[-1]), np.uint8)
        self.arrays: dict[str, np.ndarray] = {}
        for name, size, end in zip(names, sizes, ends, strict=True):
            source = plain[name]
            part = self._memory[end - size : end][: source.nbytes]
            part[:] = _bytes_of(source)
            self.arrays[name] = part.view(source.dtype).reshape(source.shape)

    def hold(self, others: Mapping[str, np.ndarray]) -> None:
        """Have the arrays hold what others of their names do; those of another shape hold on."""
        for name, array in self.arrays.items():
            source = np.ascontiguousarray(np.atleast_1d(np.asarray(others[name])))
            if source.shape == array.shape:
                _bytes_of(array)[:] = _bytes_of(source)

    def clear(self) -> None:
        """Have the arrays hold nothing but zeros."""
        self._memory.fill(0)

    def content(self) -> np.ndarray:
        """What the arrays hold, as bytes without the zeros at their end."""
        words = np.flatnonzero(self._memory.view(np.int64))
        return self._memory[: 8 * (words[-1] + 1) if len(words) else 0].copy()

    def restore(self, content: np.ndarray) -> None:
        """Have the arrays hold what they held when ``content`` was asked."""
        end = len(content)
        self._memory[:end] = content
        self._memory[end:] = 0


def _place(array: np.ndarray) -> tuple[bool, int]:
    """Where among others an array belongs."""
    return not _bytes_of(array).any(), array.nbytes


def _bytes_of(array: np.ndarray) -> np.ndarray:
    return array.view(np.ndarray).reshape(-1).view(np.uint8)
