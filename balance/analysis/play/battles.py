"""Attacks: how many went in against the odds, and what came of them at which odds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from balance.analysis.estimates.proportions import CONFIDENCE, wilson_interval, with_intervals
from balance.analysis.estimates.tallies import plain_index


def ratio_interval(
    parts: pd.Series, wholes: pd.Series, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """Share of parts in wholes over all games, with an interval that takes games as the units.

    Attacks of one game are not independent of one another, games are: so the spread between games
    sets the width (ratio estimate, linearised, t interval).
    """
    count, total = len(parts), float(wholes.sum())
    if total == 0:
        return np.nan, 0.0, 1.0
    ratio = float(parts.sum()) / total
    if count < 2:
        return ratio, 0.0, 1.0
    if ratio in (0.0, 1.0):
        # No spread to judge by: as sure as that many games alone would make us.
        low, high = wilson_interval(ratio * count, count, confidence)
        return ratio, float(low), float(high)
    rest = (parts - ratio * wholes).to_numpy(float)
    error = np.sqrt(count / (count - 1) * float((rest**2).sum())) / total
    half = float(stdtrit(count - 1, 0.5 + confidence / 2)) * error
    return ratio, max(ratio - half, 0.0), min(ratio + half, 1.0)


def poor_attacks(
    games: pd.DataFrame, sides: Sequence[str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Attacks of negative expected value among all attacks of each side.

    Columns: side, poor, attacks, games, attacks_mean, share, low, high.
    """
    lines = []
    for side in sides:
        if f"attacks_{side}" not in games or f"poor_attacks_{side}" not in games:
            continue
        attacks, poor = games[f"attacks_{side}"], games[f"poor_attacks_{side}"]
        share, low, high = ratio_interval(poor, attacks, confidence)
        lines.append(
            {
                "side": side,
                "poor": int(poor.sum()),
                "attacks": int(attacks.sum()),
                "games": len(games),
                "attacks_mean": float(attacks.mean()) if len(games) else np.nan,
                "share": share,
                "low": low,
                "high": high,
            }
        )
    columns = ["side", "poor", "attacks", "games", "attacks_mean", "share", "low", "high"]
    return pd.DataFrame(lines, columns=columns)


def tally_results(battles: pd.DataFrame) -> pd.DataFrame:
    """Count battles by what ``results_by_odds`` asks, so that parts of a study can be added up.

    Index: attacker, final_odds, final_odds_ratio, rolled (by a die), result. Column: battles.
    """
    keys = ["attacker", "final_odds", "final_odds_ratio", "rolled", "result"]
    lines = battles.assign(rolled=battles["die"] > 0)
    counts = lines.groupby(keys, sort=False, observed=True).size()
    return plain_index(counts.rename("battles").to_frame())


def results_by_odds(
    counts: pd.DataFrame,
    sides: Sequence[str],
    results: Sequence[str],
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Results of attacks by side and final odds; empty results are kept.

    ``counts`` is a sum of ``tally_results``. Odds off the chart, decided without a die, are two
    classes of their own. Columns: side, rung (for the order), odds, result, battles, total (of that
    side and odds), share, low, high.
    """
    columns = ["side", "rung", "odds", "result", "battles", "total", "share", "low", "high"]
    battles = counts.reset_index()
    rolled = battles.loc[battles["rolled"], "final_odds"]
    if battles.empty or rolled.empty:
        return pd.DataFrame(columns=columns)
    lowest, highest = int(rolled.min()), int(rolled.max())
    rung = battles["final_odds"].clip(lowest - 1, highest + 1).astype(int)
    known = battles.assign(rung=rung).drop_duplicates("rung")
    names: dict[int, str] = dict(zip(known["rung"], known["final_odds_ratio"], strict=True))
    ends = {number: names.get(number) for number in (lowest, highest)}
    names[lowest - 1] = f"under {ends[lowest]}"
    names[highest + 1] = f"over {ends[highest]}"
    found = sorted(set(battles["result"].dropna().astype(str)) - set(results))
    fought = battles.groupby([battles["attacker"], rung, battles["result"]])["battles"].sum()
    totals = fought.groupby(level=[0, 1]).sum()
    lines = [
        {
            "side": side,
            "rung": number,
            "odds": names[number],
            "result": result,
            "battles": int(fought.get((side, number, result), 0)),
            "total": int(totals.get((side, number), 0)),
        }
        for side in sides
        for number in sorted(names)
        for result in [*results, *found]
        if totals.get((side, number), 0)
    ]
    table = pd.DataFrame(lines, columns=columns[:6])
    return with_intervals(table, count="battles", confidence=confidence)[columns]
