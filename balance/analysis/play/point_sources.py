"""Where the points came from: which hexes held at the end, and the awards beside them."""

from __future__ import annotations

import pandas as pd

from balance.analysis.estimates.means import interval_of_sums, mean_interval
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.tallies import plain_index
from balance.analysis.study import least_of, rows


def tally_points(events: pd.DataFrame, gained: str, lost: str) -> pd.DataFrame:
    """Count the games in which each hex brought points, so that parts of a study can be added up.

    ``gained`` and ``lost`` are the kinds of event; their values are points, negative when lost.
    Index: hex. Columns: held (games in which it was worth points at the end), points, squares (at
    the end), ever (games in which it brought points at any time).
    """
    chosen = events.loc[events["kind"].isin([gained, lost]), ["game_id", "hex", "value"]]
    by_game = chosen.groupby(["game_id", "hex"], sort=False, observed=True)["value"].sum()
    lines = by_game.astype("int64").rename("points").reset_index()
    lines["held"] = (lines["points"] > 0).astype("int64")
    lines["squares"] = lines["points"] ** 2
    keyed = lines.groupby("hex", sort=False, observed=True)
    counts = keyed[["held", "points", "squares"]].sum()
    counts["ever"] = keyed.size()
    return plain_index(counts)


def sources_of_points(
    counts: pd.DataFrame,
    games: pd.DataFrame,
    hexes: str,
    award: str,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Points at the end of a game by source: each hex, the awards, both together.

    ``counts`` is a sum of ``tally_points`` over all games; ``hexes`` and ``award`` are the columns
    of ``games`` with the points for hexes and for kills out of supply. Columns: source (``hex``,
    ``hexes`` for all of them, ``award`` for those out of supply, ``all``), hex, mean, mean_low,
    mean_high (points a game), games (in which it was worth points at the end), total, share, low,
    high, ever (games in which it brought points at any time) and its ever_share, ever_low,
    ever_high (of a hex only). Hexes by their points, the most first.
    """
    total = len(games)
    lines: list[dict[str, object]] = []
    ordered = counts.reset_index().sort_values(["points", "hex"], ascending=[False, True])
    for row in rows(ordered):
        mean, low, high = interval_of_sums(total, row["points"], row["squares"], confidence)
        lines.append(
            {"source": "hex", "hex": row["hex"], "mean": mean, "mean_low": low, "mean_high": high,
             "games": int(row["held"]), "ever": int(row["ever"])}
        )  # fmt: skip
    for source, column in (("hexes", hexes), ("award", award), ("all", "vp")):
        points = games[column]
        least = least_of(column, points)
        mean, low, high = mean_interval(points, confidence, least=least, unit=1.0)
        lines.append(
            {"source": source, "hex": "", "mean": mean, "mean_low": low, "mean_high": high,
             "games": int((games[column] > 0).sum()), "ever": 0}
        )  # fmt: skip
    table = with_intervals(pd.DataFrame(lines).assign(total=total), confidence=confidence)
    ever = with_intervals(table, count="ever", confidence=confidence)
    for name in ("share", "low", "high"):
        table[f"ever_{name}"] = ever[name].where(table["source"] == "hex")
    return table
