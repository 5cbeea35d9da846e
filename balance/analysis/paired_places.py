"""What a change does at each place: points, captures and control, on the same seeds.

All of it is reckoned from the events of both games of each pair, as outcomes of the pair
(``balance.analysis.paired``), so that places are compared as everything else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from balance.analysis.control_map import changes_of_hands
from balance.analysis.history import first_captures
from balance.analysis.multiplicity import holm
from balance.analysis.paired import COMPARISON_COLUMNS, Outcome, Pairs, compare_outcomes
from balance.analysis.proportions import CONFIDENCE

#: What is compared at each place: points it gives at the end, whether it was ever taken, the turn
#: of its first capture (never counts as the turn after the last), whether it is held at the end.
POINTS, TAKEN, TURN, HELD = "points", "taken", "turn", "held"
#: Largest difference that two games can show.
_BOUNDS = {POINTS: 1.0, TAKEN: 1.0, HELD: 1.0}
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


def compare_places(
    pairs: Pairs,
    events: pd.DataFrame,
    kinds: PlaceEvents,
    last_turn: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Compare what happened at each place that any of the paired games fought for.

    Columns: what (points, taken, turn or held), hex, pairs, first, second (means), difference, low,
    high (for this row alone), p_value, p_holm (adjusted for all rows of the same kind). Places at
    which no pair differs are kept, with their interval.
    """
    ids = pd.concat([pairs.table["game_id_first"], pairs.table["game_id_second"]])
    chosen = events.loc[events["game_id"].isin(ids)]
    games = pd.DataFrame({"game_id": ids.to_numpy()})
    parts = [
        _compare(pairs, what, values, confidence)
        for what, values in _measured(chosen, games, kinds, last_turn).items()
    ]
    return pd.concat(parts, ignore_index=True)[list(PLACE_COLUMNS)]


def _measured(
    events: pd.DataFrame, games: pd.DataFrame, kinds: PlaceEvents, last_turn: int
) -> Mapping[str, pd.DataFrame]:
    """By what is measured: one row a game (index: game_id), one column a hex."""
    is_capture = (events["kind"] == kinds.taken) & (events["value"] == kinds.number)
    places = sorted(events.loc[is_capture, "hex"].astype(str).unique())
    turns = first_captures(events, games, kinds.taken, kinds.number, places)
    return {
        POINTS: _points_held(events, games, kinds),
        TAKEN: turns.lt(np.inf).astype(float),
        TURN: turns.replace(np.inf, last_turn + 1),
        HELD: held_at_the_end(events, games, kinds),
    }


def _points_held(events: pd.DataFrame, games: pd.DataFrame, kinds: PlaceEvents) -> pd.DataFrame:
    """Points that each hex gives at the end: those gained there less those lost again."""
    worth = events["kind"].map({kinds.gained: 1.0, kinds.lost: -1.0}).astype(float)
    chosen = events.loc[worth.notna(), ["game_id", "hex"]].assign(worth=worth[worth.notna()])
    sums = chosen.groupby(["game_id", "hex"])["worth"].sum().unstack()
    return sums.reindex(games["game_id"]).fillna(0.0)


def held_at_the_end(events: pd.DataFrame, games: pd.DataFrame, kinds: PlaceEvents) -> pd.DataFrame:
    """Whether the side holds each hex in the end (1 or 0), of those that ever changed hands.

    Before the first change a hex is held by the other side than the one that takes it first.
    """
    changes = changes_of_hands(events, kinds.control, kinds.sides)
    by_game = changes.groupby(["game_id", "hex"], sort=True)["side"]
    last = (by_game.last() == kinds.side).astype(float).unstack()
    takes_first = (by_game.first() == kinds.side).groupby("hex").mean() > 0.5
    held = last.reindex(games["game_id"])
    return held.fillna((~takes_first).astype(float))


def _compare(pairs: Pairs, what: str, values: pd.DataFrame, confidence: float) -> pd.DataFrame:
    """Compare one measure at all its places."""
    names = [str(name) for name in values.columns]
    plain = values.set_axis(range(len(names)), axis=1)
    keys = {place: pairs.table[f"game_id_{place}"] for place in ("first", "second")}
    parts = [
        plain.reindex(ids).reset_index(drop=True).add_prefix("at_").add_suffix(f"_{place}")
        for place, ids in keys.items()
    ]
    joined = Pairs(
        pd.concat([pairs.table[["seed"]].reset_index(drop=True), *parts], axis=1),
        pairs.first,
        pairs.second,
    )
    bound = _BOUNDS.get(what, np.inf)
    outcomes = [Outcome(name, name, f"at_{n}", bound=bound) for n, name in enumerate(names)]
    table = compare_outcomes(joined, outcomes, confidence)
    table = table.reindex(columns=list(COMPARISON_COLUMNS)).rename(columns={"outcome": "hex"})
    table["p_holm"] = holm(table["p_value"]) if len(table) else []
    return table.assign(what=what)
