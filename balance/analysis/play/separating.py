"""What goes with another winner: events that only one game of a pair has, more so where it flipped.

Sources: difference of two independent shares by Newcombe, Statist. Med. 17 (1998) 873 (method 10,
from the Wilson ends); exact test of a two by two table by Fisher (1922).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import gammaln

from balance.analysis.estimates.multiplicity import holm
from balance.analysis.estimates.paired import Pairs
from balance.analysis.estimates.proportions import CONFIDENCE, wilson_interval

#: Fewest pairs, of those that flipped and of those that did not, for a comparison.
FEWEST_PAIRS = 5
#: Columns of ``separating_events``.
SEPARATING_COLUMNS = (
    "kind", "hex", "value", "flipped", "flipped_pairs", "flipped_share", "flipped_low",
    "flipped_high", "others", "other_pairs", "other_share", "other_low", "other_high",
    "difference", "low", "high", "p_value", "p_holm", "won_with", "with_total",
)  # fmt: skip


class EventLog:
    """Which games have which events: kinds, and of some kinds at which place by whom.

    Kinds in ``by_place`` are told apart by hex and value (who took which town), other kinds count
    as one event each.
    """

    def __init__(self, by_place: Collection[str]) -> None:
        self._by_place = by_place
        self._parts: dict[tuple[str, str, int], list[NDArray[np.int32]]] = {}

    def add(self, events: pd.DataFrame) -> None:
        """Add the events of some whole games."""
        told = events["kind"].isin(list(self._by_place))
        parts = (
            events.loc[told, ["game_id", "kind", "hex", "value"]].drop_duplicates(),
            events.loc[~told, ["game_id", "kind"]].drop_duplicates().assign(hex="", value=0),
        )
        words: dict[str, Any] = {"kind": object, "hex": object, "value": "int64"}
        keys = pd.concat([part.astype(words) for part in parts]).fillna({"hex": ""})
        for key, games in keys.groupby(["kind", "hex", "value"], sort=False)["game_id"]:
            kind, hex_name, value = map(str, key)
            numbers = games.to_numpy(np.int32)
            self._parts.setdefault((kind, hex_name, int(value)), []).append(numbers)

    @property
    def events(self) -> list[tuple[str, str, int]]:
        """Kind, hex and value of each event, in order; "" and 0 where they are not told apart."""
        return sorted(self._parts)

    def games_with(
        self, event: tuple[str, str, int], games: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Which of some games, told by number, have an event."""
        return np.isin(games, np.concatenate(self._parts[event]))


def separating_events(
    pairs: Pairs,
    log: EventLog,
    side: str,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Events that one game of a pair has and the other hasn't: flipped pairs against the others.

    Events that no pair differs in play no part. The largest difference comes first; nothing where
    fewer than ``FEWEST_PAIRS`` pairs flipped or did not.

    Columns: kind, hex, value ("" and 0 for kinds that are not told apart), flipped (flipped pairs
    of which only one game has it), flipped_pairs (all that flipped), their share with Wilson ends,
    the same of the other pairs (others, other_pairs, ...), difference of the shares with low and
    high (Newcombe), p_value (Fisher), p_holm (adjusted for all events), won_with (flipped pairs of
    which the game with the event was won by ``side``), with_total (of so many).
    """
    flips = (pairs.table["winner_first"] != pairs.table["winner_second"]).to_numpy()
    if min(flips.sum(), (~flips).sum()) < FEWEST_PAIRS:
        return pd.DataFrame(columns=list(SEPARATING_COLUMNS))
    ids = [pairs.table[f"game_id_{place}"].to_numpy() for place in ("first", "second")]
    won = pairs.table["winner_first"].to_numpy() == side
    lines = []
    for kind, hex_name, value in log.events:
        first, second = (log.games_with((kind, hex_name, value), games) for games in ids)
        alone = first != second
        if not alone.any():
            continue
        # The game that has the event is the first one of the pair, or the second.
        with_it = np.where(first, won, pairs.table["winner_second"].to_numpy() == side)
        both = flips & alone
        lines.append(
            {
                "kind": kind,
                "hex": hex_name,
                "value": value,
                **_shares(int(both.sum()), int(flips.sum()), "flipped", confidence),
                **_shares(int((alone & ~flips).sum()), int((~flips).sum()), "other", confidence),
                "won_with": int((both & with_it).sum()),
                "with_total": int(both.sum()),
            }
        )
    table = pd.DataFrame(lines, columns=list(SEPARATING_COLUMNS))
    if table.empty:
        return table
    _compare(table)
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def _shares(count: int, total: int, group: str, confidence: float) -> dict[str, float]:
    low, high = wilson_interval(count, total, confidence)
    names = ("flipped", "flipped_pairs") if group == "flipped" else ("others", "other_pairs")
    return {
        names[0]: count,
        names[1]: total,
        f"{group}_share": count / total,
        f"{group}_low": float(low),
        f"{group}_high": float(high),
    }


def _compare(table: pd.DataFrame) -> None:
    """Fill in the differences of the shares, their ends and their p values."""
    mine, theirs = table["flipped_share"], table["other_share"]
    table["difference"] = mine - theirs
    table["low"], table["high"] = newcombe_interval(
        *(table[f"flipped_{name}"].to_numpy(float) for name in ("share", "low", "high")),
        *(table[f"other_{name}"].to_numpy(float) for name in ("share", "low", "high")),
    )
    counts = zip(
        table["flipped"], table["flipped_pairs"], table["others"], table["other_pairs"], strict=True
    )
    table["p_value"] = [fisher_p_value(*map(int, each)) for each in counts]
    table["p_holm"] = holm(table["p_value"])


def newcombe_interval(
    first: np.ndarray,
    first_low: np.ndarray,
    first_high: np.ndarray,
    second: np.ndarray,
    second_low: np.ndarray,
    second_high: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Interval of first minus second from both shares and their Wilson ends, elementwise.

    Examples
    --------
    Newcombe's example: 56 of 70 against 48 of 80.

    >>> ends = [(56 / 70, *wilson_interval(56, 70)), (48 / 80, *wilson_interval(48, 80))]
    >>> low, high = newcombe_interval(*ends[0], *ends[1])
    >>> print(f"{low:.4f} {high:.4f}")
    0.0524 0.3339
    """
    difference = first - second
    low = difference - np.sqrt((first - first_low) ** 2 + (second_high - second) ** 2)
    high = difference + np.sqrt((first_high - first) ** 2 + (second - second_low) ** 2)
    return low, high


def fisher_p_value(count: int, total: int, other: int, other_total: int) -> float:
    """Two-sided chance of a table at most as likely as ``count`` of ``total`` against ``other``.

    Examples
    --------
    >>> print(f"{fisher_p_value(3, 4, 1, 4):.4f}")
    0.4857
    """
    cases, everything = count + other, total + other_total
    possible = np.arange(max(0, cases - other_total), min(cases, total) + 1)

    def log_ways(n: np.ndarray | int, k: np.ndarray | int) -> np.ndarray:
        return np.asarray(
            gammaln(np.add(n, 1)) - gammaln(np.add(k, 1)) - gammaln(np.subtract(n, k) + 1)
        )

    logs = log_ways(total, possible) + log_ways(other_total, cases - possible)
    logs = logs - log_ways(everything, cases)
    own = logs[possible == count][0]
    return float(min(1.0, np.exp(logs[logs <= own + 1e-9]).sum()))
