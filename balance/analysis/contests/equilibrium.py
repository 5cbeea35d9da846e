"""A tournament as a game of its own: what it is worth when both sides choose their strategies well.

Each side picks a strategy, the side's score is what it gains and the other loses: a constant-sum
matrix game, see ``matrix_games``. Its value is steady under the noise of the games; the mix of
strategies is not (with 400 games a cell the true support is found in one study of two), so it comes
with the frequency of each strategy in the support over a bootstrap of seeds. What is best of
several is so by luck, too: the interval of the value allows for that (``game_value``), its estimate
and the scores of single strategies don't.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.contests.game_value import DRAWS, change_interval, value_interval
from balance.analysis.contests.matrix_games import exploitability, solve_matrices, solve_matrix
from balance.analysis.contests.pairings import pairing_changes
from balance.analysis.estimates.paired import difference_interval, side_score
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import is_complete
from balance.errors import BadQuestion

#: Seeds that the intervals need, at least.
FEWEST_SEEDS = 20
#: Share of a mix below which a strategy is not in the support.
_NO_SHARE = 1e-6


@dataclass(frozen=True)
class Payoffs:
    """Scores of ``side`` by seed and pairing: shape (seeds, own strategies, other's strategies).

    A game that broke off is NaN and counted in ``faulty``.
    """

    side: str
    scores: NDArray[np.float64]
    own: list[str]
    other: list[str]
    seeds: NDArray[np.int64]
    faulty: int

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Mean score of each pairing; shape (own strategies, other's strategies)."""
        return np.asarray(np.nanmean(self.scores, axis=0))


@dataclass(frozen=True)
class Equilibrium:
    """What a tournament is worth to ``side`` when both sides choose well.

    ``own`` and ``other``: one line a strategy with strategy, share (of the mix) with share_low and
    share_high (percentiles of the bootstrap's mixes), support (share of bootstrap samples that use
    it), score (mean over all opponents) with low and high, worst (score
    against its worst opponent), dominated_by (a strategy or "a mix" that does better against every
    opponent, else empty) and dominated (share of bootstrap samples in which one other strategy
    does). Scores are those of the strategy's own side. ``exploitability`` is what the two mixes
    would together give away against best answers in a fresh tournament, by the bootstrap;
    ``own_alike`` and ``other_alike`` are the shares of its samples in which the best mix of a side
    uses the same strategies as here.
    """

    side: str
    value: float
    low: float
    high: float
    exploitability: float
    own_alike: float
    other_alike: float
    own: pd.DataFrame
    other: pd.DataFrame


def payoffs(games: pd.DataFrame, side: str, columns: tuple[str, str]) -> Payoffs:
    """Arrange the ``games`` table of one variant by seed and pairing.

    ``columns`` are the columns with the strategies of ``side`` and of the other side.

    Raises
    ------
    BadQuestion
        If the table holds several variants, a side has fewer than two strategies, or not every
        pairing was played on every seed exactly once.
    """
    own, other = (sorted(games[column].astype(str).unique()) for column in columns)
    if games["variant"].nunique() > 1:
        raise BadQuestion(
            f"tournament: the table holds {games['variant'].nunique()} variants; expected one; "
            "choose the games of one variant"
        )
    check_count(len(own), 2, f"tournament: strategies of column {columns[0]!r}")
    check_count(len(other), 2, f"tournament: strategies of column {columns[1]!r}")
    seeds = np.sort(games["seed"].unique()).astype(np.int64)
    place = (
        np.searchsorted(seeds, games["seed"].to_numpy()),
        pd.Index(own).get_indexer(games[columns[0]].astype(str)),
        pd.Index(other).get_indexer(games[columns[1]].astype(str)),
    )
    shape = (len(seeds), len(own), len(other))
    counts = np.zeros(shape, int)
    np.add.at(counts, place, 1)
    if (counts != 1).any():
        where = np.argwhere(counts != 1)[0]
        raise BadQuestion(
            f"tournament: {own[where[1]]} against {other[where[2]]} has {counts[tuple(where)]} "
            f"games on seed {seeds[where[0]]}; expected one of each pairing on each seed; play "
            "all pairings with the same seeds"
        )
    scores = np.full(shape, np.nan)
    complete = is_complete(games).to_numpy()
    scores[place] = np.where(complete, side_score(side).of(games), np.nan)
    missing = np.isnan(scores).all(axis=0)
    if missing.any():
        row, column = np.argwhere(missing)[0]
        raise BadQuestion(
            f"tournament: every game of {own[row]} against {other[column]} broke off; expected "
            "at least one that ended; leave that strategy out or put it right"
        )
    return Payoffs(side, scores, own, other, seeds, int((~complete).sum()))


def find_equilibrium(
    table: Payoffs,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 300,
    draws: int = DRAWS,
    seed: int = 1,
) -> Equilibrium:
    """Solve a tournament, with a bootstrap over whole seeds for what is uncertain about the mixes.

    ``draws`` are those of the noise in the interval of the value, see ``game_value``.

    Raises
    ------
    BadQuestion
        For fewer than 20 seeds or a confidence that makes no sense.
    """
    check_confidence(confidence)
    check_count(len(table.seeds), FEWEST_SEEDS, "seeds of a tournament")
    matrix = table.matrix
    value, low, high = value_interval(table.scores, confidence, draws=draws, seed=seed)
    solution = solve_matrix(matrix)
    drawn = _resampled_matrices(table.scores, resamples, seed)
    sampled = solve_matrices(drawn)
    given_away = [
        exploitability(matrix, *mixes) for mixes in zip(sampled.rows, sampled.columns, strict=True)
    ]
    means = _means_by_seed(table.scores, 2), 1 - _means_by_seed(table.scores, 1)
    return Equilibrium(
        side=table.side,
        value=value,
        low=low,
        high=high,
        exploitability=float(np.mean(given_away)),
        own_alike=_alike(solution.rows, sampled.rows),
        other_alike=_alike(solution.columns, sampled.columns),
        own=_strategies(
            table.own, solution.rows, sampled.rows, matrix, drawn, means[0], confidence
        ),
        other=_strategies(
            table.other, solution.columns, sampled.columns, 1 - matrix.T,
            1 - drawn.transpose(0, 2, 1), means[1], confidence,
        ),
    )  # fmt: skip


def mean_mixes(
    table: Payoffs, *, resamples: int = 300, seed: int = 1
) -> tuple[dict[str, float], dict[str, float]]:
    """By strategy the share of each side's best mix, on average over a bootstrap of whole seeds.

    Steadier than the best mix itself, which may leave out one of two strategies that are as good.

    Raises
    ------
    BadQuestion
        For fewer than 20 seeds.
    """
    check_count(len(table.seeds), FEWEST_SEEDS, "seeds of a tournament")
    solved = solve_matrices(_resampled_matrices(table.scores, resamples, seed))
    own, other = solved.rows.mean(axis=0).tolist(), solved.columns.mean(axis=0).tolist()
    return dict(zip(table.own, own, strict=True)), dict(zip(table.other, other, strict=True))


def _alike(mix: NDArray[np.float64], mixes: NDArray[np.float64]) -> float:
    """Share of mixes, shape (samples, strategies), that use the same strategies as ``mix``."""
    return float(((mixes > _NO_SHARE) == (mix > _NO_SHARE)).all(axis=1).mean())


def _means_by_seed(scores: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Mean over the opponents of each seed; NaN where every game of a strategy broke off."""
    counts = (~np.isnan(scores)).sum(axis=axis)
    totals = np.nansum(scores, axis=axis)
    return np.where(counts > 0, totals / np.maximum(counts, 1), np.nan)


def _resampled_matrices(
    scores: NDArray[np.float64], resamples: int, seed: int
) -> NDArray[np.float64]:
    """Mean scores over seeds drawn with replacement; shape (resamples, rows, columns)."""
    count = len(scores)
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(count, np.full(count, 1 / count), size=resamples).astype(float)
    flat = scores.reshape(count, -1)
    there = (~np.isnan(flat)).astype(float)
    totals = weights @ there
    means = weights @ np.nan_to_num(flat) / np.maximum(totals, 1)
    means = np.where(totals > 0, means, np.nanmean(flat, axis=0))
    return means.reshape(resamples, *scores.shape[1:])


def _strategies(
    names: list[str],
    mix: NDArray[np.float64],
    mixes: NDArray[np.float64],
    matrix: NDArray[np.float64],
    drawn: NDArray[np.float64],
    by_seed: NDArray[np.float64],
    confidence: float,
) -> pd.DataFrame:
    better = np.all(drawn[:, :, None, :] > drawn[:, None, :, :], axis=-1)  # sample, by, strategy
    dominated = np.any(better, axis=1).mean(axis=0)
    tails = (1 - confidence) / 2, (1 + confidence) / 2
    lines = []
    for number, name in enumerate(names):
        scores = by_seed[~np.isnan(by_seed[:, number]), number]
        # Over an even game, as what wins or loses every game is surer by its bound than by luck.
        mean, low, high = (0.5 + end for end in difference_interval(scores - 0.5, confidence, 0.5))
        # Played in a sample means more than the solver's dust; the sample itself is one of them.
        ends = np.quantile(np.append(mixes[:, number], mix[number]), tails)
        lines.append(
            {
                "strategy": name,
                "share": float(mix[number]),
                "share_low": min(float(ends[0]), float(mix[number])),
                "share_high": max(float(ends[1]), float(mix[number])),
                "support": float((mixes[:, number] > _NO_SHARE).mean()),
                "score": mean,
                "low": low,
                "high": high,
                "worst": float(matrix[number].min()),
                "dominated_by": dominator(matrix, number, names),
                "dominated": float(dominated[number]),
            }
        )
    return pd.DataFrame(lines)


def dominator(matrix: NDArray[np.float64], row: int, names: list[str]) -> str:
    """Name what does better than a row against every column: a row, "a mix" of rows, or nothing.

    >>> dominator(np.array([[3.0, 0.0], [0.0, 3.0], [1.0, 1.0]]), 2, ["a", "b", "c"])
    'a mix'
    """
    better = (matrix > matrix[row]).all(axis=1)
    if better.any():
        return names[int(np.argmax(better))]
    others = np.delete(matrix, row, axis=0)
    # Some mix of the others beats the row everywhere exactly if their game above it is won.
    return "a mix" if solve_matrix(others - matrix[row]).value > 1e-9 else ""


def compare_tournaments(
    first: Payoffs, second: Payoffs, confidence: float = CONFIDENCE, comparisons: int = 1
) -> pd.DataFrame:
    """Compare a tournament under two variants, pairing by pairing, on the same seeds.

    Columns: own, other (strategies), then those of ``pairing_changes``, whose ``comparisons`` these
    are.

    Raises
    ------
    BadQuestion
        If the tournaments differ in strategies or seeds.
    """
    check_confidence(confidence)
    if (first.own, first.other) != (second.own, second.other):
        raise BadQuestion(
            "tournaments: the variants were played by different strategies; expected the same in "
            "both; play both with the same strategies"
        )
    if not np.array_equal(first.seeds, second.seeds):
        raise BadQuestion(
            f"tournaments: the variants were played on different seeds ({len(first.seeds)} and "
            f"{len(second.seeds)}); expected the same; play both with the same --seed and --games"
        )
    met = list(product(range(len(first.own)), range(len(first.other))))
    scores = ((first.scores[:, *place], second.scores[:, *place]) for place in met)
    table = pairing_changes(scores, confidence, comparisons)
    table.insert(0, "own", [first.own[row] for row, _ in met])
    table.insert(1, "other", [first.other[column] for _, column in met])
    return table


def compare_values(
    first: Payoffs,
    second: Payoffs,
    *,
    confidence: float = CONFIDENCE,
    draws: int = DRAWS,
    seed: int = 1,
) -> tuple[float, float, float]:
    """Difference of the equilibrium values of two variants on the same seeds: value, low, high.

    The verdict over the whole matrix when both sides choose anew.
    """
    compare_tournaments(first, second, confidence)  # refuses what doesn't fit
    check_count(len(first.seeds), FEWEST_SEEDS, "seeds of a tournament")
    return change_interval(first.scores, second.scores, confidence, draws=draws, seed=seed)
