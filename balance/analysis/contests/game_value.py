"""What a matrix game is worth whose payoffs are means of games: the value with its interval.

The value has no derivative where several strategies are equally good: there an estimate leans to
one side, because the best of equals is best by luck, and bootstrap and delta method fail. An upper
end needs no more than a mix of the rows that is best in truth: whatever the columns do, it earns
the value at least, so the value can't be above what this mix seems to earn by more than its noise
against the columns that are nearly best. The mix isn't known, so the best one estimated and every
row alone are tried, and the largest end is taken. The lower end is the same for the columns.

Sources: Shapiro, Stat. Probab. Lett. 78 (2008) 150 for the derivative of a minimax value; Fang and
Santos, Rev. Econ. Stud. 86 (2019) 377, and Hong and Li, J. Econometrics 206 (2018) 379, for
intervals of functions with a derivative in each direction only; Chernozhukov, Lee and Rosen,
Econometrica 81 (2013) 667, for leaving out what is clearly not best; Agresti and Coull, Amer. Stat.
52 (1998) 119, for two wins and two losses more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.analysis.contests.matrix_games import solve_matrices, solve_matrix
from balance.analysis.estimates.proportions import CONFIDENCE

#: Draws of the noise.
DRAWS = 2000


def value_interval(
    scores: NDArray[np.float64],
    confidence: float = CONFIDENCE,
    *,
    draws: int = DRAWS,
    seed: int = 1,
) -> tuple[float, float, float]:
    """Value of a game for the side of the rows, with its interval: value, low, high.

    ``scores`` of the rows' side lie between 0 and 1, shape (seeds, rows, columns), NaN where a game
    broke off; games on one seed may depend on each other.

    Where ties rule out an exact interval this one is too long, not too short. Coverage at a nominal
    95%, in 100 to 600 made-up studies of each kind: 94 to 96% where best play is clear (a saddle
    point with 200 seeds, a mix of three with 1,000), 95 to 98% with one row best by ten points and
    200 seeds or more, 94 to 100% where strategies tie or 20 seeds don't tell them apart.
    """
    (game,) = _noisy([scores], draws, seed)
    tail = (1 - confidence) / 2
    above, below = _bounds(game), _bounds(game.turned)
    high = (above.levels - np.quantile(above.moves, tail, axis=0)).max()
    low = -(below.levels - np.quantile(below.moves, tail, axis=0)).max()
    return solve_matrix(game.mean).value, max(float(low), 0.0), min(float(high), 1.0)


def change_interval(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    confidence: float = CONFIDENCE,
    *,
    draws: int = DRAWS,
    seed: int = 1,
) -> tuple[float, float, float]:
    """Change of the value between two tournaments on the same seeds: change, low, high.

    Both tournaments are played on the same seeds and have the same shape; the interval knows of
    the pairing. Coverage as that of ``value_interval``: 95 to 97% where best play is clear, else up
    to 100%.
    """
    before, after = _noisy([first, second], draws, seed)
    tail = (1 - confidence) / 2
    change = solve_matrix(after.mean).value - solve_matrix(before.mean).value
    low, high = -_rise(after, before, tail), _rise(before, after, tail)
    return change, max(low, -1.0), min(high, 1.0)


@dataclass(frozen=True)
class _Noisy:
    """Mean payoffs, shape (rows, columns), and draws of their noise, (draws, rows, columns)."""

    mean: NDArray[np.float64]
    noise: NDArray[np.float64]
    seeds: int

    @property
    def turned(self) -> _Noisy:
        """The same game as the columns' side sees it."""
        return _Noisy(-self.mean.T, -self.noise.transpose(0, 2, 1), self.seeds)


@dataclass(frozen=True)
class _Bounds:
    """Mixes of rows: which rows are ``used``, ``levels`` sure to be had, their ``moves`` by noise.

    Shapes (mixes, rows), (mixes,) and (draws, mixes).
    """

    used: NDArray[np.bool_]
    levels: NDArray[np.float64]
    moves: NDArray[np.float64]


def _noisy(tables: Sequence[NDArray[np.float64]], draws: int, seed: int) -> list[_Noisy]:
    """Means of tournaments on the same seeds, with joint draws of their noise.

    The noise is multivariate t with the covariance of the means. Each pairing is given two wins
    and two losses more in it, as one that was always won isn't sure to be.
    """
    count = len(tables[0])
    scores = np.concatenate([table.reshape(count, -1) for table in tables], axis=1)
    mean = np.nanmean(scores, axis=0)
    centred = np.nan_to_num(scores - mean)
    games = (~np.isnan(scores)).sum(axis=0)
    covariance = centred.T @ centred * (count / (count - 1))
    more = 2 * (mean**2 + (1 - mean) ** 2)
    covariance = (covariance + np.diag(more)) / np.outer(games, games)
    rng = np.random.default_rng(seed)
    noise = rng.multivariate_normal(np.zeros(len(mean)), covariance, size=draws, method="cholesky")
    noise *= np.sqrt((count - 1) / rng.chisquare(count - 1, size=(draws, 1)))
    shape = tables[0].shape[1:]
    return [
        _Noisy(part.reshape(shape), moved.reshape(draws, *shape), count)
        for part, moved in zip(
            np.split(mean, len(tables)), np.split(noise, len(tables), axis=1), strict=True
        )
    ]


def _bounds(game: _Noisy) -> _Bounds:
    """What the best mix and every row alone are sure of, and how noise moves it downwards.

    The columns that count are those nearly best: within ``slack`` standard deviations against a
    row; of mixes, those that noise times twice the slack would make best. The slack grows slowly
    with the seeds, so that what isn't best is left out in the end and what is never is.
    """
    slack = float(np.sqrt(2 * np.log(game.seeds)))
    solution = solve_matrix(game.mean)
    moved = np.einsum("r,drc->dc", solution.rows, game.noise)
    shifted = solve_matrices(game.mean + 2 * slack * moved[:, None, :]).values
    moves = [(shifted - solution.value) / (2 * slack)]
    for row, payoffs in enumerate(game.mean):
        noise = game.noise[:, row]
        gaps = payoffs - payoffs.min()
        near = gaps <= slack * (noise - noise[:, [payoffs.argmin()]]).std(axis=0)
        moves.append(noise[:, near].min(axis=1))
    levels = np.append(solution.value, game.mean.min(axis=1))
    mixes = np.vstack([solution.rows, np.eye(len(game.mean))])
    return _Bounds(mixes > 0, levels, np.column_stack(moves))


def _rise(before: _Noisy, after: _Noisy, tail: float) -> float:
    """Upper end of the change of the value.

    The later value is no higher, and the earlier one no lower, than the noise of both allows; and
    the change is no larger than that of the pairings between a best mix of the rows in the later
    game and one of the columns in the earlier. For each two mixes the tighter of these counts.
    """
    above, below = _bounds(after), _bounds(before.turned)
    moves = above.moves[:, :, None] + below.moves[:, None, :]
    whole = above.levels[:, None] + below.levels - np.quantile(moves, tail, axis=0)
    noise = after.noise - before.noise
    single = after.mean - before.mean - np.quantile(noise, tail, axis=0)
    met = above.used[:, None, :, None] & below.used[:, None, :]
    most = np.where(met, single, -np.inf).max(axis=(2, 3))
    return float(np.minimum(whole, most).max())
