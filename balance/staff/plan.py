"""What a strategy may ask of its staff for one player turn.

A ``Plan`` is a value: equal plans are compiled to the staff's arrays once and reused in every game
of a study. Hexes may be given by printed number ("2111") or by place name ("Stalingrad").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from balance.staff.weights import Weights

#: What a mission may be in any game; a game may know more (``Roster.postures``).
POSTURES = ("hold", "strike", "garrison")


@dataclass(frozen=True)
class Selection:
    """Which units a mission is for; every condition given must hold.

    Parameters
    ----------
    armies : tuple of str
        Armies, or other formations that the order of battle names ("4PA", "reserve_7", "GD").
    kinds : tuple of str
        Unit kinds ("panzer", "infantry", "tank_corps") or mobility classes of the game ("mech").
    nations : tuple of str
        Nations ("german", "romanian" ...).
    names : tuple of str
        Single units by counter name ("GD", "24 Pz").
    arrivals : tuple of str
        "start" for units set up on the map, "later" for reinforcements.
    """

    armies: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mission:
    """A task for some units: a posture, the hexes it is about, and weights of its own.

    ``weights`` are pairs of a name and a number; all others are those of the plan.
    """

    units: Selection
    posture: str
    objective: tuple[str, ...]
    weights: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, init=False)
class Plan:
    """Everything a side wants in one player turn; later missions override earlier ones.

    Parameters
    ----------
    missions : tuple of Mission
        Units of no mission hold the line.
    garrisons : tuple of (hex, units)
        Units to be kept in these hexes at all times.
    ground : tuple of (hex, factor points)
        Extra worth of single hexes, beside victory points and supply.
    line : tuple of (hex, bias)
        Hexes wanted (negative) or not wanted (positive) in the line, in tenths of a hex.
    weights : Weights, optional
        How the commander values things; as is usual in his game if not given.
    choices : tuple of (name, value)
        What the game lets him choose beside, see ``balance/staff/<game>/choices.py``; mostly given
        as further keywords, and read as attributes of the plan.
    """

    missions: tuple[Mission, ...] = ()
    garrisons: tuple[tuple[str, int], ...] = ()
    ground: tuple[tuple[str, float], ...] = ()
    line: tuple[tuple[str, int], ...] = ()
    weights: Weights | None = None
    choices: tuple[tuple[str, Any], ...] = ()

    def __init__(
        self,
        missions: tuple[Mission, ...] = (),
        garrisons: tuple[tuple[str, int], ...] = (),
        ground: tuple[tuple[str, float], ...] = (),
        line: tuple[tuple[str, int], ...] = (),
        *,
        weights: Weights | None = None,
        choices: Iterable[tuple[str, Any]] = (),
        **chosen: Any,
    ) -> None:
        given = {
            "missions": missions,
            "garrisons": garrisons,
            "ground": ground,
            "line": line,
            "weights": weights,
            "choices": tuple(sorted((dict(choices) | chosen).items())),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        """A choice that the plan makes."""
        made = dict(self.__dict__.get("choices", ()))
        if name not in made:
            raise AttributeError(f"this plan has no {name!r} and makes no such choice")
        return made[name]

    def __hash__(self) -> int:
        """Hash of the contents, taken once: a plan is looked up twice a game turn."""
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            parts = (getattr(self, part.name) for part in fields(self))
            known = hash(tuple(parts))
            object.__setattr__(self, "_hash", known)
        return known


def select(*names: str, **conditions: Iterable[str]) -> Selection:
    """Build a Selection: ``select("GD", "24 Pz")`` or ``select(armies=["4PA"], kinds=["mech"])``.

    >>> select(armies=["4PA"], kinds=["mech"]).kinds
    ('mech',)
    """
    chosen = {key: (v,) if isinstance(v, str) else tuple(v) for key, v in conditions.items()}
    return Selection(names=names, **chosen)
