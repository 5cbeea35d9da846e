"""What goes with winning: how games stood early on, by who won them in the end."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from balance.analysis.means import mean_interval
from balance.analysis.proportions import CONFIDENCE, with_intervals
from balance.analysis.study import rows


def mean_difference(
    first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """Difference of two independent means with Welch's interval; unbounded for tiny groups."""
    if len(first) == 0 or len(second) == 0:
        return np.nan, np.nan, np.nan
    difference = float(first.mean() - second.mean())
    if len(first) < 2 or len(second) < 2:
        return difference, -np.inf, np.inf
    parts = first.var(ddof=1) / len(first), second.var(ddof=1) / len(second)
    variance = float(sum(parts))
    if variance == 0:
        return difference, difference, difference
    freedom = variance**2 / (parts[0] ** 2 / (len(first) - 1) + parts[1] ** 2 / (len(second) - 1))
    half = float(stdtrit(freedom, 0.5 + confidence / 2)) * np.sqrt(variance)
    return difference, difference - half, difference + half


def winning_differences(
    turns: pd.DataFrame,
    games: pd.DataFrame,
    columns: Mapping[str, str],
    sides: tuple[str, str],
    turn: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """State at the end of one game turn, in the games each side went on to win.

    Only games that had a winner and lasted at least to that turn are compared, all at the same
    moment, so that long and short games do not mix. The table tells what goes together, not what
    causes what. Sorted by the size of the difference in standard deviations. Columns: column,
    name, first_games, first_mean, first_low, first_high, second_games, second_mean, second_low,
    second_high, difference, low, high, effect.
    """
    names = ["column", "name"]
    for prefix in ("first", "second"):
        names += [f"{prefix}_{part}" for part in ("games", "mean", "low", "high")]
    names += ["difference", "low", "high", "effect"]
    winner = games.set_index("game_id")["winner"]
    state = turns.loc[turns["game_turn"] == turn].set_index("game_id")
    won_by = winner.reindex(state.index)
    groups = [state.loc[won_by == side] for side in sides]
    lines = []
    for column, name in columns.items():
        if column not in state:
            continue
        line: dict[str, object] = {"column": column, "name": name}
        values = [group[column].to_numpy(float) for group in groups]
        for prefix, group in zip(("first", "second"), values, strict=True):
            mean, low, high = mean_interval(group, confidence)
            line[f"{prefix}_games"] = len(group)
            line[f"{prefix}_mean"], line[f"{prefix}_low"], line[f"{prefix}_high"] = mean, low, high
        difference, low, high = mean_difference(values[0], values[1], confidence)
        both = np.concatenate(values)
        spread = both.std() if len(both) else 0.0
        line["difference"], line["low"], line["high"] = difference, low, high
        line["effect"] = difference / spread if spread > 0 else 0.0
        lines.append(line)
    table = pd.DataFrame(lines, columns=names)
    order = table["effect"].astype(float).abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def wins_by_capture(
    captures: pd.DataFrame,
    history: pd.DataFrame,
    games: pd.DataFrame,
    side: str,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of games that ``side`` won, by whether each place had fallen by its real turn.

    ``captures`` is the table of ``history.first_captures``. Columns: hex, place, game_turn,
    taken_wins, taken_games, taken_share, taken_low, taken_high, open_wins, open_games, open_share,
    open_low, open_high. A share of no games is NaN.
    """
    won = (games["winner"] == side).to_numpy()
    lines = []
    for row in rows(history.sort_values(["game_turn", "date", "hex"])):
        taken = captures[row["hex"]].to_numpy() <= row["game_turn"]
        line = {name: row[name] for name in ("hex", "place", "game_turn")}
        for prefix, chosen in (("taken", taken), ("open", ~taken)):
            line[f"{prefix}_wins"] = int(won[chosen].sum())
            line[f"{prefix}_games"] = int(chosen.sum())
        lines.append(line)
    names = ["hex", "place", "game_turn", "taken_wins", "taken_games", "open_wins", "open_games"]
    table = pd.DataFrame(lines, columns=names)
    for prefix in ("taken", "open"):
        shares = with_intervals(table, f"{prefix}_wins", f"{prefix}_games", confidence)
        for name in ("share", "low", "high"):
            table[f"{prefix}_{name}"] = shares[name]
    return table
