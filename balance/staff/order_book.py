"""Takes single orders: finds who and where they mean, and tells why one is refused.

Legality is the referee's alone: a game's book hands each order to the function of the rules that
does it or says why not. A refused order changes nothing but the count of refusals and the log.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from balance.errors import StrategyError, UnknownName
from balance.games.log import record_event
from balance.staff.orders import Order, Outcome

_SIDES = ("axis", "soviet")
#: Takes a state, a side and an order of its kind.
Taker = Callable[[Any, int, Any], Outcome]


def _done(state: Any) -> Outcome:
    """The outcome of an order that nothing more is told of."""
    return Outcome(True)


class OrderBook(ABC):
    """Takes the orders of one scenario's games.

    Parameters
    ----------
    scenario
        The game's own: has ``hex_names``, ``unit_names``, a ``map`` and a ``template`` state.
    reasons
        Code of a refusal -> citation and words.
    wrong_side
        Code of the refusal for units of the other side.
    refused
        Kind of the event that logs a refusal; its value is the code.
    """

    def __init__(
        self,
        scenario: Any,
        reasons: Mapping[Any, tuple[str, str]],
        wrong_side: int,
        refused: int,
    ) -> None:
        self._units = {name: u for u, name in enumerate(scenario.unit_names)}
        self._hexes = {name: h for h, name in enumerate(scenario.hex_names)}
        self._places = {place: h for h, place in enumerate(scenario.map.places) if place}
        self._side = [int(owner) for owner in scenario.template.units["side"]]
        self._reasons = {int(code): reason for code, reason in reasons.items()}
        self._wrong_side = int(wrong_side)
        self._refused = int(refused)
        self._takers = self.takers()

    @abstractmethod
    def takers(self) -> Mapping[type[Order], Taker]:
        """What takes each kind of order."""

    def find_unit(self, state: Any, name: str) -> int:
        """Row of a unit by the name that players know: that of its counter.

        Raises
        ------
        UnknownName
            If there is none, naming near ones.
        """
        if name not in self._units:
            raise UnknownName("unit", str(name), self._units)
        return self._units[name]

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return int(state.game.ended) != 0

    def execute(self, state: Any, side: int, order: Order) -> Outcome:
        """Check an order and carry it out, or refuse it with the rule.

        Raises
        ------
        UnknownName
            If it names a unit or hex that does not exist.
        StrategyError
            If it is no order of this game or malformed.
        """
        taker = self._takers.get(type(order))
        if taker is None:
            known = ", ".join(kind.__name__ for kind in self._takers)
            raise StrategyError(f"{type(order).__name__} is no order of this game; known: {known}")
        return taker(state, side, order)

    # --- kinds of orders that games share

    def unit_to_hex(self, act: Callable[..., Any], place: str) -> Taker:
        """A taker of orders that take ``unit`` to the hex in the field ``place``, by ``act``."""

        def take(state: Any, side: int, order: Any) -> Outcome:
            unit, h = self.find_unit(state, order.unit), self.find_hex(getattr(order, place))
            return self.have_act(
                state, side, [unit], h, lambda: act(state, np.int64(unit), np.int64(h))
            )

        return take

    def units_to_hex(
        self,
        act: Callable[..., Any],
        place: str,
        tell: Callable[[Any], Outcome] = _done,
        units: str = "units",
    ) -> Taker:
        """A taker of orders that take all in the field ``units`` to a hex together, by ``act``."""

        def take(state: Any, side: int, order: Any) -> Outcome:
            party = self.find_units(state, getattr(order, units), units)
            h = self.find_hex(getattr(order, place))
            return self.have_act(
                state, side, party, h, lambda: act(state, party, np.int64(h)), tell
            )

        return take

    def unit_where_it_stands(self, act: Callable[..., Any]) -> Taker:
        """A taker of orders that are about one unit and no other hex, by ``act``."""

        def take(state: Any, side: int, order: Any) -> Outcome:
            unit = self.find_unit(state, order.unit)
            h = int(state.units[unit].hex)
            return self.have_act(state, side, [unit], h, lambda: act(state, np.int64(unit)))

        return take

    def have_act(
        self,
        state: Any,
        side: int,
        units: Sequence[int] | np.ndarray,
        h: int,
        act: Callable[[], Any],
        tell: Callable[[Any], Outcome] = _done,
    ) -> Outcome:
        """Have units of a side act: what ``tell`` says of it, or why they can't.

        ``act`` does it or returns the code of a refusal, which the log tells of the hex ``h``.
        """
        party = np.asarray(units, np.int64)
        stranger = self.stranger(party, side)
        if stranger >= 0:
            return self.refuse(state, side, self._wrong_side, stranger, h)
        code = int(act())
        return self.refuse_party(state, side, code, party, h) if code else tell(state)

    # --- names

    def find_units(self, state: Any, names: Sequence[str], what: str = "units") -> np.ndarray:
        """Rows of units by name, int64; ``what`` is the field of the order."""
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise StrategyError(f"{what} is {names!r}; expected a tuple of counter names")
        return np.array([self.find_unit(state, name) for name in names], np.int64)

    def stranger(self, units: np.ndarray, side: int) -> int:
        """The first of some units that is of the other side, -1 if none is."""
        return next((unit for unit in units.tolist() if self._side[unit] != side), -1)

    def find_hex(self, place: str) -> int:
        """Index of a hex by number or place name."""
        found = self._hexes.get(place, self._places.get(place, -1))
        if found < 0:
            raise UnknownName("place or hex", str(place), self._places)
        return found

    def find_hexes(self, places: Sequence[str], what: str) -> np.ndarray:
        """Indices of hexes by number or place name, int64; ``what`` is the field of the order."""
        if isinstance(places, str) or not isinstance(places, Sequence):
            raise StrategyError(f"{what} is {places!r}; expected a tuple of hexes")
        return np.array([self.find_hex(place) for place in places], np.int64)

    def check_number(self, order: Order, field: str, least: int, most: int) -> None:
        """Refuse a field of an order that is no whole number within bounds."""
        number = getattr(order, field)
        if type(number) is not int or not least <= number <= most:
            expected = f"expected a number {least} to {most}"
            raise StrategyError(f"{type(order).__name__}: {field} is {number!r}; {expected}")

    # --- refusals

    def refuse(
        self, state: Any, side: int, code: int, unit: int, h: int, note: str = ""
    ) -> Outcome:
        """Count and log a refused order, and say why in words."""
        state.game[f"{_SIDES[side]}_refused"] += 1
        record_event(
            state, np.int64(self._refused), np.int64(h), np.int64(unit), np.int64(int(code))
        )
        rule, reason = self._reasons[int(code)]
        return Outcome(False, reason=note or reason, rule=rule)

    def refuse_party(
        self, state: Any, side: int, code: int, units: np.ndarray, h: int, note: str = ""
    ) -> Outcome:
        """Refuse an order for several units; the log names the first."""
        return self.refuse(state, side, code, int(units[0]) if len(units) else -1, h, note)
