"""Orders that only players of Army Group South give.

Rule: army_group_south 5.0, 5.3, 6.0, 9.0, 15.0, 19.2, 21.0, 25.1
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.staff.orders import Order


@dataclass(frozen=True)
class MoveStack(Order):
    """March units of one hex together, at the pace of the slowest; such units may overrun."""

    units: tuple[str, ...]
    to: str


@dataclass(frozen=True)
class RailMove(Order):
    """Move a German unit along a railroad to a hex (army_group_south 5.3, 19.2)."""

    unit: str
    to: str


@dataclass(frozen=True)
class RailEnter(Order):
    """Bring a German reinforcement onto the map by rail: in at one hex, on to another."""

    unit: str
    at: str
    to: str


@dataclass(frozen=True)
class Overrun(Order):
    """Overrun an adjacent hex with the units of one hex, in a movement phase.

    All combat units of the hex must be named.
    """

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class Attack(Order):
    """Attack one or more hexes in the combat phase; every unit must be adjacent to every hex.

    Name first who shall advance first. At most ``advance`` units do so; -1: by the standing order.
    """

    units: tuple[str, ...]
    targets: tuple[str, ...]
    advance: int = -1


@dataclass(frozen=True)
class Exit(Order):
    """Take a Soviet unit off the map for good, from the exit area (army_group_south 25.1)."""

    unit: str


@dataclass(frozen=True)
class TakeDefensiveMode(Order):
    """Put a Soviet headquarters on the defensive, once and for all, in the doctrine phase."""

    unit: str
