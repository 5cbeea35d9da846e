"""Single orders of a commander who acts without his staff, and what becomes of them.

Hexes are given by printed number ("2111") or by place name ("Stalingrad"), units by counter name.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Order:
    """One request of a strategy to the referee."""


@dataclass(frozen=True)
class Move(Order):
    """March one unit to a hex it can reach by the cheapest way."""

    unit: str
    to: str


@dataclass(frozen=True)
class SeaMove(Order):
    """Ship one unit to a friendly port (drive_on_stalingrad 9.18)."""

    unit: str
    to: str


@dataclass(frozen=True)
class Enter(Order):
    """Bring a reinforcement onto the map at a hex; move it on with ``Move``."""

    unit: str
    at: str


@dataclass(frozen=True)
class MobileAssault(Order):
    """Attack a hex during movement with units that began the phase stacked together.

    They must stand in the launch hex already: march there with ``Move`` first, one by one.
    """

    units: tuple[str, ...]
    launch: str
    target: str


@dataclass(frozen=True)
class Assault(Order):
    """Attack an adjacent hex in the assault phase; ``advance`` units follow up at most."""

    units: tuple[str, ...]
    target: str
    aircraft: int = 0
    advance: int = 8


@dataclass(frozen=True)
class AerialSupply(Order):
    """Commit the aerial supply marker to a hex (drive_on_stalingrad 7.6)."""

    at: str


@dataclass(frozen=True)
class Outcome:
    """What became of an order; ``yield`` returns it to the strategy."""

    accepted: bool
    reason: str = ""  # why refused, in words
    rule: str = ""  # citation
    result: str = ""  # combat result of an attack
