"""Sobol indices of rules: which share of what the parameters do each of them causes.

A game's outcome is noisy, and a changed parameter parts a game from its twin: from there on other
dice fall. Neither the same seed nor a fresh one therefore takes the dice out of a difference of two
games, and its square counts them as an effect. So each row of the design is played on several
seeds, the indices are those of the means of its points, and what the dice still do to these means
is told from seed to seed and taken off every square and product. A parameter that only reshuffles
the dice has an index of 0 in expectation, one that changes no game has exactly 0.

An index is a ratio of two means over rows. Its interval holds all ratios that the rows don't speak
against (Fieller), judged by their studentised bootstrap: it is open where the dice leave nothing to
divide by.

Sources: first-order index, Saltelli et al., Comput. Phys. Commun. 181 (2010) 259; total index,
Jansen, Comput. Phys. Commun. 117 (1999) 35; ratio, Fieller, J. R. Statist. Soc. B 16 (1954) 175;
bootstrap t, Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.errors import BadQuestion

#: Rows of a design, at least. Intervals of 95% hold the true index in 94.5% of made-up studies of
#: 64 rows or more, in only 93% of some with 32 (Ishigami's function, whose bends fewer rows miss).
FEWEST_ROWS = 64
#: Rows of it that must be complete, for a bootstrap to be relied on.
FEWEST_COMPLETE = 32
#: Seeds a row that the noise of its means can be told from.
FEWEST_SEEDS = 2


@dataclass(frozen=True)
class SobolDesign:
    """Points in the unit cube: ``a`` and ``b`` of shape (rows, parameters)."""

    a: NDArray[np.float64]
    b: NDArray[np.float64]

    def points(self) -> NDArray[np.float64]:
        """All points of each row: A, B, and A with each parameter in turn taken from B.

        Shape (rows, 2 + parameters, parameters).
        """
        taken = np.eye(self.a.shape[1], dtype=bool)
        mixed = np.where(taken, self.b[:, None], self.a[:, None])
        return np.concatenate([self.a[:, None], self.b[:, None], mixed], axis=1)


def sobol_design(parameters: int, rows: int, seed: int = 1) -> SobolDesign:
    """Draw a scrambled Sobol sequence for two sets of parameters; rows best a power of 2.

    A study of it plays rows * (parameters + 2) games on each of its seeds.
    """
    check_count(parameters, 1, "parameters")
    check_count(rows, FEWEST_ROWS, "rows of the design")
    from scipy.stats import qmc

    sampler = qmc.Sobol(2 * parameters, rng=np.random.default_rng(seed))
    points = sampler.random_base2(int(np.ceil(np.log2(rows))))[:rows]
    return SobolDesign(points[:, :parameters], points[:, parameters:])


@dataclass(frozen=True)
class Indices:
    """Sobol indices, and what they are shares of.

    ``table`` has a line a parameter, largest total first: parameter, first with first_low and
    first_high (this parameter alone), total with total_low and total_high (with its interplay), all
    from 0 to 1, as shares of what the parameters cause; missing where the dice hide that.
    ``caused`` is the share of the variance of single games that all parameters cause together, with
    its ends.
    """

    table: pd.DataFrame
    caused: float
    caused_low: float
    caused_high: float

    @property
    def hidden(self) -> bool:
        """Whether the dice hide what the parameters do."""
        return bool(self.table["total"].isna().all())


def sobol_indices(
    outcomes: Sequence[NDArray[np.float64]],
    names: Sequence[str],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 1000,
    seed: int = 1,
) -> Indices:
    """Tell the indices of parameters from the outcomes of a design.

    ``outcomes`` holds an array of shape (2 + parameters, seeds) for each row: its points as in
    ``SobolDesign.points``, each on the same seeds, which may differ in number from row to row, and
    no row shares a seed with another. Intervals are from a bootstrap over rows. An estimate that
    falls outside 0 to 1 by chance counts as the nearer end, and its interval reaches as far from
    there as it did.

    Raises
    ------
    BadQuestion
        If the shapes don't fit, rows or seeds are too few, or no outcome differs from another.
    """
    check_confidence(confidence)
    _check_outcomes(outcomes, len(names))
    pieces = _pieces(outcomes)
    rng = np.random.default_rng(seed)
    rows = len(outcomes)
    weights = rng.multinomial(rows, np.full(rows, 1 / rows), size=resamples) / rows
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    _, most = _pivots(pieces.variance[:, None], weights, tails)
    hidden = pieces.variance.mean() <= most[0] * _standard_error(pieces.variance)
    table = pd.DataFrame({"parameter": list(names)})
    for name, parts in (("first", pieces.first), ("total", pieces.total)):
        nothing = np.full((3, len(names)), np.nan)
        found = nothing if hidden else _ratios(parts, pieces.variance, weights, tails)
        table[[name, f"{name}_low", f"{name}_high"]] = found.T
    table = table.sort_values("total", ascending=False, kind="stable").reset_index(drop=True)
    whole = pieces.variance + pieces.dice
    caused = _ratios(pieces.variance[:, None], whole, weights, tails)
    return Indices(table, *(float(each[0]) for each in caused))


def _check_outcomes(outcomes: Sequence[NDArray[np.float64]], parameters: int) -> None:
    check_count(len(outcomes), FEWEST_COMPLETE, "complete rows of the design")
    for row in outcomes:
        if row.ndim != 2 or len(row) != parameters + 2:
            raise BadQuestion(
                f"Sobol: outcomes of shape {row.shape} in a row don't fit {parameters} parameters; "
                f"expected {parameters + 2} points with an outcome a seed"
            )
    check_count(min(row.shape[1] for row in outcomes), FEWEST_SEEDS, "seeds of each row")
    if np.ptp(np.concatenate([row.ravel() for row in outcomes])) == 0:
        raise BadQuestion(
            "Sobol: all games came to the same outcome; expected some that differ; widen the "
            "ranges of the parameters or choose another outcome"
        )


@dataclass(frozen=True)
class _Pieces:
    """What each row adds to the means that indices are made of, free of dice in expectation."""

    #: To the variance between points, and to that between games at one point; shape (rows,).
    variance: NDArray[np.float64]
    dice: NDArray[np.float64]
    #: To the numerators of both indices; shape (rows, parameters).
    first: NDArray[np.float64]
    total: NDArray[np.float64]


def _pieces(outcomes: Sequence[NDArray[np.float64]]) -> _Pieces:
    """Squares and products of the means of the points, less what the dice add to them.

    The product of two means of points that share their seeds holds the covariance of both over the
    seeds, divided by their number.
    """
    means = np.array([row.mean(axis=1) for row in outcomes])
    noise = np.array([np.cov(row) / row.shape[1] for row in outcomes])
    own = np.diagonal(noise, axis1=1, axis2=2)
    a, b, mixed = means[:, 0], means[:, 1], means[:, 2:]
    centre = means[:, :2].mean()
    # The mean of all that the variance is taken around has dice of its own.
    of_centre = (own[:, 0] + own[:, 1] + 2 * noise[:, 0, 1]) / (4 * len(means))
    variance = ((a - centre) ** 2 + (b - centre) ** 2 - own[:, 0] - own[:, 1]) / 2 + of_centre
    seeds = np.array([row.shape[1] for row in outcomes])
    shared = noise[:, 1, 2:] - noise[:, [1], [0]]
    first = (b - means.mean())[:, None] * (mixed - a[:, None]) - shared
    total = (mixed - a[:, None]) ** 2 - (own[:, 2:] + own[:, [0]] - 2 * noise[:, 0, 2:])
    return _Pieces(variance, seeds * own[:, :2].mean(axis=1), first, total / 2)


def _ratios(
    parts: NDArray[np.float64],
    whole: NDArray[np.float64],
    weights: NDArray[np.float64],
    tails: tuple[float, float],
) -> NDArray[np.float64]:
    """Ratios of mean parts, shape (rows, many), to a mean whole (rows,), within 0 to 1.

    Shape (3, many): value, lower and upper end. A ratio r is in the interval if the mean of
    parts - r * whole lies within its bootstrapped quantiles around 0.
    """
    rows = len(whole)
    top, bottom = parts.mean(axis=0), whole.mean()
    value = top / bottom
    least, most = _pivots(parts - value * whole[:, None], weights, tails)
    spread = parts.var(axis=0, ddof=1) / rows
    both = ((parts - top) * (whole - bottom)[:, None]).sum(axis=0) / (rows - 1) / rows
    alone = whole.var(ddof=1) / rows
    ends = []
    for pivot, outside in ((most, -np.inf), (least, np.inf)):
        # (top - r * bottom)^2 = pivot^2 * variance of that, the root on the side of the pivot.
        square = bottom**2 - pivot**2 * alone
        half = top * bottom - pivot**2 * both
        root = np.sqrt(np.maximum(half**2 - square * (top**2 - pivot**2 * spread), 0.0))
        bounded = square > 0
        end = (half - np.sign(pivot) * root) / np.where(bounded, square, 1.0)
        ends.append(np.where(bounded, end, outside))
    # A value moved to 0 or 1 takes its interval along.
    low = ends[0] - np.maximum(value - 1, 0.0)
    high = ends[1] - np.minimum(value, 0.0)
    return np.clip(np.array([value, low, high]), 0.0, 1.0)


def _pivots(
    values: NDArray[np.float64], weights: NDArray[np.float64], tails: tuple[float, float]
) -> NDArray[np.float64]:
    """Quantiles of the bootstrapped mean of centred values over its standard error.

    ``values`` has shape (rows, many), the answer (2, many); 0 where all values are alike.
    """
    rows = len(values)
    centred = values - values.mean(axis=0)
    means = weights @ centred
    squares = np.maximum(weights @ centred**2 - means**2, 0.0)
    # Resamples of rounding errors have no spread of their own.
    told = squares > 1e-12 * np.maximum(centred.var(axis=0), np.finfo(float).tiny)
    studentised = np.where(told, means / np.sqrt(np.where(told, squares, 1.0) / (rows - 1)), 0.0)
    found: NDArray[np.float64] = np.quantile(studentised, tails, axis=0)
    return found


def _standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
