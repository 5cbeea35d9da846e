"""What the counts of play need to know of Operation Star, and what is counted there alone.

open places
    Places that score and stand empty as the enemy's first movement phase begins, where one of his
    units could walk in at once; by turns, so that a place open twice counts twice.
undefended
    Of these, those that a unit would have held which could have marched there in its own turn: all
    enemies within a march together have less than 3-1 against it.
taken, lost
    Turn in which a dated place first was Soviet as a player turn ended, and German again; Kharkov
    counts as taken with all its hexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.army_group_south.march import compute_reach
from balance.games.army_group_south.state import State
from balance.games.army_group_south.tables import TerrainColumn
from balance.games.army_group_south.vocabulary import Feature, Kind, Phase, Side, Status
from tests.staff import counts
from tests.staff.army_group_south.craft import known_attack, known_defense
from tests.staff.counts import NEVER, Case

#: Points from which a place is worth an attack.
PRIZE = 3
#: Odds at which one unit isn't thought to hold a place.
TOO_MANY = 3.0
_MOVEMENTS = frozenset({int(Phase.AXIS_MOVEMENT), int(Phase.SOVIET_MOVEMENT)})
_COMBATS = frozenset({int(Phase.AXIS_COMBAT), int(Phase.SOVIET_COMBAT)})
_MECHANIZED = frozenset({int(Phase.AXIS_MECHANIZED), int(Phase.SOVIET_MECHANIZED)})


@dataclass
class Counts(counts.Counts):
    """What has been counted, by side."""

    open_places: list[Case] = field(default_factory=list)
    undefended: list[Case] = field(default_factory=list)
    lost: dict[int, list[int]] = field(default_factory=dict)  # hex -> turns

    def rest(self) -> str:
        """Open and undefended places, Axis and Soviet; median turns of places taken and lost."""
        told = [
            f"{name} " + "/".join(f"{self.a_game(cases, side):.1f}" for side in (0, 1))
            for name, cases in (("open", self.open_places), ("undefended", self.undefended))
        ]
        told += [f"{np.median(self.taken[h]):g}-{np.median(self.lost[h]):g}" for h in self.taken]
        return " ".join(told)


class Counter(counts.Counter):
    """Who has attacked isn't idle: panzers strike and go back behind the line in one turn."""

    starts, ends = _MOVEMENTS, _MECHANIZED
    dated = ("Kharkov", "Kupyansk", "Izyum")
    headquarters = int(Kind.HEADQUARTERS)
    eliminated = int(Status.ELIMINATED)
    compute_reach: Any = staticmethod(compute_reach)
    counts_of = Counts
    counts: Counts

    def prizes(self, state: State, side: int) -> np.ndarray:
        hexes = state.hexes[:-1]
        return (hexes["vp"] > 0) | (hexes["features"] & int(Feature.KHARKOV) != 0)

    def worth_an_attack(self, state: State, side: int) -> np.ndarray:
        return np.asarray(state.hexes["joint_vp"])[:-1] >= PRIZE

    def holds(self, state: State, side: int) -> np.ndarray:
        soviet = np.asarray(state.ground["control"])[:-1] == Side.SOVIET
        return soviet if side == Side.SOVIET else ~soviet

    def last_turn(self, state: State) -> int:
        return int(state.rules.sequence_game_turns)

    def is_starving(self, state: State, side: int, h: int) -> bool:
        return not state.units[int(state.ground[h].first)].supplied

    def strength(self, state: State, unit: int) -> float:
        return float(known_attack(state, np.int64(unit))) * (state.units[unit].disrupted == 0)

    def defense(self, state: State, unit: int) -> float:
        return known_defense(state, np.int64(unit)) * _cover(state, int(state.units[unit].hex))

    def is_busy(self, unit: int) -> bool:
        return unit in self._attackers

    def marches(self, state: State) -> bool:
        return int(state.game.phase) in _MOVEMENTS | _MECHANIZED

    # --- a watcher

    def begin(self, state: State) -> None:
        """Forget the last game."""
        super().begin(state)
        self._attackers = set[int]()
        #: What a unit could have defended each place with, whose owner has had his turn.
        self._defenders: list[dict[int, float]] = [{}, {}]
        self._taken: dict[int, int] = {}
        self._lost: dict[int, int] = {}

    def before_phase(self, state: State) -> None:
        """Look at what lies open to the phasing side."""
        super().before_phase(state)
        if int(state.game.phase) not in _MOVEMENTS:
            return
        seed, side = int(state.game.seed), int(state.game.side)
        for h in self._open_to(state, side):
            self.counts.open_places.append((seed, 1 - side, h))
            if self._against(state, side, h) < TOO_MANY * self._defenders[1 - side].get(h, 0.0):
                self.counts.undefended.append((seed, 1 - side, h))
        own = np.flatnonzero(self.prizes(state, side) & self.holds(state, side)).tolist()
        self._defenders[side] = {
            h: max(known_defense(state, np.int64(u)) for u in able) * _cover(state, h)
            for h, able in self._in_reach(state, side, set(own)).items()
        }

    def after_phase(self, state: State) -> None:
        """Note who has attacked."""
        if int(state.game.phase) in _COMBATS:
            self._attackers = set(np.flatnonzero(state.units["attacked"]).tolist())

    def phase_closed(self, state: State) -> None:
        """Note who holds the dated places as player turns end."""
        super().phase_closed(state)
        if int(state.game.phase) in self.ends:
            soviet, turn = self.holds(state, Side.SOVIET), int(state.game.game_turn)
            kharkov = np.asarray(state.hexes["features"])[:-1] & int(Feature.KHARKOV) != 0
            for h in self._dated:
                if soviet[kharkov if kharkov[h] else h].all():
                    self._taken.setdefault(h, turn)
                elif h in self._taken:
                    self._lost.setdefault(h, turn)

    # --- parts

    def _against(self, state: State, side: int, h: int) -> float:
        """Attack strength of a side within a march of a hex."""
        units, troops = state.units.view(np.ndarray), self._standing(state, side)
        near = self._apart[units["hex"][troops], h] <= units["movement"][troops] + 1
        return sum(known_attack(state, np.int64(u)) for u in troops[near])

    def _attacked(self, state: State, side: int, h: int, since: int) -> bool:
        # Of several hexes attacked at once only the first is named: take those around too.
        battles = state.battles.view(np.ndarray)[: int(state.game.battle_count)]
        ours = battles[(battles["attacker"] == side) & (battles["game_turn"] >= since)]
        return bool(np.any(self._apart[ours["hex"], h] <= (ours["hexes"] > 1)))

    def _note_dates(self, state: State) -> None:
        for h in self._dated:
            self.counts.taken.setdefault(h, []).append(self._taken.get(h, NEVER))
            self.counts.lost.setdefault(h, []).append(self._lost.get(h, NEVER))


def _cover(state: State, h: int) -> int:
    """What a hex multiplies its defenders by."""
    hexes = state.hexes[h]
    by_terrain = int(state.tec[hexes.terrain, TerrainColumn.MULTIPLIER])
    return max(by_terrain, 2) if hexes.features & Feature.CITY else by_terrain
