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

import math
from collections.abc import Collection, Generator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from balance.errors import DataError, UnknownName
from balance.rulebook.game import open_game
from balance.staff.orders import Order, Outcome
from balance.staff.plan import Plan
from balance.staff.weights import RANGES, Weights, offered_weights, standard_weights

if TYPE_CHECKING:
    from balance.strategy.view import View

SIDES = ("axis", "soviet")
#: What a strategy says of itself; no parameters, even when annotated without ``ClassVar``.
ABOUT = ("name", "game", "side", "scenarios", "is_random", "example_in", "source")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class Strategy:
    """A scripted player. Subclass it, set ``name``, ``game``, ``side``, and write ``plan``.

    Annotated class attributes with an ``int``, ``float``, ``bool`` or ``str`` default are its
    parameters; ``--axis NAME:key=value`` sets them. Chance comes only from ``view.random``.
    """

    name: ClassVar[str] = ""
    game: ClassVar[str] = ""
    side: ClassVar[str] = ""
    #: Scenarios that it plays; every one of its game if it names none.
    scenarios: ClassVar[tuple[str, ...]] = ()
    is_random: ClassVar[bool] = False
    #: Scenarios in which it shows a plan rather than wins: a tournament has it only if it is named.
    example_in: ClassVar[tuple[str, ...]] = ()
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
                if "ClassVar" in str(kind) or key.startswith("_") or key in ABOUT:
                    continue
                if hasattr(cls, key):
                    found[key] = getattr(cls, key)
        return found

    def weights(self, **changes: float) -> Weights:
        """The weights usual in the game with some of them changed; checks names and ranges."""
        game = open_game(self.game)
        check_weights(self.name, changes, offered_weights(game))
        return replace(standard_weights(game), **changes)

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


def check_weights(where: str, changes: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse weights that aren't ``known`` and values out of range.

    Raises
    ------
    UnknownName, DataError
        Naming ``where``, the weight, its value and its range.
    """
    for key, value in changes.items():
        if key not in known:
            raise UnknownName(f"weight in {where}", key, known)
        low, high = RANGES[key]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise DataError(
                f"{where}: weight {key} is {value!r}; expected a number from {low:g} to {high:g}"
            )


def _as_type(strategy: str, key: str, value: Any, kind: Any) -> Any:
    """Convert a parameter given as text on the command line to the type of its default."""
    converted: Any = value
    if isinstance(value, str) and kind is not str:
        text = value.strip().lower()
        try:
            converted = _TRUTH[text] if kind is bool else kind(text)
        except (ValueError, KeyError):
            converted = None
    elif kind is float and type(value) is int:
        converted = float(value)
    if type(converted) is not kind or (kind is float and not math.isfinite(converted)):
        expected = {bool: "true or false", int: "a whole number", float: "a number"}.get(
            kind, "a text"
        )
        raise DataError(f"strategy {strategy!r}: parameter {key} is {value!r}; expected {expected}")
    return converted
