"""What a player of Stalingrad 1942-43 may see: the game's part of a strategy's ``View``.

All counters lie open on the table; everything handed out is a plain value of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.reinforcements import list_entry_hexes
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Feature, Mobility, Side, Status, Terrain
from balance.staff.seen_board import SeenBoard
from balance.staff.stalingrad_1942.facts import FACTS, Told, phase_name
from balance.staff.stalingrad_1942.observation import (
    ATTACK,
    CAN_ACT,
    COLUMNS,
    DEFENSE,
    POINTS,
    observe_units,
)
from balance.staff.what_is_seen import EnemyUnit, EnemyView, HexView, UnitView

_STATUS_NAMES = {int(status): status.name.lower() for status in Status}


class SeenGame(SeenBoard):
    """Shows the games of one scenario to their players."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        units, rows = scenario.template.units, scenario.order_of_battle.rows
        self._kinds = [str(row["arm"]) for row in rows]
        self._nations = [str(row["nation"]) for row in rows]
        self._armies = [str(row["army"]) for row in rows]
        self._mobility = [Mobility(int(mobility)).name.lower() for mobility in units["mobility"]]
        self._movement = [int(points) for points in units["movement"]]
        self._rows = {name: u for u, name in enumerate(self.unit_names)}

    def phase(self, state: State) -> str:
        """Phase of the game in a word, see ``facts.phase_name``.

        Rule: stalingrad_1942 3.2b
        """
        return phase_name(state)

    def own_units(self, state: State, side: int) -> list[UnitView]:
        """Own units on and off the map, sorted by name."""
        table = self._observe(state, side)
        units = state.units
        off_map = len(self.hex_names)
        found = [
            UnitView(
                name=self.unit_names[u],
                hex="" if units["hex"][u] == off_map else self.hex_names[units["hex"][u]],
                kind=self._kinds[u],
                nation=self._nations[u],
                army=self._armies[u],
                mobility=self._mobility[u],
                attack=float(table[u][ATTACK]),
                defense=float(table[u][DEFENSE]),
                steps=int(units["steps"][u]),
                movement=self._movement[u],
                supply=self._supply(state, u),
                can_act=bool(table[u][CAN_ACT]),
                points=table[u][POINTS],
                status=_STATUS_NAMES[int(units["status"][u])],
                arrival_turn=int(units["arrival_turn"][u]),
            )
            for u, owner in enumerate(self._side)
            if owner == side
        ]
        return sorted(found, key=lambda unit: unit.name)

    def _supply(self, state: State, unit: int) -> str:
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            return ""
        return "out" if counter.unsupplied > 0 else "regular"

    def enemy_stacks(self, state: State, side: int) -> list[EnemyView]:
        """Enemy stacks with all their units."""
        table = self._observe(state, side)
        found = []
        for h in self._hexes_of(state, 1 - side):
            members = tuple(self._enemy(state, table, u) for u in _stack(state, h))
            top = members[0]
            found.append(
                EnemyView(
                    hex=self.hex_names[h],
                    units=len(members),
                    top=top.name,
                    top_kind=top.kind,
                    top_attack=top.attack,
                    top_defense=top.defense,
                    top_steps=top.steps,
                    members=members,
                )
            )
        return found

    def _enemy(self, state: State, table: Sequence[Sequence[int]], unit: int) -> EnemyUnit:
        return EnemyUnit(
            name=self.unit_names[unit],
            kind=self._kinds[unit],
            attack=float(table[unit][ATTACK]),
            defense=float(table[unit][DEFENSE]),
            steps=int(state.units["steps"][unit]),
        )

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the hexes that a side entered last, or that lie behind its front.

        Rule: stalingrad_1942 S1e
        """
        return self._controlled(state, side, np.ones(len(self.hex_names), bool))

    def hex(self, state: State, name: str) -> HexView:
        """One hex of the map."""
        h = self._index[name]
        bits = int(state.hexes["features"][h])
        features = [feature.name.lower() for feature in Feature if bits & feature]
        if state.hexes["vp"][h] > 0:
            features.append("vp")
        if state.ground["works"][h] > 0:
            features.append("field_works")
        return HexView(
            hex=name,
            place=self._place_of[h],
            terrain=Terrain(int(state.hexes["terrain"][h])).name.lower(),
            features=tuple(sorted(features)),
            control=self.control(state, name),
        )

    def control(self, state: State, name: str) -> str:
        """Side that controls a hex."""
        return Side(self._control(state, name)).name.lower()

    def reach(self, state: State, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the whole points it would have left.

        Rule: stalingrad_1942 4.22, 6.21
        """
        u = self._own(side, unit)
        if side != int(state.game.side) or compute_reach(state, np.int64(u)) == 0:
            return {}
        left = state.work[BEST, :-1]
        return self._reached(np.where(left < 0, left, left // PART), int(state.units["hex"][u]))

    def entry_hexes(self, state: State, side: int, unit: str) -> list[str]:
        """Hexes through which an own reinforcement could enter now.

        Rule: stalingrad_1942 15.22, 15.23a
        """
        u = self._own(side, unit)
        counter = state.units[u]
        if counter.status != Status.AWAITING or counter.arrival_turn > state.game.game_turn:
            return []
        entries = np.zeros(len(self.hex_names), np.int64)
        count = int(list_entry_hexes(state, np.int64(u), entries))
        return [self.hex_names[h] for h in entries[:count].tolist()]

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order of ``facts.FACTS``."""
        return tuple(FACTS)

    def fact(self, state: State, side: int, name: str) -> Any:
        """One public fact."""
        return FACTS[name].tell(Told(self.scenario, state, Side(side)))

    def _own(self, side: int, name: str) -> int:
        own = [each for each, u in self._rows.items() if self._side[u] == side]
        if name not in own:
            raise UnknownName("own unit", name, own)
        return self._rows[name]

    def _observe(self, state: State, side: int) -> list[list[int]]:
        table = np.zeros((len(self.unit_names), COLUMNS), np.int16)
        observe_units(state, np.int64(side), table)
        observed: list[list[int]] = table.tolist()
        return observed


def _stack(state: State, h: int) -> list[int]:
    """Units of a hex from the top down."""
    units = []
    unit = int(state.ground["first"][h])
    while unit >= 0:
        units.append(unit)
        unit = int(state.units["next"][unit])
    return units
