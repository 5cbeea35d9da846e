"""Two variants' curves over the game turns, and a band that holds at all turns at once.

Source: max-t bootstrap, Montiel Olea and Plagborg-Moller, J. Appl. Econometrics 34 (2019) 1. Whole
seeds are drawn, which keeps what ties turns and variants together.

A bootstrap knows nothing of what no seed of the sample shows: where few seeds differ from the rest
at a turn, and most of all where none does, its intervals are too short. There the interval is that
of ``balance.analysis.estimates.seldom``; the turns share the error rate by Bonferroni.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.paired import Pairs
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.estimates.seldom import SeldomChanged
from balance.analysis.play.curves import grids_by_turn
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import FAULTY_ENDINGS

#: Fewest seeds a band is drawn from.
FEWEST_SEEDS = 20
#: Columns of a difference band.
BAND_COLUMNS = (
    "game_turn", "pairs", "first", "second", "difference", "low", "high", "band_low", "band_high",
)  # fmt: skip


def curve_differences(
    pairs: Pairs,
    first_turns: pd.DataFrame,
    second_turns: pd.DataFrame,
    columns: Sequence[str],
    last_turn: int,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 1,
) -> pd.DataFrame:
    """Differences of some quantities by game turn between the variants of some pairs.

    ``first_turns`` and ``second_turns`` hold the ``turns`` rows of the games that were paired;
    games that ended early keep their final value. Columns as in ``difference_bands``.
    """
    first = _means_by_seed(pairs, "first", first_turns, columns, last_turn)
    second = _means_by_seed(pairs, "second", second_turns, columns, last_turn)
    curves = ((column, (a, b)) for (column, a), (_, b) in zip(first, second, strict=True))
    return _bands(curves, confidence, resamples, seed)


def _means_by_seed(
    pairs: Pairs, place: str, turns: pd.DataFrame, columns: Sequence[str], last_turn: int
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Values of each quantity by turn, one row a seed, in the games of one variant."""
    games = pd.DataFrame(
        {"game_id": pairs.table[f"game_id_{place}"], "ending": pairs.table[f"ending_{place}"]}
    )
    assert not games["ending"].isin(FAULTY_ENDINGS).any()  # pairs are complete games
    seeds = pairs.table["seed"].to_numpy()
    for column, values in grids_by_turn(turns, games, columns, last_turn):
        yield column, pd.DataFrame(values).groupby(seeds, sort=True).mean().to_numpy(float)


def difference_band(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 1,
) -> pd.DataFrame:
    """Mean difference at each turn of one quantity, see ``difference_bands``.

    Columns: game_turn (from 1), pairs, first, second (means), difference (second minus first), low
    and high (this turn alone), band_low and band_high (all turns at once). Turns at which no seed
    differs have a width too, by the size of the differences at others, for endless games might
    differ there; it is that of whole units where none differs at any turn.
    """
    curves = {"": (first, second)}
    bands = difference_bands(curves, confidence=confidence, resamples=resamples, seed=seed)
    return bands.drop(columns="column")


def difference_bands(
    curves: Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 1,
) -> pd.DataFrame:
    """Mean difference at each turn with a simultaneous band from a bootstrap over seeds.

    ``curves`` has by quantity the values under both variants, shape (seeds, turns) each, one row a
    seed, the same in all. ``seed`` seeds the bootstrap, which all quantities share. Columns:
    column (the quantity), then those of ``difference_band``; the band of a quantity holds at all
    its turns at once, not for all quantities together.

    Raises
    ------
    BadQuestion
        For a confidence that makes no sense or fewer than 20 seeds.
    """
    return _bands(curves.items(), confidence, resamples, seed)


def _bands(
    curves: Iterable[tuple[str, tuple[NDArray[np.float64], NDArray[np.float64]]]],
    confidence: float,
    resamples: int,
    seed: int,
) -> pd.DataFrame:
    """As ``difference_bands``; of curves that come one by one no more than differences is kept."""
    check_confidence(confidence)
    parts: dict[str, pd.DataFrame] = {}
    moved: dict[str, _Differences] = {}
    spread: dict[str, NDArray[np.float64]] = {}
    for name, (first, second) in curves:
        each = np.asarray(second, float) - np.asarray(first, float)
        count, turns = each.shape
        check_count(count, FEWEST_SEEDS, "paired seeds of a curve")
        mean = each.mean(axis=0)
        size = float(np.sqrt(np.nansum(each**2) / max(np.count_nonzero(each), 1))) or 1.0
        seldom = [SeldomChanged.of(values, size) for values in each.T]
        # What no seed can be told of (NaN) has no spread.
        often = np.array([rare is None for rare in seldom]) & (np.ptp(each, axis=0) > 0)
        error = each.std(axis=0, ddof=1) / np.sqrt(count)
        moved[name] = _Differences.of(each[:, often], mean[often])
        spread[name] = np.where(often, error, 0.0)
        part = pd.DataFrame(
            {
                "column": name,
                "game_turn": np.arange(1, turns + 1),
                "pairs": count,
                "first": np.asarray(first, float).mean(axis=0),
                "second": np.asarray(second, float).mean(axis=0),
                "difference": mean,
            }
        )
        for prefix, level in (("", confidence), ("band_", 1 - (1 - confidence) / turns)):
            ends = np.column_stack([mean, mean])
            for number, rare in enumerate(seldom):
                if rare:
                    ends[number] = rare.interval(level)
            part[f"{prefix}low"], part[f"{prefix}high"] = ends.T
        parts[name] = part
    distances = _distances_of(moved, spread, resamples, seed)
    for name, part in parts.items():
        single = widest = 0.0
        if distances[name].size:
            single = float(np.quantile(distances[name], confidence))
            # Turns of which few seeds differ have their share of the error rate by themselves.
            level = 1 - (1 - confidence) * distances[name].shape[1] / len(part)
            widest = float(np.quantile(distances[name].max(axis=1), level))
        for prefix, times in (("", single), ("band_", widest)):
            part[f"{prefix}low"] -= times * spread[name]
            part[f"{prefix}high"] += times * spread[name]
    return pd.concat(parts.values(), ignore_index=True)[["column", *BAND_COLUMNS]]


@dataclass(frozen=True)
class _Differences:
    """Differences of one quantity, in the smallest numbers that hold them exactly.

    All quantities of a long study, centred and as wide as they are reckoned with, would take more
    memory than all else that is compared.
    """

    kept: NDArray[Any]  # shape (seeds, turns)
    mean: NDArray[np.float64]

    @classmethod
    def of(cls, values: NDArray[np.float64], mean: NDArray[np.float64]) -> _Differences:
        """Keep values, shape (seeds, turns), and their mean at each turn."""
        for narrow in (np.int8, np.int16, np.int32):
            ends = np.iinfo(narrow)
            if ((values >= ends.min) & (values <= ends.max) & (values == np.rint(values))).all():
                return cls(values.astype(narrow), mean)
        return cls(values, mean)

    @property
    def centred(self) -> NDArray[np.float64]:
        """Differences from their mean."""
        return self.kept - self.mean


def _distances_of(
    moved: Mapping[str, _Differences],
    spread: Mapping[str, NDArray[np.float64]],
    resamples: int,
    seed: int,
) -> dict[str, NDArray[np.float64]]:
    """Bootstrap distances of each quantity at the turns at which it moves; (resamples, turns)."""
    found = {name: np.zeros((resamples, part.kept.shape[1])) for name, part in moved.items()}
    if not any(part.kept.size for part in moved.values()):
        return found
    count = len(next(iter(moved.values())).kept)
    done = 0
    for weights in _resampled(count, resamples, seed):
        for name, part in moved.items():
            error = spread[name][spread[name] > 0]
            found[name][done : done + len(weights)] = _distances(weights, part.centred, error)
        done += len(weights)
    return found


def _resampled(count: int, resamples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """How often each of ``count`` seeds is drawn, in some resamples at a time; (any, count)."""
    rng = np.random.default_rng(seed)
    most = max(1, 2_000_000 // count)
    for start in range(0, resamples, most):
        size = min(most, resamples - start)
        drawn = rng.integers(0, count, size=(size, count))
        drawn += np.arange(size)[:, None] * count
        yield np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count)


def _distances(
    weights: NDArray[np.int64], centred: NDArray[np.float64], error: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Distance of each resampled mean from 0, in its own standard errors; (resamples, turns)."""
    drawn, count = weights.astype(np.float64), len(centred)
    means = drawn @ centred / count
    variance = np.maximum(drawn @ centred**2 / count - means**2, 0) / (count - 1)
    own = np.sqrt(variance)
    # A resample without any of the few seeds that differ has no error of its own.
    own = np.where(own > 0.2 * error, own, error)
    return np.abs(means) / own
