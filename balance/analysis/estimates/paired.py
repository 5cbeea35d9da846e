"""Two variants on the same seeds: what changed from game to game, and by how much on average.

A pair is one seed played under both variants by the same strategies. Differences are those of the
second variant minus the first, averaged within a seed where several pairings played it, because
games on one seed share their dice. The mean of such blocks has a t interval (points, turns), where
few seeds differ that of ``seldom``, or the score interval of ``bounded_mean`` where a game can't
differ by more than a bound: an ending (0 or 1), a side's score (win 1, draw one half). Where each
pairing has seeds of its own, in shares that are fixed, the pairings are strata.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr

from balance.analysis.estimates.bounded_mean import BoundedSample, bounded_interval, mean_p_value
from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.seldom import SeldomChanged
from balance.analysis.estimates.strata import Strata, design_effect, stratum_count
from balance.analysis.questions import check_confidence
from balance.analysis.study import DRAW, is_complete
from balance.errors import BadQuestion

#: What makes two games a pair.
PAIR_KEY = ("axis", "soviet", "seed")
#: Columns of ``compare_outcomes``.
COMPARISON_COLUMNS = (
    "outcome", "name", "pairs", "first", "second", "difference", "low", "high", "p_value", "sd",
    "gain",
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """Something that each game comes to.

    ``value`` makes it 1 in the games whose ``column`` has that value and 0 in the others; a draw
    counts one half where ``halves_draws``. ``bound`` is the largest difference two games can show.
    """

    key: str
    name: str
    column: str
    value: str = ""
    halves_draws: bool = False
    bound: float = np.inf

    def of(self, games: pd.DataFrame, suffix: str = "") -> NDArray[np.float64]:
        """Value of this outcome in each game; shape (games,)."""
        column = games[self.column + suffix]
        if not self.value:
            return column.to_numpy(float, na_value=np.nan)
        values = np.asarray(column == self.value, float)
        if self.halves_draws:
            values = values + 0.5 * np.asarray(column == DRAW, float)
        return values


def side_score(side: str, name: str = "") -> Outcome:
    """Score of a side: 1 for a win, one half for a draw, 0 else."""
    words = f"score of the {name or side} side"
    return Outcome("score", words, "winner", side, halves_draws=True, bound=1.0)


def usual_outcomes(
    side: str, endings: Mapping[str, str], measures: Mapping[str, str], side_name: str = ""
) -> list[Outcome]:
    """List the outcomes of a comparison: the side's score, each ending, each measured column.

    ``endings`` and ``measures`` map keys of endings and names of columns to the words for them.
    """
    return [
        side_score(side, side_name),
        *(Outcome(f"ending:{key}", n, "ending", key, bound=1.0) for key, n in endings.items()),
        *(Outcome(column, name, column) for column, name in measures.items()),
    ]


@dataclass(frozen=True)
class Pairs:
    """Complete pairs: one row each, the columns of both games with ``_first`` and ``_second``.

    ``first_faulty`` and ``second_faulty`` count the games that broke off, ``faulty`` the pairs left
    out for them.
    """

    table: pd.DataFrame
    first: str
    second: str
    first_faulty: int = 0
    second_faulty: int = 0
    faulty: int = 0
    #: Whether each pairing has seeds of its own, in shares that are fixed.
    stratified: bool = False

    @property
    def count(self) -> int:
        """Number of complete pairs."""
        return len(self.table)

    @property
    def seeds(self) -> int:
        """Number of seeds with a complete pair."""
        return int(self.table["seed"].nunique())

    @cached_property
    def strata(self) -> NDArray[np.int64]:
        """Number of the pairing of each pair, where pairings are strata; else 0."""
        if not self.stratified:
            return np.zeros(self.count, np.int64)
        return np.asarray(self.table.groupby(["axis", "soviet"]).ngroup(), np.int64)


def pair_games(
    first: pd.DataFrame,
    second: pd.DataFrame,
    key: Sequence[str] = PAIR_KEY,
    *,
    stratified: bool = False,
) -> Pairs:
    """Join the ``games`` tables of two variants by seed and strategies; see ``Pairs.stratified``.

    Raises
    ------
    BadQuestion
        If a table is empty or repeats a game, or if the tables were not played on the same seeds
        by the same strategies.
    """
    names = [_variant_of(games, place) for games, place in ((first, "first"), (second, "second"))]
    on = list(key)
    for games, name in zip((first, second), names, strict=True):
        twice = games.duplicated(on)
        if twice.any():
            seed = games.loc[twice, "seed"].iloc[0]
            raise BadQuestion(
                f"variant {name!r}: seed {seed} was played twice by the same strategies; expected "
                "one game each; give the games of one study"
            )
    columns = [name for name in first.columns if name in second.columns]
    both = first[columns].merge(
        second[columns], on=on, how="outer", suffixes=("_first", "_second"), indicator="found"
    )
    alone = both.loc[both["found"] != "both", on]
    if len(alone):
        shown = "; ".join(", ".join(map(str, row)) for row in alone.head(3).to_numpy().tolist())
        raise BadQuestion(
            f"variants {names[0]!r} and {names[1]!r}: {len(alone)} games have no twin "
            f"({', '.join(on)}: {shown}{' ...' if len(alone) > 3 else ''}); expected the same "
            "seeds and strategies in both; play both with the same --seed, --games and strategies"
        )
    both = both.drop(columns="found").sort_values(["seed", *on], kind="stable")
    whole = [
        is_complete(both[["ending" + end]].set_axis(["ending"], axis=1)).to_numpy()
        for end in ("_first", "_second")
    ]
    kept = whole[0] & whole[1]
    return Pairs(
        table=both.loc[kept].reset_index(drop=True),
        first=names[0],
        second=names[1],
        first_faulty=int((~whole[0]).sum()),
        second_faulty=int((~whole[1]).sum()),
        faulty=int((~kept).sum()),
        stratified=stratified,
    )


def _variant_of(games: pd.DataFrame, place: str) -> str:
    if games.empty:
        raise BadQuestion(f"the {place} variant has no games; expected at least one; play it first")
    names = games["variant"].astype(str).unique()
    if len(names) > 1:
        raise BadQuestion(
            f"the {place} table holds {len(names)} variants ({', '.join(names[:3])}); expected "
            "one; choose the games of one variant"
        )
    return str(names[0])


class SeedMeans(NamedTuple):
    """Means of an outcome by seed, in order of seed; arrays of one value a seed."""

    seeds: NDArray[np.int64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    strata: NDArray[np.float64]

    @property
    def differences(self) -> NDArray[np.float64]:
        """Second minus first."""
        return self.second - self.first

    @property
    def overall(self) -> tuple[float, float]:
        """Mean of the first and of the second over all seeds; nothing (NaN) without a seed."""
        if not len(self.seeds):
            return np.nan, np.nan
        return float(self.first.mean()), float(self.second.mean())


def seed_means(
    seeds: ArrayLike, first: ArrayLike, second: ArrayLike, strata: ArrayLike = 0
) -> SeedMeans:
    """Average what pairs of games came to by seed; pairs that lack (NaN) either are left out.

    A comparison asks for hundreds of them, of a few games each: Pandas takes fifty times as long.
    """
    values = np.stack(np.broadcast_arrays(*(np.asarray(v, float) for v in (first, second, strata))))
    whole = ~np.isnan(values).any(axis=0)
    found, place = np.unique(np.asarray(seeds)[whole], return_inverse=True)
    counts = np.bincount(place, minlength=len(found))
    means = (np.bincount(place, row, len(found)) / counts for row in values[:, whole])
    return SeedMeans(found, *means)


def means_of(pairs: Pairs, outcome: Outcome) -> SeedMeans:
    """Mean of an outcome by seed."""
    first, second = (outcome.of(pairs.table, end) for end in ("_first", "_second"))
    return seed_means(pairs.table["seed"].to_numpy(), first, second, pairs.strata)


def block_means(pairs: Pairs, outcome: Outcome) -> pd.DataFrame:
    """Mean of an outcome by seed, in order of seed; pairs that lack it in either game are left out.

    Index: seed. Columns: first, second, difference (second minus first), stratum.
    """
    means = means_of(pairs, outcome)
    columns = {
        "first": means.first,
        "second": means.second,
        "stratum": means.strata,
        "difference": means.differences,
    }
    return pd.DataFrame(columns, index=pd.Index(means.seeds, name="seed"))


def difference_interval(
    differences: ArrayLike,
    confidence: float = CONFIDENCE,
    bound: float = np.inf,
    strata: Strata = None,
) -> tuple[float, float, float]:
    """Mean of per-seed differences with its interval: mean, lower and upper end.

    ``bound`` is the largest possible difference: if there is one the interval is that of
    ``bounded_mean``, else the t interval, or that of ``seldom``. ``strata`` with fixed shares, one
    a seed, take off what differs between them.

    Examples
    --------
    >>> mean, low, high = difference_interval([0] * 100, bound=1)
    >>> print(f"{low:.3f} {high:.3f}")
    -0.036 0.036
    """
    check_confidence(confidence)
    array = np.asarray(differences, float)
    if np.isfinite(bound) and len(array):
        low, high = bounded_interval(BoundedSample.of(array / bound, strata), confidence)
        return float(array.mean()), bound * low, bound * high
    seldom = SeldomChanged.of(array, strata=strata)
    if seldom:
        return float(array.mean()), *seldom.interval(confidence)
    return mean_interval(array, confidence, strata)


def difference_p_value(
    differences: ArrayLike, bound: float = np.inf, strata: Strata = None
) -> float:
    """Two-sided p value that the mean difference is 0, of the test behind the interval.

    With a finite ``bound`` the score test of ``bounded_mean``, else the paired t test, or that of
    ``seldom``.
    """
    array = np.asarray(differences, float)
    count = len(array)
    if count < 2:
        return 1.0
    if np.isfinite(bound):
        return mean_p_value(BoundedSample.of(array / bound, strata))
    seldom = SeldomChanged.of(array, strata=strata)
    if seldom:
        return seldom.p_value
    error = float(array.std(ddof=1)) * np.sqrt(design_effect(array, strata) / count)
    free = max(count - stratum_count(strata), 1)
    return float(2 * stdtr(free, -abs(float(array.mean())) / error))


def compare_outcomes(
    pairs: Pairs, outcomes: Sequence[Outcome], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Compare outcomes between the variants, one line an outcome.

    Columns: outcome (key), name, pairs (seeds that have it in both), first, second (means),
    difference (second minus first) with low and high (for this outcome alone), p_value (of the same
    test), sd (of the per-seed differences), gain (variance of the difference had the
    seeds been independent, over that of the pairs: 4 means that pairing saved three games of four;
    infinite if no game changed).
    """
    lines = []
    for outcome in outcomes:
        means = means_of(pairs, outcome)
        differences = means.differences
        strata = means.strata if pairs.stratified else None
        first, second = means.overall
        mean, low, high = difference_interval(differences, confidence, outcome.bound, strata)
        lines.append(
            {
                "outcome": outcome.key,
                "name": outcome.name,
                "pairs": len(differences),
                "first": first,
                "second": second,
                "difference": mean,
                "low": low,
                "high": high,
                "p_value": difference_p_value(differences, outcome.bound, strata),
                "sd": float(differences.std(ddof=1)) if len(differences) > 1 else np.nan,
                "gain": pairing_gain(means.first, means.second),
            }
        )
    return pd.DataFrame(lines, columns=list(COMPARISON_COLUMNS))


def pairing_gain(first: ArrayLike, second: ArrayLike) -> float:
    """Variance of the mean difference with independent seeds over that with the same seeds.

    Examples
    --------
    >>> pairing_gain([0, 1, 0, 1], [0, 1, 0, 1])
    inf
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    if len(a) < 2:
        return np.nan
    independent = float(a.var(ddof=1) + b.var(ddof=1))
    paired = float((b - a).var(ddof=1))
    if paired == 0:
        return np.inf if independent > 0 or np.array_equal(a, b) else np.nan
    return independent / paired


def result_changes(
    pairs: Pairs, winners: Sequence[str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Who won under the first variant by who won under the second, empty cells kept.

    ``winners`` are the values of ``games.winner`` in order, such as axis, draw, soviet. Columns:
    first, second, games, total, share, low, high (Wilson).
    """
    return change_table(pairs, "winner", winners, confidence)


def change_table(
    pairs: Pairs, column: str, categories: Sequence[str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Cross table of a column between the variants; columns as in ``result_changes``."""
    first = pairs.table[f"{column}_first"].astype(str)
    second = pairs.table[f"{column}_second"].astype(str)
    order = [*categories, *sorted((set(first) | set(second)) - set(categories))]
    counts = first.groupby([first.to_numpy(), second.to_numpy()]).size()
    cells = [(a, b) for a in order for b in order]
    table = pd.DataFrame(cells, columns=["first", "second"])
    table["games"] = [int(counts.get(cell, 0)) for cell in cells]
    table["total"] = pairs.count
    return with_intervals(table, confidence=confidence)


def flipped_games(pairs: Pairs) -> pd.DataFrame:
    """Pairs whose winner changed, in order of seed.

    Columns: seed, axis, soviet, first_winner, second_winner, first_ending, second_ending,
    first_turn, second_turn.
    """
    table = pairs.table
    chosen = table.loc[table["winner_first"].astype(str) != table["winner_second"].astype(str)]
    flipped = chosen[["seed"]].copy()
    for side in ("axis", "soviet"):
        flipped[side] = chosen[side] if side in chosen else chosen[f"{side}_second"]
    for place in ("first", "second"):
        for name, column in (("winner", "winner"), ("ending", "ending"), ("turn", "ending_turn")):
            flipped[f"{place}_{name}"] = chosen[f"{column}_{place}"]
    order = ["seed", "axis", "soviet"]
    order += [f"{p}_{n}" for n in ("winner", "ending", "turn") for p in ("first", "second")]
    return flipped[order].reset_index(drop=True)
