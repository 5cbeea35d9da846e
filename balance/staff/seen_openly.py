"""Views of games: what each side sees of the units, and what its own ones can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from balance.errors import UnknownName
from balance.games.searches import BEST
from balance.staff.facts import SIDES, Fact, Told, holder_name
from balance.staff.seen_board import SeenBoard
from balance.staff.what_is_seen import EnemyUnit, EnemyView, HexView, UnitView

#: Fields of units that the own side sees as they are.
_FIELDS = ("hex", "steps", "movement", "status", "arrival_turn")
#: Columns of the table of units that a game fills; whole points of movement, rounded down.
ATTACK, DEFENSE, CAN_ACT, POINTS = range(4)
COLUMNS = 4


class Counters(NamedTuple):
    """What is printed on the counters of a scenario, by unit."""

    kinds: Sequence[str]
    nations: Sequence[str]
    armies: Sequence[str]
    mobility: Sequence[str]


class Eyes(NamedTuple):
    """What a game has to look at a state with."""

    facts: Mapping[str, Fact]
    phase_name: Callable[[Any], str]
    observe_units: Callable[..., Any]  # (state, side, int16[units, COLUMNS]): fills the table
    compute_reach: Callable[..., Any]  # (state, unit) -> hexes that it could move to
    list_entry_hexes: Callable[..., Any]  # (state, unit) -> bool[n], where it could enter now
    statuses: type[IntEnum]  # enumeration of where a unit is in its life, 0 on the map
    features: Iterable[IntEnum]  # bits of ``hexes.features`` that stay what they are
    parts: int  # parts of a movement point
    columns: int = COLUMNS  # of the table, those of the game's own last
    strength_parts: int = 1  # parts of a point of strength in the table
    by_name: bool = True  # own units are listed by name; else as the counters are


def entries_by(list_entry_hexes: Callable[..., Any]) -> Callable[[Any, int], list[int]]:
    """What ``Eyes`` asks of entry, by a function (state, unit, entries) that fills int64[n]."""

    def entries_of(state: Any, unit: int) -> list[int]:
        entries = np.zeros(len(state.ground) - 1, np.int64)
        count = int(list_entry_hexes(state, np.int64(unit), entries))
        found: list[int] = entries[:count].tolist()
        return found

    return entries_of


class SeenOpenly(SeenBoard):
    """Shows the games of one scenario to their players.

    A game in which something isn't open to all says by hooks what is told of a unit instead.
    """

    eyes: Eyes

    def __init__(self, scenario: Any, counters: Counters, terrains: Sequence[str]) -> None:
        super().__init__(scenario)
        self.counters = counters
        self._terrains = terrains
        self._statuses = {int(each): each.name.lower() for each in self.eyes.statuses}

    def phase(self, state: Any) -> str:
        """Phase of the game in a word, see ``facts.phase_name``."""
        return self.eyes.phase_name(state)

    def own_units(self, state: Any, side: int) -> list[UnitView]:
        """Own units on and off the map."""
        table, printed, parts = self._observe(state, side), self.counters, self.eyes.strength_parts
        hexes, steps, movement, status, arrival = (state.units[f].tolist() for f in _FIELDS)
        units = [
            UnitView(
                name=self.own_name(state, u),
                hex=self.hex_names[hexes[u]] if status[u] == 0 else "",
                kind=printed.kinds[u],
                nation=printed.nations[u],
                army=self.army_of(state, u),
                mobility=printed.mobility[u],
                attack=table[u][ATTACK] / parts,
                defense=table[u][DEFENSE] / parts,
                steps=steps[u],
                movement=movement[u],
                supply=self.supply_of(state, u, table[u]) if status[u] == 0 else "",
                can_act=bool(table[u][CAN_ACT]),
                points=table[u][POINTS],
                status=self._statuses[status[u]],
                arrival_turn=arrival[u],
                mode=self.mode_of(table[u]),
            )
            for u, owner in enumerate(self._side)
            if owner == side and self.is_in_play(status[u])
        ]
        return sorted(units, key=lambda unit: unit.name) if self.eyes.by_name else units

    def enemy_stacks(self, state: Any, side: int) -> list[EnemyView]:
        """Enemy stacks as far as they may be looked into."""
        table = self._observe(state, side)
        return [self.show_stack(state, table, h) for h in self._hexes_of(state, 1 - side)]

    def show_unit(self, state: Any, table: Sequence[Sequence[int]], unit: int) -> EnemyUnit:
        """An enemy unit that may be looked at."""
        return EnemyUnit(
            name=self.enemy_name(state, unit),
            kind=self.counters.kinds[unit],
            attack=table[unit][ATTACK] / self.eyes.strength_parts,
            defense=table[unit][DEFENSE] / self.eyes.strength_parts,
            steps=int(state.units["steps"][unit]),
        )

    def controlled(self, state: Any, side: int) -> list[str]:
        """Numbers of the hexes that a side entered last, or that lie behind its front."""
        return self._controlled(state, side, np.ones(len(self.hex_names), bool))

    def control(self, state: Any, name: str) -> str:
        """Side that controls a hex, "" while none does."""
        return holder_name(self._control(state, name))

    def hex(self, state: Any, name: str) -> HexView:
        """One hex of the map."""
        h = self._index[name]
        bits = int(state.hexes["features"][h])
        features = [each.name.lower() for each in self.eyes.features if bits & each]
        return HexView(
            hex=name,
            place=self._place_of[h],
            terrain=self._terrains[int(state.hexes["terrain"][h])],
            features=tuple(sorted([*features, *self.changing_features(state, h)])),
            control=self.control(state, name),
        )

    def changing_features(self, state: Any, h: int) -> list[str]:
        """What stands in a hex beside the features of the map."""
        return ["vp"] if state.hexes["vp"][h] > 0 else []

    def reach(self, state: Any, side: int, unit: str) -> dict[str, int]:
        """Hexes that an own unit could move to now, and the whole points it would have left."""
        u = self.find_own(state, side, unit)
        if side != int(state.game.side) or self.eyes.compute_reach(state, np.int64(u)) == 0:
            return {}
        left = state.work[BEST, :-1]
        whole = np.where(left < 0, left, left // self.eyes.parts)
        return self._reached(whole, int(state.units["hex"][u]))

    def entry_hexes(self, state: Any, side: int, unit: str) -> list[str]:
        """Hexes through which an own unit could enter now."""
        open_hexes = self.eyes.list_entry_hexes(state, self.find_own(state, side, unit))
        return [self.hex_names[h] for h in open_hexes]

    def fact_names(self) -> Sequence[str]:
        """Names of the public facts, in the order of the game's ``FACTS``."""
        return tuple(self.eyes.facts)

    def fact(self, state: Any, side: int, name: str) -> Any:
        """One public fact."""
        return self.eyes.facts[name].tell(Told(self.scenario, state, side))

    # --- hooks

    def is_in_play(self, status: int) -> bool:
        """Whether a unit of a status is one that this game has."""
        return True

    def show_stack(self, state: Any, table: Sequence[Sequence[int]], h: int) -> EnemyView:
        """An enemy stack, here with all its units."""
        members = (self.show_unit(state, table, u) for u in self._units_in(state, h))
        return self._shown(h, tuple(members))

    def army_of(self, state: Any, unit: int) -> str:
        """Army that an own unit belongs to now."""
        return self.counters.armies[unit]

    def own_name(self, state: Any, unit: int) -> str:
        """What its owner calls a unit now."""
        return self.unit_names[unit]

    def enemy_name(self, state: Any, unit: int) -> str:
        """What the enemy calls a unit now."""
        return self.unit_names[unit]

    def supply_of(self, state: Any, unit: int, seen: Sequence[int]) -> str:
        """Supply of an own unit on the map; ``seen`` is its row of the table."""
        return "out" if state.units["unsupplied"][unit] > 0 else "regular"

    def mode_of(self, seen: Sequence[int]) -> str:
        """Doctrine that an own unit fights by, by its row of the table."""
        return ""

    def find_own(self, state: Any, side: int, name: str) -> int:
        """Row of a unit of a side by the name that its owner knows now.

        Raises
        ------
        UnknownName
            If it has no such unit.
        """
        own = {each: u for u, each in enumerate(self.unit_names) if self._side[u] == side}
        if name not in own:
            raise UnknownName(f"{SIDES[side]} unit", str(name), own)
        return own[name]

    def _observe(self, state: Any, side: int) -> list[list[int]]:
        table = np.zeros((len(self.unit_names), self.eyes.columns), np.int16)
        self.eyes.observe_units(state, np.int64(side), table)
        observed: list[list[int]] = table.tolist()
        return observed
