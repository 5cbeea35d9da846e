"""What the counts of play need to know of Operation Blue."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reach import compute_reach
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    EventKind,
    Feature,
    Hexside,
    Phase,
    SupplyState,
)
from tests.staff import counts

#: Hexes that each side plays for: points, and what ends the game at once.
_PRIZES = (int(Feature.VP), int(Feature.VP) | int(Feature.SUDDEN_DEATH))
_TOWNS = int(Feature.TOWN) | int(Feature.CITY)
_RIVERS = int(Hexside.RIVER | Hexside.VOLGA)


class Counter(counts.Counter):
    """Armies that are frozen are not idle, and whoever is out of supply attacks with half."""

    starts = frozenset({int(Phase.AXIS_START), int(Phase.SOVIET_START)})
    ends = frozenset({int(Phase.AXIS_SECOND), int(Phase.SOVIET_SECOND)})
    dated = ("Voronezh", "Rostov", "Kalach", "Maikop")
    taking = int(EventKind.TOWN_TAKEN)
    compute_reach: Any = staticmethod(compute_reach)

    def marches(self, state: State) -> bool:
        return bool(is_movement_phase(state)) and int(state.game.phase) not in self.starts

    def prizes(self, state: State, side: int) -> np.ndarray:
        return np.asarray(state.hexes["features"])[:-1] & _PRIZES[side] != 0

    def places(self, state: State, side: int) -> np.ndarray:
        return np.asarray(state.hexes["features"])[:-1] & (_PRIZES[side] | _TOWNS) != 0

    def last_turn(self, state: State) -> int:
        return int(state.rules.victory_last_turn)

    def lasted(self, state: State) -> bool:
        won = int(state.game.vp) >= int(state.rules.victory_vp_to_win)
        return super().lasted(state) and not won

    def is_starving(self, state: State, side: int, h: int) -> bool:
        return int(hex_supply(state, np.int64(side), np.int64(h))) == SupplyState.OUT

    def strength(self, state: State, unit: int) -> float:
        counter = state.units[unit]
        reduced = int(counter.steps) < int(counter.full_steps)
        return float(counter.attack_reduced if reduced else counter.attack)

    def defense(self, state: State, unit: int) -> float:
        counter = state.units[unit]
        reduced = int(counter.steps) < int(counter.full_steps)
        return float(counter.defense_reduced if reduced else counter.defense)

    def share(self, state: State, side: int, here: int, target: int) -> float:
        d = np.asarray(state.neighbour[here]).tolist().index(target)
        wet = int(state.hexside[here, d]) & _RIVERS
        fed = int(hex_supply(state, np.int64(side), np.int64(here))) == SupplyState.REGULAR
        return (0.5 if wet else 1.0) * (1.0 if fed else 0.5)

    def could_move(self, state: State, unit: int) -> bool:
        return int(state.units["frozen_by"][unit]) == 0
