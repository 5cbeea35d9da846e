"""Two variants' curves over the game turns, and a band that holds at all turns at once.

Source: max-t bootstrap, Montiel Olea and Plagborg-Moller, J. Appl. Econometrics 34 (2019) 1. Whole
seeds are drawn, which keeps what ties turns and variants together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.curves import values_by_turn
from balance.analysis.paired import Pairs
from balance.analysis.proportions import CONFIDENCE
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
    values: list[dict[str, NDArray[np.float64]]] = []
    for place, turns in (("first", first_turns), ("second", second_turns)):
        games = pd.DataFrame(
            {
                "game_id": pairs.table[f"game_id_{place}"],
                "ending": pairs.table[f"ending_{place}"],
            }
        )
        assert not games["ending"].isin(FAULTY_ENDINGS).any()  # pairs are complete games
        chosen = turns.loc[turns["game_id"].isin(games["game_id"])]
        seeds = pairs.table["seed"].to_numpy()
        values.append(
            {
                column: values_by_turn(chosen, games, column, last_turn)
                .groupby(seeds, sort=True)
                .mean()
                .to_numpy(float)
                for column in columns
            }
        )
    first, second = values
    both = {column: (first[column], second[column]) for column in columns}
    return difference_bands(both, confidence=confidence, resamples=resamples, seed=seed)


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
    differs have no width.
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
    check_confidence(confidence)
    differences = {
        name: np.asarray(b, float) - np.asarray(a, float) for name, (a, b) in curves.items()
    }
    for each in differences.values():
        check_count(len(each), FEWEST_SEEDS, "paired seeds of a curve")
    spread = {
        name: each.std(axis=0, ddof=1) / np.sqrt(len(each)) for name, each in differences.items()
    }
    distances = _distances_of(differences, spread, resamples, seed)
    parts = []
    for name, each in differences.items():
        mean, error = each.mean(axis=0), spread[name]
        single = widest = 0.0
        if distances[name].size:
            widest = float(np.quantile(distances[name].max(axis=1), confidence))
            single = float(np.quantile(distances[name], confidence))
        part = pd.DataFrame(
            {
                "column": name,
                "game_turn": np.arange(1, len(mean) + 1),
                "pairs": len(each),
                "first": np.asarray(curves[name][0], float).mean(axis=0),
                "second": np.asarray(curves[name][1], float).mean(axis=0),
                "difference": mean,
                "low": mean - single * error,
                "high": mean + single * error,
                "band_low": mean - widest * error,
                "band_high": mean + widest * error,
            },
            columns=["column", *BAND_COLUMNS],
        )
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _distances_of(
    differences: Mapping[str, NDArray[np.float64]],
    spread: Mapping[str, NDArray[np.float64]],
    resamples: int,
    seed: int,
) -> dict[str, NDArray[np.float64]]:
    """Bootstrap distances of each quantity at the turns at which it moves; (resamples, turns)."""
    moving = {name: error > 0 for name, error in spread.items()}
    centred = [
        each[:, moving[name]] - each[:, moving[name]].mean(axis=0)
        for name, each in differences.items()
    ]
    errors = [error[moving[name]] for name, error in spread.items()]
    count = len(next(iter(differences.values())))
    found = [np.zeros((resamples, part.shape[1])) for part in centred]
    done = 0
    for weights in _resampled(count, resamples, seed) if sum(map(len, errors)) else ():
        for distances, part, error in zip(found, centred, errors, strict=True):
            distances[done : done + len(weights)] = _distances(weights, part, error)
        done += len(weights)
    return dict(zip(differences, found, strict=True))


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
