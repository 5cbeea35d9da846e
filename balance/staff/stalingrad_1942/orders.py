"""Orders that only players of Stalingrad 1942-43 give.

Rule: stalingrad_1942 7.12, 8.21, 9.11, 10.12, 13.13, 17.1, 17.2, 17.3
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.staff.orders import Order


@dataclass(frozen=True)
class PlaceAir(Order):
    """Give one of the side's air units, numbered from 1, a task in a hex.

    ``task`` is ``none``, ``strike_bridge`` (``across``: the hex on its other end),
    ``strike_units``, ``support_attack``, ``support_defense`` or ``disrupt``.
    """

    number: int
    task: str
    at: str = ""
    across: str = ""


@dataclass(frozen=True)
class MarkStrategic(Order):
    """Mark a unit for strategic movement, in a movement phase (stalingrad_1942 13.13)."""

    unit: str


@dataclass(frozen=True)
class DigIn(Order):
    """Dig field works in the hex of a unit, in a fortification phase (stalingrad_1942 9.11)."""

    unit: str


@dataclass(frozen=True)
class BlowBridge(Order):
    """Blow the bridge between two hexes, both held, in a movement phase (stalingrad_1942 17.1)."""

    at: str
    across: str


@dataclass(frozen=True)
class BuildBridge(Order):
    """Have a headquarters bridge the river between its hex and another (stalingrad_1942 17.3)."""

    unit: str
    across: str


@dataclass(frozen=True)
class Battle(Order):
    """Attack one or more hexes in the combat phase, guns supporting from afar.

    Name first who shall pursue first. At most ``advance`` units do so; -1: by the standing order.
    """

    units: tuple[str, ...]
    targets: tuple[str, ...]
    guns: tuple[str, ...] = ()
    advance: int = -1


@dataclass(frozen=True)
class Bombard(Order):
    """Have guns fire alone at a hex in the combat phase (stalingrad_1942 8.2)."""

    guns: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class ShellBridge(Order):
    """Have a gun fire at the bridge between two hexes, in the combat phase (17.2)."""

    gun: str
    at: str
    across: str
