"""The plugin interface: what a scripted player is and how he gives orders.

Three rungs, each a full player. (1) An opening file (TOML, see ``opening``): no code. (2) A class
with ``plan(view) -> Plan``: computed wishes, carried out by the staff. (3) A class with
``orders(view)``: a generator of single orders, each checked by the referee.

Example of the second rung, complete::

    from balance.strategy import Mission, Plan, Strategy, select

    class DashForStalingrad(Strategy):
        \"\"\"Everything on wheels goes for the city.\"\"\"

        name = "dash"
        game = "drive_on_stalingrad"
        side = "axis"

        min_odds: float = 3.0

        def plan(self, view):
            panzers = Mission(select(kinds=["mech"]), "strike", ("Stalingrad",))
            return Plan(missions=(panzers,), weights=self.weights(odds_wanted=self.min_odds))
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from balance.errors import DataError, UnknownName
from balance.staff.desk import RANGES, Weights
from balance.staff.plan import Plan

if TYPE_CHECKING:
    from balance.strategy.view import View

SIDES = ("axis", "soviet")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Order:
    """One request of a strategy to the referee."""


@dataclass(frozen=True)
class Move(Order):
    """March one unit to a hex it can reach (``to`` is a hex number)."""

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
    """Attack a hex during movement with units that began the phase stacked together."""

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
class Outcome:
    """What became of an order; ``yield`` returns it to the strategy."""

    accepted: bool
    reason: str = ""  # why refused, in words
    rule: str = ""  # citation
    result: str = ""  # combat result of an attack


class Strategy:
    """A scripted player. Subclass it, set ``name``, ``game``, ``side``, and write ``plan``.

    Annotated class attributes with an ``int``, ``float``, ``bool`` or ``str`` default are its
    parameters; ``--axis NAME:key=value`` sets them. Chance comes only from ``view.random``.
    """

    name: ClassVar[str] = ""
    game: ClassVar[str] = ""
    side: ClassVar[str] = ""
    is_random: ClassVar[bool] = False
    source: ClassVar[str] = ""

    def __init__(self, **parameters: Any) -> None:
        known = self.parameters()
        for key, value in parameters.items():
            if key not in known:
                raise UnknownName(f"parameter of strategy {self.name!r}", key, known)
            setattr(self, key, _as_type(self.name, key, value, type(known[key])))

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        """Names and defaults of the parameters."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for key, kind in vars(base).get("__annotations__", {}).items():
                if "ClassVar" not in str(kind) and not key.startswith("_") and hasattr(cls, key):
                    found[key] = getattr(cls, key)
        return found

    def weights(self, **changes: float) -> Weights:
        """The standard weights with some of them changed; checks names and ranges."""
        check_weights(self.name, changes)
        return replace(Weights(), **changes)

    def set_up(self, view: View) -> Mapping[str, str]:
        """Place own units before the game: counter name to hex number.

        Units left out stand where the scenario's own set-up puts them.
        """
        return {}

    def plan(self, view: View) -> Plan:
        """Wishes for the coming player turn."""
        return Plan()

    def orders(self, view: View) -> Generator[Order, Outcome, None] | None:
        """Orders for the phase that ``view.phase`` names, or None to let the staff act.

        Called once a phase. ``outcome = yield order`` returns what became of it.
        """
        return None


def check_weights(where: str, changes: Mapping[str, Any]) -> None:
    """Refuse unknown weights and values out of range."""
    for key, value in changes.items():
        if key not in RANGES:
            raise UnknownName(f"weight (in {where})", key, RANGES)
        low, high = RANGES[key]
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not low <= value <= high
        ):
            raise DataError(
                f"{where}: weight {key} is {value!r}; expected a number from {low:g} to {high:g}"
            )


def _as_type(strategy: str, key: str, value: Any, kind: type) -> Any:
    """Convert a parameter given as text on the command line to the type of its default."""
    if isinstance(value, str) and kind is not str:
        text = value.strip().lower()
        try:
            if kind is bool:
                return {
                    "true": True,
                    "1": True,
                    "yes": True,
                    "false": False,
                    "0": False,
                    "no": False,
                }[text]
            return kind(text)
        except (ValueError, KeyError):
            raise DataError(
                f"strategy {strategy!r}: parameter {key} is {value!r}; expected {kind.__name__}"
            ) from None
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise DataError(
            f"strategy {strategy!r}: parameter {key} is {value!r}; expected {kind.__name__}"
        )
    return value
