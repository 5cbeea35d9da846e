"""What a player of the common game may see: the game's part of a strategy's ``View``.

All counters lie open on the table; everything handed out is a plain value of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.common.march import compute_reach
from balance.games.common.newcomers import check_enter
from balance.games.common.order_of_battle import nation_of
from balance.games.common.refusals import Refusal
from balance.games.common.scenario import Scenario
from balance.games.common.state import PART, State
from balance.games.common.tables import class_names, terrain_names
from balance.games.common.vocabulary import Feature, Side, Status
from balance.games.searches import BEST
from balance.staff.common.facts import FACTS, Told, phase_name
from balance.staff.common.observation import (
    ATTACK,
    CAN_ACT,
    COLUMNS,
    DEFENSE,
    POINTS,
    observe_units,
)
from balance.staff.seen_board import SeenBoard
from balance.staff.what_is_seen import EnemyUnit, EnemyView, HexView, UnitView


class SeenGame(SeenBoard):
    """Shows the games of one scenario to their players."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self._rows = scenario.order_of_battle.rows
        self._classes = class_names(scenario.ruleset)
        self._terrains = [*terrain_names(scenario.ruleset), "off_map"]

    def phase(self, state: State) -> str:
        """Phase of the game in a word, see ``facts.phase_name``.

        Rule: common 1.1
        """
        return phase_name(state)

    def own_units(self, state: State, side: int) -> list[UnitView]:
        """Own units on and off the map, sorted by name."""
        table = self._observe(state, side)
        own = (u for u, owner in enumerate(self._side) if owner == side)
        return sorted(
            (self._unit(state, u, table[u]) for u in own), key=lambda unit: str(unit.name)
        )

    def _unit(self, state: State, u: int, seen: Sequence[int]) -> UnitView:
        counter, row = state.units[u], self._rows[u]
        on_map = counter.status == Status.ON_MAP
        supply = "out" if counter.unsupplied > 0 else "regular"
        return UnitView(
            name=self.unit_names[u],
            hex=self.hex_names[int(counter.hex)] if on_map else "",
            kind=row["kind"],
            nation=nation_of(row, Side(self._side[u])),
            army=row["army"],
            mobility=self._classes[int(counter.mobility)],
            attack=float(seen[ATTACK]),
            defense=float(seen[DEFENSE]),
            steps=int(counter.steps),
            movement=int(counter.movement),
            supply=supply if on_map else "",
            can_act=bool(seen[CAN_ACT]),
            points=seen[POINTS],
            status=Status(int(counter.status)).name.lower(),
            arrival_turn=int(counter.arrival_turn),
        )

    def enemy_stacks(self, state: State, side: int) -> list[EnemyView]:
        """Enemy stacks with all their units."""
        table = self._observe(state, side)
        return [self._stack(state, table, h) for h in self._hexes_of(state, 1 - side)]

    def _stack(self, state: State, table: Sequence[Sequence[int]], h: int) -> EnemyView:
        members = []
        u = int(state.ground["first"][h])
        while u >= 0:
            members.append(
                EnemyUnit(
                    name=self.unit_names[u],
                    kind=self._rows[u]["kind"],
                    attack=float(table[u][ATTACK]),
                    defense=float(table[u][DEFENSE]),
                    steps=int(state.units["steps"][u]),
                )
            )
            u = int(state.units["next"][u])
        top = members[0]
        return EnemyView(
            hex=self.hex_names[h],
            units=len(members),
            top=top.name,
            top_kind=top.kind,
            top_attack=top.attack,
            top_defense=top.defense,
            top_steps=top.steps,
            members=tuple(members),
        )

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the hexes that a side controls.

        Rule: common 5.5
        """
        return self._controlled(state, side, np.ones(len(self.hex_names), bool))

    def control(self, state: State, name: str) -> str:
        """Side that controls a hex."""
        return Side(self._control(state, name)).name.lower()

    def hex(self, state: State, name: str) -> HexView:
        """One hex of the map."""
        h = self._index[name]
        bits = int(state.hexes["features"][h])
        features = [feature.name.lower() for feature in Feature if bits & feature]
        features += ["vp"] if state.hexes["vp"][h] > 0 else []
        return HexView(
            hex=name,
            place=self._place_of[h],
            terrain=self._terrains[int(state.hexes["terrain"][h])],
            features=tuple(sorted(features)),
            control=self.control(state, name),
        )

    def reach(self, state: State, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the whole points it would have left.

        Rule: common 5.1
        """
        u = self._own(side, unit)
        if side != int(state.game.side) or compute_reach(state, np.int64(u)) == 0:
            return {}
        left = state.work[BEST, :-1]
        return self._reached(np.where(left < 0, left, left // PART), int(state.units["hex"][u]))

    def entry_hexes(self, state: State, side: int, unit: str) -> list[str]:
        """Hexes through which an own unit could enter now.

        Rule: common 12.2
        """
        u = np.int64(self._own(side, unit))
        return [
            name
            for h, name in enumerate(self.hex_names)
            if check_enter(state, u, np.int64(h)) == Refusal.OK
        ]

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order of ``facts.FACTS``."""
        return tuple(FACTS)

    def fact(self, state: State, side: int, name: str) -> Any:
        """One public fact."""
        return FACTS[name].tell(Told(self.scenario, state, Side(side)))

    def _own(self, side: int, name: str) -> int:
        own = {each: u for u, each in enumerate(self.unit_names) if self._side[u] == side}
        if name not in own:
            raise UnknownName("own unit", name, own)
        return own[name]

    def _observe(self, state: State, side: int) -> list[list[int]]:
        table = np.zeros((len(self.unit_names), COLUMNS), np.int16)
        observe_units(state, np.int64(side), table)
        observed: list[list[int]] = table.tolist()
        return observed
