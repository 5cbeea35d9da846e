"""Two variants' curves over the game turns, and a band that holds at all turns at once.

Source: max-t bootstrap, Montiel Olea and Plagborg-Moller, J. Appl. Econometrics 34 (2019) 1. Whole
seeds are drawn, which keeps what ties turns and variants together.
"""

from __future__ import annotations

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


def curve_difference(
    pairs: Pairs,
    first_turns: pd.DataFrame,
    second_turns: pd.DataFrame,
    column: str,
    last_turn: int,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 1,
) -> pd.DataFrame:
    """Difference of a quantity by game turn between the variants of some pairs.

    ``first_turns`` and ``second_turns`` are the ``turns`` tables of the games that were paired;
    games that ended early keep their final value. Columns as in ``difference_band``.
    """
    values = []
    for place, turns in (("first", first_turns), ("second", second_turns)):
        games = pd.DataFrame(
            {
                "game_id": pairs.table[f"game_id_{place}"],
                "ending": pairs.table[f"ending_{place}"],
            }
        )
        assert not games["ending"].isin(FAULTY_ENDINGS).any()  # pairs are complete games
        chosen = turns.loc[turns["game_id"].isin(games["game_id"])]
        table = values_by_turn(chosen, games, column, last_turn)
        by_seed = table.groupby(pairs.table["seed"].to_numpy(), sort=True).mean()
        values.append(by_seed.to_numpy(float))
    return difference_band(
        values[0], values[1], confidence=confidence, resamples=resamples, seed=seed
    )


def difference_band(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 1,
) -> pd.DataFrame:
    """Mean difference at each turn with a simultaneous band from a bootstrap over seeds.

    ``first`` and ``second`` have shape (seeds, turns), one row a seed, the same in both. ``seed``
    seeds the bootstrap. Columns: game_turn (from 1), pairs, first, second (means), difference
    (second minus first), low and high (this turn alone), band_low and band_high (all turns at
    once). Turns at which no seed differs have no width.

    Raises
    ------
    BadQuestion
        For a confidence that makes no sense or fewer than 20 seeds.
    """
    check_confidence(confidence)
    differences = np.asarray(second, float) - np.asarray(first, float)
    count, turns = differences.shape
    check_count(count, FEWEST_SEEDS, "paired seeds of a curve")
    mean = differences.mean(axis=0)
    error = differences.std(axis=0, ddof=1) / np.sqrt(count)
    moving = error > 0
    single = widest = 0.0
    if moving.any():
        distances = _bootstrap_distances(
            differences[:, moving] - mean[moving], error[moving], resamples, seed
        )
        widest = float(np.quantile(distances.max(axis=1), confidence))
        single = float(np.quantile(distances, confidence))
    return pd.DataFrame(
        {
            "game_turn": np.arange(1, turns + 1),
            "pairs": count,
            "first": np.asarray(first, float).mean(axis=0),
            "second": np.asarray(second, float).mean(axis=0),
            "difference": mean,
            "low": mean - single * error,
            "high": mean + single * error,
            "band_low": mean - widest * error,
            "band_high": mean + widest * error,
        },
        columns=list(BAND_COLUMNS),
    )


def _bootstrap_distances(
    centred: NDArray[np.float64], error: NDArray[np.float64], resamples: int, seed: int
) -> NDArray[np.float64]:
    """Distance of each resampled mean from 0, in its own standard errors; (resamples, turns)."""
    rng = np.random.default_rng(seed)
    count = len(centred)
    parts = []
    squares = centred**2
    done, most = 0, max(1, 2_000_000 // count)
    while done < resamples:
        size = min(most, resamples - done)
        drawn = rng.integers(0, count, size=(size, count))
        drawn += np.arange(size)[:, None] * count
        weights = np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count)
        means = weights @ centred / count
        variance = np.maximum(weights @ squares / count - means**2, 0) / (count - 1)
        own = np.sqrt(variance)
        # A resample without any of the few seeds that differ has no error of its own.
        own = np.where(own > 0.2 * error, own, error)
        parts.append(np.abs(means) / own)
        done += size
    return np.concatenate(parts)
