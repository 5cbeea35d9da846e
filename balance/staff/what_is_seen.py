"""What a commander is shown: his own units, the top of enemy stacks, the map. Values, no more.

Each record is a copy of its own: nothing that is done to it reaches the game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class UnitView:
    """One own unit as its owner knows it; ``hex`` is "" while it is off the map."""

    name: str
    hex: str
    kind: str
    nation: str
    army: str
    mobility: str
    attack: float  # the pool's mean while an untried unit has not fought
    defense: float
    steps: int
    movement: int
    supply: str  # regular, coastal, aerial, out; "" off the map
    can_act: bool  # not frozen, held or spent: may move (attack) in this phase
    points: int = 0  # movement points left in a movement phase
    status: str = "on_map"  # on_map, awaiting, pool, eliminated, withdrawn
    arrival_turn: int = 0  # game turn a reinforcement is due, 0 for units set up
    mode: str = ""  # doctrine it fights by, "" in games and on sides without one


@dataclass(frozen=True)
class EnemyUnit:
    """One enemy unit as it lies on the map."""

    name: str
    kind: str
    attack: float
    defense: float
    steps: int


@dataclass(frozen=True)
class EnemyView:
    """An enemy stack: its height, its top unit, and the others where the rules hide none."""

    hex: str
    units: int
    top: str
    top_kind: str
    top_attack: float
    top_defense: float
    top_steps: int = 1
    members: tuple[EnemyUnit, ...] = ()  # all units from the top down; () where a stack hides them


@dataclass(frozen=True)
class HexView:
    """One hex as printed, and who controls it now."""

    hex: str
    place: str  # name of its town or city, "" without one
    terrain: str
    features: tuple[str, ...]  # town, city, port, vp ...
    control: str  # axis or soviet
