"""Where control changed hands: how often each place did, and who held it in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from balance.analysis.means import mean_interval
from balance.analysis.proportions import CONFIDENCE, with_intervals


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


def control_table(
    changes: pd.DataFrame,
    games: pd.DataFrame,
    side: str,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """For each hex that ever changed hands: how often, and how often ``side`` held it at the end.

    Who held a hex before its first change is the other side, and in games where nothing happened
    there, still is. Columns: hex, games_changed, changes_mean, changes_low, changes_high, games
    (held by ``side`` at the end), total, share, low, high, first_side, first_turn (median among
    the games in which it changed hands).
    """
    columns = ["hex", "games_changed", "changes_mean", "changes_low", "changes_high", "games"]
    columns += ["total", "share", "low", "high", "first_side", "first_turn"]
    total = len(games)
    lines = []
    for hex_name, rows in changes.groupby("hex", sort=True):
        per_game = rows.groupby("game_id", sort=False)
        counts = per_game.size()
        first = per_game.first()
        last = per_game.last()
        padded = counts.reindex(games["game_id"], fill_value=0)
        mean, low, high = mean_interval(padded.to_numpy(), confidence)
        first_side = str(first["side"].mode().iloc[0])
        held = int((last["side"] == side).sum())
        if first_side != side:
            held += total - len(counts)
        lines.append(
            {
                "hex": hex_name,
                "games_changed": len(counts),
                "changes_mean": mean,
                "changes_low": low,
                "changes_high": high,
                "games": held,
                "total": total,
                "first_side": first_side,
                "first_turn": float(first["game_turn"].median()),
            }
        )
    if not lines:
        return pd.DataFrame(columns=columns)
    return with_intervals(pd.DataFrame(lines), confidence=confidence)[columns]
