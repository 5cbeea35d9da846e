"""What a player of Drive on Stalingrad may see: the game's part of a strategy's ``View``.

Rule: drive_on_stalingrad 2.14, 11.7

Everything handed out is a plain value of its own. Hidden things never leave this module: the
factors of untried units before their first battle (the mean of their kind stands for them, for both
sides), enemy units below the top of a stack, and enemy units off the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from balance.games.drive_on_stalingrad.order_of_battle import ARMIES
from balance.games.drive_on_stalingrad.reach import compute_reach
from balance.games.drive_on_stalingrad.reinforcements import list_entry_hexes
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Kind,
    Mobility,
    Status,
    SupplyState,
    Terrain,
)
from balance.staff.drive_on_stalingrad.facts import FACTS, phase_name
from balance.staff.drive_on_stalingrad.observation import COLUMNS, SUPPLY, observe_units
from balance.staff.seen_openly import Counters, Eyes, SeenOpenly, entries_by
from balance.staff.what_is_seen import EnemyView

_ARMY_NAMES = {int(army): name for name, army in ARMIES.items()}


class SeenGame(SeenOpenly):
    """Shows the games of one scenario to their players.

    Rule: drive_on_stalingrad 2.2, 2.14, 2.15, 5.1, 8.1, 9.1, 9.2, 9.3
    """

    eyes = Eyes(
        FACTS,
        phase_name,
        observe_units,
        compute_reach,
        entries_by(list_entry_hexes),
        Status,
        [feature for feature in Feature if feature != Feature.DON_VOLGA_LINE],
        parts=1,
        columns=COLUMNS,
        strength_parts=10,
        by_name=False,
    )

    def __init__(self, scenario: Scenario) -> None:
        units, rows = scenario.units, scenario.order_of_battle.rows
        counters = Counters(
            kinds=[Kind(int(kind)).name.lower() for kind in units["kind"]],
            nations=[str(row["nation"]) for row in rows],
            armies=[str(row["army"]) for row in rows],
            mobility=[Mobility(int(mobility)).name.lower() for mobility in units["mobility"]],
        )
        super().__init__(scenario, counters, [each.name.lower() for each in Terrain])

    def controlled(self, state: State, side: int) -> list[str]:
        """Numbers of the land hexes that a side controls.

        Rule: drive_on_stalingrad 3.4
        """
        terrain = state.hexes["terrain"][:-1]
        land = (terrain != Terrain.SEA) & (terrain != Terrain.LAKE)
        return self._controlled(state, side, land)

    def _is_prize(self, state: State) -> np.ndarray:
        return np.asarray(state.hexes["features"] & Feature.VP != 0)

    # --- what is hidden, or changes in play

    def show_stack(self, state: State, table: Sequence[Sequence[int]], h: int) -> EnemyView:
        """The top unit of an enemy stack, and its height.

        Rule: drive_on_stalingrad 2.14, 11.7
        """
        top = self.show_unit(state, table, int(state.ground["first"][h]))
        height = int(state.ground["stack"][h]) + int(state.ground["guns"][h])
        return replace(self._shown(h, (top,)), units=height, members=())

    def army_of(self, state: State, unit: int) -> str:
        """Army that an own unit belongs to now, "" for none.

        Rule: drive_on_stalingrad 3.2, 8.4
        """
        return _ARMY_NAMES.get(int(state.units["army"][unit]), "")

    def supply_of(self, state: State, unit: int, seen: Sequence[int]) -> str:
        """Supply of an own unit on the map.

        Rule: drive_on_stalingrad 7.2, 7.7
        """
        return SupplyState(seen[SUPPLY]).name.lower()

    def changing_features(self, state: State, h: int) -> list[str]:
        """The Don-Volga line while its works are intact.

        Rule: drive_on_stalingrad 11.23
        """
        return ["don_volga_line"] if state.ground["line_intact"][h] else []
