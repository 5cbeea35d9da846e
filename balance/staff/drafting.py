"""Turn a plan into the arrays on the staff's desk; the same for every game.

A ``Roster`` says what a game's units and hexes are called. Travel fields to objectives depend on
the map alone, so each is computed once and shared by all plans and games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from balance.errors import DataError, UnknownName
from balance.kernel.fields import FAR, travel_field
from balance.staff.desk import (
    GARRISON,
    HEX_WORTH,
    LINE_BIAS,
    MISSION,
    RANGES,
    Desk,
    Luftwaffe,
    Order,
    Posture,
    Weights,
    new_desk,
    weights_record,
)
from balance.staff.plan import LUFTWAFFE, PHASE_ORDERS, POSTURES, Mission, Plan, Selection

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

    def find_hex(self, name: str, where: str = "") -> int:
        """Hex index of a hex number or place name; ``where`` tells what names it.

        Raises
        ------
        UnknownName
            Naming near ones.
        """
        if name in self.hex_index:
            return self.hex_index[name]
        if name in self.places:
            return self.places[name]
        told = f"hex or place (in {where})" if where else "hex or place"
        raise UnknownName(told, str(name), self.places)

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

    def chosen(self, side: int, selection: Selection, where: str = "") -> np.ndarray:
        """Rows of the units of ``side`` that a selection names; ``where`` tells whose it is.

        Raises
        ------
        UnknownName, DataError
            If a condition names nothing that the scenario has.
        """
        keep = self.side == side
        self._check(selection, where)
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

    def _check(self, selection: Selection, where: str) -> None:
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
                    told = f"{kind} (in {where})" if where else kind
                    raise UnknownName(told, str(name), names)


def check_plan(plan: Plan) -> None:
    """Refuse a plan whose parts are not what ``Plan`` says they are.

    Raises
    ------
    DataError
        With every fault.
    """
    faults = []
    for kind in ("missions", "garrisons", "ground", "line"):
        if not isinstance(getattr(plan, kind), tuple):
            faults.append(f"{kind} is {getattr(plan, kind)!r}; expected a tuple")
    if faults:
        raise DataError([f"plan: {fault}" for fault in faults])
    for number, mission in enumerate(plan.missions, 1):
        where = f"mission {number}"
        if not isinstance(mission, Mission) or not isinstance(mission.units, Selection):
            faults.append(f"{where} is {mission!r}; expected a Mission of a Selection")
            continue
        if mission.posture not in POSTURES:
            known = ", ".join(POSTURES)
            faults.append(f"{where}: posture {mission.posture!r}; expected one of {known}")
        elif not mission.objective and mission.posture in ("strike", "garrison"):
            faults.append(f"{where}: posture {mission.posture} needs an objective")
        faults += _not_texts(f"{where}: objective", mission.objective)
        for condition in fields(Selection):
            value = getattr(mission.units, condition.name)
            faults += _not_texts(f"{where}: {condition.name}", value)
    for kind, low, high in (("garrisons", 0, 8), ("ground", -1000, 1000), ("line", -1000, 1000)):
        for entry in getattr(plan, kind):
            if not isinstance(entry, tuple) or len(entry) != 2 or not isinstance(entry[0], str):
                faults.append(f"{kind}: {entry!r}; expected pairs of a hex and a number")
                continue
            number = entry[1]
            whole = kind != "ground"
            if type(number) is not int and (whole or type(number) is not float):
                faults.append(f"{kind}: {entry!r}; expected a {'whole ' * whole}number")
            elif not low <= number <= high:
                faults.append(f"{kind}: {entry!r}; expected a number from {low} to {high}")
    for kind, known in (("phase_order", PHASE_ORDERS), ("luftwaffe", LUFTWAFFE)):
        if getattr(plan, kind) not in known:
            faults.append(f"{kind} is {getattr(plan, kind)!r}; expected one of {', '.join(known)}")
    if not isinstance(plan.weights, Weights):
        faults.append(f"weights is {plan.weights!r}; expected Weights")
    else:
        for key, (low_w, high_w) in RANGES.items():
            value = getattr(plan.weights, key)
            if not isinstance(value, int | float) or not low_w <= value <= high_w:
                faults.append(
                    f"weight {key} is {value!r}; expected a number from {low_w:g} to {high_w:g}"
                )
    if faults:
        raise DataError([f"plan: {fault}" for fault in faults])


def _not_texts(where: str, value: object) -> list[str]:
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return []
    return [f"{where} is {value!r}; expected a tuple of texts"]


def draft_desk(plan: Plan, roster: Roster, side: int) -> Desk:
    """Put a plan on a fresh desk.

    Raises
    ------
    UnknownName, DataError
        If the plan names a unit, hex or posture that does not exist.
    """
    check_plan(plan)
    hex_count = roster.neighbour.shape[0] - 1
    desk = new_desk(hex_count, len(roster.unit_names), len(plan.missions))
    desk = desk._replace(weights=weights_record(plan.weights))
    for m, mission in enumerate(plan.missions):
        where = f"mission {m + 1}"
        desk.posture[m] = Posture[mission.posture.upper()]
        goals = [roster.find_hex(name, where) for name in mission.objective]
        for mobility in range(len(CLASSES)):
            desk.fields[m, mobility] = roster.travel(side, mobility, goals) if goals else 0
        desk.crew[MISSION, roster.chosen(side, mission.units, where)] = m
    for name, units in plan.garrisons:
        desk.marks[GARRISON, roster.find_hex(name, "garrisons")] = units
    for name, worth in plan.ground:
        desk.sheet[HEX_WORTH, roster.find_hex(name, "ground")] = worth
    for name, bias in plan.line:
        desk.marks[LINE_BIAS, roster.find_hex(name, "line")] = bias
    desk.order[0] = Order[plan.phase_order.upper()]
    desk.order[1] = Luftwaffe[plan.luftwaffe.upper()]
    desk.order[2] = int(plan.flood_manych)
    desk.order[3] = int(plan.aerial_supply)
    return desk
