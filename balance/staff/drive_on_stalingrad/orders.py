"""Orders that only players of Drive on Stalingrad give.

Rule: drive_on_stalingrad 7.6, 9.18, 9.23, 11.1, 11.32, 11.37
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.staff.orders import Order


@dataclass(frozen=True)
class SeaMove(Order):
    """Ship one unit to a friendly port (drive_on_stalingrad 9.18)."""

    unit: str
    to: str


@dataclass(frozen=True)
class MobileAssault(Order):
    """Attack a hex during movement with units that began the phase stacked together.

    They must stand in the launch hex already: march there with ``Move`` first, one by one.
    ``losses`` as for ``Assault``; panzer divisions pay for an AL1 whatever it says.
    """

    units: tuple[str, ...]
    launch: str
    target: str
    losses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Assault(Order):
    """Attack an adjacent hex in the assault phase; ``advance`` units follow up at most.

    ``losses`` names who gives up steps, in this order, a unit once for each step; what is owed
    beyond the list follows the plan.
    """

    units: tuple[str, ...]
    target: str
    aircraft: int = 0
    advance: int = 8
    losses: tuple[str, ...] = ()


@dataclass(frozen=True)
class AerialSupply(Order):
    """Commit the aerial supply marker to a hex (drive_on_stalingrad 7.6)."""

    at: str
