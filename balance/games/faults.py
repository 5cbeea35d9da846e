"""What debug checks of any game share: faults in words, names for them, lists of units in a hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from balance.maps.numbering import printed_number


class Faults:
    """What is wrong with a state, in words: ``told``, each with its game turn.

    Parameters
    ----------
    unit_names
        Names of the units by row, if they are known.
    flat
        Whether the hexes of the map have flat tops.
    hex_names
        What hexes are called, where that doesn't follow from where they lie.
    """

    def __init__(
        self,
        state: Any,
        unit_names: Sequence[str] | None,
        *,
        flat: bool = False,
        hex_names: Sequence[str] | None = None,
    ) -> None:
        self.state = state
        self.told: list[str] = []
        self._unit_names, self._flat, self._hex_names = unit_names, flat, hex_names

    def add(self, text: str) -> None:
        """Note a fault."""
        self.told.append(f"game turn {self.state.game.game_turn}: {text}")

    def in_hexes(self, wrong: np.ndarray, what: str, *values: Any) -> None:
        """Note what is wrong with all hexes of a mask; ``{}`` in it stands for a value by hex."""
        for h in np.flatnonzero(wrong):
            self.add(f"{self.hex(int(h))} {what.format(*(value[h] for value in values))}")

    def of_units(self, wrong: np.ndarray, what: str, *values: Any) -> None:
        """The same of units."""
        for u in np.flatnonzero(wrong):
            self.add(f"{self.unit(int(u))} {what.format(*(value[u] for value in values))}")

    def hex(self, h: int) -> str:
        """A hex as players call it."""
        if self._hex_names:
            return f"hex {self._hex_names[h]}"
        row, x2 = int(self.state.hexes["row"][h]), int(self.state.hexes["x2"][h])
        return f"hex {printed_number(row, x2 // 2, self._flat)}"

    def unit(self, u: int) -> str:
        """A unit by name, by row if names aren't known."""
        return f"unit {self._unit_names[u] if self._unit_names else u}"

    # --- what holds in every game

    def check_logs(self) -> None:
        """The logs hold all that happened."""
        state = self.state
        events, battles = state.game.event_count, state.game.battle_count
        if events > len(state.events) or battles > len(state.battles):
            self.add(f"a log is full: {events} events, {battles} battles")

    def check_units(self, statuses: type[IntEnum]) -> None:
        """Every unit is on the map or off it, and the eliminated ones alone have no steps left.

        ``statuses`` has ON_MAP and ELIMINATED.
        """
        units = self.state.units
        status, steps, full = units["status"], units["steps"], units["full_steps"]
        names = [statuses(number).name for number in status]
        off = units["hex"] == len(self.state.ground) - 1
        misplaced = (status == statuses["ON_MAP"]) == off
        self.of_units(misplaced, "has status {} in hex {}", names, units["hex"])
        wrong = (status == statuses["ELIMINATED"]) != (steps == 0)
        wrong |= (steps < 0) | (steps > full)
        self.of_units(wrong, "has {} of {} steps and status {}", steps, full, names)

    def check_occupants(self) -> None:
        """A side controls the hexes it stands in."""
        ground = self.state.ground
        lost = (ground["occupant"] >= 0) & (ground["occupant"] != ground["control"])
        self.in_hexes(lost, "is occupied by one side and controlled by the other")

    def check_stacks(
        self, counters: Sequence[str], count: Callable[[Sequence[int]], tuple[int, ...]]
    ) -> None:
        """The list and the counters of each hex agree with the units that say they stand there.

        Parameters
        ----------
        counters
            Fields of ``state.ground`` that count the units of a hex.
        count
            What they should be for a stack of units.
        """
        state = self.state
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
        self.in_hexes(held & ~has_list, "is empty, but is counted as held")
        for h, expected in sorted(standing.items()):
            listed: list[int] = []
            u = ground["first"][h]
            while u >= 0 and len(listed) <= len(state.units):
                listed.append(u)
                u = units["next"][u]
            if sorted(listed) != sorted(expected):
                self.add(f"{self.hex(h)} lists units {listed}, but {sorted(expected)} stand there")
                continue
            counted = tuple(ground[name][h] for name in counters)
            if counted != count(listed):
                self.add(f"{self.hex(h)} counts {counted}, but holds {count(listed)}")
            sides = {units["side"][u] for u in expected}
            if len(sides) > 1:
                self.add(f"{self.hex(h)} holds units of both sides")
            elif ground["occupant"][h] not in sides:
                self.add(f"{self.hex(h)} names the wrong occupant")
        if ground["first"][off_map] >= 0:
            self.add("units are stacked off the map")
