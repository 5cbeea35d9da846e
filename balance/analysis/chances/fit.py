"""Fits chances to win: a logistic regression of how games end on how they stand, turn by turn.

Each game turn has weights of its own, and those of neighbouring turns are kept alike (a penalty on
their differences), so that each rests on more games than its own. What is fitted, how strongly it
is held together and what is left out does not rest on the games that judge the fit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_softmax

from balance.analysis.study import is_complete
from balance.strategy.chances import OUTCOMES

Floats = NDArray[np.float64]
#: Strength of the penalties: on weights (of columns with spread 1), on differences between turns.
#: From 1 to 100 the score on other games changes by less than its interval.
_RIDGE, _SMOOTH = 10.0, 10.0


def standing(turns: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Rows of ``turns`` at whose end a game goes on, with what it came to.

    Games that broke off are left out. Further columns: ``winner``, ``ending_turn``.
    """
    known = games.loc[is_complete(games), ["game_id", "winner", "ending_turn"]]
    rows = turns.merge(known, on="game_id")
    return rows.loc[rows["game_turn"] < rows["ending_turn"]].reset_index(drop=True)


def fit_weights(
    rows: pd.DataFrame, columns: Sequence[str], outcomes: Sequence[str]
) -> tuple[Floats, Floats]:
    """Weights of the log odds of each outcome against the last one.

    Parameters
    ----------
    rows
        As of ``standing``.
    columns
        Columns that the odds rest on.
    outcomes
        What games came to, each once at least.

    Returns
    -------
    usual, weights
        As of ``strategy.chances.Chances``: shapes (turns, columns), (turns, 1 + columns, outcomes).
    """
    rows = rows.sort_values("game_turn", kind="stable")
    turn = rows["game_turn"].to_numpy(int) - 1
    starts = np.searchsorted(turn, np.arange(turn.max() + 2))
    values = rows[list(columns)].to_numpy(float)
    usual, spread = _scales(values, starts)
    inner = np.c_[np.ones(len(values)), (values - usual[turn]) / spread]
    came = rows["winner"].to_numpy()[:, None] == np.asarray(outcomes, object)
    found = _minimise(inner, came.astype(float), starts)
    weights = found - found[..., -1:]
    weights[:, 1:] /= spread[:, None]
    return usual, weights


def _scales(values: Floats, starts: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Mean of each column in each turn, and its spread about them."""
    count = len(starts) - 1
    mean = np.zeros((count, values.shape[1]))
    for t in range(count):
        part = values[starts[t] : starts[t + 1]]
        if len(part):
            mean[t] = part.mean(axis=0)
    about = values - np.repeat(mean, np.diff(starts), axis=0)
    spread = about.std(axis=0)
    return mean, np.where(spread > 0, spread, 1.0)


def _minimise(values: Floats, came: Floats, starts: NDArray[np.int64]) -> Floats:
    """Weights of least penalised loss, shape (turns, values, outcomes)."""
    # A sixth of what the analysis of any study would load, and few fit chances.
    from scipy.optimize import minimize

    shape = (len(starts) - 1, values.shape[1], came.shape[1])

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        slope = np.zeros(shape)
        total = 0.0
        for t in range(shape[0]):
            part = slice(starts[t], starts[t + 1])
            logs = log_softmax(values[part] @ weights[t], axis=1)
            total -= float((logs * came[part]).sum())
            slope[t] = values[part].T @ (np.exp(logs) - came[part])
        steps = np.diff(weights, axis=0)
        total += _RIDGE / 2 * float((weights[:, 1:] ** 2).sum())
        total += _SMOOTH / 2 * float((steps**2).sum())
        slope[:, 1:] += _RIDGE * weights[:, 1:]
        slope[1:] += _SMOOTH * steps
        slope[:-1] -= _SMOOTH * steps
        return total / len(values), slope.ravel() / len(values)

    options = {"maxiter": 2000, "ftol": 1e-10, "gtol": 1e-7}
    start = np.zeros(int(np.prod(shape)))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x).reshape(shape)


def outcomes_of(winners: ArrayLike) -> list[str]:
    """What games came to, in the order of ``OUTCOMES``.

    >>> outcomes_of(["soviet", "axis", "soviet"])
    ['axis', 'soviet']
    """
    seen = set(np.asarray(winners, object).tolist())
    return [each for each in OUTCOMES if each in seen]
