"""Where control changed hands: how often each place did, and who held it in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.estimates.means import interval_of_sums
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.tallies import tally
from balance.analysis.study import rows


def changes_of_hands(
    events: pd.DataFrame, kinds: Mapping[str, Sequence[int] | None], sides: Sequence[str]
) -> pd.DataFrame:
    """Every change of control that the events tell: game_id, game_turn, hex, side that took it.

    ``kinds`` maps kinds of event to None, when their value is the number of the side that took the
    hex, or to a pair of a value and the side number it stands for. A hex that two kinds report at
    the same moment (a town worth a point) counts once.
    """
    parts = []
    for kind, reading in kinds.items():
        chosen = events.loc[events["kind"] == kind, ["game_id", "game_turn", "hex", "value"]]
        side = chosen["value"].astype(int) if reading is None else int(reading[0])
        parts.append(chosen.drop(columns="value").assign(side=side))
    if not parts:
        return pd.DataFrame(columns=["game_id", "game_turn", "hex", "side"])
    order = pd.concat(parts).sort_index(kind="stable")
    order["hex"] = order["hex"].astype(str)
    # A change is one only if the side differs from the last one that took the hex in this game.
    before = order.groupby(["game_id", "hex"], sort=False)["side"].shift()
    table = order.loc[before.ne(order["side"])].copy()
    table["side"] = [sides[number] for number in table["side"]]
    return table.reset_index(drop=True)


def tally_changes(changes: pd.DataFrame) -> pd.DataFrame:
    """Add up the changes of control by hex, so that parts of a study can be added up.

    Index: hex. Columns: games, count, squares as of ``tallies.tally``; ``last:SIDE``,
    ``first:SIDE`` and ``turn:N``: games in which the last and the first change were to that side,
    and the first one came in that game turn.
    """
    by_game = changes.groupby(["game_id", "hex"], sort=False, observed=True)
    firsts, lasts = by_game.first(), by_game.last()
    parts = [tally(changes, ["hex"])]
    for name, column, table in (
        ("last", "side", lasts), ("first", "side", firsts), ("turn", "game_turn", firsts),
    ):  # fmt: skip
        place = table.index.get_level_values("hex")
        counts = table.groupby([place, column], observed=True).size().unstack(fill_value=0)
        counts.columns = pd.Index([f"{name}:{value}" for value in counts.columns])
        parts.append(counts)
    return pd.concat(parts, axis=1)


def control_table(
    counts: pd.DataFrame,
    total: int,
    side: str,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """For each hex that ever changed hands: how often, and how often ``side`` held it at the end.

    Who held a hex before its first change is the other side, and in games where nothing happened
    there, still is. ``counts`` is a sum of ``tally_changes`` over ``total`` games. Columns:
    hex, games_changed, changes_mean, changes_low, changes_high, games
    (held by ``side`` at the end), total, share, low, high, first_side, first_turn (median among
    the games in which it changed hands).
    """
    columns = ["hex", "games_changed", "changes_mean", "changes_low", "changes_high", "games"]
    columns += ["total", "share", "low", "high", "first_side", "first_turn"]
    lines = []
    for row in rows(counts.sort_index().reset_index()):
        mean, low, high = interval_of_sums(total, row["count"], row["squares"], confidence, least=0)
        firsts = _parts(row, "first:")
        first_side = max(sorted(firsts), key=lambda name: firsts[name])
        held = int(_parts(row, "last:").get(side, 0))
        if first_side != side:
            held += total - int(row["games"])
        lines.append(
            {
                "hex": row["hex"],
                "games_changed": int(row["games"]),
                "changes_mean": mean,
                "changes_low": low,
                "changes_high": high,
                "games": held,
                "total": total,
                "first_side": first_side,
                "first_turn": _median(_parts(row, "turn:")),
            }
        )
    if not lines:
        return pd.DataFrame(columns=columns)
    return with_intervals(pd.DataFrame(lines), confidence=confidence)[columns]


def _parts(row: Mapping[str, Any], prefix: str) -> dict[str, float]:
    return {key.removeprefix(prefix): row[key] for key in row if key.startswith(prefix)}


def _median(games_by_turn: Mapping[str, float]) -> float:
    """Median of game turns of which only the counts are known."""
    turns = [int(turn) for turn in games_by_turn]
    return float(np.median(np.repeat(turns, [int(games) for games in games_by_turn.values()])))
