"""What debug checks of any game share: names for the faults, and the lists of units in a hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from balance.maps.numbering import printed_number

#: Takes a fault in words.
Report = Callable[[str], None]


class Namer:
    """Names of hexes and units for the faults."""

    def __init__(
        self,
        state: Any,
        unit_names: Sequence[str] | None,
        flat: bool,
        hex_names: Sequence[str] | None = None,
    ) -> None:
        self.state = state
        self.unit_names = unit_names
        self.flat = flat
        self.hex_names = hex_names

    def hex(self, h: int) -> str:
        """A hex as players call it."""
        if self.hex_names:
            return f"hex {self.hex_names[h]}"
        row, x2 = int(self.state.hexes["row"][h]), int(self.state.hexes["x2"][h])
        return f"hex {printed_number(row, x2 // 2, self.flat)}"

    def unit(self, u: int) -> str:
        """A unit by name, by row if names aren't known."""
        return f"unit {self.unit_names[u] if self.unit_names else u}"


def begin_check(
    state: Any,
    unit_names: Sequence[str] | None,
    *,
    flat: bool = False,
    hex_names: Sequence[str] | None = None,
) -> tuple[list[str], Namer, Report]:
    """An empty list of faults, names for them, and what puts a fault on the list with its turn.

    ``flat`` says that the hexes of the map have flat tops; ``hex_names`` what they are called,
    where that doesn't follow from where they lie.
    """
    faults: list[str] = []

    def report(text: str) -> None:
        faults.append(f"game turn {state.game.game_turn}: {text}")

    return faults, Namer(state, unit_names, flat, hex_names), report


def check_logs(state: Any, report: Report) -> None:
    """The logs hold all that happened."""
    events, battles = state.game.event_count, state.game.battle_count
    if events > len(state.events) or battles > len(state.battles):
        report(f"a log is full: {events} events, {battles} battles")


def check_units(state: Any, namer: Namer, report: Report, statuses: type[IntEnum]) -> None:
    """Every unit is on the map or off it, and the eliminated ones alone have no steps left.

    ``statuses`` has ON_MAP and ELIMINATED.
    """
    units = state.units
    status, steps, full = units["status"], units["steps"], units["full_steps"]
    off = units["hex"] == len(state.ground) - 1
    for u in np.flatnonzero((status == statuses["ON_MAP"]) == off):
        report(f"{namer.unit(u)} has status {statuses(status[u]).name} in hex {units['hex'][u]}")
    wrong = (status == statuses["ELIMINATED"]) != (steps == 0)
    for u in np.flatnonzero(wrong | (steps < 0) | (steps > full)):
        named = statuses(status[u]).name
        report(f"{namer.unit(u)} has {steps[u]} of {full[u]} steps and status {named}")


def check_occupants(state: Any, namer: Namer, report: Report) -> None:
    """A side controls the hexes it stands in."""
    ground = state.ground
    held = (ground["occupant"] >= 0) & (ground["occupant"] != ground["control"])
    for h in np.flatnonzero(held):
        report(f"{namer.hex(int(h))} is occupied by one side and controlled by the other")


def check_stacks(
    state: Any,
    namer: Namer,
    report: Report,
    counters: Sequence[str],
    count: Callable[[Sequence[int]], tuple[int, ...]],
) -> None:
    """The list and the counters of each hex agree with the units that say they stand there.

    Parameters
    ----------
    counters
        Fields of ``state.ground`` that count the units of a hex.
    count
        What they should be for a stack of units.
    """
    off_map = len(state.ground) - 1
    ground = {name: state.ground[name].tolist() for name in ("first", "occupant", *counters)}
    units = {name: state.units[name].tolist() for name in ("hex", "next", "side")}
    standing: dict[int, set[int]] = {}
    for u, h in enumerate(units["hex"]):
        if h != off_map:
            standing.setdefault(h, set()).add(u)
    has_list = state.ground["first"] >= 0
    for h in np.flatnonzero(has_list).tolist():
        standing.setdefault(h, set())
    held = state.ground["occupant"] != -1
    for name in counters:
        held |= state.ground[name] != 0
    for h in np.flatnonzero(held & ~has_list).tolist():
        report(f"{namer.hex(h)} is empty, but is counted as held")
    for h, expected in sorted(standing.items()):
        listed: list[int] = []
        u = ground["first"][h]
        while u >= 0 and len(listed) <= len(state.units):
            listed.append(u)
            u = units["next"][u]
        if sorted(listed) != sorted(expected):
            report(f"{namer.hex(h)} lists units {listed}, but {sorted(expected)} stand there")
            continue
        counted = tuple(ground[name][h] for name in counters)
        if counted != count(listed):
            report(f"{namer.hex(h)} counts {counted}, but holds {count(listed)}")
        sides = {units["side"][u] for u in expected}
        if len(sides) > 1:
            report(f"{namer.hex(h)} holds units of both sides")
        elif ground["occupant"][h] not in sides:
            report(f"{namer.hex(h)} names the wrong occupant")
    if ground["first"][off_map] >= 0:
        report("units are stacked off the map")
