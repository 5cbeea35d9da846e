"""Which value of a rule gives the wanted balance: a noisy root, found on paired seeds.

Between the values played, a side's mean score is taken to run straight. The estimate is where the
monotone fit to the means (pool adjacent violators) meets the wanted score. The interval holds every
value whose straight-line mean is not told apart from the wanted score by its t test; because the
values share their seeds, the test knows how their means go together. Scores lie between 0 and 1,
and 20 games won of 20 don't make a certainty: for the test each value has about two wins and two
losses more than were played.

Sources: Fieller, J. R. Statist. Soc. B 16 (1954) 175 for an interval by inverting a test; Agresti
and Coull, Am. Statist. 52 (1998) 119 for the wins and losses added; Ayer et al., Ann. Math.
Statist. 26 (1955) 641 for the monotone fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.estimates.strata import Strata, design_effect
from balance.analysis.questions import check_confidence, check_count, check_share
from balance.errors import BadQuestion


@dataclass(frozen=True)
class Tuned:
    """The value of a parameter that gives the wanted score.

    ``value`` is NaN where the values played don't enclose it. ``low`` or ``high`` is infinite where
    the interval reaches the end of the values played. ``scores``: one line a value with value,
    games, score and fitted (monotone). ``rises``: whether the score rises with the value.
    """

    value: float
    low: float
    high: float
    wanted: float
    rises: bool
    scores: pd.DataFrame


def tune(
    outcomes: pd.DataFrame,
    wanted: float = 0.5,
    confidence: float = CONFIDENCE,
    strata: Strata = None,
) -> Tuned:
    """Estimate the value of a parameter at which a side's mean score is ``wanted``.

    ``outcomes`` has one row a seed and one column a value of the parameter (a number), its cells
    the side's score in that game; NaN where a seed was not played with that value. ``strata`` with
    fixed shares, one a seed, take off what differs between them.

    Raises
    ------
    BadQuestion
        For fewer than two values, fewer than two games with one of them, or settings that make no
        sense.
    """
    check_share(wanted, "wanted score")
    check_confidence(confidence)
    check_count(outcomes.shape[1], 2, "values of the parameter")
    table = outcomes.sort_index(axis=1)
    values = np.asarray(table.columns, float)
    cells = table.to_numpy(float)
    games = (~np.isnan(cells)).sum(axis=0)
    check_count(int(games.min()), 2, f"games with value {values[int(games.argmin())]:g}")
    means = np.nanmean(cells, axis=0)
    weights = games.astype(float)
    rises = bool(np.cov(values, means, aweights=weights)[0, 1] >= 0)
    fitted = monotone_fit(means if rises else -means, weights) * (1 if rises else -1)
    scores = pd.DataFrame({"value": values, "games": games, "score": means, "fitted": fitted})
    low, high = _interval(values, *_steadied(cells, confidence, strata), games, wanted, confidence)
    return Tuned(_crossing(values, fitted, wanted), low, high, wanted, rises, scores)


def monotone_fit(means: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Closest rising sequence to some means, by weighted least squares.

    >>> monotone_fit(np.array([1.0, 3.0, 2.0, 5.0]), np.ones(4)).tolist()
    [1.0, 2.5, 2.5, 5.0]
    """
    pools: list[list[float]] = []  # mean, weight, members
    for mean, weight in zip(means.tolist(), weights.tolist(), strict=True):
        pools.append([mean, weight, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            last = pools.pop()
            total = pools[-1][1] + last[1]
            merged = (pools[-1][0] * pools[-1][1] + last[0] * last[1]) / total
            pools[-1] = [merged, total, pools[-1][2] + last[2]]
    return np.repeat([pool[0] for pool in pools], [int(pool[2]) for pool in pools])


def _crossing(values: NDArray[np.float64], fitted: NDArray[np.float64], wanted: float) -> float:
    """Where the fit meets the wanted score; the middle of a stretch that keeps to it."""
    signs = np.sign(fitted - wanted)
    if signs[0] * signs[-1] > 0:
        return np.nan
    exact = values[signs == 0]
    if len(exact):
        return float((exact[0] + exact[-1]) / 2)
    i = int(np.flatnonzero(signs[:-1] != signs[1:])[0])
    part = (wanted - fitted[i]) / (fitted[i + 1] - fitted[i])
    return float(values[i] + part * (values[i + 1] - values[i]))


def _steadied(
    cells: NDArray[np.float64], confidence: float, strata: Strata
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean of each value and covariance of the means, with wins and losses added to the games.

    Half the squared normal quantile of either, in every value alike: about two of each at 95%.
    Seeds vary within their strata.
    """
    added = float(ndtri(0.5 + confidence / 2)) ** 2 / 2
    totals = (~np.isnan(cells)).sum(axis=0) + 2 * added
    means = (np.nansum(cells, axis=0) + added) / totals
    # Seeds that two values share, over the games of each.
    centred = np.where(np.isnan(cells), 0.0, cells - means)
    effects = np.sqrt([design_effect(*_played(column, strata)) for column in cells.T])
    products = (centred.T @ centred) * np.outer(effects, effects)
    products += added * (np.outer(1 - means, 1 - means) + np.outer(means, means))
    return means, products / np.outer(totals, totals)


def _played(column: NDArray[np.float64], strata: Strata) -> tuple[NDArray[np.float64], Strata]:
    """Outcomes of the seeds that were played with a value, and their strata."""
    there = ~np.isnan(column)
    return column[there], None if strata is None else np.asarray(strata)[there]


def _interval(
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    spread: NDArray[np.float64],
    games: NDArray[np.int64],
    wanted: float,
    confidence: float,
) -> tuple[float, float]:
    """Lowest and highest value whose straight-line mean may be the wanted score."""
    inside: list[float] = []
    for i in range(len(values) - 1):
        j = i + 1
        t = float(stdtrit(min(games[i], games[j]) - 1, 0.5 + confidence / 2))
        part = np.linspace(0, 1, 501)
        mean = (1 - part) * means[i] + part * means[j]
        variance = (1 - part) ** 2 * spread[i, i] + part**2 * spread[j, j]
        variance += 2 * part * (1 - part) * spread[i, j]
        chosen = np.abs(mean - wanted) <= t * np.sqrt(np.maximum(variance, 0))
        inside += (values[i] + part[chosen] * (values[j] - values[i])).tolist()
    if not inside:
        # No games near the wanted score: the means jump over it between two values.
        signs = np.sign(means - wanted)
        jump = np.flatnonzero(signs[:-1] != signs[1:])
        if len(jump) == 0:
            return -np.inf, np.inf
        return float(values[jump[0]]), float(values[jump[-1] + 1])
    low = -np.inf if min(inside) <= values[0] else min(inside)
    high = np.inf if max(inside) >= values[-1] else max(inside)
    return low, high


def next_value(tuned: Tuned, allowed: Sequence[float]) -> float | None:
    """Value of the parameter to play next, or None if more games must tell.

    First the ends of the ``allowed`` values, then the one nearest to the estimate, then its
    neighbours on both sides.

    Raises
    ------
    BadQuestion
        If both ends were played and neither side of the wanted score was reached.
    """
    order = sorted(float(value) for value in allowed)
    played = set(tuned.scores["value"].tolist())
    for end in (order[0], order[-1]):
        if end not in played:
            return end
    if np.isnan(tuned.value):
        near = tuned.scores.iloc[(tuned.scores["score"] - tuned.wanted).abs().argmin()]
        raise BadQuestion(
            f"tune: no value from {order[0]:g} to {order[-1]:g} gives a score of "
            f"{tuned.wanted:g}; the nearest is {near['score']:.3f} at {near['value']:g}; allow a "
            "wider range or tune another parameter"
        )
    nearest = sorted(order, key=lambda value: abs(value - tuned.value))[:3]
    for value in nearest:
        if value not in played:
            return value
    return None


def nearest_shares(
    outcomes: pd.DataFrame,
    wanted: Sequence[float],
    *,
    resamples: int = 1000,
    seed: int = 1,
) -> pd.DataFrame:
    """How near each value of a parameter comes to wanted shares of wins, draws and losses.

    ``outcomes`` as in ``tune``, with scores 1, 1/2 and 0; ``wanted`` has three shares that add up
    to 1, such as (0.45, 0.10, 0.45). Columns: value, games, wins, draws, losses (shares), distance
    (half the sum of absolute differences: the share of games that would have to end otherwise),
    best (share of bootstrap samples of seeds in which this value is the nearest).

    Raises
    ------
    BadQuestion
        If ``wanted`` are no three shares that add up to 1.
    """
    target = np.asarray(wanted, float)
    if target.shape != (3,) or (target < 0).any() or abs(target.sum() - 1) > 1e-6:
        shown = " ".join(f"{share:g}" for share in target)
        raise BadQuestion(
            f"wanted shares: {shown} are no wins, draws and losses; expected three numbers that "
            "add up to 1, such as 0.45 0.10 0.45"
        )
    check_count(len(outcomes), 2, "seeds")
    cells = outcomes.to_numpy(float)
    kinds = np.stack([cells == score for score in (1.0, 0.5, 0.0)], axis=-1).astype(float)
    games = (~np.isnan(cells)).sum(axis=0)
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(len(cells), np.full(len(cells), 1 / len(cells)), size=resamples)
    drawn = np.einsum("rs,svk->rvk", counts.astype(float), kinds, optimize=True)
    totals = np.maximum(drawn.sum(axis=-1, keepdims=True), 1)
    nearest = (np.abs(drawn / totals - target).sum(axis=-1) / 2).argmin(axis=1)
    shares = kinds.sum(axis=0) / np.maximum(games, 1)[:, None]
    return pd.DataFrame(
        {
            "value": np.asarray(outcomes.columns, float),
            "games": games,
            "wins": shares[:, 0],
            "draws": shares[:, 1],
            "losses": shares[:, 2],
            "distance": np.abs(shares - target).sum(axis=1) / 2,
            "best": np.bincount(nearest, minlength=cells.shape[1]) / resamples,
        }
    )
