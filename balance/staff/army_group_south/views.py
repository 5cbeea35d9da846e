"""What a player of Army Group South may see: the game's part of a strategy's ``View``.

Rule: army_group_south 13.0, 13.1, 13.2

Everything handed out is a plain value of its own. Both sides may look at all units on the map, but
an untried one shows its kind alone until it has fought: neither its name nor its strength leaves
this module before, not even by the order of a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.army_group_south.march import compute_reach
from balance.games.army_group_south.reinforcements import list_entry_hexes
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Feature, Mobility, Side, Status, Terrain
from balance.staff.army_group_south.facts import FACTS, Told, phase_name
from balance.staff.army_group_south.naming import Naming
from balance.staff.army_group_south.observation import COLUMNS, MODE, SUPPLY, observe_units
from balance.staff.seen_openly import Counters, Eyes, SeenOpenly, entries_by

NATIONS = ("german", "soviet")
_SUPPLY_NAMES = {0: "out", 1: "regular"}
_MODE_NAMES = {0: "offensive", 1: "defensive"}


class SeenGame(SeenOpenly):
    """Shows the games of one scenario to their players.

    Rule: army_group_south 4.2, 5.0, 5.11, 5.22, 13.0, 13.2, 23.1, 23.2, 24.0, 25.3
    """

    eyes = Eyes(
        FACTS,
        phase_name,
        observe_units,
        compute_reach,
        entries_by(list_entry_hexes),
        Status,
        Feature,
        parts=1,
        columns=COLUMNS,
        strength_parts=10,
    )

    def __init__(self, scenario: Scenario, naming: Naming) -> None:
        units, rows = scenario.template.units, scenario.order_of_battle.rows
        counters = Counters(
            kinds=[str(row["unit_class"]) for row in rows],
            nations=[NATIONS[int(side)] for side in units["side"]],
            armies=[str(row["parent"]) for row in rows],
            mobility=[Mobility(int(mobility)).name.lower() for mobility in units["mobility"]],
        )
        super().__init__(scenario, counters, [each.name.lower() for each in Terrain])
        self.naming = naming

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the land hexes that a side entered last.

        Rule: army_group_south 25.3
        """
        land = state.hexes["terrain"][:-1] != Terrain.SEA
        return self._controlled(state, side, land)

    def fact(self, state: State, side: int, name: str) -> Any:
        """One public fact."""
        return FACTS[name].tell(Told(self.scenario, self.naming, state, Side(side)))

    # --- what isn't open, or tells more

    def is_in_play(self, status: int) -> bool:
        """Whether the game has drawn a unit.

        Rule: army_group_south 13.2
        """
        return status != Status.UNUSED

    def own_name(self, state: State, unit: int) -> str:
        """What its owner calls a unit now."""
        return self.naming.own_name(state, unit)

    def enemy_name(self, state: State, unit: int) -> str:
        """What the enemy calls a unit now."""
        return self.naming.enemy_name(state, unit)

    def supply_of(self, state: State, unit: int, seen: Sequence[int]) -> str:
        """Supply of an own unit on the map."""
        return _SUPPLY_NAMES[seen[SUPPLY]]

    def mode_of(self, seen: Sequence[int]) -> str:
        """Doctrine that an own unit on the map fights by, "" if it has none."""
        return _MODE_NAMES.get(seen[MODE], "")

    def find_own(self, state: State, side: int, name: str) -> int:
        """Row of a unit of a side by the name that its owner knows now."""
        return self.naming.own_unit(state, side, name)
