"""What goes with winning: how games stood early on, by who won them in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.value_counts import Counted, Distribution, count_values
from balance.analysis.estimates.weighted import combined_interval
from balance.analysis.study import least_of, rows


def mean_difference(
    first: Distribution, second: Distribution, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """Difference of the means of independent groups, by the intervals of both; NaN for no games.

    Source: Zou and Donner, Statistics in Medicine 27 (2008) 1693
    """
    intervals = [group.mean_interval(confidence) for group in (first, second)]
    return combined_interval([1, -1], *zip(*intervals, strict=True))


def tally_state(
    turns: pd.DataFrame,
    games: pd.DataFrame,
    columns: Iterable[str],
    sides: Sequence[str],
    turn: int,
) -> pd.DataFrame:
    """Count the values of some columns at the end of one game turn, by who won the game later.

    Only games that had a winner and lasted at least to that turn are counted, so that long and
    short games do not mix. Index: column, winner (one of the ``sides``), value. Column: games.
    """
    winner = games.drop_duplicates("game_id").set_index("game_id")["winner"]
    state = turns.loc[turns["game_turn"] == turn]
    won_by = winner.reindex(state["game_id"]).to_numpy()
    return count_values(
        (
            ((column, side), state[column].to_numpy()[won_by == side])
            for column in columns
            for side in sides
        ),
        ["column", "winner"],
    )


def winning_differences(
    counts: Counted,
    columns: Mapping[str, str],
    sides: tuple[str, str],
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """State at the end of one game turn, in the games each side went on to win.

    ``counts`` is a sum of ``tally_state``; ``columns`` maps those it has, and others, to the words
    for them. The table tells what goes together, not what causes what. Sorted by the size of the
    difference in standard deviations. Columns: column, name, first_games, first_mean, first_low,
    first_high, second_games, second_mean, second_low, second_high, difference, low, high, effect.
    """
    names = ["column", "name"]
    for prefix in ("first", "second"):
        names += [f"{prefix}_{part}" for part in ("games", "mean", "low", "high")]
    names += ["difference", "low", "high", "effect"]
    lines = []
    for column, name in columns.items():
        line: dict[str, object] = {"column": column, "name": name}
        first, second = (counts[column, side] for side in sides)
        for prefix, group in (("first", first), ("second", second)):
            mean, low, high = group.mean_interval(confidence, least=least_of(column, group.values))
            line[f"{prefix}_games"] = group.count
            line[f"{prefix}_mean"], line[f"{prefix}_low"], line[f"{prefix}_high"] = mean, low, high
        difference, low, high = mean_difference(first, second, confidence)
        spread = np.sqrt(first.with_other(second).variance())
        line["difference"], line["low"], line["high"] = difference, low, high
        line["effect"] = difference / spread if spread > 0 else 0.0
        lines.append(line)
    table = pd.DataFrame(lines, columns=names)
    order = table["effect"].astype(float).abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def wins_by_capture(
    captures: Counted, history: pd.DataFrame, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Share of games that a side won, by whether each place had fallen to it by its real turn.

    ``captures`` is a sum of ``history.tally_captures``. Columns: hex, place, game_turn,
    taken_wins, taken_games, taken_share, taken_low, taken_high, open_wins, open_games, open_share,
    open_low, open_high. A share of no games is NaN.
    """
    lines = []
    for row in rows(history.sort_values(["game_turn", "date", "hex"])):
        line = {name: row[name] for name in ("hex", "place", "game_turn")}
        won, lost = (captures[row["hex"], is_won] for is_won in (True, False))
        line["taken_wins"] = won.at_most(row["game_turn"])
        line["taken_games"] = line["taken_wins"] + lost.at_most(row["game_turn"])
        line["open_wins"] = won.count - line["taken_wins"]
        line["open_games"] = won.count + lost.count - line["taken_games"]
        lines.append(line)
    names = ["hex", "place", "game_turn", "taken_wins", "taken_games", "open_wins", "open_games"]
    table = pd.DataFrame(lines, columns=names)
    for prefix in ("taken", "open"):
        shares = with_intervals(table, f"{prefix}_wins", f"{prefix}_games", confidence)
        for name in ("share", "low", "high"):
            table[f"{prefix}_{name}"] = shares[name]
    return table
