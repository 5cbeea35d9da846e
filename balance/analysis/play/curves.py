"""How a quantity of the ``turns`` table runs over the game turns: means and a fan of quantiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.means import QUANTILES, quantile_column
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.estimates.value_counts import Counted, count_values
from balance.analysis.study import is_complete, least_of

#: What the reader must know about a fan chart.
CARRIED_FORWARD = (
    "Games that ended early stay in the picture with their final value; "
    "games that broke off leave it at that turn."
)


def values_by_turn(
    turns: pd.DataFrame, games: pd.DataFrame, column: str, last_turn: int
) -> pd.DataFrame:
    """One row a game, one column a game turn: the value at the end of that turn.

    A game that ended by its rules keeps its final value in later turns, because that is what it
    came to; a game that broke off has none after its fault (NaN).
    """
    ((_, values),) = grids_by_turn(turns, games, [column], last_turn)
    index = pd.Index(games["game_id"], name="game_id")
    return pd.DataFrame(values, index, pd.RangeIndex(1, last_turn + 1, name="game_turn"))


def grids_by_turn(
    turns: pd.DataFrame, games: pd.DataFrame, columns: Sequence[str], last_turn: int
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Values of some columns as ``values_by_turn`` has them, shape (games, turns) each."""
    ids, row_of_game = np.unique(games["game_id"].to_numpy(), return_inverse=True)
    row = pd.Index(ids).get_indexer(turns["game_id"])
    turn = turns["game_turn"].to_numpy() - 1
    known = (row >= 0) & (turn >= 0) & (turn < last_turn)
    row, turn = row[known].astype(np.int32), turn[known]  # a long study has millions
    # Which turn's value stands at each turn; one past the last where none does.
    stands = np.full((len(ids), last_turn), -1)
    stands[row, turn] = turn
    stands = stands[row_of_game]
    complete = is_complete(games).to_numpy()
    stands[complete] = np.maximum.accumulate(stands[complete], axis=1)
    stands[stands < 0] = last_turn
    for column in columns:
        values = np.full((len(ids), last_turn + 1), np.nan)
        values[row, turn] = turns[column].to_numpy(np.float64)[known]
        yield column, values[row_of_game[:, None], stands]


def tally_curves(
    turns: pd.DataFrame, games: pd.DataFrame, columns: Sequence[str], last_turn: int
) -> pd.DataFrame:
    """Count the values of some columns at each turn, so that parts of a study can be added up.

    Values as of ``values_by_turn``. Index: column, game_turn, value. Column: games.
    """
    return count_values(
        (
            ((column, turn + 1), values[:, turn])
            for column, values in grids_by_turn(turns, games, columns, last_turn)
            for turn in range(last_turn)
        ),
        ["column", "game_turn"],
    )


def fan(
    counts: Counted,
    games: pd.DataFrame,
    column: str,
    last_turn: int,
    quantiles: Sequence[float] = QUANTILES,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Fan chart of a quantity by game turn.

    ``counts`` is a sum of ``tally_curves`` over all ``games``. Columns: game_turn, games (with a
    value), in_play (still going when the turn ended or ending in it), mean, low, high (t interval
    of the mean), q05 ... q95. Quantiles are values that occurred.
    """
    ending_turn = games["ending_turn"].to_numpy()
    names = [quantile_column(share) for share in quantiles]
    lines = []
    for turn in range(1, last_turn + 1):
        at_turn = counts[column, turn]
        mean, low, high = at_turn.mean_interval(confidence, least=least_of(column, at_turn.values))
        lines.append(
            {
                "game_turn": turn,
                "games": at_turn.count,
                "in_play": int((ending_turn >= turn).sum()),
                "mean": mean,
                "low": low,
                "high": high,
                **dict(zip(names, at_turn.quantiles(quantiles), strict=True)),
            }
        )
    columns = ["game_turn", "games", "in_play", "mean", "low", "high", *names]
    return pd.DataFrame(lines, columns=columns)


def sample_of(games: pd.DataFrame, most: int = 40) -> pd.DataFrame:
    """Some games, evenly spread over the study."""
    return games.iloc[:: max(-(-len(games) // most), 1)]
