"""What the counts of play need to know of Stalingrad 1942-43."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import unit_attack, unit_defense
from balance.games.stalingrad_1942.vocabulary import Hexside, Kind, Phase
from tests.staff import counts

_RIVERS = int(Hexside.MAJOR_RIVER | Hexside.VOLGA)


class Counter(counts.Counter):
    """Towns and the hexes of Stalingrad are prizes; turns in which all must rest don't count."""

    starts = frozenset({int(Phase.AXIS_MOVEMENT), int(Phase.SOVIET_MOVEMENT)})
    ends = frozenset({int(Phase.AXIS_STRATEGIC), int(Phase.SOVIET_STRATEGIC)})
    headquarters = int(Kind.HEADQUARTERS)
    compute_reach: Any = staticmethod(compute_reach)

    def prizes(self, state: State, side: int) -> np.ndarray:
        scoring: np.ndarray = np.asarray(state.hexes["vp"])[:-1] > 0
        return scoring

    def last_turn(self, state: State) -> int:
        return int(state.scene.turns)

    def strength(self, state: State, unit: int) -> float:
        return float(unit_attack(state, np.int64(unit)))

    def defense(self, state: State, unit: int) -> float:
        return float(unit_defense(state, np.int64(unit)))

    def share(self, state: State, side: int, here: int, target: int) -> float:
        d = np.asarray(state.neighbour[here]).tolist().index(target)
        return 0.5 if int(state.hexside[here, d]) & _RIVERS else 1.0

    def rests(self, state: State) -> bool:
        return bool(state.game.pause)
