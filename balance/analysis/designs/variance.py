"""Where the differences between games come from: luck, set-up draws, strategies or rules.

The games are those of a crossed study: every variant with every pairing of strategies, and with
every draw of the set-up if it is drawn apart, on every seed of the dice. Components are those of
the analysis of variance: choices (variant, strategies) count as the ones played, chances (seeds,
set-up draws) as drawn from all there are.

Luck is all that another seed of the dice would change: the variance between games that differ in
nothing else. Most of it is interplay: once a move differs, the same dice fall on other battles. So
what a seed does whatever is played, which may well be next to nothing, isn't told apart from it.

Every other source is measured against the interplays that reach into its own mean square (MS): a
choice against seed:choices and set-up:choices, with MS(seed:set-up:choices) counted once too often
taken off, set-up draws likewise, and their interplay with the choices against that last one.

Source: Searle, Casella and McCulloch, Variance Components (1992), chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import chdtri, fdtr, ncfdtrinc, stdtrit

from balance.analysis.estimates.paired import Outcome
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import is_complete
from balance.errors import BadQuestion

#: What another seed of the dice would change.
LUCK = "luck"
#: Interplay of choices; with the name of a second chance before it, that of it with the choices.
INTERPLAY = "interplay"
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

    ``choices`` and ``chances`` are columns of ``games``; those with one value only are left out.
    The first chance is that of the dice, with many values: one of them with any game that broke off
    is left out whole. A study whose set-up was drawn apart from the dice has a second one. Columns:
    source (``luck``, the second chance, the same with ``_interplay`` for its interplay with the
    choices, each choice, ``interplay`` of choices), levels, freedom, variance (component, in the
    outcome's unit squared), share (of their sum) with low and high.

    The intervals are jackknife t intervals. Groups of values of each chance are left out in turn,
    and the variances of both jackknives are added: the interval speaks of other seeds and of other
    set-ups, for the choices as played. Those of a second chance and of its interplay, and that of
    luck beside them, also span the ones that the chi-squared law gives, since they are known from
    few values; that of a choice, and that of luck beside all of them, the one that the noncentral F
    law gives, since a jackknife doesn't see how near to nothing a small one may be.

    Raises
    ------
    BadQuestion
        If the games are not crossed, fewer than 20 values of the first chance or 5 of the second
        are complete, nothing was varied but the first chance, or the outcome never varies.
    """
    check_confidence(confidence)
    chances = [name for name in chances if games[name].nunique() > 1]
    choices = [name for name in choices if games[name].nunique() > 1]
    check_count(len(chances), 1, "columns of chance with more than one value")
    if len(chances) < 2:
        check_count(len(choices), 1, "choices (variants or strategies) with more than one value")
    assert len(chances) <= 2
    cube = _crossed(games, outcome, [*chances, *choices], len(chances))
    names = [LUCK]
    if len(chances) > 1:
        names += [chances[1], *([f"{chances[1]}_{INTERPLAY}"] if choices else [])]
    names += [*choices, *([INTERPLAY] if len(choices) > 1 else [])]
    levels = dict(zip([LUCK, *chances[1:], *choices], cube.shape, strict=True))
    parts = _components(cube, len(chances))
    found = np.maximum(parts[:, 0], 0.0)  # below 0 is an estimate of 0
    low, high = _jackknife(cube, len(chances), parts[:, 0], confidence)
    for exact in (_random, _choices):
        ends = exact(cube, len(chances), parts[:, 0], confidence)
        for number, (few, many) in ends.items():
            low[number], high[number] = min(low[number], few), max(high[number], many)
    share = found / found.sum()
    return pd.DataFrame(
        {
            "source": names,
            "levels": [levels.get(name, 0) for name in names],
            "freedom": parts[:, 1].astype(int),
            "variance": found,
            "share": share,
            "low": np.clip(np.minimum(low, share), 0, 1),
            "high": np.clip(np.maximum(high, share), 0, 1),
        }
    )


def _crossed(
    games: pd.DataFrame, outcome: Outcome, factors: list[str], chances: int
) -> NDArray[np.float64]:
    """Outcome of each game; one axis a factor, the chances first."""
    broken = games.loc[~is_complete(games), factors[0]].unique()
    table = games.loc[~games[factors[0]].isin(broken)]
    counts = [int(table[name].nunique()) for name in factors]
    if table.duplicated(factors).any() or len(table) != np.prod(counts):
        raise BadQuestion(
            f"explain: {len(table)} games are not one of each combination of {', '.join(factors)}; "
            "expected a crossed study; play every variant and pairing on the same seeds"
        )
    check_count(counts[0], 20, "complete seeds")
    for name, count in zip(factors[1:chances], counts[1:chances], strict=True):
        check_count(count, FEWEST_DRAWS, f"values of {name!r}")
    cube = outcome.of(table.sort_values(factors, kind="stable")).reshape(counts)
    if np.ptp(cube) == 0:
        raise BadQuestion(
            f"explain: {outcome.name} is the same in all games; expected one that varies; choose "
            "another outcome"
        )
    return cube


def _components(cube: NDArray[np.float64], chances: int) -> NDArray[np.float64]:
    """Variance and degrees of freedom of each source; the first ``chances`` axes are random.

    A variance may come out below 0 where the true one is near it.
    """
    means, frees = _mean_squares(cube, chances)
    seeds, draws, cells = _sizes(cube, chances)
    lines = [(float(cube.var(axis=0, ddof=1).mean()), (seeds - 1) * draws * cells)]
    for name, size in _random_sources(cube, chances).items():
        excess = means[name] - _error(means, frees, name)[0]
        lines.append((excess / size, frees[name]))
    error = _error(means, frees, _CHOICES)[0]
    squares, freedom = _squares_of_choices(cube, chances)
    for square, free in zip(squares, freedom, strict=True):
        # A choice stands for the values that were played.
        lines.append(((square - free * error) / cube.size, free))
    return np.array(lines)


#: Names of the terms of a table of seeds, draws and all choices as one factor.
_SEEDS, _DRAWS, _CHOICES = "seeds", "draws", "choices"
_SUITING, _ALL = "draws:choices", "seeds:draws:choices"
#: What stands in the mean square of a term besides its own component: added, and taken off.
_ERRORS = {
    _DRAWS: (("seeds:draws", _SUITING), (_ALL,)),
    _CHOICES: (("seeds:choices", _SUITING), (_ALL,)),
    _SUITING: ((_ALL,), ()),
}


def _sizes(cube: NDArray[np.float64], chances: int) -> tuple[int, int, int]:
    """Numbers of seeds, of set-up draws and of combinations of choices."""
    seeds, draws = cube.shape[0], cube.shape[1] if chances > 1 else 1
    return seeds, draws, cube.size // (seeds * draws)


def _random_sources(cube: NDArray[np.float64], chances: int) -> dict[str, int]:
    """Terms that a second chance has a part in, with the games behind each value of theirs."""
    seeds, draws, cells = _sizes(cube, chances)
    sources = {_DRAWS: seeds * cells, _SUITING: seeds} if draws > 1 else {}
    return sources if cells > 1 else {k: v for k, v in sources.items() if k == _DRAWS}


def _error(means: dict[str, float], frees: dict[str, int], name: str) -> tuple[float, float]:
    """What stands in the mean square of a term besides its own component, and its freedom.

    The freedom of a sum of mean squares is Satterthwaite's.
    """
    added, taken = ([each for each in terms if each in means] for terms in _ERRORS[name])
    error = sum(means[each] for each in added) - sum(means[each] for each in taken)
    spread = sum(means[each] ** 2 / frees[each] for each in (*added, *taken))
    return error, error**2 / spread if spread > 0 else float(min(frees.values()))


def _squares_of_choices(cube: NDArray[np.float64], chances: int) -> tuple[list[float], list[int]]:
    """Sum of squares and degrees of freedom of each choice, and of their interplay."""
    axes = range(chances, cube.ndim)
    grand = float(cube.mean())
    squares, freedom = [], []
    for axis in axes:
        means = cube.mean(axis=tuple(other for other in range(cube.ndim) if other != axis))
        squares.append(cube.size / cube.shape[axis] * float(((means - grand) ** 2).sum()))
        freedom.append(cube.shape[axis] - 1)
    cells = cube.mean(axis=tuple(range(chances)))
    if cells.ndim > 1:
        between = cube.size / cells.size * float(((cells - grand) ** 2).sum())
        squares.append(between - sum(squares))
        freedom.append(cells.size - 1 - sum(freedom))
    return squares, freedom


def _mean_squares(
    cube: NDArray[np.float64], chances: int
) -> tuple[dict[str, float], dict[str, int]]:
    """Mean squares of seeds, draws, choices and their interplays, and their degrees of freedom.

    All choices together count as one factor. What was not varied has no term.
    """
    table = cube.reshape(_sizes(cube, chances))
    names = (_SEEDS, _DRAWS, _CHOICES)
    varied = [axis for axis in range(3) if table.shape[axis] > 1]
    parts: dict[tuple[int, ...], NDArray[np.float64]] = {(): np.full(table.shape, table.mean())}
    squares: dict[str, float] = {}
    frees: dict[str, int] = {}
    for size in range(1, len(varied) + 1):
        for kept in combinations(varied, size):
            away = tuple(set(range(3)) - set(kept))
            means = np.broadcast_to(table.mean(axis=away, keepdims=True), table.shape)
            below = [part for of, part in parts.items() if set(of) < set(kept)]
            parts[kept] = means - np.sum(below, axis=0)
            name = ":".join(names[axis] for axis in kept)
            frees[name] = int(np.prod([table.shape[axis] - 1 for axis in kept]))
            squares[name] = float((parts[kept] ** 2).sum()) / frees[name]
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


def _random(
    cube: NDArray[np.float64], chances: int, parts: NDArray[np.float64], confidence: float
) -> dict[int, tuple[float, float]]:
    """Ends of the shares of the second chance and of its interplay with the choices, and of luck.

    From the chi-squared law of their mean squares: a variance told from a few draws is skewed,
    which a jackknife of so few does not see. What is more of them is less of luck. By number of the
    source.
    """
    means, frees = _mean_squares(cube, chances)
    tail = (1 - confidence) / 2
    found, luck = {}, []
    for number, (name, size) in enumerate(_random_sources(cube, chances).items(), start=1):
        error, free = _error(means, frees, name)[0], frees[name]
        rest = float(parts.sum() - parts[number])
        low, high = (
            max((free * means[name] / float(chdtri(free, share)) - error) / size, 0.0)
            for share in (tail, 1 - tail)
        )
        found[number] = (low / (low + rest), high / (high + rest))
        luck.append((float(parts[0]) / (high + rest), float(parts[0]) / (low + rest)))
    if luck:
        found[0] = (min(low for low, _ in luck), max(high for _, high in luck))
    return found


def _choices(
    cube: NDArray[np.float64], chances: int, parts: NDArray[np.float64], confidence: float
) -> dict[int, tuple[float, float]]:
    """Ends of the shares of choices, of their interplay and of luck, from the noncentral F law.

    The noncentralities under which the F statistic lies just on either tail; 0 where even none at
    all leaves it inside. What is more of all choices together is less of luck. By number of the
    source; without those that there is nothing to measure against, where the jackknife stands
    alone.
    """
    squares, freedom = _squares_of_choices(cube, chances)
    means, frees = _mean_squares(cube, chances)
    positive = np.maximum(parts, 0.0)
    error, error_freedom = _error(means, frees, _CHOICES)
    if error <= 0 or not squares:
        return {}

    def components(square: float, free: int) -> list[float]:
        ends = []
        for below in (0.5 + confidence / 2, 0.5 - confidence / 2):
            ratio = square / free / error
            there = float(fdtr(free, error_freedom, ratio)) > below
            away = float(ncfdtrinc(free, error_freedom, below, ratio)) if there else 0.0
            ends.append(away * error / cube.size)
        return ends

    first = len(parts) - len(squares)
    rest = float(positive[:first].sum())
    low, high = components(sum(squares), sum(freedom))
    found = {0: (float(positive[0]) / (high + rest), float(positive[0]) / (low + rest))}
    for number, (square, free) in enumerate(zip(squares, freedom, strict=True), start=first):
        rest = float(positive.sum() - positive[number])
        low, high = (end / (end + rest) if end else 0.0 for end in components(square, free))
        found[number] = (low, high)
    return found
