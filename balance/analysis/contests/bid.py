"""What the game is worth in points: the fair bid, and the share of wins at other bids.

Players who bid for a side offer the other one points. A bid of 2 raises the number of points that
the scoring side needs by 2. The fair bid is the one at which this side wins the wanted share, so a
quantile of the points it came to, with an order-statistic interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from balance.analysis.estimates.means import quantile_interval
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.questions import check_confidence, check_count, check_share


@dataclass(frozen=True)
class FairBid:
    """Points to add to what the scoring side needs; negative ones make it easier for that side.

    With ``bid`` it wins at least ``share`` of its games, with one point more it does not (if points
    are whole). Infinite ends: the games can't tell (they stop at the number that wins, or too many
    were decided by something else than points).
    """

    bid: float
    low: float
    high: float
    share: float
    games: int


def fair_bid(
    points: ArrayLike, points_to_win: float, share: float = 0.5, confidence: float = CONFIDENCE
) -> FairBid:
    """Find the shift of the points to win at which the scoring side wins ``share`` of its games.

    ``points``, shape (games,), is the most that the side had in each game (see
    ``thresholds.highest_points``): ``-inf`` where it lost whatever its points (sudden death),
    ``inf`` where the game stopped because it had enough. It wins with ``points_to_win`` or more.

    Raises
    ------
    BadQuestion
        For no games, or a share or confidence that makes no sense.

    Examples
    --------
    >>> fair_bid([2, 3, 3, 4, 5, 5, 6, 7, 4, 4] * 30, 6).bid
    -2.0
    """
    check_share(share)
    check_confidence(confidence)
    array = np.asarray(points, float)
    check_count(len(array), 1, "games for a bid")
    # The side wins where its points reach what it needs: share of wins = 1 - quantile's share.
    value, low, high = quantile_interval(-array, share, confidence)
    return FairBid(
        bid=-value - points_to_win,
        low=-high - points_to_win,
        high=-low - points_to_win,
        share=share,
        games=len(array),
    )


def wins_by_bid(
    points: ArrayLike,
    points_to_win: float,
    bids: Sequence[float],
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of games that the scoring side wins at each bid.

    ``points`` as in ``fair_bid``. Columns: bid, points (needed then), games (won), total, share,
    low, high (Wilson). Bids above 0 are told too low where games stop at the number that wins.
    """
    array = np.asarray(points, float)
    table = pd.DataFrame({"bid": list(bids)})
    table["points"] = table["bid"] + points_to_win
    table["games"] = [int((array >= needed).sum()) for needed in table["points"]]
    table["total"] = len(array)
    return with_intervals(table, confidence=confidence)
