"""Single orders of a player of Drive on Stalingrad, checked by the referee and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.assault import make_assault
from balance.games.drive_on_stalingrad.losses import check_losses, order_losses
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.network import place_aerial_marker
from balance.games.drive_on_stalingrad.refusals import REASONS, Refusal
from balance.games.drive_on_stalingrad.reinforcements import enter_reinforcement
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.sea import move_by_sea
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Result, Side
from balance.staff import order_book
from balance.staff.drive_on_stalingrad.orders import AerialSupply, Assault, MobileAssault, SeaMove
from balance.staff.order_book import Taker
from balance.staff.orders import Enter, Move, Order, Outcome

#: Standing orders that an order for one attack may go before.
_STANDING_ORDERS = ("reduction_priority", "loss_priority")
#: Of orders that no unit is named in.
_NOBODY: tuple[int, ...] = ()


class OrderBook(order_book.OrderBook):
    """Takes the orders of one scenario's games."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, REASONS, Refusal.WRONG_SIDE, EventKind.ORDER_REFUSED)

    def takers(self) -> Mapping[type[Order], Taker]:
        """What takes each kind of order."""
        return {
            Move: self.unit_to_hex(move_unit, "to"),
            SeaMove: self.unit_to_hex(move_by_sea, "to"),
            Enter: self.unit_to_hex(enter_reinforcement, "at"),
            MobileAssault: self._mobile_assault,
            Assault: self._assault,
            AerialSupply: self._aerial_supply,
        }

    def _aerial_supply(self, state: State, side: int, order: AerialSupply) -> Outcome:
        """Commit the marker.

        Rule: drive_on_stalingrad 7.6
        """
        h = self.find_hex(order.at)
        if side != Side.AXIS:
            return self.refuse(state, side, Refusal.WRONG_SIDE, -1, h)
        return self.have_act(
            state, side, _NOBODY, h, lambda: place_aerial_marker(state, np.int64(h))
        )

    def _mobile_assault(self, state: State, side: int, order: MobileAssault) -> Outcome:
        """Attack on the march, from where the units stand.

        Rule: drive_on_stalingrad 9.23, 9.24, 9.28
        """
        launch, h = self.find_hex(order.launch), np.int64(self.find_hex(order.target))
        for unit, name in zip(self.find_units(state, order.units), order.units, strict=True):
            if self._side[unit] == side and int(state.units[unit].hex) != launch:
                note = f"{name} isn't in the launch hex {order.launch}"
                return self.refuse(state, side, Refusal.NOT_STACKED_AT_START, unit, h, note)
        return self._fight(
            state, side, order, h, lambda party, count: make_mobile_assault(state, party, count, h)
        )

    def _assault(self, state: State, side: int, order: Assault) -> Outcome:
        """Attack in the assault phase.

        Rule: drive_on_stalingrad 11.1, 11.25, 11.38
        """
        h = np.int64(self.find_hex(order.target))
        self.check_number(order, "aircraft", 0, 99)
        self.check_number(order, "advance", 0, 99)
        asked = np.int64(order.aircraft), np.int64(order.advance)
        return self._fight(
            state, side, order, h, lambda party, count: make_assault(state, h, party, count, *asked)
        )

    def _fight(
        self,
        state: State,
        side: int,
        order: Assault | MobileAssault,
        h: int,
        attack: Callable[[np.ndarray, int], Any],
    ) -> Outcome:
        """Attack, the losses shared out as the order says; the standing orders return after it.

        Rule: drive_on_stalingrad 11.32, 11.37
        """
        members = self.find_units(state, order.units)
        losses = self.find_units(state, order.losses, "losses")
        count, listed = np.int64(len(members)), np.int64(len(losses))

        def act() -> int:
            code = int(check_losses(state, members, count, losses, listed))
            if code:
                return code
            standing = {field: state.units[field][members] for field in _STANDING_ORDERS}
            order_losses(state, losses, listed)
            # The kernels of battles know one kind of list alone.
            code = int(attack(members.astype(np.int16), count))
            for field, priorities in standing.items():
                state.units[field][members] = priorities
            return code

        return self.have_act(state, side, members, h, act, _fought)


def _fought(state: State) -> Outcome:
    """The outcome of the battle just logged."""
    battle = state.battles[min(int(state.game.battle_count), len(state.battles)) - 1]
    return Outcome(True, result=Result(int(battle.result)).name)
