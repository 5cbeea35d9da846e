"""What a search ranks openings by: their scores, and what their margins of points promise.

After a few games the points tell more than wins and losses do, after many less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit

from balance.studies.train.openings import Content

Floats = NDArray[np.float64]
#: Share of a rank that is forecast from the points without any games, and the games after which
#: that is some two fifths: 1 / (_FORECAST + games / _GAMES).
_FORECAST, _GAMES = 1.3, 40
#: Logarithm of the odds that a standard deviation of the margins is worth, at least.
_LEAST = 0.2
#: Rank by what an opening scores at least, by so many standard errors; who may score as much more
#: and comes short of the best so far is played no more.
DOUBT = 0.5


@dataclass(frozen=True)
class Scale:
    """How far ahead a side ends: by its margin of points, or by more where it wins before the end.

    A game that is won before its last turn counts as more than any margin of points, the more the
    sooner. As points stood then, who loses at once would look better than who holds out.
    """

    #: 1 where points count for the side, -1 where they count for the other.
    sign: int
    #: Widest margin of points of the games that the study begins with.
    widest: float
    last_turn: int

    def margins(self, ends: pd.DataFrame, score: Floats) -> Floats:
        """Margin of each of some games with these scores of the side; shape (games,)."""
        left = 1 - ends["ending_turn"].to_numpy(float) / self.last_turn
        decided = (2 * np.asarray(score) - 1) * self.widest * (1 + left)
        points = self.sign * ends["vp"].to_numpy(float)
        return np.where((left > 0) & (decided != 0), decided, points)


@dataclass(frozen=True)
class Forecast:
    """The score that goes with an opening's mean margin of points, on a logistic curve."""

    #: Logarithm of the odds at the centre, and by how much a point more of margin changes it.
    level: float
    slope: float
    centre: float

    @classmethod
    def of(cls, candidates: Sequence[Candidate]) -> Forecast:
        """The likeliest curve through the games that openings have played, by opponent.

        One win and one loss more keep it finite where all games were lost; and a point is worth
        a little where games say nothing of it.
        """
        # A sixth of what the analysis of any study would load, and few train.
        from scipy.optimize import minimize

        tallies = [np.stack([c.games, c.scores, c.margins]) for c in candidates if c.played]
        games, scores, margins = np.concatenate(tallies, axis=1) if tallies else np.zeros((3, 0))
        met = games > 0
        if not met.any():
            return cls(0.0, 0.0, 0.0)
        games, scores, means = games[met], scores[met], margins[met] / games[met]
        centre = float(np.average(means, weights=games))
        spread = float(np.sqrt(np.average((means - centre) ** 2, weights=games))) or 1.0
        away = np.append((means - centre) / spread, 0.0)
        games, scores = np.append(games, 2.0), np.append(scores, 1.0)

        def loss(weights: Floats) -> tuple[float, Floats]:
            odds = weights[0] + weights[1] * away
            missed = games * expit(odds) - scores
            total = float(np.sum(games * np.logaddexp(0.0, odds) - scores * odds))
            return total / games.sum(), np.array([missed.sum(), missed @ away]) / games.sum()

        bounds = [(None, None), (_LEAST, None)]
        found = minimize(loss, np.array([0.0, 1.0]), jac=True, method="L-BFGS-B", bounds=bounds)
        return cls(float(found.x[0]), float(found.x[1]) / spread, centre)

    def score(self, margin: float) -> float:
        """Score of a mean margin."""
        return float(expit(self.level + self.slope * (margin - self.centre)))


@dataclass(eq=False)
class Candidate:
    """An opening that the search tries."""

    number: int
    content: Content
    #: Name of the opening or place that its line began with.
    start: str
    generation: int = 0
    parent: int = -1
    change: str = ""
    #: By opponent: games, and sums of scores and of margins of points of its own side.
    games: Floats = field(default_factory=lambda: np.zeros(0))
    scores: Floats = field(default_factory=lambda: np.zeros(0))
    margins: Floats = field(default_factory=lambda: np.zeros(0))

    @property
    def played(self) -> int:
        """Games it has played."""
        return int(self.games.sum())

    def take(self, played: Floats) -> None:
        """Add games: an array (3, opponents) of games, sums of scores and of margins."""
        if not len(self.games):
            self.games, self.scores, self.margins = np.zeros((3, played.shape[1]))
        self.games, self.scores, self.margins = (
            before + more
            for before, more in zip((self.games, self.scores, self.margins), played, strict=True)
        )

    def score(self, shares: Floats) -> float:
        """Score against the opponents by their shares, of the games so far."""
        return float(shares @ (self.scores / np.maximum(self.games, 1)))

    def rank(self, shares: Floats, forecast: Forecast, doubt: float = DOUBT) -> float:
        """What it is judged by within the search: what it scores at least, for a doubt above 0."""
        games = np.maximum(self.games, 1)
        foreseen = forecast.score(float(shares @ (self.margins / games)))
        part = 1 / (_FORECAST + self.played / _GAMES)
        # One win and one loss more, so that a few games without a loss leave a doubt.
        means = (self.scores + 1) / (games + 2)
        error = float(np.sqrt(shares**2 @ (means * (1 - means) / games)))
        return part * foreseen + (1 - part) * self.score(shares) - doubt * error
