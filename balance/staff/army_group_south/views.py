"""What a player of Army Group South may see: the game's part of a strategy's ``View``.

Rule: army_group_south 13.0, 13.1, 13.2

Everything handed out is a plain value of its own. Both sides may look at all units on the map, but
an untried one shows its kind alone until it has fought: neither its name nor its strength leaves
this module before, not even by the order of a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.reinforcements import list_entry_hexes
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Feature, Mobility, Side, Status, Terrain
from balance.staff.army_group_south.facts import FACTS, Told, holder_name, phase_name
from balance.staff.army_group_south.naming import Naming
from balance.staff.army_group_south.observation import (
    ATTACK,
    CAN_ACT,
    COLUMNS,
    DEFENSE,
    MODE,
    POINTS,
    SUPPLY,
    observe_units,
)
from balance.staff.seen_board import SeenBoard
from balance.staff.what_is_seen import EnemyUnit, EnemyView, HexView, UnitView

NATIONS = ("german", "soviet")
_SUPPLY_NAMES = {0: "out", 1: "regular"}
_MODE_NAMES = {0: "offensive", 1: "defensive"}
_STATUS_NAMES = {int(status): status.name.lower() for status in Status}


class SeenGame(SeenBoard):
    """Shows the games of one scenario to their players."""

    def __init__(self, scenario: Scenario, naming: Naming) -> None:
        units = scenario.template.units
        rows = scenario.order_of_battle.rows
        super().__init__(scenario)
        self.naming = naming
        self._kinds = [str(row["unit_class"]) for row in rows]
        self._parents = [str(row["parent"]) for row in rows]
        self._mobility = [Mobility(int(mobility)).name.lower() for mobility in units["mobility"]]
        self._movement = [int(points) for points in units["movement"]]

    def phase(self, state: State) -> str:
        """``set_up``, ``doctrine``, ``movement``, ``combat``, ``mechanized_movement``, ``start``.

        Rule: army_group_south 4.2
        """
        return phase_name(state)

    def own_units(self, state: State, side: int) -> list[UnitView]:
        """Own units on and off the map, sorted by name, without those the game doesn't draw.

        Rule: army_group_south 13.0, 13.2
        """
        table = self._observe(state, side)
        hexes = state.units["hex"].tolist()
        steps = state.units["steps"].tolist()
        status = state.units["status"].tolist()
        arrival = state.units["arrival_turn"].tolist()
        off_map = len(self.hex_names)
        units = [
            UnitView(
                name=self.naming.own_name(state, u),
                hex="" if hexes[u] == off_map else self.hex_names[hexes[u]],
                kind=self._kinds[u],
                nation=NATIONS[side],
                army=self._parents[u],
                mobility=self._mobility[u],
                attack=table[u][ATTACK] / 10.0,
                defense=table[u][DEFENSE] / 10.0,
                steps=steps[u],
                movement=self._movement[u],
                supply=_SUPPLY_NAMES.get(table[u][SUPPLY], ""),
                can_act=bool(table[u][CAN_ACT]),
                points=table[u][POINTS],
                status=_STATUS_NAMES[status[u]],
                arrival_turn=arrival[u],
                mode=_MODE_NAMES.get(table[u][MODE], ""),
            )
            for u, owner in enumerate(self._side)
            if owner == side and status[u] != Status.UNUSED
        ]
        return sorted(units, key=lambda unit: unit.name)

    def enemy_stacks(self, state: State, side: int) -> list[EnemyView]:
        """Enemy stacks with all their units, untried ones by their kind.

        Rule: army_group_south 13.0, 13.2
        """
        table = self._observe(state, side)
        return [
            self._shown(h, tuple(self._enemy(state, table, u) for u in self._units_in(state, h)))
            for h in self._hexes_of(state, 1 - side)
        ]

    def _enemy(self, state: State, table: Sequence[Sequence[int]], unit: int) -> EnemyUnit:
        return EnemyUnit(
            name=self.naming.enemy_name(state, unit),
            kind=self._kinds[unit],
            attack=table[unit][ATTACK] / 10.0,
            defense=table[unit][DEFENSE] / 10.0,
            steps=int(state.units["steps"][unit]),
        )

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the land hexes that a side entered last.

        Rule: army_group_south 25.3
        """
        land = state.hexes["terrain"][:-1] != Terrain.SEA
        return self._controlled(state, side, land)

    def hex(self, state: State, name: str) -> HexView:
        """One hex of the map.

        Rule: army_group_south 10.4, 25.3
        """
        h = self._index[name]
        bits = int(state.hexes["features"][h])
        features = [feature.name.lower() for feature in Feature if bits & feature]
        if state.hexes["vp"][h] > 0:
            features.append("vp")
        return HexView(
            hex=name,
            place=self._place_of[h],
            terrain=Terrain(int(state.hexes["terrain"][h])).name.lower(),
            features=tuple(sorted(features)),
            control=self.control(state, name),
        )

    def control(self, state: State, name: str) -> str:
        """Side that entered a hex last, "" while none has.

        Rule: army_group_south 25.3
        """
        return holder_name(self._control(state, name))

    def reach(self, state: State, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the movement points it would have left.

        Rule: army_group_south 5.0, 5.11, 5.22
        """
        u = self.naming.own_unit(state, side, unit)
        if side != int(state.game.side) or compute_reach(state, np.int64(u)) == 0:
            return {}
        return self._reached(state.work[BEST, :-1], int(state.units["hex"][u]))

    def entry_hexes(self, state: State, side: int, unit: str) -> list[str]:
        """Hexes through which an own reinforcement could enter now.

        Rule: army_group_south 23.1, 23.2, 24.0
        """
        u = self.naming.own_unit(state, side, unit)
        entries = np.zeros(len(self.hex_names), np.int64)
        count = int(list_entry_hexes(state, np.int64(u), entries))
        return [self.hex_names[h] for h in entries[:count].tolist()]

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order of ``facts.FACTS``."""
        return tuple(FACTS)

    def fact(self, state: State, side: int, name: str) -> Any:
        """One public fact."""
        return FACTS[name].tell(Told(self.scenario, self.naming, state, Side(side)))

    def _observe(self, state: State, side: int) -> list[list[int]]:
        table = np.zeros((len(self.unit_names), COLUMNS), np.int16)
        observe_units(state, np.int64(side), table)
        observed: list[list[int]] = table.tolist()
        return observed
