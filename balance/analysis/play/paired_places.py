"""What a change does at each place: points, captures and control, on the same seeds.

All of it is reckoned from the events of both games of each pair, as outcomes of the pair
(``balance.analysis.estimates.paired``), so that places are compared as everything else is. Of the
events only a few numbers are kept, game by game and hex by hex: a long study has too many to hold
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.multiplicity import holm
from balance.analysis.estimates.paired import COMPARISON_COLUMNS, Outcome, Pairs, compare_outcomes
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.play.control_map import changes_of_hands

#: What is compared at each place: points it gives at the end, whether it was ever taken, the turn
#: of its first capture (never counts as the turn after the last), whether it is held at the end.
POINTS, TAKEN, TURN, HELD = "points", "taken", "turn", "held"
#: Columns of ``compare_places``.
PLACE_COLUMNS = (
    "what", "hex", "pairs", "first", "second", "difference", "low", "high", "p_value", "p_holm",
)  # fmt: skip


@dataclass(frozen=True)
class PlaceEvents:
    """Which kinds of event tell what about places; ``side`` is whose captures are told."""

    taken: str
    gained: str
    lost: str
    side: str
    sides: Sequence[str]

    @property
    def number(self) -> int:
        """Number of the side."""
        return list(self.sides).index(self.side)

    @property
    def control(self) -> dict[str, Sequence[int] | None]:
        """Kinds that tell who holds a hex, see ``changes_of_hands``."""
        return {self.taken: None, self.gained: (self.number,), self.lost: (1 - self.number,)}


#: What is kept of a hex in a game: events that changed its points and their sum; the game turn of
#: the side's first capture (-1: never); whether the side was the first and the last to take the hex
#: (1 yes, 0 no, -1: nobody took it).
_ROW = np.dtype(
    [("game", "i4"), ("changes", "i2"), ("points", "i2"), ("turn", "i2"),
     ("first", "i1"), ("last", "i1")]
)  # fmt: skip


class PlaceLog:
    """What the events of games tell of each hex that is fought for."""

    def __init__(self, kinds: PlaceEvents) -> None:
        self._kinds = kinds
        self._parts: dict[str, list[np.ndarray]] = {}

    def add(self, events: pd.DataFrame) -> None:
        """Add the events of some whole games, of higher numbers than those so far."""
        table = pd.concat(
            [self._points(events), self._captures(events), self._control(events)], axis=1
        ).fillna({"changes": 0, "points": 0, "turn": -1, "first": -1, "last": -1})
        rows = np.zeros(len(table), _ROW)
        rows["game"] = table.index.get_level_values("game_id")
        for column in ("changes", "points", "turn", "first", "last"):
            rows[column] = table[column]
        for name, places in table.groupby(level="hex", sort=False).indices.items():
            part = rows[places]
            self._parts.setdefault(str(name), []).append(part[np.argsort(part["game"])])

    def _points(self, events: pd.DataFrame) -> pd.DataFrame:
        gained, lost = (events["kind"] == name for name in (self._kinds.gained, self._kinds.lost))
        worth = gained.astype(int) - lost.astype(int)
        by_hex = _by_hex(events.assign(worth=worth), gained | lost)["worth"]
        return by_hex.agg(["size", "sum"]).set_axis(["changes", "points"], axis=1)

    def _captures(self, events: pd.DataFrame) -> pd.DataFrame:
        is_one = (events["kind"] == self._kinds.taken) & (events["value"] == self._kinds.number)
        return _by_hex(events, is_one)["game_turn"].min().to_frame("turn")

    def _control(self, events: pd.DataFrame) -> pd.DataFrame:
        changes = changes_of_hands(events, self._kinds.control, self._kinds.sides)
        own = changes.assign(own=(changes["side"] == self._kinds.side).astype(int))
        return _by_hex(own)["own"].agg(["first", "last"])

    @property
    def hexes(self) -> list[str]:
        """The hexes, in order."""
        return sorted(self._parts)

    def of_games(
        self, hex_name: str, games: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], np.ndarray]:
        """What is kept of a hex in some games, as far as anything is: places among them, rows."""
        rows = np.concatenate(self._parts[hex_name])
        at = np.minimum(np.searchsorted(rows["game"], games), len(rows) - 1)
        found = np.flatnonzero(rows["game"][at] == games)
        return found, rows[at[found]]


def _by_hex(events: pd.DataFrame, chosen: pd.Series | None = None) -> Any:
    """Events, or those chosen, by game and hex."""
    few = events if chosen is None else events.loc[chosen]
    return few.assign(hex=few["hex"].astype(str)).groupby(["game_id", "hex"], sort=False)


def compare_places(
    pairs: Pairs, log: PlaceLog, last_turn: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Compare what happened at each place that any of the paired games fought for.

    Columns: what (points, taken, turn or held), hex, pairs, first, second (means), difference, low,
    high (for this row alone), p_value, p_holm (adjusted for all rows of the same kind). Places at
    which no pair differs are kept, with their interval.
    """
    lines: dict[str, list[pd.DataFrame]] = {what: [] for what in (POINTS, TAKEN, TURN, HELD)}
    for name in log.hexes:
        for what, first, second in _measured(pairs, log, name, last_turn):
            lines[what].append(_compare(pairs, what, name, first, second, confidence))
    parts = [pd.concat(found, ignore_index=True) for found in lines.values() if found]
    for part in parts:
        part["p_holm"] = holm(part["p_value"])
    empty = pd.DataFrame(columns=list(PLACE_COLUMNS))
    return pd.concat(parts, ignore_index=True)[list(PLACE_COLUMNS)] if parts else empty


def _measured(
    pairs: Pairs, log: PlaceLog, hex_name: str, last_turn: int
) -> Iterator[tuple[str, NDArray[np.float64], NDArray[np.float64]]]:
    """What is measured at a hex, with its values in the first and second games of the pairs."""
    found = [
        log.of_games(hex_name, pairs.table[f"game_id_{place}"].to_numpy())
        for place in ("first", "second")
    ]

    def spread(column: str, default: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        first, second = (np.full(pairs.count, default, float) for _ in found)
        for values, (places, rows) in zip((first, second), found, strict=True):
            values[places] = rows[column]
        return first, second

    every = np.concatenate([rows for _, rows in found])
    if every["changes"].any():
        yield POINTS, *spread("points", 0)
    if (every["turn"] >= 0).any():
        first, second = spread("turn", -1)
        never = last_turn + 1.0
        yield TAKEN, (first >= 0).astype(float), (second >= 0).astype(float)
        yield TURN, np.where(first < 0, never, first), np.where(second < 0, never, second)
    takes_first = every["first"][every["first"] >= 0]
    if len(takes_first):
        # Before the first change a hex is held by the other side than the one that takes it first.
        before = float(takes_first.mean() <= 0.5)
        first, second = spread("last", -1)
        yield HELD, np.where(first < 0, before, first), np.where(second < 0, before, second)


def _compare(
    pairs: Pairs,
    what: str,
    hex_name: str,
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    confidence: float,
) -> pd.DataFrame:
    """Compare one measure at one place."""
    seeds = pairs.table["seed"].to_numpy()
    table = pd.DataFrame({"seed": seeds, "at_first": first, "at_second": second})
    # A hex gives one point in most games; where events tell of more, as many as they tell.
    most = max(1.0, float(np.abs(second - first).max(initial=0)))
    bounds = {POINTS: most, TAKEN: 1.0, HELD: 1.0}
    outcome = Outcome(hex_name, hex_name, "at", bound=bounds.get(what, np.inf))
    line = compare_outcomes(Pairs(table, pairs.first, pairs.second), [outcome], confidence)
    line = line.reindex(columns=list(COMPARISON_COLUMNS)).rename(columns={"outcome": "hex"})
    return line.assign(what=what)
