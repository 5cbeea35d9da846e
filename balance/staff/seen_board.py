"""What the views of all games show alike: the map, and hexes by what holds there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from balance.kernel.hexes import distance, distances
from balance.staff.what_is_seen import EnemyUnit, EnemyView


class SeenBoard:
    """The board of one scenario's games, by numbers of hexes.

    Parameters
    ----------
    scenario
        The game's own: has a ``name``, ``map``, ``hex_names``, ``unit_names`` and a ``template``
        state.
    """

    #: Side, 0 or 1, for which ``vp`` of the game's record is positive.
    vp_side: int = 0

    def __init__(self, scenario: Any) -> None:
        self.scenario = scenario
        self.scenario_name = str(scenario.name)
        self.hex_names: Sequence[str] = tuple(scenario.hex_names)
        #: Names by row; those of hidden units are no secret once a game is over.
        self.unit_names: Sequence[str] = tuple(scenario.unit_names)
        self._index: dict[str, int] = dict(scenario.map.index)
        self._place_of: tuple[str, ...] = tuple(scenario.map.places)
        self._places = MappingProxyType(
            {place: self.hex_names[h] for h, place in enumerate(self._place_of) if place}
        )
        self._away: dict[str, np.ndarray] = {}
        self._side = [int(side) for side in scenario.template.units["side"]]

    def has_hex(self, name: str) -> bool:
        """Whether the map has a hex of that number."""
        return name in self._index

    def places(self) -> Mapping[str, str]:
        """Place name to hex number."""
        return self._places

    def neighbours(self, name: str) -> list[str]:
        """Numbers of the hexes next to a hex that are on the map."""
        row = self.scenario.map.neighbour[self._index[name]].tolist()
        return [self.hex_names[h] for h in row if h < len(self.hex_names)]

    def distance(self, start: str, end: str) -> int:
        """Hexes from one hex to another."""
        hexes = self.scenario.map.hexes
        here, there = hexes[self._index[start]], hexes[self._index[end]]
        return int(distance(int(here.row), int(here.x2), int(there.row), int(there.x2)))

    def next_prize(self, state: Any, side: int, places: Sequence[str]) -> str:
        """Number of the hex worth points that a side doesn't control nearest to some hexes.

        "" if there is none, or if the staff itself knows what to do with who has none to take.
        """
        left = self._prizes[_ground(state, "control")[self._prizes] != side]
        if not len(left):
            return ""
        away = np.minimum.reduce([self._away_from(place)[left] for place in places])
        return self.hex_names[int(left[away.argmin()])]

    def _away_from(self, name: str) -> np.ndarray:
        """Hexes from a hex to each: int64[n]."""
        if name not in self._away:
            hexes = self.scenario.template.hexes[:-1]
            self._away[name] = distances(hexes["row"], hexes["x2"], self._index[name])
        return self._away[name]

    def lead(self, state: Any, side: int) -> int:
        """Margin of victory points of a side."""
        return int(state.game.vp) if side == self.vp_side else -int(state.game.vp)

    @cached_property
    def _prizes(self) -> np.ndarray:
        """Hexes worth points, by index."""
        return np.flatnonzero(self._is_prize(self.scenario.template)[:-1])

    def _is_prize(self, state: Any) -> np.ndarray:
        """Which hexes are worth points: bool[n + 1]."""
        return np.asarray(state.hexes["vp"] > 0)

    def _hexes_of(self, state: Any, side: int) -> list[int]:
        """Hexes with units of a side, by index."""
        return np.flatnonzero(_ground(state, "occupant")[:-1] == side).tolist()

    def _units_in(self, state: Any, h: int) -> list[int]:
        """Units of a hex from the top down."""
        units = []
        unit = int(state.ground["first"][h])
        while unit >= 0:
            units.append(unit)
            unit = int(state.units["next"][unit])
        return units

    def _shown(self, h: int, members: tuple[EnemyUnit, ...]) -> EnemyView:
        """A stack of which all units are seen, the top one first."""
        top = members[0]
        return EnemyView(
            hex=self.hex_names[h],
            units=len(members),
            top=top.name,
            top_kind=top.kind,
            top_attack=top.attack,
            top_defense=top.defense,
            top_steps=top.steps,
            members=members,
        )

    def _controlled(self, state: Any, side: int, land: np.ndarray) -> list[str]:
        """Numbers of the hexes that a side controls; ``land`` is bool[n], where it may."""
        mine = land & (_ground(state, "control")[:-1] == side)
        return [self.hex_names[h] for h in np.flatnonzero(mine).tolist()]

    def _control(self, state: Any, name: str) -> int:
        """Who controls a hex, as the game's ground has it."""
        return int(_ground(state, "control").item(self._index[name]))

    def _reached(self, left: np.ndarray, here: int) -> dict[str, int]:
        """Points left in each hex but ``here``; ``left`` is int[n], negative out of reach."""
        reached = np.flatnonzero(left >= 0).tolist()
        return {self.hex_names[h]: int(left[h]) for h in reached if h != here}


def _ground(state: Any, field: str) -> np.ndarray:
    """One field of a state's ground; record arrays do in Python what plain ones do at once."""
    return np.asarray(state.ground)[field]
