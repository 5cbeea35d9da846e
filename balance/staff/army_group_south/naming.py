"""What players call the units: an untried one has no name of its own until it has fought.

Rule: army_group_south 13.0, 13.1, 13.2

Counters are printed with name and strength, so the name of an untried unit would tell what neither
side may know. Its owner calls it by its kind and a number of this game; to the enemy it is one of
its kind.
"""

from __future__ import annotations

from balance.errors import UnknownName
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State

_SIDES = ("axis", "soviet")


class Naming:
    """Names of the units of one scenario, as its players may know them."""

    def __init__(self, scenario: Scenario) -> None:
        pools = scenario.order_of_battle.pools
        units = scenario.template.units
        self._names = tuple(scenario.unit_names)
        self._side = [int(side) for side in units["side"]]
        self._hidden_at_start = [bool(untried) for untried in units["untried"]]
        first = [int(slot) for slot in pools.first]
        self._aliases = {
            slot: f"untried {pool} {slot - first[p] + 1}"
            for p, pool in enumerate(pools.names)
            for slot in range(first[p], first[p + 1])
        }
        self._slots = {alias: slot for slot, alias in self._aliases.items()}
        self._pools = [pools.names[p] if p >= 0 else "" for p in pools.pool_of.tolist()]
        self._rows = {name: u for u, name in enumerate(self._names)}

    def is_hidden(self, state: State, unit: int) -> bool:
        """Whether nobody may know yet which counter a unit is."""
        return self._hidden_at_start[unit] and not state.units["revealed"][unit]

    def own_name(self, state: State, unit: int) -> str:
        """What its owner calls a unit now."""
        if self.is_hidden(state, unit):
            return self._aliases[int(state.units["slot"][unit])]
        return self._names[unit]

    def enemy_name(self, state: State, unit: int) -> str:
        """What the enemy calls a unit now."""
        if self.is_hidden(state, unit):
            return f"untried {self._pools[unit]}"
        return self._names[unit]

    def find(self, state: State, name: str) -> int:
        """Row of a unit by the name that its owner knows now.

        Raises
        ------
        UnknownName
            If no unit goes by it, naming near ones of the phasing side.
        """
        slot = self._slots.get(name)
        if slot is not None:
            for unit, mine in enumerate(state.units["slot"].tolist()):
                if mine == slot and self.is_hidden(state, unit):
                    return unit
        unit = self._rows.get(name, -1)
        if unit >= 0 and not self.is_hidden(state, unit):
            return unit
        side = int(state.game.side)
        raise UnknownName("unit", str(name), self.own_names(state, side))

    def own_names(self, state: State, side: int) -> list[str]:
        """Names of all units of a side, as it knows them now."""
        rows = range(len(self._names))
        return [self.own_name(state, u) for u in rows if self._side[u] == side]

    def own_unit(self, state: State, side: int, name: str) -> int:
        """Row of a unit of a side by its name.

        Raises
        ------
        UnknownName
            If it has no such unit.
        """
        try:
            unit = self.find(state, name)
        except UnknownName:
            unit = -1
        if unit < 0 or self._side[unit] != side:
            raise UnknownName(f"{_SIDES[side]} unit", str(name), self.own_names(state, side))
        return unit

    def plan_names(self) -> list[str]:
        """Names by which a plan made before the game may call each unit, "" for none."""
        return [
            "" if hidden else name
            for name, hidden in zip(self._names, self._hidden_at_start, strict=True)
        ]
