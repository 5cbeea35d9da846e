"""Levels of victory: how high each side won, in games that know more than winner and loser."""

from __future__ import annotations

import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, cross_share_table
from balance.analysis.study import DRAW, rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate


def level_shares(
    games: pd.DataFrame, labels: Labels, confidence: float = CONFIDENCE
) -> pd.DataFrame | None:
    """Share of all games that each winner won at each level; None for a game without levels.

    Columns: as of ``proportions.cross_share_table``, the winner by row and the level by column.
    """
    if not labels.levels or "level" not in games:
        return None
    winners = [*labels.side_keys, DRAW]
    return cross_share_table(games, ("winner", winners), ("level", list(labels.levels)), confidence)


def level_head(labels: Labels) -> tuple[str, ...]:
    """Head of a table of levels: the winner, then each level from the least to the highest."""
    return ("Winner", *labels.levels.values())


def level_lines(labels: Labels, shares: pd.DataFrame) -> list[tuple[str, ...]]:
    """Lines of a table of levels: each winner with the share of its games at each level."""
    cells = {(cell["row"], cell["column"]): cell for cell in rows(shares)}
    lines = []
    for winner in dict.fromkeys(row for row, _ in cells):
        own = [cells[winner, level] for level in labels.levels]
        if winner in labels.sides or any(cell["games"] for cell in own):
            words = [estimate(cell) if cell["games"] else "-" for cell in own]
            lines.append((labels.winner_name(winner), *words))
    return lines
