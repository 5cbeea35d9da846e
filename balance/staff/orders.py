"""Single orders of a commander who acts without his staff, and what becomes of them.

Hexes are given by printed number ("2111") or by place name ("Stalingrad"), units by counter name.
Here is what games share; each game has further orders in ``balance/staff/<game>/orders.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path


@dataclass(frozen=True)
class Order:
    """One request of a strategy to the referee."""


@dataclass(frozen=True)
class Move(Order):
    """March one unit to a hex it can reach by the cheapest way."""

    unit: str
    to: str


@dataclass(frozen=True)
class Enter(Order):
    """Bring a reinforcement onto the map at a hex; move it on with ``Move``."""

    unit: str
    at: str


@dataclass(frozen=True)
class Outcome:
    """What became of an order; ``yield`` returns it to the strategy."""

    accepted: bool
    reason: str = ""  # why refused, in words
    rule: str = ""  # citation
    result: str = ""  # combat result of an attack


@cache
def orders_of_games() -> Mapping[str, type[Order]]:
    """The orders that single games have beside the shared ones, by name; no two have one name.

    >>> sorted(set(orders_of_games()) & {"Attack", "SeaMove"})
    ['Attack', 'SeaMove']
    """
    found: dict[str, type[Order]] = {}
    for path in sorted(Path(__file__).parent.glob("*/orders.py")):
        module = import_module(f"{__package__}.{path.parent.name}.orders")
        for name, value in vars(module).items():
            if isinstance(value, type) and value.__module__ == module.__name__:
                assert name not in found, f"two games have an order {name}"
                found[name] = value
    return found
