"""The result of a study on the terminal: the verdict and a few small tables."""

from __future__ import annotations

from typing import Any

import pandas as pd
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from balance.analysis.play.levels import level_head, level_lines
from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.words import count_games, estimate, number_range


def render_summary(results: Results) -> RenderableType:
    """Compose what ``balance run`` prints when it is done.

    Names from strategy files go in as plain text, never as markup.
    """
    parts: list[RenderableType] = [Text(results.verdict.text, style="bold"), Text()]
    parts.append(_ending_table(results))
    if results.levels is not None:
        parts.append(_level_table(results, results.levels))
    parts.append(_measure_table(results))
    parts.append(Text(_footer(results), style="dim"))
    parts += [Text(text, style="bold red") for text in render_faults(results)]
    return Group(*parts)


def render_faults(results: Results) -> list[str]:
    """Say what went wrong: games that strategies failed in, and tables that disagree."""
    lines = []
    for row in rows(results.failures):
        side = f"{row['error_side']} " if row["error_side"] else ""
        name = results.labels.ending_name(row["ending"]).lower()
        reason = row["error"] or "no reason given"
        lines.append(f"{row['games']} x {side}{name}: {reason} (seed {row['seed']})")
    return lines + [f"The tables disagree: {fault}" for fault in results.faults]


def _ending_table(results: Results) -> Table:
    """Who won, and how: one row a winner, one column an ending; games and their share."""
    labels = results.labels
    cells = {(cell["row"], cell["column"]): cell for cell in rows(results.winner_by_ending)}
    used = results.endings.loc[results.endings["games"] > 0, "category"].tolist()
    endings = [e.key for e in labels.endings]
    endings += [key for key in used if key not in endings]
    table = Table(title="Who wins, and how", title_justify="left")
    table.add_column("Winner")
    table.add_column("Games", justify="right")
    table.add_column("Share", justify="right")
    for key in endings:
        table.add_column(Text(labels.ending_name(key)), justify="right")
    for row in rows(results.winners):
        if row["games"] == 0 and row["category"] not in labels.sides:
            continue
        shares = [_share(cells[row["category"], key]) for key in endings]
        name = Text(labels.winner_name(row["category"]))
        share = estimate(row) if row["total"] else "-"
        table.add_row(name, f"{row['games']:,}", Text(share), *map(Text, shares))
    return table


def _level_table(results: Results, levels: pd.DataFrame) -> Table:
    """How high each side won: one row a winner, one column a level of victory."""
    table = Table(title="Levels of victory", title_justify="left")
    for name in level_head(results.labels):
        table.add_column(Text(name), justify="right" if len(table.columns) else "left")
    for line in level_lines(results.labels, levels):
        table.add_row(*map(Text, line))
    return table


def _share(cell: dict[str, Any]) -> str:
    return estimate(cell) if cell["games"] else "-"


def _measure_table(results: Results) -> Table:
    table = Table(title="A game on average", title_justify="left")
    for name in ("", "Mean", "Interval", "Median", "5% to 95%"):
        table.add_column(name, justify="left" if not name else "right")
    chosen = {row["column"]: row for row in rows(results.measures) if row["games"]}
    for column in [*results.labels.headlines, "ending_turn"]:
        if column not in chosen:
            continue
        row = chosen[column]
        interval = number_range(row["low"], row["high"])
        spread = f"{row['q05']:g} to {row['q95']:g}"
        cells = (f"{row['mean']:.1f}", interval, f"{row['q50']:g}", spread)
        table.add_row(Text(str(row["name"])), *map(Text, cells))
    return table


def _footer(results: Results) -> str:
    games = results.tables.games
    if games.empty:
        return ""
    seeds = f"seeds {int(games['seed'].min())} to {int(games['seed'].max())}"
    return (
        f"{count_games(len(games))}, {seeds}. Intervals in brackets hold with "
        f"{results.confidence:.0%} confidence (shares Wilson, means Student t); "
        "shares are of all games played."
    )
