"""Put a strategy's wishes for its set-up on the scenario's own, and have them checked.

Rule: drive_on_stalingrad 3.1, 12.1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from balance.errors import DataError, UnknownName
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.setup import check_set_up

_SIDES = ("axis", "soviet")


def place_units(scenario: Scenario, wishes: Sequence[Mapping[str, str]]) -> np.ndarray:
    """Placement of all units: the scenario's own, changed by the wishes of both sides.

    Rule: drive_on_stalingrad 3.1, 12.1

    Parameters
    ----------
    wishes
        By side, counter name to hex number or place name. Units left out stay where the scenario
        puts them.

    Returns
    -------
    int16 array, shape [n_units]

    Raises
    ------
    DataError
        With every fault of both set-ups, each with its rule.
    """
    placement = np.array(scenario.default_placement, np.int16)
    faults: list[str] = []
    for side, wished in enumerate(wishes):
        if not wished:
            continue
        moved, wrong = _wished(scenario, side, wished)
        alone = np.array(scenario.default_placement, np.int16)
        for unit, h in moved.items():
            placement[unit] = alone[unit] = h
        wrong += check_set_up(scenario, alone)
        faults += [f"set-up of the {_SIDES[side]} side: {fault}" for fault in wrong]
    if faults:
        raise DataError(faults)
    return placement


def _wished(
    scenario: Scenario, side: int, wished: Mapping[str, str]
) -> tuple[dict[int, int], list[str]]:
    """Rows of units and where they shall stand; and what can't be understood, in words."""
    rows = {name: u for u, name in enumerate(scenario.unit_names)}
    hexes = {place: h for h, place in enumerate(scenario.map.places) if place}
    moved: dict[int, int] = {}
    faults = []
    for name, place in wished.items():
        if name not in rows:
            faults.append(str(UnknownName("unit", name, rows)))
        elif int(scenario.units["side"][rows[name]]) != side:
            faults.append(f"{name} is a unit of the other side")
        elif place not in hexes and place not in scenario.map.index:
            faults.append(f"{name}: {UnknownName('place or hex', place, hexes)}")
        else:
            h = hexes[place] if place in hexes else scenario.map.index[place]
            moved[rows[name]] = h
    return moved, faults
