"""Where the differences between games come from: dice, draws, strategies or rules.

The games are those of a crossed study: every variant with every pairing of strategies on every
seed. Components are those of the analysis of variance: choices (variant, strategies) count as the
ones played, chances (seeds) as drawn from all there are. What is left over is the interplay of
seeds with choices: the same dice under another plan, which with one game a cell can't be told from
dice that fall otherwise.

Source: Searle, Casella and McCulloch, Variance Components (1992), chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtrit

from balance.analysis.paired import Outcome
from balance.analysis.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import is_complete
from balance.errors import BadQuestion

#: Names of the parts that no single factor explains.
INTERPLAY, REMAINDER = "interplay", "remainder"
#: Groups of seeds that are left out in turn for the intervals.
_GROUPS = 40


def explain_variance(
    games: pd.DataFrame,
    outcome: Outcome,
    choices: Sequence[str] = ("variant", "axis", "soviet"),
    chances: Sequence[str] = ("seed",),
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Split the variance of an outcome into its sources.

    ``choices`` and ``chances`` are columns of ``games``; those with one value only are left out. A
    study whose set-up was drawn apart from the dice has two chances. All games of the first chance
    form the groups that the jackknife leaves out for the intervals. Combinations in which any game
    broke off are left out with the whole seed. Columns: source (a column, ``interplay`` of choices,
    ``remainder``), levels, freedom, variance (component, in the outcome's unit squared), share (of
    their sum) with low and high (jackknife t).

    Raises
    ------
    BadQuestion
        If the games are not crossed, fewer than 20 seeds are complete, nothing was varied but the
        seed, or the outcome never varies.
    """
    check_confidence(confidence)
    chances = [name for name in chances if games[name].nunique() > 1]
    choices = [name for name in choices if games[name].nunique() > 1]
    check_count(len(chances), 1, "columns of chance with more than one value")
    check_count(len(choices), 1, "choices (variants or strategies) with more than one value")
    broken = games.loc[~is_complete(games), chances[0]].unique()
    table = games.loc[~games[chances[0]].isin(broken)]
    factors = [*chances, *choices]
    if table.duplicated(factors).any() or len(table) != np.prod(
        [table[name].nunique() for name in factors]
    ):
        raise BadQuestion(
            f"explain: {len(table)} games are not one of each combination of {', '.join(factors)}; "
            "expected a crossed study; play every variant and pairing on the same seeds"
        )
    count = int(table[chances[0]].nunique())
    check_count(count, 20, "complete seeds")
    values = outcome.of(table.sort_values(factors, kind="stable"))
    cube = values.reshape([table[name].nunique() for name in factors])
    if np.ptp(cube) == 0:
        raise BadQuestion(
            f"explain: {outcome.name} is the same in all games; expected one that varies; choose "
            "another outcome"
        )
    parts = _components(cube, len(chances))
    names = [*factors, *([INTERPLAY] if len(choices) > 1 else []), REMAINDER]
    whole = parts[:, 0] / parts[:, 0].sum()
    low, high = _jackknife(cube, len(chances), whole, confidence)
    levels = [*cube.shape, *([0] if len(choices) > 1 else []), 0]
    return pd.DataFrame(
        {
            "source": names,
            "levels": levels,
            "freedom": parts[:, 1].astype(int),
            "variance": parts[:, 0],
            "share": whole,
            "low": low,
            "high": high,
        }
    )


def _components(cube: NDArray[np.float64], chances: int) -> NDArray[np.float64]:
    """Variance and degrees of freedom of each source; the first ``chances`` axes are random."""
    axes = range(cube.ndim)
    grand = float(cube.mean())
    squares, freedom = [], []
    for axis in axes:
        means = cube.mean(axis=tuple(other for other in axes if other != axis))
        squares.append(cube.size / cube.shape[axis] * float(((means - grand) ** 2).sum()))
        freedom.append(cube.shape[axis] - 1)
    cells = cube.mean(axis=tuple(range(chances)))
    if cells.ndim > 1:
        between = cube.size / cells.size * float(((cells - grand) ** 2).sum())
        squares.append(between - sum(squares[chances:]))
        freedom.append(cells.size - 1 - sum(freedom[chances:]))
    total = float(((cube - grand) ** 2).sum())
    left = cube.size - 1 - sum(freedom)
    noise = max(total - sum(squares), 0.0) / left
    lines = []
    for number, (square, free) in enumerate(zip(squares, freedom, strict=True)):
        excess = square - free * noise
        # A chance stands for all its values, a choice for those that were played.
        size = cube.size / cube.shape[number] * free if number < chances else cube.size
        lines.append((max(excess / size, 0.0), free))
    return np.array([*lines, (noise, left)])


def _jackknife(
    cube: NDArray[np.float64], chances: int, whole: NDArray[np.float64], confidence: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the intervals of the shares, from leaving out groups of seeds in turn."""
    count = len(cube)
    groups = min(_GROUPS, count)
    member = np.arange(count) % groups
    shares = []
    for group in range(groups):
        parts = _components(cube[member != group], chances)[:, 0]
        shares.append(parts / parts.sum() if parts.sum() > 0 else whole)
    errors = np.sqrt((groups - 1) * np.var(np.array(shares), axis=0))
    half = float(stdtrit(groups - 1, 0.5 + confidence / 2)) * errors
    return np.clip(whole - half, 0, 1), np.clip(whole + half, 0, 1)
