"""What the counts of play need to know of More Lost Victories, and what is counted there alone.

alone
    Headquarters of Tank Armies that end a player turn of theirs beside an enemy with no combat unit
    in their hex.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.common.march import compute_reach
from balance.games.common.state import State
from balance.games.common.vocabulary import Kind, Phase, Status
from tests.staff import counts
from tests.staff.counts import Case


@dataclass
class Counts(counts.Counts):
    """What has been counted, by side."""

    alone: list[Case] = field(default_factory=list)


class Counter(counts.Counter):
    """Places that score are prizes; those in a divided city's other half count with its hex."""

    starts = frozenset({int(Phase.AXIS_MOVEMENT), int(Phase.SOVIET_MOVEMENT)})
    ends = frozenset({int(Phase.AXIS_EXPLOITATION), int(Phase.SOVIET_EXPLOITATION)})
    headquarters = int(Kind.HEADQUARTERS)
    eliminated = int(Status.ELIMINATED)
    compute_reach: Any = staticmethod(compute_reach)
    counts_of = Counts
    counts: Counts

    def prizes(self, state: State, side: int) -> np.ndarray:
        hexes = np.asarray(state.hexes)[:-1]
        first = np.zeros(len(hexes), bool)
        first[np.unique(hexes[["row", "x2"]], return_index=True)[1]] = True
        scoring: np.ndarray = first & (hexes["vp"] > 0)
        return scoring

    def last_turn(self, state: State) -> int:
        return int(state.rules.sequence_last_turn)

    def strength(self, state: State, unit: int) -> float:
        return float(state.strengths[unit, int(state.units[unit].steps), 0])

    def defense(self, state: State, unit: int) -> float:
        return float(state.strengths[unit, int(state.units[unit].steps), 1])

    def phase_closed(self, state: State) -> None:
        super().phase_closed(state)
        if int(state.game.phase) in self.ends:
            self._look_at_headquarters(state, int(state.game.side))

    def _look_at_headquarters(self, state: State, side: int) -> None:
        units = state.units.view(np.ndarray)
        hexes = units["hex"]
        own, theirs = hexes[self._standing(state, side)], hexes[self._standing(state, 1 - side)]
        leads = (units["kind"] == self.headquarters) & (units["side"] == side)
        for h in hexes[leads & (units["status"] == Status.ON_MAP)].tolist():
            if h not in own and np.isin(theirs, np.asarray(state.neighbour[h])).any():
                self.counts.alone.append((int(state.game.seed), side, h))
