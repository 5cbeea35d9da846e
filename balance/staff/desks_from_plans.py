"""Turn a plan into the arrays on the staff's desk; the same for every game.

A ``Roster`` says what a game's units and hexes are called. Travel fields to objectives depend on
the map alone, so each is computed once and shared by all plans and games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from balance.errors import DataError, UnknownName
from balance.kernel.blocks import Block
from balance.kernel.fields import FAR, travel_field
from balance.staff.choices import Choice, choice_faults
from balance.staff.desk import (
    GARRISON,
    LINE_BIAS,
    MISSION,
    NAMED,
    STANDARD,
    WRITTEN,
    Desk,
    Posture,
    Sizes,
    new_desk,
    planned_parts,
    used_parts,
)
from balance.staff.plan import POSTURES, Mission, Plan, Selection
from balance.staff.weights import RANGES, STANDARD_WEIGHTS, Weights


@dataclass
class Roster:
    """What a plan's names refer to in one scenario, and what its game offers to plans."""

    unit_names: Sequence[str]  # "" for a unit that no plan may call by name
    side: np.ndarray  # int[k], 0 or 1
    mobility: np.ndarray  # int[k], index into ``classes``
    kinds: Sequence[str]
    armies: Sequence[str]
    nations: Sequence[str]
    starts_on_map: np.ndarray  # bool[k]
    hex_index: Mapping[str, int]  # by number
    places: Mapping[str, int]  # by place name
    neighbour: np.ndarray  # int16[n + 1, 6]
    cost: np.ndarray  # uint16[2 * c, n + 1, 6], row c * side + class of march
    closed: int  # value of cost that means no
    classes: Sequence[str]  # mobility classes: the first classes of march; selections may name them
    choices: Sequence[Choice] = ()
    postures: Sequence[str] = POSTURES
    mission_weights: Sequence[str] = ()  # those that a mission may have for itself
    weights: Weights = STANDARD_WEIGHTS  # of a plan that says nothing of them
    unused_weights: Sequence[str] = ()  # those that the staff has no use for
    sizes: Sizes = STANDARD
    _fields: dict[tuple[int, int, tuple[int, ...]], np.ndarray] = field(default_factory=dict)

    @classmethod
    def of(cls, scenario: Any, counters: Any, **own: Any) -> Roster:
        """The roster of a game.

        ``counters`` are those of its views (``balance.staff.seen_openly``); ``own`` is what the
        game says of itself, by the names of the fields: of who starts on the map too, unless its
        order of battle names their hexes.
        """
        if "starts_on_map" not in own:
            rows = scenario.order_of_battle.rows
            own["starts_on_map"] = np.array([bool(row["hex"]) for row in rows])
        units = scenario.template.units
        alike = {
            "unit_names": scenario.unit_names,
            "side": np.asarray(units["side"], np.int64),
            "mobility": np.asarray(units["mobility"], np.int64),
            "kinds": counters.kinds,
            "armies": counters.armies,
            "nations": counters.nations,
            "hex_index": dict(scenario.map.index),
            "places": {name: h for h, name in enumerate(scenario.map.places) if name},
            "neighbour": scenario.template.neighbour,
        }
        return cls(**(alike | own))

    _chosen: dict[tuple[int, Selection], np.ndarray] = field(default_factory=dict)

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

    def travel(self, side: int, march: int, goals: Iterable[int]) -> np.ndarray:
        """Movement points from each hex to the nearest goal, for one side and class of march."""
        key = (side, march, tuple(sorted(set(goals))))
        if key not in self._fields:
            size = self.neighbour.shape[0]
            found = np.full(size, FAR, np.int16)
            found[list(key[2])] = 0
            travel_field(
                self.neighbour,
                self.cost[self.sizes.classes * side + march],
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
        key = (side, selection)
        if key not in self._chosen:
            self._check(selection, where)
            self._chosen[key] = self._choose(side, selection)
        return self._chosen[key]

    def _choose(self, side: int, selection: Selection) -> np.ndarray:
        keep = self.side == side
        if selection.names:
            keep &= np.isin(np.asarray(self.unit_names), selection.names)
        if selection.armies:
            keep &= np.isin(np.asarray(self.armies), selection.armies)
        if selection.nations:
            keep &= np.isin(np.asarray(self.nations), selection.nations)
        if selection.kinds:
            classes = np.asarray(self.classes)[self.mobility]
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

    def known_to_selections(self) -> dict[str, tuple[str, set[str]]]:
        """For each condition of a selection, what it names and the names that there are."""
        return {
            "names": ("unit", set(self.unit_names) - {""}),
            "armies": ("army", set(self.armies) - {""}),
            "nations": ("nation", set(self.nations)),
            "kinds": ("unit kind", set(self.kinds) | set(self.classes)),
            "arrivals": ("arrival", {"start", "later"}),
        }

    def _check(self, selection: Selection, where: str) -> None:
        for condition, (kind, names) in self.known_to_selections().items():
            for name in getattr(selection, condition):
                if name not in names:
                    told = f"{kind} (in {where})" if where else kind
                    raise UnknownName(told, str(name), names)


def check_plan(
    plan: Plan,
    choices: Sequence[Choice],
    postures: Sequence[str] = POSTURES,
    mission_weights: Sequence[str] = (),
) -> None:
    """Refuse a plan whose parts are not what ``Plan``, the choices and postures of a game say.

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
        if mission.posture not in postures:
            known = ", ".join(postures)
            faults.append(f"{where}: posture {mission.posture!r}; expected one of {known}")
        elif not mission.objective and mission.posture in ("strike", "garrison"):
            faults.append(f"{where}: posture {mission.posture} needs an objective")
        faults += _not_texts(f"{where}: objective", mission.objective)
        faults += _mission_weight_faults(where, mission.weights, mission_weights)
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
    faults += choice_faults(dict(plan.choices), choices)
    if not isinstance(plan.weights, Weights | None):
        faults.append(f"weights is {plan.weights!r}; expected Weights")
    elif plan.weights is not None:
        for key, (low_w, high_w) in RANGES.items():
            value = getattr(plan.weights, key)
            if not isinstance(value, int | float) or not low_w <= value <= high_w:
                faults.append(
                    f"weight {key} is {value!r}; expected a number from {low_w:g} to {high_w:g}"
                )
    if faults:
        raise DataError([f"plan: {fault}" for fault in faults])


def _mission_weight_faults(where: str, weights: object, known: Sequence[str]) -> list[str]:
    """What is wrong with the weights that a mission has for itself."""
    if not isinstance(weights, tuple):
        return [f"{where}: weights is {weights!r}; expected pairs of a weight and a number"]
    faults = []
    for entry in weights:
        if not isinstance(entry, tuple) or len(entry) != 2:
            faults.append(f"{where}: weights: {entry!r}; expected a pair of a weight and a number")
        elif entry[0] not in known:
            some = f"expected one of {', '.join(known)}" if known else "its game has none such"
            faults.append(f"{where}: no weight {entry[0]!r} of a mission for itself; {some}")
        else:
            low, high = RANGES[entry[0]]
            if not isinstance(entry[1], int | float) or not low <= entry[1] <= high:
                told = f"expected a number from {low:g} to {high:g}"
                faults.append(f"{where}: weight {entry[0]} is {entry[1]!r}; {told}")
    return faults


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
    check_plan(plan, roster.choices, roster.postures, roster.mission_weights)
    hex_count = roster.neighbour.shape[0] - 1
    weights = plan.weights or roster.weights
    own = [
        replace(weights, **dict(mission.weights)) if mission.weights else weights
        for mission in plan.missions
    ]
    missions = len(plan.missions)
    desk = new_desk(hex_count, len(roster.unit_names), missions, roster.sizes, [weights, *own])
    for m, mission in enumerate(plan.missions):
        where = f"mission {m + 1}"
        desk.posture[m] = Posture[mission.posture.upper()]
        goals = [roster.find_hex(name, where) for name in mission.objective]
        for march in range(roster.sizes.classes):
            desk.fields[m, march] = roster.travel(side, march, goals) if goals else 0
        desk.crew[MISSION, roster.chosen(side, mission.units, where)] = m
    for name, units in plan.garrisons:
        desk.marks[GARRISON, roster.find_hex(name, "garrisons")] = units
    for name, worth in plan.ground:
        desk.hex_worth[roster.find_hex(name, "ground")] = worth
    for name, bias in plan.line:
        desk.marks[LINE_BIAS, roster.find_hex(name, "line")] = bias
    _put_choices(plan, roster, side, desk)
    return desk


def _put_choices(plan: Plan, roster: Roster, side: int, desk: Desk) -> None:
    """Put what the plan chooses on the desk; units that a list names get a mark of their own."""
    made = dict(plan.choices)
    lists = 0
    for place, choice in enumerate(roster.choices):
        value = made.get(choice.name, choice.default)
        desk.order[place] = choice.number(value)
        if choice.names_units:
            if value:
                named = roster.chosen(side, Selection(names=value), choice.name)
                desk.crew[NAMED, named] |= 1 << lists
            lists += 1


#: Travel fields of drafted plans that are kept at hand, in bytes; the oldest are drafted again.
_MOST_BYTES = 48 << 20


class Desks:
    """Drafts the plans of one scenario; equal plans are drafted once, as far as there is room.

    All plans of a side share one set of working papers: only the one in use has any, and what is
    used again and again stays at hand.
    """

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self._drafted: dict[tuple[Plan, int], _Drafted] = {}
        self._bytes = 0
        self._papers: dict[int, _Papers] = {}

    def clear(self) -> None:
        """Have all papers blank, as a game begins: no game is carried into the next."""
        for papers in self._papers.values():
            papers.clear()

    def draft(self, plan: Plan, side: int) -> Desk:
        """Put a plan on its desk, which serves until another plan of the side is drafted.

        Working papers stay as the last turn left them: the staff writes on each before it reads it.
        """
        key = (plan, side)
        try:
            drafted = self._drafted.get(key)
        except TypeError:  # a list where a tuple belongs can't be hashed
            roster = self.roster
            check_plan(plan, roster.choices, roster.postures, roster.mission_weights)
            raise
        if drafted is None:
            plain = draft_desk(plan, self.roster, side)
            if side not in self._papers:
                self._papers[side] = _Papers(plain)
            drafted = self._drafted[key] = _Drafted(plain, self._papers[side])
            self._bytes += plain.fields.nbytes
            while self._bytes > _MOST_BYTES and len(self._drafted) > 1:
                oldest = next(iter(self._drafted))
                self._bytes -= self._drafted.pop(oldest).fields.nbytes
        return drafted.in_order()


class _Papers:
    """The parts of desks that all plans of a side use in turn."""

    def __init__(self, like: Desk) -> None:
        self._block = Block({name: np.zeros_like(getattr(like, name)) for name in WRITTEN})
        self.arrays = self._block.arrays
        #: By place among ``planned_parts`` what lies there now, and all that may, by its bytes.
        self.lying: dict[int, np.ndarray] = {}
        self._known: dict[bytes, np.ndarray] = {}

    def clear(self) -> None:
        """Have the papers blank."""
        self._block.clear()
        self.lying.clear()

    def one_like(self, part: np.ndarray) -> np.ndarray:
        """A copy of a part of a desk; the same one for all that hold the same."""
        return self._known.setdefault(part.tobytes(), part.copy())


class _Drafted:
    """The desk of a plan, on papers that others use too, and what the plan puts on them."""

    def __init__(self, plain: Desk, papers: _Papers) -> None:
        self._papers = papers
        self._desk = desk = plain._replace(**papers.arrays)
        planned = [papers.one_like(part) for part in planned_parts(plain)]
        used = [part.copy() for part in used_parts(plain)]
        self._planned = tuple(zip(planned_parts(desk), planned, strict=True))
        self._used = tuple(zip(used_parts(desk), used, strict=True))

    @property
    def fields(self) -> np.ndarray:
        """The travel fields, which make most of its size."""
        return self._desk.fields

    def in_order(self) -> Desk:
        """Put there what the plan wants, and leave what lies there already."""
        for part, wanted in self._used:
            part[:] = wanted
        lying = self._papers.lying
        for place, (part, wanted) in enumerate(self._planned):
            if lying.get(place) is not wanted:
                part[:] = wanted
                lying[place] = wanted
        return self._desk
