"""Single orders of a player of Drive on Stalingrad, checked by the referee and carried out.

Legality is the referee's alone: each order goes to the function of the rules that does it or says
why not. A refused order changes nothing but the count of refusals and the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from balance.errors import StrategyError, UnknownName
from balance.games.drive_on_stalingrad.assault import make_assault
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.network import place_aerial_marker
from balance.games.drive_on_stalingrad.refusals import REASONS, Refusal
from balance.games.drive_on_stalingrad.reinforcements import enter_reinforcement
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.sea import move_by_sea
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Result, Side
from balance.games.log import record_event
from balance.staff.orders import (
    AerialSupply,
    Assault,
    Enter,
    MobileAssault,
    Move,
    Order,
    Outcome,
    SeaMove,
)

_SIDES = ("axis", "soviet")
#: Orders that take one unit to one hex: what does it, and the field that names the hex.
_MOVES: dict[type[Order], tuple[Any, str]] = {
    Move: (move_unit, "to"),
    SeaMove: (move_by_sea, "to"),
    Enter: (enter_reinforcement, "at"),
}


class OrderBook:
    """Takes the orders of one scenario's games."""

    def __init__(self, scenario: Scenario) -> None:
        self.hex_names = tuple(scenario.hex_names)
        self.unit_names = tuple(scenario.unit_names)
        self._hexes = {name: h for h, name in enumerate(self.hex_names)}
        self._places = {place: h for h, place in enumerate(scenario.map.places) if place}
        self._units = {name: u for u, name in enumerate(self.unit_names)}
        self._side = [int(side) for side in scenario.units["side"]]
        self._attacks: dict[type[Order], Callable[[State, int, Any], Outcome]] = {
            MobileAssault: self._mobile_assault,
            Assault: self._assault,
        }

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return int(state.game.ended) != 0

    def execute(self, state: State, side: int, order: Order) -> Outcome:
        """Check an order and carry it out, or refuse it with the rule.

        Raises
        ------
        UnknownName
            If it names a unit or hex that does not exist.
        StrategyError
            If it is no order of this game or malformed.
        """
        kind = type(order)
        if kind in _MOVES:
            act, place = _MOVES[kind]
            return self._move(state, side, act, cast("Any", order).unit, getattr(order, place))
        if kind in self._attacks:
            return self._attacks[kind](state, side, order)
        if isinstance(order, AerialSupply):
            return self._aerial_supply(state, side, order)
        known = ", ".join(other.__name__ for other in (*_MOVES, *self._attacks, AerialSupply))
        raise StrategyError(f"{kind.__name__} is no order of this game; known: {known}")

    # --- one unit, one hex

    def _move(self, state: State, side: int, act: Any, unit_name: str, place: str) -> Outcome:
        unit, h = self._unit(unit_name), self._hex(place)
        if self._side[unit] != side:
            return self._refuse(state, side, Refusal.WRONG_SIDE, unit, h)
        code = int(act(state, np.int64(unit), np.int64(h)))
        return self._refuse(state, side, code, unit, h) if code else Outcome(True)

    def _aerial_supply(self, state: State, side: int, order: AerialSupply) -> Outcome:
        """Commit the marker.

        Rule: drive_on_stalingrad 7.6
        """
        h = self._hex(order.at)
        if side != Side.AXIS:
            return self._refuse(state, side, Refusal.WRONG_SIDE, -1, h)
        code = int(place_aerial_marker(state, np.int64(h)))
        return self._refuse(state, side, code, -1, h) if code else Outcome(True)

    # --- attacks

    def _mobile_assault(self, state: State, side: int, order: MobileAssault) -> Outcome:
        """Attack on the march, from where the units stand.

        Rule: drive_on_stalingrad 9.23, 9.24, 9.28
        """
        members = self._members(order.units)
        launch, target = self._hex(order.launch), self._hex(order.target)
        for unit in members:
            if self._side[unit] != side:
                return self._refuse(state, side, Refusal.WRONG_SIDE, unit, target)
            if int(state.units[unit].hex) != launch:
                note = f"{self.unit_names[unit]} isn't in the launch hex {order.launch}"
                return self._refuse(state, side, Refusal.NOT_STACKED_AT_START, unit, target, note)
        code = int(make_mobile_assault(state, members, np.int64(len(members)), np.int64(target)))
        if code:
            return self._refuse(state, side, code, int(members[0]) if len(members) else -1, target)
        return self._fought(state)

    def _assault(self, state: State, side: int, order: Assault) -> Outcome:
        """Attack in the assault phase.

        Rule: drive_on_stalingrad 11.1, 11.25, 11.38
        """
        members, target = self._members(order.units), self._hex(order.target)
        for name, number in (("aircraft", order.aircraft), ("advance", order.advance)):
            if type(number) is not int or not 0 <= number <= 99:
                raise StrategyError(f"Assault: {name} is {number!r}; expected a number 0 to 99")
        for unit in members:
            if self._side[unit] != side:
                return self._refuse(state, side, Refusal.WRONG_SIDE, unit, target)
        code = int(
            make_assault(
                state,
                np.int64(target),
                members,
                np.int64(len(members)),
                np.int64(order.aircraft),
                np.int64(order.advance),
            )
        )
        if code:
            return self._refuse(state, side, code, int(members[0]) if len(members) else -1, target)
        return self._fought(state)

    def _fought(self, state: State) -> Outcome:
        """The outcome of the battle just logged."""
        row = min(int(state.game.battle_count), len(state.battles)) - 1
        return Outcome(True, result=Result(int(state.battles[row].result)).name)

    # --- names

    def _unit(self, name: str) -> int:
        if name not in self._units:
            raise UnknownName("unit", str(name), self.unit_names)
        return self._units[name]

    def _members(self, names: Sequence[str]) -> np.ndarray:
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise StrategyError(f"units is {names!r}; expected a tuple of counter names")
        return np.array([self._unit(name) for name in names], np.int64)

    def _hex(self, place: str) -> int:
        found = self._hexes.get(place, self._places.get(place, -1))
        if found < 0:
            raise UnknownName("place or hex", str(place), self._places)
        return found

    # --- refusals

    def _refuse(
        self, state: State, side: int, code: int, unit: int, h: int, note: str = ""
    ) -> Outcome:
        """Count and log a refused order, and say why in words."""
        field = f"{_SIDES[side]}_refused"
        state.game[field] += 1
        record_event(
            state,
            np.int64(EventKind.ORDER_REFUSED),
            np.int64(h),
            np.int64(unit),
            np.int64(code),
        )
        rule, reason = REASONS[Refusal(code)]
        return Outcome(False, reason=note or reason, rule=rule)
