"""Searches of where units may go, for any game: rows of ``state.work`` and the papers of a search.

After a search ``BEST`` and ``CAME`` hold points left on arrival and the direction of the last step;
a game may mark in ``BLOCKED`` what is closed to its units. ``PATH`` is for the way found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inlined, inner
from balance.kernel.reach import Search, trace_path

#: Rows of ``state.work`` that belong to movement in every game; those that follow are its own.
BEST, CAME, BLOCKED, PATH, NEXT_ROW = range(5)


@inlined
def search_papers(state: Any, cost: np.ndarray, blocked: np.ndarray) -> Search:
    """Return the papers of a search of the map of a game.

    cost : uint16[n + 1, 6], movement points to leave a hex by each side
    blocked : int16[n + 1], what is closed to its units
    """
    return Search(state.neighbour, cost, blocked, state.work[BEST], state.work[CAME], state.waiting)


@inner
def lay_path(state: Any, start: int, destination: int) -> int:
    """Write the way just found into ``PATH``; return its length."""
    work = state.work
    return trace_path(start, destination, state.neighbour, work[CAME], work[PATH])
