"""Choosing the best of many plans whose values only fall meanwhile, and keeping it."""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import inner


@inner
def best_and_second(values: np.ndarray) -> tuple[int, float]:
    """Index of the greatest value, -1 if there is none, and the greatest of the others."""
    best = -1
    second = -1e9
    for i in range(len(values)):
        if best < 0 or values[i] > values[best]:
            if best >= 0:
                second = values[best]
            best = i
        elif values[i] > second:
            second = values[i]
    return best, second


@inner
def copy_columns(target: np.ndarray, source: np.ndarray, count: int) -> None:
    """Copy the first columns of a table, both of shape [rows, count or more].

    To assign a part of one array to a part of another compiles what Numba would say if they didn't
    fit: seconds for each kind of array.
    """
    for row in range(source.shape[0]):
        for column in range(count):
            target[row, column] = source[row, column]
