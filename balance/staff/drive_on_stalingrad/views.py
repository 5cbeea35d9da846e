"""What a player of Drive on Stalingrad may see: the game's part of a strategy's ``View``.

Rule: drive_on_stalingrad 2.14, 11.7

Everything handed out is a plain value of its own. Hidden things never leave this module: the
factors of untried units before their first battle (the mean of their kind stands for them, for both
sides), enemy units below the top of a stack, and enemy units off the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.order_of_battle import ARMIES
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.reinforcements import list_entry_hexes
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Kind,
    Mobility,
    Side,
    Status,
    SupplyState,
    Terrain,
)
from balance.staff.drive_on_stalingrad.facts import FACTS, phase_name
from balance.staff.drive_on_stalingrad.observation import (
    ATTACK,
    CAN_ACT,
    COLUMNS,
    DEFENSE,
    POINTS,
    SUPPLY,
    observe_units,
)
from balance.staff.seen_board import SeenBoard
from balance.staff.what_is_seen import EnemyView, HexView, UnitView

_SIDES = ("axis", "soviet")
_ARMY_NAMES = {int(army): name for name, army in ARMIES.items()}
_SUPPLY_NAMES = {int(state): state.name.lower() for state in SupplyState}
_STATUS_NAMES = {int(status): status.name.lower() for status in Status}
#: Features that play can take away again, see ``SeenGame.hex``.
_FEATURES = tuple(feature for feature in Feature if feature != Feature.DON_VOLGA_LINE)


class SeenGame(SeenBoard):
    """Shows the games of one scenario to their players."""

    def __init__(self, scenario: Scenario) -> None:
        units = scenario.units
        super().__init__(scenario)
        self._unit_index = {name: u for u, name in enumerate(self.unit_names)}
        self._kinds = [Kind(int(kind)).name.lower() for kind in units["kind"]]
        self._mobility = [Mobility(int(mobility)).name.lower() for mobility in units["mobility"]]
        self._movement = [int(points) for points in units["movement"]]
        self._arrival = [int(turn) for turn in units["arrival_turn"]]
        self._nations = [str(row["nation"]) for row in scenario.order_of_battle.rows]

    def phase(self, state: State) -> str:
        """``set_up``, ``start``, ``movement`` or ``assault``.

        Rule: drive_on_stalingrad 5.1
        """
        return phase_name(state)

    def own_units(self, state: State, side: int) -> list[UnitView]:
        """Own units on and off the map.

        Rule: drive_on_stalingrad 2.14, 2.15
        """
        table = self._observe(state, side)
        hexes = state.units["hex"].tolist()
        steps = state.units["steps"].tolist()
        armies = state.units["army"].tolist()
        status = state.units["status"].tolist()
        off_map = len(self.hex_names)
        return [
            UnitView(
                name=self.unit_names[u],
                hex="" if hexes[u] == off_map else self.hex_names[hexes[u]],
                kind=self._kinds[u],
                nation=self._nations[u],
                army=_ARMY_NAMES.get(armies[u], ""),
                mobility=self._mobility[u],
                attack=table[u][ATTACK] / 10.0,
                defense=table[u][DEFENSE] / 10.0,
                steps=steps[u],
                movement=self._movement[u],
                supply=_SUPPLY_NAMES.get(table[u][SUPPLY], ""),
                can_act=bool(table[u][CAN_ACT]),
                points=table[u][POINTS],
                status=_STATUS_NAMES[status[u]],
                arrival_turn=self._arrival[u],
            )
            for u, owner in enumerate(self._side)
            if owner == side
        ]

    def enemy_stacks(self, state: State, side: int) -> list[EnemyView]:
        """Enemy stacks: the top unit and the height of each.

        Rule: drive_on_stalingrad 2.14, 11.7
        """
        table = self._observe(state, side)
        ground = state.ground
        found = []
        for h in self._hexes_of(state, 1 - side):
            top = int(ground["first"][h])
            found.append(
                EnemyView(
                    hex=self.hex_names[h],
                    units=int(ground["stack"][h]) + int(ground["guns"][h]),
                    top=self.unit_names[top],
                    top_kind=self._kinds[top],
                    top_attack=table[top][ATTACK] / 10.0,
                    top_defense=table[top][DEFENSE] / 10.0,
                    top_steps=int(state.units["steps"][top]),
                )
            )
        return found

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the land hexes that a side controls.

        Rule: drive_on_stalingrad 3.4
        """
        terrain = state.hexes["terrain"][:-1]
        land = (terrain != Terrain.SEA) & (terrain != Terrain.LAKE)
        return self._controlled(state, side, land)

    def hex(self, state: State, name: str) -> HexView:
        """One hex of the map; the Don-Volga line is told while its works are intact.

        Rule: drive_on_stalingrad 2.2, 3.4, 11.23
        """
        h = self._index[name]
        bits = int(state.hexes["features"][h])
        features = [feature.name.lower() for feature in _FEATURES if bits & feature]
        if state.ground["line_intact"][h]:
            features.append("don_volga_line")
        return HexView(
            hex=name,
            place=self._place_of[h],
            terrain=Terrain(int(state.hexes["terrain"][h])).name.lower(),
            features=tuple(sorted(features)),
            control=self.control(state, name),
        )

    def control(self, state: State, name: str) -> str:
        """Side that controls a hex.

        Rule: drive_on_stalingrad 3.4
        """
        return _SIDES[self._control(state, name)]

    def reach(self, state: State, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the movement points it would have left.

        Rule: drive_on_stalingrad 9.1, 9.2, 9.3
        """
        u = self._own_unit(side, unit)
        if side != int(state.game.side) or compute_reach(state, np.int64(u)) == 0:
            return {}
        return self._reached(state.work[BEST, :-1], int(state.units["hex"][u]))

    def entry_hexes(self, state: State, side: int, unit: str) -> list[str]:
        """Hexes through which an own reinforcement could enter now.

        Rule: drive_on_stalingrad 8.1
        """
        entries = np.zeros(len(self.hex_names), np.int64)
        u = self._own_unit(side, unit)
        count = int(list_entry_hexes(state, np.int64(u), entries))
        return [self.hex_names[h] for h in entries[:count].tolist()]

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order of ``facts.FACTS``."""
        return tuple(FACTS)

    def fact(self, state: State, side: int, name: str) -> Any:
        """One public fact."""
        return FACTS[name].tell(self.scenario, state, Side(side))

    def _own_unit(self, side: int, name: str) -> int:
        u = self._unit_index.get(name, -1)
        if u < 0 or self._side[u] != side:
            own = [n for n, owner in zip(self.unit_names, self._side, strict=True) if owner == side]
            raise UnknownName(f"{_SIDES[side]} unit", str(name), own)
        return u

    def _observe(self, state: State, side: int) -> list[list[int]]:
        table = np.zeros((len(self.unit_names), COLUMNS), np.int16)
        observe_units(state, np.int64(side), table)
        observed: list[list[int]] = table.tolist()
        return observed
