"""Orders that only players of the common game give.

Rule: common 5.7, 6.1, 8.1, 13.2
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.staff.orders import Order


@dataclass(frozen=True)
class AttackHex(Order):
    """Attack a hex in the combat phase (common 8.1).

    Name first who shall advance first. At most ``advance`` units do so; -1: by the standing order.
    """

    units: tuple[str, ...]
    target: str
    advance: int = -1


@dataclass(frozen=True)
class OverrunHex(Order):
    """Overrun a hex out of the march, with units of one hex beside it (common 6.1)."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class StrategicMove(Order):
    """Move a unit strategically to a hex, in a movement phase (common 5.7)."""

    unit: str
    to: str


@dataclass(frozen=True)
class ReplaceStep(Order):
    """Give a unit on the map back a step, in a replacement phase (common 13.2)."""

    unit: str


@dataclass(frozen=True)
class Rebuild(Order):
    """Rebuild an eliminated unit with one step, in a replacement phase (common 13.2)."""

    unit: str
