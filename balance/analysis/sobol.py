"""Sobol indices of rules, from games whose seed is tied to the row of the design.

A game's outcome is noisy: with a fresh seed for each game an idle parameter would seem to matter as
much as the dice do. So each row of the design has one seed, and all its games (A, B and every AB)
share it. Then the dice cancel from the differences that the indices are made of. They stay in the
variance that these are divided by; ``repeats``, games of the rows of A on other seeds, tell that
part apart.

Sources: first-order index, Saltelli et al., Comput. Phys. Commun. 181 (2010) 259; total index,
Jansen, Comput. Phys. Commun. 117 (1999) 35. Jansen's first-order index would keep the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.errors import BadQuestion


@dataclass(frozen=True)
class SobolDesign:
    """Points in the unit cube: ``a`` and ``b`` of shape (rows, parameters)."""

    a: NDArray[np.float64]
    b: NDArray[np.float64]

    def mixed(self, parameter: int) -> NDArray[np.float64]:
        """Points of ``a`` with one parameter taken from ``b``."""
        points = self.a.copy()
        points[:, parameter] = self.b[:, parameter]
        return points


def sobol_design(parameters: int, rows: int, seed: int = 1) -> SobolDesign:
    """Draw a scrambled Sobol sequence for two sets of parameters; rows best a power of 2.

    A study of it plays rows * (parameters + 2) games.
    """
    check_count(parameters, 1, "parameters")
    check_count(rows, 8, "rows of the design")
    from scipy.stats import qmc

    sampler = qmc.Sobol(2 * parameters, rng=np.random.default_rng(seed))
    points = sampler.random_base2(int(np.ceil(np.log2(rows))))[:rows]
    return SobolDesign(points[:, :parameters], points[:, parameters:])


def sobol_indices(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    mixed: NDArray[np.float64],
    names: Sequence[str],
    *,
    repeats: NDArray[np.float64] | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = 1000,
    seed: int = 1,
) -> pd.DataFrame:
    """Indices of each parameter from the outcomes of a tied design, largest total first.

    ``a`` and ``b`` have shape (rows,), ``mixed`` (parameters, rows), all with the row's seed;
    ``repeats`` (rows,) are the rows of A on other seeds. With them the indices are shares of the
    variance that the parameters cause, without them of the whole variance, dice included. Columns:
    parameter, first with first_low and first_high (this parameter alone), total with total_low and
    total_high (with its interplay), total_share (of the sum of totals, which needs no variance);
    the intervals are from a bootstrap over rows. Indices are missing where the dice hide the
    variance that the parameters cause.

    Raises
    ------
    BadQuestion
        If the shapes don't fit or no outcome differs from another.
    """
    check_confidence(confidence)
    rows = len(a)
    check_count(rows, 8, "rows of the design")
    shapes = [np.shape(b), np.shape(mixed), (rows,) if repeats is None else np.shape(repeats)]
    if shapes != [(rows,), (len(names), rows), (rows,)]:
        raise BadQuestion(
            f"Sobol: outcomes of shapes {', '.join(map(str, shapes))} don't fit {rows} rows and "
            f"{len(names)} parameters; expected one outcome a point"
        )
    if np.ptp(np.concatenate([a, b])) == 0:
        raise BadQuestion(
            "Sobol: all games came to the same outcome; expected some that differ; widen the "
            "ranges of the parameters or choose another outcome"
        )
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(rows, np.full(rows, 1 / rows), size=resamples) / rows
    estimates = _indices(np.full((1, rows), 1 / rows), a, b, mixed, repeats)
    samples = _indices(weights, a, b, mixed, repeats)
    tail = 100 * (1 - confidence) / 2
    table = pd.DataFrame({"parameter": list(names)})
    for name, value, sample in zip(("first", "total"), estimates, samples, strict=True):
        table[name] = value[0]
        # Where not even the sample shows a variance, what some resamples show is no interval.
        known = np.isfinite(value[0]).all()
        ends = np.nanpercentile(sample, [tail, 100 - tail], axis=0) if known else np.nan
        table[f"{name}_low"], table[f"{name}_high"] = np.broadcast_to(ends, (2, len(names)))
    squares = _squared_changes(np.full((1, rows), 1 / rows), a, mixed)[0]
    table["total_share"] = squares / squares.sum() if squares.sum() > 0 else 0.0
    return table.sort_values("total_share", ascending=False, kind="stable").reset_index(drop=True)


def _squared_changes(
    weights: NDArray[np.float64], a: NDArray[np.float64], mixed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Half the mean squared change that each parameter makes; shape (weights, parameters)."""
    return weights @ (((a - mixed) ** 2) / 2).T


def _indices(
    weights: NDArray[np.float64],
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    mixed: NDArray[np.float64],
    repeats: NDArray[np.float64] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """First-order and total indices, each of shape (weights, parameters)."""
    mean = weights @ (a + b) / 2
    if repeats is None:
        variance = weights @ (a**2 + b**2) / 2 - mean**2
    else:
        # What two games with the same parameters and other dice have in common.
        variance = weights @ (a * repeats) - (weights @ a) * (weights @ repeats)
    variance = np.where(variance > 0, variance, np.nan)[:, None]
    centre = float(np.concatenate([a, b]).mean())
    first = weights @ ((b - centre) * (mixed - a)).T
    return first / variance, _squared_changes(weights, a, mixed) / variance
