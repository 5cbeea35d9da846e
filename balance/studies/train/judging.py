"""How much better what a search found does than what its side has, by games that no search plays.

What it is compared with is the mix that the side plays, or else the best of its strategies. Which
of several is the best is not known from a few games: the gain over it is the least of the gains
over all of them, and so is each end of its interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.weighted import weighted_sum_interval
from balance.studies.tables import TABLES

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scored:
    """Games and mean scores of some strategies; shape (strategies, opponents) each."""

    names: tuple[str, ...]
    games: Floats
    means: Floats

    @classmethod
    def of(cls, names: Sequence[str], tally: Floats) -> Scored:
        """From games, sums of scores and of margins: shape (strategies, 3, opponents)."""
        games = tally[:, 0]
        return cls(tuple(names), games, tally[:, 1] / np.where(games > 0, games, np.nan))

    def interval(self, weights: Floats, confidence: float) -> tuple[float, float, float]:
        """Weighted sum of the scores with its interval; weights as the scores."""
        return weighted_sum_interval(
            weights.ravel(), self.means.ravel(), self.games.ravel(), confidence
        )


@dataclass(frozen=True)
class Gain:
    """What an opening gains over another of its side, with an interval, and over which."""

    over: str
    gain: float
    low: float
    high: float


def gain_over(
    scored: Scored, rivals: Mapping[str, Sequence[float]], shares: Floats, confidence: float
) -> Gain:
    """Gain of the first of the strategies over the best of ``rivals``.

    ``rivals`` are mixes by name, each with the shares of the other strategies, ``shares`` those of
    the opponents. The lower end is the least of all: it holds for the best rival, whichever it is.
    The upper ends share the error rate, since the least of them may be that of any.
    """
    found = []
    shared = 1 - (1 - confidence) / len(rivals)
    for name, mix in rivals.items():
        weights = np.outer([1.0, *(-share for share in mix)], shares)
        gain, low, _ = scored.interval(weights, confidence)
        found.append((gain, low, scored.interval(weights, shared)[2], name))
    best = min(found)
    return Gain(best[3], best[0], min(each[1] for each in found), min(each[2] for each in found))


def judged_table(
    scored: Scored,
    mixes: Mapping[str, Sequence[float]],
    opponents: Sequence[str],
    shares: Floats,
    confidence: float,
) -> pd.DataFrame:
    """Each mix of the strategies against all opponents by their shares, then against each."""
    lines = []
    each_alone = list(zip(opponents, np.eye(len(opponents)), strict=True))
    against = [("", shares), *each_alone] if len(opponents) > 1 else each_alone
    for name, mix in mixes.items():
        for other, part in against:
            weights = np.outer(mix, part)
            figures = scored.interval(weights, confidence)
            lines.append((name, other, int(scored.games[weights > 0].sum()), *figures))
    return pd.DataFrame(lines, columns=TABLES["judged"].names)
