"""Scores of the side that scores points, by seed and by cell: what sweeps and tuning rest on.

The score of a game is 1 for a win, one half for a draw, 0 else.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from balance.analysis.designs.forecast import LIKELY, games_to_tell
from balance.analysis.designs.planning import play_seconds
from balance.analysis.estimates.paired import difference_interval, difference_p_value, side_score
from balance.analysis.estimates.proportions import share_table
from balance.analysis.estimates.strata import Strata
from balance.analysis.study import NO_WINNER, is_complete
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import about, count_games, duration
from balance.errors import BadQuestion
from balance.studies.answer import fault_remarks


def score_matrix(games: pd.DataFrame, variants: Sequence[str], labels: Labels) -> pd.DataFrame:
    """Scores by seed (rows) and variant (columns, in the order given); NaN for faulty games.

    Raises
    ------
    BadQuestion
        If a variant has fewer than two complete games.
    """
    scores = side_score(labels.points_side).of(games)
    whole = is_complete(games).to_numpy()
    table = pd.DataFrame(
        {
            "seed": games["seed"].to_numpy(),
            "variant": games["variant"].astype(str).to_numpy(),
            "score": np.where(whole, scores, np.nan),
        }
    )
    matrix = table.pivot(index="seed", columns="variant", values="score").reindex(
        columns=list(variants)
    )
    counts = matrix.notna().sum()
    for variant in variants:
        if counts[variant] < 2:
            said = "; ".join(fault_remarks(games)) or "balance resume plays the rest"
            raise BadQuestion(
                f"{variant}: {count_games(int(counts[variant]))} played to the end; expected at "
                f"least 2; {said}"
            )
    return matrix


def paired_change(
    first: ArrayLike, second: ArrayLike, confidence: float, strata: Strata = None
) -> tuple[int, float, float, float, float]:
    """Change of the score from seed to seed: pairs, mean, lower and upper end, p value."""
    given = np.asarray(second, float) - np.asarray(first, float)
    played = ~np.isnan(given)
    changes = given[played]
    if len(changes) < 2:
        return len(changes), np.nan, np.nan, np.nan, 1.0
    kept = None if strata is None else np.asarray(strata)[played]
    mean, low, high = difference_interval(changes, confidence, 1.0, kept)
    return len(changes), mean, low, high, difference_p_value(changes, 1.0, kept)


def shares_by_variant(
    games: pd.DataFrame, variants: Sequence[str], labels: Labels, confidence: float
) -> pd.DataFrame:
    """Shares of each winner and each ending among the complete games of each variant.

    Columns: variant, what (winner or ending), category, games, total, share, low, high (Wilson).
    """
    whole = games.loc[is_complete(games)]
    winners = [name for name in labels.winners if name != NO_WINNER]
    endings = [ending.key for ending in labels.endings]
    parts = []
    for variant in variants:
        own = whole.loc[whole["variant"] == variant]
        for what, categories in (("winner", winners), ("ending", endings)):
            part = share_table(own[what], categories, confidence)
            part.insert(0, "what", what)
            part.insert(0, "variant", variant)
            parts.append(part)
    return pd.concat(parts, ignore_index=True)


def more_games(
    scores: ArrayLike, wanted: float, error_rate: float, chance: float = LIKELY
) -> int | None:
    """Games still needed, about, to tell a score from the wanted one; None if no number would.

    They do so with the chance given; NaN are left out.
    """
    array = np.asarray(scores, float)
    return games_to_tell(array[~np.isnan(array)], wanted, error_rate, chance)


def more_words(games: int, cells: int, games_per_second: float | None) -> str:
    """Say how many more games in each of some cells, and how long they take.

    >>> more_words(1000, 6, 20.0)
    'about 1,000 more games a value (5 min here)'
    """
    words = f"about {about(games)} more game{'' if games == 1 else 's'} a value"
    if games_per_second is None:
        return words
    return f"{words} ({duration(play_seconds(games * cells, games_per_second))} here)"
