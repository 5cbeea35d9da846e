"""The tables of one study as the analysis wants them, and which of its games count as complete."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

#: Endings that are no result of the game: the engine or a strategy broke off.
FAULTY_ENDINGS = ("strategy_error", "truncated")
#: ``games.winner`` of a game without one.
NO_WINNER = "none"
DRAW = "draw"
#: Columns of games and turns that may be below zero: points of one side less those of the other.
_SIGNED = frozenset({"vp"})

EVENT_COLUMNS = (
    "game_id",
    "game_turn",
    "player_turn",
    "phase",
    "kind",
    "hex",
    "unit",
    "value",
)


def least_of(column: str, values: ArrayLike) -> float:
    """What no value of a column of games or turns can be below: all but net points are counted.

    Nothing is sure of one that a rule function of a variant has brought below zero.

    >>> least_of("axis_steps_lost", [0, 3]), least_of("vp", [0, 3]), least_of("vp_axis", [-1, 3])
    (0.0, -inf, -inf)
    """
    counted = column not in _SIGNED and not np.any(np.asarray(values, float) < 0)
    return 0.0 if counted else -math.inf


@dataclass(frozen=True)
class StudyTables:
    """One study: tables by row, and the manifest it was played under.

    ``turns``, ``events``, ``battles`` and ``hexes`` are None where they are too long to hold:
    ``in_parts`` reads them. But for the turns they are so, too, when the study was kept at a lower
    detail level.
    """

    games: pd.DataFrame
    turns: pd.DataFrame | None = None
    events: pd.DataFrame | None = None
    battles: pd.DataFrame | None = None
    manifest: dict[str, Any] = field(default_factory=dict)
    hexes: pd.DataFrame | None = None
    parts: Callable[[], Iterator[StudyTables]] | None = None

    def in_parts(self) -> Iterator[StudyTables]:
        """Cut the study into runs of whole games, each with its logs in memory; at least one."""
        yield from self.parts() if self.parts else (self,)

    @property
    def planned(self) -> int:
        """Games that were asked for, in all pairings; an unfinished study has fewer."""
        cells = self.manifest.get("cells", ())
        return max(len(self.games), int(self.manifest.get("games", 0)) * len(cells))

    @property
    def last_turn(self) -> int:
        """Latest game turn that any game of the study saw."""
        return int(self.games["ending_turn"].max()) if len(self.games) else 0


def is_complete(games: pd.DataFrame) -> pd.Series[bool]:
    """Which games were played to an ending of their own rules.

    >>> games = pd.DataFrame({"ending": ["time_limit", "strategy_error", "truncated"]})
    >>> is_complete(games).tolist()
    [True, False, False]
    """
    return ~games["ending"].isin(FAULTY_ENDINGS)


def rows(table: pd.DataFrame | None) -> list[dict[str, Any]]:
    """Lines of a table as dictionaries; none of no table.

    >>> rows(pd.DataFrame({"hex": ["0233"], "games": [3]}))
    [{'hex': '0233', 'games': 3}]
    """
    if table is None:
        return []
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]


def pairings(games: pd.DataFrame) -> pd.DataFrame:
    """Every combination of variant and strategies in the study, with its number of games."""
    columns = ["variant", "axis", "soviet"]
    counts = games.groupby(columns, sort=True, observed=True).size()
    return counts.rename("games").reset_index()
