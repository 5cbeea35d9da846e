"""Games against history: when each named place fell, beside the date on which it really did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.means import QUANTILES, quantile_column
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.value_counts import Counted, count_values
from balance.analysis.study import rows
from balance.errors import DataError
from balance.files.charts import read_rows

#: Quantiles of the turn of capture, over all games: one in which a place never falls counts as
#: later than any turn.
CAPTURE_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
#: A capture counts as on time if it comes at most this many turns before or after the real one.
ON_TIME_TURNS = 2

_COLUMNS = ["hex", "place", "date", "game_turn"]


def read_history(path: Path, scenario: str = "") -> pd.DataFrame:
    """Read a game's ``history.csv``: hex, place, date and game turn of its real capture.

    What had fallen before the first game turn (a turn below 1) is no part of the comparison. A hex
    must be on the map, where one lies beside the file. Where a column ``scenario`` says of which
    scenario a line tells, those of ``scenario`` are meant, all if it is empty.
    """
    lines = read_rows(path, _COLUMNS)
    if scenario and lines and "scenario" in lines[0].cells:
        lines = [row for row in lines if row["scenario"] == scenario]
    faults = [
        row.fault(f"{column} is {row[column]!r}; expected {expected}")
        for row in lines
        for column, form, expected in (
            ("hex", r"[0-9]{4}", "a hex such as '2618'"),
            ("place", r".+", "a name"),
            ("date", r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", "a day as '1942-07-05'"),
            ("game_turn", r"[0-9]{1,2}", "the number of a game turn"),
        )
        if not re.fullmatch(form, row[column])
    ]
    chart = path.parent / "map" / "hexes.csv"
    hexes = {row["hex"] for row in read_rows(chart, ["hex"])} if chart.is_file() else set()
    faults += [
        row.fault(f"hex {row['hex']!r} isn't on the map")
        for row in lines
        if hexes and row["hex"] not in hexes
    ]
    if faults:
        raise DataError(faults)
    table = pd.DataFrame(
        [row.cells for row in lines], columns=list(lines[0].cells) if lines else _COLUMNS
    )
    table["game_turn"] = table["game_turn"].astype(int)
    return table.loc[table["game_turn"] >= 1, _COLUMNS].reset_index(drop=True)


def first_captures(
    events: pd.DataFrame, games: pd.DataFrame, kind: str, side: int, hexes: Sequence[str]
) -> pd.DataFrame:
    """Game turn in which ``side`` first took each hex: one row a game, one column a hex.

    Infinity where it never did.
    """
    chosen = events.loc[(events["kind"] == kind) & (events["value"] == side)]
    chosen = chosen.loc[chosen["hex"].isin(list(hexes))]
    chosen = chosen.assign(hex=chosen["hex"].astype(object))
    first = chosen.groupby(["game_id", "hex"])["game_turn"].min().unstack()
    return first.reindex(index=games["game_id"], columns=list(hexes)).astype(float).fillna(np.inf)


def tally_captures(captures: pd.DataFrame, won: NDArray[np.bool_]) -> pd.DataFrame:
    """Count the turns of first capture, so that parts of a study can be added up.

    ``captures`` as of ``first_captures``; ``won`` tells which of its games that side won. Index:
    hex, won, value (turn; infinite for never). Column: games.
    """
    return count_values(
        (
            ((place, is_won), captures[place].to_numpy()[won == is_won])
            for place in captures
            for is_won in (True, False)
        ),
        ["hex", "won"],
    )


def tally_advance(captures: pd.DataFrame, last_turn: int) -> pd.DataFrame:
    """Count how many places had fallen by the end of each turn, so that parts can be added up.

    Index: game_turn, value (places). Column: games.
    """
    fallen = captures.to_numpy(float)
    turns = range(1, last_turn + 1)
    return count_values(((turn, (fallen <= turn).sum(axis=1)) for turn in turns), ["game_turn"])


def compare_with_history(
    captures: Counted,
    history: pd.DataFrame,
    on_time_turns: int = ON_TIME_TURNS,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Turn of capture of each place in the games, beside history; in order of the real dates.

    ``captures`` is a sum of ``tally_captures``. Columns: hex, place, date, game_turn (real), games
    (in which it was taken), total, share, low, high, q10 ... q90 (turn; infinite where so many
    games never took it), on_time (games within ``on_time_turns`` of the real turn), on_time_share,
    on_time_low, on_time_high, by_then (games in which it had fallen by the end of the real turn)
    and its share, low and high.
    """
    names = [quantile_column(share) for share in CAPTURE_QUANTILES]
    lines = []
    for row in rows(history.sort_values(["game_turn", "date", "hex"])):
        turns = captures[row["hex"], True].with_other(captures[row["hex"], False])
        real = row["game_turn"]
        early = turns.at_most(real - on_time_turns - 1)
        lines.append(
            {
                **{name: row[name] for name in _COLUMNS},
                "games": turns.at_most(np.finfo(float).max),
                "total": turns.count,
                **dict(zip(names, turns.quantiles(CAPTURE_QUANTILES), strict=True)),
                "on_time": turns.at_most(real + on_time_turns) - early,
                "by_then": turns.at_most(real),
            }
        )
    columns = [*_COLUMNS, "games", "total", *names, "on_time", "by_then"]
    table = with_intervals(pd.DataFrame(lines, columns=columns), confidence=confidence)
    for kind in ("on_time", "by_then"):
        shares = with_intervals(table, count=kind, confidence=confidence)
        for name in ("share", "low", "high"):
            table[f"{kind}_{name}"] = shares[name]
    return table


def advance_by_turn(
    advance: Counted, history: pd.DataFrame, last_turn: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """How many of the places of history had fallen by the end of each turn, beside the real number.

    ``advance`` is a sum of ``tally_advance``: a place counts from its first capture on, whoever
    held it later. Columns: game_turn, real, mean, mean_low, mean_high (t interval), q05 ... q95,
    games (with at least the real number), total, share, low, high.
    """
    real_turns = history["game_turn"].to_numpy()
    names = [quantile_column(share) for share in QUANTILES]
    lines = []
    for turn in range(1, last_turn + 1):
        taken = advance[turn]
        real = int((real_turns <= turn).sum())
        mean, low, high = taken.mean_interval(confidence, least=0)
        lines.append(
            {
                "game_turn": turn, "real": real, "mean": mean, "mean_low": low, "mean_high": high,
                **dict(zip(names, taken.quantiles(QUANTILES), strict=True)),
                "games": taken.count - taken.at_most(real - 1), "total": taken.count,
            }
        )  # fmt: skip
    return with_intervals(pd.DataFrame(lines), confidence=confidence)
