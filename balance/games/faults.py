"""What debug checks of any game share: faults in words, names for them, lists of units in a hex."""

from __future__ import annotations

from collections.abc import Sequence
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
        off = units["hex"] == len(self.state.ground) - 1
        misplaced = (status == statuses["ON_MAP"]) == off
        wrong = (status == statuses["ELIMINATED"]) != (steps == 0)
        wrong |= (steps < 0) | (steps > full)
        names = {int(number): statuses(number).name for number in np.unique(status)}
        called = [names[number] for number in status.tolist()]
        self.of_units(misplaced, "has status {} in hex {}", called, units["hex"])
        self.of_units(wrong, "has {} of {} steps and status {}", steps, full, called)

    def check_occupants(self) -> None:
        """A side controls the hexes it stands in."""
        ground = self.state.ground
        lost = (ground["occupant"] >= 0) & (ground["occupant"] != ground["control"])
        self.in_hexes(lost, "is occupied by one side and controlled by the other")

    def check_stacks(self, **counters: np.ndarray) -> None:
        """The list and the counters of each hex agree with the units that say they stand there.

        Parameters
        ----------
        counters
            int[k], by field of ``state.ground``: what each unit adds to it in its hex.
        """
        ground, hexes, sides = self.state.ground, self.state.units["hex"], self.state.units["side"]
        off_map = len(ground) - 1
        standing = hexes != off_map
        there = {(u, int(hexes[u])) for u in np.flatnonzero(standing).tolist()}
        listed = self._listed()
        for u, h in sorted(listed - there):
            self.add(f"{self.hex(h)} lists {self.unit(u)}, which stands elsewhere")
        for u, h in sorted(there - listed):
            self.add(f"{self.hex(h)} doesn't list {self.unit(u)}, which stands there")
        of_side = [_in_each(ground, hexes, standing & (sides == side)) for side in range(2)]
        self.in_hexes((of_side[0] > 0) & (of_side[1] > 0), "holds units of both sides")
        occupant = np.where(of_side[0] > 0, 0, np.where(of_side[1] > 0, 1, -1))
        self.in_hexes(ground["occupant"] != occupant, "names the wrong occupant")
        for name, adds in counters.items():
            held = _in_each(ground, hexes, np.where(standing, adds, 0))
            wrong = ground[name] != held
            self.in_hexes(wrong, f"counts {{}} as {name}, but holds {{}}", ground[name], held)

    def _listed(self) -> set[tuple[int, int]]:
        """Units by the lists of the hexes, each with its hex; a list in a circle is a fault."""
        first, after = self.state.ground["first"], self.state.units["next"].tolist()
        listed = set[tuple[int, int]]()
        for h in np.flatnonzero(first >= 0).tolist():
            u = int(first[h])
            while u >= 0 and (u, h) not in listed:
                listed.add((u, h))
                u = after[u]
            if u >= 0:
                self.add(f"{self.hex(h)} lists {self.unit(u)} twice")
        return listed


def _in_each(ground: Any, hexes: np.ndarray, adds: np.ndarray) -> np.ndarray:
    """Sum by hex (int64) of what units in it add."""
    return np.bincount(hexes, adds, len(ground)).astype(np.int64)
