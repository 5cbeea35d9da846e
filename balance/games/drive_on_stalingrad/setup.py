"""Set-up: where each unit may stand before play, whether a set-up is legal, and a default one.

Rule: drive_on_stalingrad 3.1, 3.2, 8.4, 12.1

A set-up ("placement") is an int16 array with the hex index of each unit; the index past the last
hex stands for "off the map", where reinforcements wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from balance.errors import DataError, UnknownName
from balance.games.drive_on_stalingrad.order_of_battle import ARMIES, MOBILITIES, NATIONS
from balance.games.drive_on_stalingrad.scenario_file import AreaEntry, Wish
from balance.games.drive_on_stalingrad.stacks import nations_may_share
from balance.games.drive_on_stalingrad.state import LOCATION, PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import Army, Feature, Side, Status, Trait
from balance.kernel.compiled import entry
from balance.kernel.hexes import distances

if TYPE_CHECKING:
    from balance.games.drive_on_stalingrad.scenario import Scenario

#: Hexes that a message lists as examples.
_EXAMPLES = 6


def allowed_hexes(scenario: Scenario, unit: int) -> np.ndarray:
    """Hexes where a unit may set up; none for units that are not set up.

    Rule: drive_on_stalingrad 3.2, 8.4, 12.1

    Returns
    -------
    bool array, shape [n + 1]
    """
    units, hexes = scenario.units, scenario.map.hexes
    if units["status"][unit] != Status.ON_MAP:
        return np.zeros(len(hexes), np.bool_)
    # A hex that the unit may never enter is no place to set it up either (9.13, 9.19).
    enterable = scenario.template.tec[hexes["terrain"], units["mobility"][unit]] != PROHIBITED
    side = int(units["side"][unit])
    own = ((hexes["features"] & Feature.SOVIET_AT_START) != 0) == (side == Side.SOVIET)
    own[-1] = False
    text = scenario.order_of_battle.set_up[unit]
    return _named_hexes(scenario, text, int(units["army"][unit])) & enterable & own


def allowed_table(scenario: Scenario) -> np.ndarray:
    """Hexes where each unit may set up: bool array, shape [n_units, n + 1].

    Rule: drive_on_stalingrad 3.2, 8.4, 12.1
    """
    units = scenario.units
    table = np.zeros((len(units), len(scenario.map.hexes)), np.bool_)
    alike: dict[tuple[object, ...], int] = {}
    for u, text in enumerate(scenario.order_of_battle.set_up):
        key = (text, *(int(units[f][u]) for f in ("status", "army", "mobility", "side")))
        first = alike.setdefault(key, u)
        table[u] = allowed_hexes(scenario, u) if first == u else table[first]
    return table


def _named_hexes(scenario: Scenario, text: str, army: int) -> np.ndarray:
    """Hexes that a set_up text means, whoever holds them."""
    hexes = scenario.map.hexes
    mask = np.zeros(len(hexes), np.bool_)
    word, _, name = text.partition(":")
    if word == "free":
        return (hexes["features"] & Feature.SOUTH_MAP) == 0
    if word == "reserve":
        mask[scenario.template.army[army, LOCATION]] = True
    elif word == "hex":
        mask[scenario.hex_index(name)] = True
    elif word == "front":
        if name not in ARMIES:
            raise UnknownName("front army", name, ARMIES)
        mask |= scenario.front_army == ARMIES[name]
    elif name in ARMIES:
        mask |= hexes["area"] == ARMIES[name]
    else:
        mask |= _around(scenario, scenario.area(name))
    return mask


def _around(scenario: Scenario, area: AreaEntry) -> np.ndarray:
    """Hexes of a set-up area: within its radius and behind the start line."""
    hexes = scenario.map.hexes
    centre = scenario.hex_index(area.centre)
    near = distances(hexes["row"], hexes["x2"], centre) <= area.radius
    near[-1] = False
    return near & ((hexes["features"] & Feature.START_LINE) == 0)


def check_set_up(scenario: Scenario, placement: Sequence[int] | np.ndarray) -> list[str]:
    """Say everything that is wrong with a set-up, in words; an empty list means it is legal.

    Rule: drive_on_stalingrad 3.1, 3.2, 6.1, 6.3, 6.4, 8.4, 12.1
    """
    count, off_map = len(scenario.units), len(scenario.hex_names)
    hexes = np.asarray(placement)
    if hexes.shape != (count,) or hexes.dtype.kind not in "iu":
        return [
            f"a set-up is {count} hex indices, one a unit; got shape {hexes.shape} of {hexes.dtype}"
        ]
    faults = []
    for stray in np.flatnonzero((hexes < 0) | (hexes > off_map)):
        faults.append(f"{scenario.unit_names[stray]}: no hex has the index {hexes[stray]}")
    if faults:
        return faults
    well_placed = hexes.copy()
    for u in range(count):
        fault = _check_unit(scenario, u, int(hexes[u]))
        if fault:
            faults.append(fault)
            well_placed[u] = off_map
    return faults + _check_free_units(scenario, well_placed) + _check_hexes(scenario, well_placed)


def _check_unit(scenario: Scenario, unit: int, h: int) -> str:
    name = scenario.unit_names[unit]
    set_up = scenario.units["status"][unit] == Status.ON_MAP
    if not set_up:
        if h == len(scenario.hex_names):
            return ""
        where = scenario.hex_names[h]
        return f"{name} in {where}: it isn't set up but enters later [drive_on_stalingrad 8.1]"
    if scenario.allowed[unit, h]:
        return ""
    text = scenario.order_of_battle.set_up[unit]
    legal = [scenario.hex_names[i] for i in np.flatnonzero(scenario.allowed[unit])]
    examples = ", ".join(legal[:_EXAMPLES]) + (" ..." if len(legal) > _EXAMPLES else "")
    where = "isn't set up" if h == len(scenario.hex_names) else f"in {scenario.hex_names[h]}"
    rule = "8.4a" if text == "reserve" else "12.1d" if text == "free" else "12.1"
    return f"{name} {where}: it sets up in {text} ({examples}) [drive_on_stalingrad {rule}]"


def _check_free_units(scenario: Scenario, hexes: np.ndarray) -> list[str]:
    """One freely placed unit a hex.

    Rule: drive_on_stalingrad 12.1
    """
    faults = []
    taken: dict[int, int] = {}
    for u in np.flatnonzero((scenario.units["traits"] & Trait.FREE_SET_UP) != 0):
        h = int(hexes[u])
        if h in taken and h < len(scenario.hex_names):
            faults.append(
                f"{scenario.unit_names[u]} in {scenario.hex_names[h]}: "
                f"{scenario.unit_names[taken[h]]} stands there; freely placed units set up one a "
                "hex [drive_on_stalingrad 12.1d]"
            )
        taken.setdefault(h, int(u))
    return faults


def _check_hexes(scenario: Scenario, hexes: np.ndarray) -> list[str]:
    """Stacking, and a unit in each front hex."""
    state = scenario.new_game(0, hexes)
    rules, faults = state.rules, []
    mixed = np.zeros(len(scenario.hex_names), np.bool_)
    _mark_mixed_hexes(state, mixed)
    for h in np.unique(hexes[hexes < len(scenario.hex_names)]):
        name, ground = scenario.hex_names[h], state.ground[h]
        if ground.stack > rules.stacking_limit:
            faults.append(
                f"{name}: {ground.stack} units set up in it; the limit is {rules.stacking_limit} "
                "[drive_on_stalingrad 6.1a]"
            )
        if ground.guns > rules.stacking_soviet_artillery_extra:
            faults.append(
                f"{name}: {ground.guns} artillery units set up in it; the limit is "
                f"{rules.stacking_soviet_artillery_extra} [drive_on_stalingrad 6.4a]"
            )
        if mixed[h]:
            names = [scenario.unit_names[u] for u in np.flatnonzero(hexes == h)]
            faults.append(
                f"{name}: units of more than one nation set up in it ({', '.join(names)}) "
                "[drive_on_stalingrad 6.3a]"
            )
    armies = {listed.army: listed.name for listed in scenario.file.armies}
    for h in np.flatnonzero(scenario.front_army != Army.NONE):
        if state.ground[h].occupant != Side.SOVIET:
            faults.append(
                f"{scenario.hex_names[h]}: no Soviet unit set up in it; each front hex needs one, "
                f"here of army {armies[Army(scenario.front_army[h])]} [drive_on_stalingrad 12.1a]"
            )
    return faults


@entry
def _mark_mixed_hexes(state: State, mixed: np.ndarray) -> None:
    """Mark the hexes whose units may not share them; mixed is bool[n].

    Rule: drive_on_stalingrad 6.3
    """
    for h in range(len(mixed)):
        if state.ground[h].occupant == Side.AXIS and not nations_may_share(state, h, -1):
            mixed[h] = True


def make_placement(scenario: Scenario, wishes: Iterable[Wish] = ()) -> np.ndarray:
    """Set all units up, each where the first wish for it puts it; a base for strategies.

    Rule: drive_on_stalingrad 12.1

    Wishes of the caller go before those of the scenario file; what nobody wished for is spread
    over the hexes it may set up in. A wished hex that is full or of another nation is passed over;
    one that the unit may not set up in at all is an error of the caller (in the file's wishes it is
    passed over too, as a variant may have changed the map).

    Returns
    -------
    int16 array, shape [n_units]

    Raises
    ------
    UnknownName
        If a wish names no unit, set_up text or hex.
    DataError
        If a wish of the caller names a hex closed to its unit, or a unit finds no room.
    """
    plan = _Plan(scenario)
    own_wishes = tuple(wishes)
    for i, wish in enumerate((*own_wishes, *scenario.file.wishes)):
        targets = [scenario.hex_index(name) for name in wish.hexes]
        for u in _wished_units(scenario, wish):
            if plan.placement[u] == len(scenario.hex_names):
                plan.place(u, targets, massed=wish.massed, strict=i < len(own_wishes))
    for u, status in enumerate(scenario.units["status"]):
        if status != Status.ON_MAP or plan.placement[u] != len(scenario.hex_names):
            continue
        legal = [int(h) for h in np.flatnonzero(scenario.allowed[u])]
        if not plan.place(u, legal, massed=False, strict=False):
            raise DataError(
                scenario.order_of_battle.rows[u].fault(
                    f"no room for {scenario.unit_names[u]} in "
                    f"{scenario.order_of_battle.set_up[u]}, {len(legal)} hexes "
                    "[drive_on_stalingrad 6.1, 12.1]"
                )
            )
    return plan.placement


def _wished_units(scenario: Scenario, wish: Wish) -> list[int]:
    set_up = scenario.order_of_battle.set_up
    chosen: list[int] = []
    for text in wish.units:
        matching = [u for u, other in enumerate(set_up) if other == text]
        chosen += matching or [scenario.order_of_battle.index(text)]
    if not wish.only:
        return chosen
    if wish.only in NATIONS:
        return [u for u in chosen if scenario.units["nation"][u] == NATIONS[wish.only]]
    return [u for u in chosen if scenario.units["mobility"][u] == MOBILITIES[wish.only]]


class _Plan:
    """A set-up in the making."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        off_map = len(scenario.hex_names)
        self.placement = np.full(len(scenario.units), off_map, np.int16)
        self.inside: dict[int, list[int]] = {}

    def place(self, unit: int, targets: list[int], *, massed: bool, strict: bool) -> bool:
        """Put a unit into the first (massed) or emptiest target with room; False if none has."""
        scenario = self.scenario
        if strict:
            for h in targets:
                if not scenario.allowed[unit, h]:
                    fault = _check_unit(scenario, unit, h)
                    raise DataError(f"set-up of {scenario.name}: {fault}")
        legal = [h for h in targets if scenario.allowed[unit, h]]
        open_hexes = [h for h in legal if self._has_room(unit, h)]
        if not open_hexes:
            return False
        h = open_hexes[0] if massed else min(open_hexes, key=lambda h: len(self.inside.get(h, ())))
        self.inside.setdefault(h, []).append(unit)
        self.placement[unit] = h
        return True

    def _has_room(self, unit: int, h: int) -> bool:
        units, rules = self.scenario.units, self.scenario.template.rules
        others = self.inside.get(h, [])
        if any(units["nation"][other] != units["nation"][unit] for other in others):
            return False
        for trait, limit in (
            (Trait.FREE_SET_UP, 1),
            (Trait.ARTILLERY, int(rules.stacking_soviet_artillery_extra)),
        ):
            if units["traits"][unit] & trait:
                return sum(bool(units["traits"][o] & trait) for o in others) < limit
        counted = [o for o in others if not units["traits"][o] & Trait.ARTILLERY]
        return len(counted) < rules.stacking_limit
