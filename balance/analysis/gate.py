"""Balance tests: do a study's figures lie in the bands that the designer expects?

A figure is ``inside`` if its estimate lies in its band, ``outside`` if the whole interval lies
beyond, ``doubtful`` if only the estimate does: then more games must tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.paired import side_score
from balance.analysis.estimates.proportions import CONFIDENCE, score_interval, share_table
from balance.analysis.estimates.strata import Strata
from balance.analysis.questions import check_confidence, check_count
from balance.analysis.study import FAULTY_ENDINGS, is_complete, rows
from balance.errors import BadQuestion, UnknownName

#: Columns of the figures of a study.
FIGURE_COLUMNS = ("figure", "estimate", "low", "high", "games")


def study_figures(
    games: pd.DataFrame,
    winners: Sequence[str],
    endings: Sequence[str],
    measures: Sequence[str] = (),
    confidence: float = CONFIDENCE,
    strata: Strata = None,
) -> pd.DataFrame:
    """List the figures of a study that a band may be set for.

    ``score.<side>`` (win 1, draw one half; games that ended), ``share.<winner>`` and
    ``ending.<ending>`` (of all games), ``faulty`` (share of games that broke off), and the mean of
    ``ending_turn`` and of each measured column (games that ended). Columns: figure, estimate, low,
    high, games. ``strata`` with fixed shares, one a game, take off what differs between them; not
    off shares.

    Raises
    ------
    BadQuestion
        If there are no games.
    """
    check_confidence(confidence)
    check_count(len(games), 1, "games to check")
    whole = is_complete(games).to_numpy()
    ended, kept = games.loc[whole], None if strata is None else np.asarray(strata)[whole]
    lines: list[tuple[str, float, float, float, int]] = []
    for winner in winners:
        if winner not in ("draw", "none"):
            score = side_score(winner).of(ended)
            ends = score_interval(score, confidence, kept)
            lines.append((f"score.{winner}", *ends, len(score)))
    for column, categories in (("winner", winners), ("ending", endings)):
        kind = "share" if column == "winner" else column
        for row in rows(share_table(games[column], categories, confidence)):
            name = f"{kind}.{row['category']}"
            lines.append((name, row["share"], row["low"], row["high"], row["total"]))
    broken = games["ending"].isin(FAULTY_ENDINGS).map({True: "faulty", False: "ended"})
    faulty = rows(share_table(broken, ["faulty"], confidence))[0]
    lines.append(("faulty", faulty["share"], faulty["low"], faulty["high"], faulty["total"]))
    for column in ("ending_turn", *(name for name in measures if name != "ending_turn")):
        values = ended[column].to_numpy(float, na_value=np.nan)
        ends = mean_interval(values, confidence, kept, unit=1.0)
        lines.append((column, *ends, int((~np.isnan(values)).sum())))
    return pd.DataFrame(lines, columns=list(FIGURE_COLUMNS))


def check_bands(figures: pd.DataFrame, bands: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Hold figures against their expected bands, one line a band, in the order given.

    ``bands`` maps names of figures to their least and greatest expected value. Columns: figure,
    expected_low, expected_high, estimate, low, high, games, status (inside, doubtful, outside).

    Raises
    ------
    UnknownName
        If a band names no figure of the study.
    BadQuestion
        If there are no bands, or one is not two numbers in order.
    """
    check_count(len(bands), 1, "expected bands")
    known = {str(row["figure"]): row for row in rows(figures)}
    lines = []
    for name, band in bands.items():
        if name not in known:
            raise UnknownName("figure", name, known)
        ends = np.asarray(band, float)
        if ends.shape != (2,) or not ends[0] <= ends[1]:
            raise BadQuestion(
                f"band of {name}: {list(band)} is none; expected its least and its greatest value, "
                "such as [0.45, 0.55]"
            )
        row = known[name]
        lines.append(
            {
                "figure": name,
                "expected_low": float(ends[0]),
                "expected_high": float(ends[1]),
                **{key: row[key] for key in ("estimate", "low", "high", "games")},
                "status": band_status(row["estimate"], row["low"], row["high"], *ends.tolist()),
            }
        )
    return pd.DataFrame(lines)


def band_status(
    estimate: float, low: float, high: float, expected_low: float, expected_high: float
) -> str:
    """Where a figure lies against its band.

    >>> band_status(0.58, 0.56, 0.60, 0.45, 0.55), band_status(0.56, 0.53, 0.59, 0.45, 0.55)
    ('outside', 'doubtful')
    """
    if expected_low <= estimate <= expected_high:
        return "inside"
    return "outside" if low > expected_high or high < expected_low else "doubtful"
