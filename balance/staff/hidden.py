"""Hidden values dealt anew: what a commander must suppose who can't look under a counter."""

from __future__ import annotations

import numpy as np


def deal_anew(values: np.ndarray, groups: np.ndarray, draws: np.random.Generator) -> np.ndarray:
    """Deal rows of values anew among the rows of each group.

    Which row held which values before is of no consequence: they are sorted first.

    Parameters
    ----------
    values
        int[n, k], what counters hide.
    groups
        int[n, m]; counters whose rows are equal can't be told apart.

    >>> values, groups = np.array([[4], [1], [7]]), np.array([[0], [0], [1]])
    >>> one = deal_anew(values, groups, np.random.default_rng(3))
    >>> other = deal_anew(values[[1, 0, 2]], groups, np.random.default_rng(3))
    >>> one.tolist() == other.tolist(), sorted(one[:2, 0].tolist()), one[2].tolist()
    (True, [1, 4], [7])
    """
    dealt = values.copy()
    if len(values) == 0:
        return dealt
    _, group = np.unique(groups, axis=0, return_inverse=True)
    for each in range(int(group.max()) + 1):
        rows = np.flatnonzero(group.reshape(-1) == each)
        held = values[rows]
        dealt[rows] = draws.permutation(held[np.lexsort(held.T[::-1])])
    return dealt
