"""Where the differences between games come from: dice, draws, strategies or rules.

The games are those of a crossed study: every variant with every pairing of strategies on every
seed. Components are those of the analysis of variance: choices (variant, strategies) count as the
ones played, chances (seeds) as drawn from all there are. What is left over is the interplay of
seeds with choices: the same dice under another plan, which with one game a cell can't be told from
dice that fall otherwise.

With two chances, each crossed with the other and with the choices, every source is measured against
the interplays that reach into its own mean square (MS): a chance A against A:B and A:choices, a
choice against A:choices and B:choices, with MS(A:B:choices) counted once too often taken off. With
one chance this is the plain remainder.

Source: Searle, Casella and McCulloch, Variance Components (1992), chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import chdtri, fdtr, ncfdtrinc, stdtrit

from balance.analysis.paired import Outcome
from balance.analysis.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import is_complete
from balance.errors import BadQuestion

#: Names of the parts that no single factor explains.
INTERPLAY, REMAINDER = "interplay", "remainder"
#: Values of a second chance that its share can be told from, at least.
FEWEST_DRAWS = 5
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
    study whose set-up was drawn apart from the dice has two chances. The first chance is the one
    with the many values: a value of it with any game that broke off is left out whole. Columns:
    source (a column, ``interplay`` of choices, ``remainder``: interplay of chances with anything),
    levels, freedom, variance (component, in the outcome's unit squared), share (of their sum) with
    low and high.

    The intervals are jackknife t intervals. Groups of values of each chance are left out in turn,
    and the variances of both jackknives are added: the interval speaks of other seeds and of other
    set-ups, for the choices as played. That of a second chance also spans the one that the
    chi-squared law gives, since it is known from few values; that of a choice the one that the
    noncentral F law gives, since a jackknife doesn't see how near to nothing a small one may be.

    Raises
    ------
    BadQuestion
        If the games are not crossed, fewer than 20 values of the first chance or 5 of the second
        are complete, nothing was varied but chance, or the outcome never varies.
    """
    check_confidence(confidence)
    chances = [name for name in chances if games[name].nunique() > 1]
    choices = [name for name in choices if games[name].nunique() > 1]
    check_count(len(chances), 1, "columns of chance with more than one value")
    check_count(len(choices), 1, "choices (variants or strategies) with more than one value")
    assert len(chances) <= 2
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
    for name in chances[1:]:
        check_count(int(table[name].nunique()), FEWEST_DRAWS, f"values of {name!r}")
    values = outcome.of(table.sort_values(factors, kind="stable"))
    cube = values.reshape([table[name].nunique() for name in factors])
    if np.ptp(cube) == 0:
        raise BadQuestion(
            f"explain: {outcome.name} is the same in all games; expected one that varies; choose "
            "another outcome"
        )
    parts = _components(cube, len(chances))
    names = [*factors, *([INTERPLAY] if len(choices) > 1 else []), REMAINDER]
    found = np.maximum(parts[:, 0], 0.0)  # below 0 is an estimate of 0
    low, high = _jackknife(cube, len(chances), parts[:, 0], confidence)
    exact = _choices(cube, len(chances), parts[:, 0], confidence)
    if len(chances) > 1:
        exact[1] = _second_chance(cube, parts[:, 0], confidence)
    for number, (few, many) in exact.items():
        low[number], high[number] = min(low[number], few), max(high[number], many)
    levels = [*cube.shape, *([0] if len(choices) > 1 else []), 0]
    return pd.DataFrame(
        {
            "source": names,
            "levels": levels,
            "freedom": parts[:, 1].astype(int),
            "variance": found,
            "share": found / found.sum(),
            "low": np.clip(low, 0, 1),
            "high": np.clip(high, 0, 1),
        }
    )


def _components(cube: NDArray[np.float64], chances: int) -> NDArray[np.float64]:
    """Variance and degrees of freedom of each source; the first ``chances`` axes are random.

    A variance may come out below 0 where the true one is near it.
    """
    squares, freedom = _sums_of_squares(cube, chances)
    means, frees = _interplay(cube, chances)
    count, draws = cube.shape[0], cube.shape[1] if chances > 1 else 1
    cells = cube.size // (count * draws)
    lines = []
    for number, (square, free) in enumerate(zip(squares, freedom, strict=True)):
        excess = square - free * _error(means, frees, number, chances)[0]
        # A chance stands for all its values, a choice for those that were played.
        size = cube.size / cube.shape[number] * free if number < chances else cube.size
        lines.append((excess / size, free))
    noise = means["first:choices"]
    if chances > 1:
        each = (("first:second", cells), ("first:choices", draws), ("second:choices", count))
        noise = means["all"] + sum((means[n] - means["all"]) / size for n, size in each)
    return np.array([*lines, (noise, sum(frees.values()))])


def _error(
    means: dict[str, float], frees: dict[str, int], number: int, chances: int
) -> tuple[float, float]:
    """What stands in the mean square of a source besides its own component, and its freedom.

    The freedom of a sum of mean squares is Satterthwaite's.
    """
    terms = {"first:choices": 1}
    if chances > 1:
        others = {0: ("first:second", "first:choices"), 1: ("first:second", "second:choices")}
        one, two = others.get(number, ("first:choices", "second:choices"))
        terms = {one: 1, two: 1, "all": -1}
    error = sum(sign * means[name] for name, sign in terms.items())
    spread = sum(means[name] ** 2 / frees[name] for name in terms)
    return error, error**2 / spread if spread > 0 else float(min(frees.values()))


def _sums_of_squares(cube: NDArray[np.float64], chances: int) -> tuple[list[float], list[int]]:
    """Sum of squares and degrees of freedom of each axis, and of the interplay of choices."""
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
    return squares, freedom


def _interplay(cube: NDArray[np.float64], chances: int) -> tuple[dict[str, float], dict[str, int]]:
    """Mean squares of the interplays that chance has a part in, and their degrees of freedom.

    All choices together count as one factor.
    """
    names = ("first", "second", "choices") if chances > 1 else ("first", "choices")
    table = cube.reshape(*cube.shape[:chances], -1)
    parts: dict[tuple[int, ...], NDArray[np.float64]] = {(): np.full(table.shape, table.mean())}
    squares: dict[str, float] = {}
    frees: dict[str, int] = {}
    for size in range(1, len(names) + 1):
        for kept in combinations(range(len(names)), size):
            away = tuple(set(range(len(names))) - set(kept))
            means = np.broadcast_to(table.mean(axis=away, keepdims=True), table.shape)
            below = [part for of, part in parts.items() if set(of) < set(kept)]
            parts[kept] = means - np.sum(below, axis=0)
            if size > 1:
                free = int(np.prod([table.shape[axis] - 1 for axis in kept]))
                name = "all" if size > 2 else ":".join(names[axis] for axis in kept)
                squares[name] = float((parts[kept] ** 2).sum()) / free
                frees[name] = free
    return squares, frees


def _jackknife(
    cube: NDArray[np.float64], chances: int, parts: NDArray[np.float64], confidence: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the intervals of the shares, from leaving out groups of each chance in turn."""
    whole = parts / parts.sum()
    variances, freedoms = [], []
    for axis in range(chances):
        groups = min(_GROUPS, cube.shape[axis])
        member = np.arange(cube.shape[axis]) % groups
        shares = []
        for group in range(groups):
            left = _components(np.compress(member != group, cube, axis=axis), chances)[:, 0]
            shares.append(left / left.sum() if left.sum() > 0 else whole)
        variances.append((groups - 1) * np.var(np.array(shares), axis=0))
        freedoms.append(groups - 1)
    both = np.sum(variances, axis=0)
    # Satterthwaite's degrees of freedom of a sum of variances; without any, the fewest there are.
    squared = sum(v**2 / free for v, free in zip(variances, freedoms, strict=True))
    usable = squared > 0
    freedom = np.where(usable, both**2 / np.where(usable, squared, 1.0), min(freedoms))
    half = stdtrit(freedom, 0.5 + confidence / 2) * np.sqrt(both)
    return whole - half, whole + half


def _second_chance(
    cube: NDArray[np.float64], parts: NDArray[np.float64], confidence: float
) -> tuple[float, float]:
    """Ends of the share of the second chance, from the chi-squared law of its mean square.

    A variance told from a few draws is skewed, which a jackknife of so few does not see.
    """
    free = cube.shape[1] - 1
    size = cube.size / cube.shape[1]
    mean_square = _sums_of_squares(cube, 2)[0][1] / free
    error = mean_square - size * parts[1]
    rest = float(parts.sum() - parts[1])
    tail = (1 - confidence) / 2
    ends = [
        max((free * mean_square / float(chdtri(free, share)) - error) / size, 0.0)
        for share in (tail, 1 - tail)
    ]
    return ends[0] / (ends[0] + rest), ends[1] / (ends[1] + rest)


def _choices(
    cube: NDArray[np.float64], chances: int, parts: NDArray[np.float64], confidence: float
) -> dict[int, tuple[float, float]]:
    """Ends of the shares of choices and of their interplay, from the noncentral F law.

    The noncentralities under which the F statistic lies just on either tail; 0 where even none at
    all leaves it inside. By number of the source; without those that there is nothing to measure
    against, where the jackknife stands alone.
    """
    squares, freedom = _sums_of_squares(cube, chances)
    means, frees = _interplay(cube, chances)
    positive = np.maximum(parts, 0.0)
    tail = (1 - confidence) / 2
    found = {}
    for number in range(chances, len(squares)):
        error, error_freedom = _error(means, frees, number, chances)
        if error <= 0:
            continue
        free, ratio = freedom[number], squares[number] / freedom[number] / error
        rest = float(positive.sum() - positive[number])
        ends = []
        for below in (1 - tail, tail):
            there = float(fdtr(free, error_freedom, ratio)) > below
            away = float(ncfdtrinc(free, error_freedom, below, ratio)) if there else 0.0
            ends.append(away * error / cube.size)
        low, high = (end / (end + rest) if end else 0.0 for end in ends)
        found[number] = (low, high)
    return found
