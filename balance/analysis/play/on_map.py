"""What happened where, hex by hex: control, battles, eliminations, units out of supply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.tallies import plain_index, tally
from balance.analysis.study import StudyTables


def tally_heat(
    part: StudyTables, sides: Sequence[str], eliminated: str, side_of_unit: Mapping[str, str]
) -> pd.DataFrame | None:
    """Count what happened by hex, so that parts of a study can be added up.

    Index: what (``battles``, ``eliminated``, ``cut_off``), side (the attacker, that of the units),
    hex. ``cut_off`` adds up units and game turns. Columns as of ``tallies.tally``; None where no
    log was kept.
    """
    found = []
    if part.events is not None:
        lost = part.events.loc[part.events["kind"] == eliminated, ["game_id", "hex", "unit"]]
        whose = lost["unit"].map(side_of_unit).astype(object)
        lost = lost.assign(side=whose.fillna("unknown"))
        found.append(_as("eliminated", tally(lost, ["side", "hex"])))
    if part.battles is not None:
        fought = part.battles.rename(columns={"attacker": "side"})
        found.append(_as("battles", tally(fought, ["side", "hex"])))
    if part.hexes is not None:
        for side in sides:
            units = part.hexes.loc[part.hexes[f"{side}_oos"] > 0].assign(side=side)
            found.append(_as("cut_off", tally(units, ["side", "hex"], f"{side}_oos")))
    return pd.concat(found) if found else None


def _as(what: str, counts: pd.DataFrame) -> pd.DataFrame:
    return pd.concat({what: counts}, names=["what"])


def tally_control(hexes: pd.DataFrame, side: str) -> pd.DataFrame:
    """Count changes of control by hex and turn, so that parts of a study can be added up.

    Index: hex, game_turn. Columns: net (changes to ``side`` less those away from it); of one game a
    part, told in the turn of its first change there: first (1) and began (1 if ``side`` held the
    hex before).
    """
    changed = hexes.loc[hexes["changed"], ["hex", "game_turn", "control"]]
    to_side = (changed["control"] == side).astype("int64")
    # Rows are in order of game and turn, so the first one of a hex is the first change of a game.
    is_first = ~changed["hex"].duplicated()
    lines = changed[["hex", "game_turn"]].assign(
        net=2 * to_side - 1, first=is_first.astype("int64"), began=(is_first & (to_side == 0)) * 1
    )
    return plain_index(lines.groupby(["hex", "game_turn"], sort=False, observed=True).sum())


def control_by_turn(
    counts: pd.DataFrame, total: int, last_turn: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Games in which ``side`` controlled each hex at the end of each turn.

    ``counts`` is a sum of ``tally_control``; hexes that never changed are not in it. Who held a hex
    before its first change held it in the games where nothing changed, too. Games that are over
    keep their final state. Columns: hex, game_turn (0 is the start), games, total, share, low,
    high.
    """
    net = counts["net"].unstack("game_turn", fill_value=0)
    net = net.reindex(columns=range(1, last_turn + 1), fill_value=0)
    sums = counts.groupby(level="hex")[["began", "first"]].sum().reindex(net.index)
    start = np.where(sums["began"] * 2 > sums["first"], total, 0)
    held = np.column_stack([start, start[:, None] + net.to_numpy().cumsum(axis=1)])
    grid = pd.MultiIndex.from_product([net.index, range(last_turn + 1)], names=["hex", "game_turn"])
    table = pd.DataFrame({"games": held.reshape(-1)}, index=grid).reset_index().assign(total=total)
    return with_intervals(table, confidence=confidence)
