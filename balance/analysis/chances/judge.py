"""How good chances are, by games that the fit never saw: their Brier score, and whether they hold.

Turns of one game come to the same end, so a game counts once: with the mean of its squared errors,
and in each class of chances with the first turn at which its chance lies there. A chance that is
right at each turn is right at a turn that is chosen so, without a look ahead.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.proportions import wilson_interval
from balance.strategy.chances import OUTCOMES

Floats = NDArray[np.float64]
#: Classes of chances in which they are held against what happened.
CLASSES = 10


def squared_errors(chances: Floats, winners: ArrayLike) -> Floats:
    """Half the sum of squared errors over the outcomes; (chance - 1 or 0) squared if there are two.

    >>> squared_errors(np.array([[0.75, 0.0, 0.25]]), ["axis"]).tolist()
    [0.0625]
    """
    came = np.asarray(winners, object)[:, None] == np.asarray(OUTCOMES, object)
    return np.asarray(((chances - came) ** 2).sum(axis=1) / 2)


def brier_score(
    rows: pd.DataFrame, errors: Floats, confidence: float
) -> tuple[float, float, float]:
    """Mean squared error over games, each with the mean of its turns, and its t interval."""
    return mean_interval(by_game(rows, errors), confidence, least=0)


def by_game(rows: pd.DataFrame, errors: Floats) -> Floats:
    """Mean of the turns of each game."""
    return np.asarray(pd.Series(errors).groupby(rows["game_id"].to_numpy()).mean(), float)


def reliability(rows: pd.DataFrame, chances: Floats, confidence: float) -> pd.DataFrame:
    """Chances of each outcome beside how often it came.

    Columns: outcome, lowest, highest (ends of the class), games, chance (mean), share, low, high
    (Wilson interval of the share). Classes that no game came to are left out; of two outcomes the
    first is told, since the other one has what it lacks.
    """
    lines = []
    told = np.flatnonzero(chances.any(axis=0))
    for place in told[:1] if len(told) == 2 else told:
        outcome, own = OUTCOMES[place], chances[:, place]
        number = np.minimum((own * CLASSES).astype(int), CLASSES - 1)
        table = pd.DataFrame(
            {
                "game_id": rows["game_id"].to_numpy(),
                "game_turn": rows["game_turn"].to_numpy(),
                "number": number,
                "chance": own,
                "came": (rows["winner"] == outcome).to_numpy(float),
            }
        )
        first = table.sort_values("game_turn", kind="stable").drop_duplicates(["game_id", "number"])
        for group in range(CLASSES):
            part = first.loc[first["number"] == group]
            if part.empty:
                continue
            low, high = wilson_interval(part["came"].sum(), len(part), confidence)
            lines.append(
                {
                    "outcome": outcome,
                    "lowest": group / CLASSES,
                    "highest": (group + 1) / CLASSES,
                    "games": len(part),
                    "chance": float(part["chance"].mean()),
                    "share": float(part["came"].mean()),
                    "low": float(low),
                    "high": float(high),
                }
            )
    columns = ["outcome", "lowest", "highest", "games", "chance", "share", "low", "high"]
    return pd.DataFrame(lines, columns=columns)
