"""Turn a plan into the arrays on the staff's desk; the same for every game.

A ``Roster`` says what a game's units and hexes are called. Travel fields to objectives depend on
the map alone, so each is computed once and shared by all plans and games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from balance.errors import DataError, UnknownName
from balance.kernel.fields import FAR, travel_field
from balance.staff.desk import (
    GARRISON,
    HEX_WORTH,
    LINE_BIAS,
    MISSION,
    Desk,
    Luftwaffe,
    Order,
    Posture,
    new_desk,
    weights_record,
)
from balance.staff.plan import LUFTWAFFE, PHASE_ORDERS, POSTURES, Plan, Selection

#: Names of mobility classes that a selection may use beside unit kinds, in the order of ``cost``.
CLASSES = ("mech", "nonmech", "mountain")


@dataclass
class Roster:
    """What a plan's names refer to in one scenario."""

    unit_names: Sequence[str]
    side: np.ndarray  # int[k], 0 or 1
    mobility: np.ndarray  # int[k], index into CLASSES
    kinds: Sequence[str]
    armies: Sequence[str]
    nations: Sequence[str]
    starts_on_map: np.ndarray  # bool[k]
    hex_index: Mapping[str, int]  # by number
    places: Mapping[str, int]  # by place name
    neighbour: np.ndarray  # int16[n + 1, 6]
    cost: np.ndarray  # uint8[>= 6, n + 1, 6], row 3 * side + mobility
    closed: int  # value of cost that means no
    _fields: dict[tuple[int, int, tuple[int, ...]], np.ndarray] = field(default_factory=dict)

    def find_hex(self, name: str) -> int:
        """Hex index of a hex number or place name.

        Raises
        ------
        UnknownName
            Naming near ones.
        """
        if name in self.hex_index:
            return self.hex_index[name]
        if name in self.places:
            return self.places[name]
        raise UnknownName("hex or place", name, self.places)

    def travel(self, side: int, mobility: int, goals: Iterable[int]) -> np.ndarray:
        """Movement points from each hex to the nearest goal, for one side and mobility class."""
        key = (side, mobility, tuple(sorted(set(goals))))
        if key not in self._fields:
            size = self.neighbour.shape[0]
            found = np.full(size, FAR, np.int16)
            found[list(key[2])] = 0
            travel_field(
                self.neighbour,
                self.cost[3 * side + mobility],
                self.closed,
                np.zeros(size, np.uint8),
                found,
                np.zeros(size + 1, np.int16),
            )
            self._fields[key] = found
        return self._fields[key]

    def chosen(self, side: int, selection: Selection) -> np.ndarray:
        """Rows of the units of ``side`` that a selection names.

        Raises
        ------
        UnknownName, DataError
            If a condition names nothing that the scenario has.
        """
        keep = self.side == side
        self._check(selection)
        if selection.names:
            keep &= np.isin(np.asarray(self.unit_names), selection.names)
        if selection.armies:
            keep &= np.isin(np.asarray(self.armies), selection.armies)
        if selection.nations:
            keep &= np.isin(np.asarray(self.nations), selection.nations)
        if selection.kinds:
            classes = np.asarray(CLASSES)[self.mobility]
            keep &= np.isin(np.asarray(self.kinds), selection.kinds) | np.isin(
                classes, selection.kinds
            )
        if selection.arrivals:
            start = np.zeros(len(keep), bool)
            if "start" in selection.arrivals:
                start |= self.starts_on_map
            if "later" in selection.arrivals:
                start |= ~self.starts_on_map
            keep &= start
        return np.flatnonzero(keep)

    def _check(self, selection: Selection) -> None:
        known = {
            "unit": (selection.names, set(self.unit_names)),
            "army": (selection.armies, set(self.armies) - {""}),
            "nation": (selection.nations, set(self.nations)),
            "unit kind": (selection.kinds, set(self.kinds) | set(CLASSES)),
            "arrival": (selection.arrivals, {"start", "later"}),
        }
        for kind, (wanted, names) in known.items():
            for name in wanted:
                if name not in names:
                    raise UnknownName(kind, name, names)


def draft_desk(plan: Plan, roster: Roster, side: int) -> Desk:
    """Put a plan on a fresh desk.

    Raises
    ------
    UnknownName, DataError
        If the plan names a unit, hex or posture that does not exist.
    """
    hex_count = roster.neighbour.shape[0] - 1
    desk = new_desk(hex_count, len(roster.unit_names), len(plan.missions))
    desk = desk._replace(weights=weights_record(plan.weights))
    for m, mission in enumerate(plan.missions):
        if mission.posture not in POSTURES:
            raise DataError(
                f"mission {m + 1}: posture {mission.posture!r}; expected {', '.join(POSTURES)}"
            )
        desk.posture[m] = Posture[mission.posture.upper()]
        goals = [roster.find_hex(name) for name in mission.objective]
        if not goals and mission.posture in ("strike", "garrison"):
            raise DataError(f"mission {m + 1}: posture {mission.posture} needs an objective")
        for mobility in range(len(CLASSES)):
            desk.fields[m, mobility] = roster.travel(side, mobility, goals) if goals else 0
        desk.crew[MISSION, roster.chosen(side, mission.units)] = m
    for name, units in plan.garrisons:
        desk.marks[GARRISON, roster.find_hex(name)] = units
    for name, worth in plan.ground:
        desk.sheet[HEX_WORTH, roster.find_hex(name)] = worth
    for name, bias in plan.line:
        desk.marks[LINE_BIAS, roster.find_hex(name)] = bias
    if plan.phase_order not in PHASE_ORDERS or plan.luftwaffe not in LUFTWAFFE:
        raise DataError(
            f"plan: phase order {plan.phase_order!r} or luftwaffe {plan.luftwaffe!r} is unknown; "
            f"expected one of {', '.join(PHASE_ORDERS)} and one of {', '.join(LUFTWAFFE)}"
        )
    desk.order[0] = Order[plan.phase_order.upper()]
    desk.order[1] = Luftwaffe[plan.luftwaffe.upper()]
    desk.order[2] = int(plan.flood_manych)
    desk.order[3] = int(plan.aerial_supply)
    return desk
