"""Short lists put in order."""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import inner


@inner
def sort_down(values: np.ndarray, keys: np.ndarray) -> None:
    """Order values by their keys, the greatest first; equal ones stay in their order.

    values, keys : arrays of the same length, both put in order

    >>> values, keys = np.array([3, 5, 8]), np.array([1, 7, 1])
    >>> sort_down(values, keys)
    >>> values.tolist(), keys.tolist()
    ([5, 3, 8], [7, 1, 1])
    """
    for i in range(1, len(values)):
        value, key = values[i], keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            values[j] = values[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        values[j] = value
        keys[j] = key
