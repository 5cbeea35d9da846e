"""Several questions to one study: p values that keep the chance of any false alarm.

Source: Holm, Scand. J. Statist. 6 (1979) 65. Valid however the questions depend on one another, so
also for variants that share a baseline and their seeds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.errors import BadQuestion


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's adjusted p values, shape (questions,), in the order given.

    Raises
    ------
    BadQuestion
        If one of them is no probability.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, float).ravel()
    if not np.all((p >= 0) & (p <= 1)):
        wrong = p[~((p >= 0) & (p <= 1))][0]
        raise BadQuestion(f"p value {wrong:g} is no probability; expected numbers from 0 to 1")
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    steps = p[order] * np.arange(len(p), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
