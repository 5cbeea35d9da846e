"""Single orders of a player of the common game, checked by the referee and carried out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from balance.games.common.battle import make_attack
from balance.games.common.march import move_unit
from balance.games.common.newcomers import enter_unit, rebuild_unit, replace_step
from balance.games.common.overruns import make_overrun
from balance.games.common.refusals import REASONS, Refusal
from balance.games.common.scenario import Scenario
from balance.games.common.state import MAX_BATTLES, State
from balance.games.common.strategic import ride_unit
from balance.games.common.tables import result_codes
from balance.games.common.vocabulary import EventKind
from balance.staff import order_book
from balance.staff.common.orders import (
    AttackHex,
    OverrunHex,
    Rebuild,
    ReplaceStep,
    StrategicMove,
)
from balance.staff.order_book import Taker
from balance.staff.orders import Enter, Move, Order, Outcome


class OrderBook(order_book.OrderBook):
    """Takes the orders of one scenario's games."""

    def __init__(self, scenario: Scenario) -> None:
        self._codes = result_codes(scenario.ruleset)
        super().__init__(scenario, REASONS, Refusal.WRONG_SIDE, EventKind.ORDER_REFUSED)

    def takers(self) -> Mapping[type[Order], Taker]:
        """What takes each kind of order."""
        return {
            Move: self.unit_to_hex(move_unit, "to"),
            StrategicMove: self.unit_to_hex(ride_unit, "to"),
            Enter: self.unit_to_hex(enter_unit, "at"),
            AttackHex: self._attack,
            OverrunHex: self.units_to_hex(make_overrun, "target"),
            ReplaceStep: self.unit_where_it_stands(replace_step),
            Rebuild: self._rebuild,
        }

    def _attack(self, state: State, side: int, order: AttackHex) -> Outcome:
        """Attack a hex.

        Rule: common 8.1
        """
        self.check_number(order, "advance", -1, 99)
        members, h = self.find_units(state, order.units), self.find_hex(order.target)
        most = np.int64(order.advance)
        return self.have_act(
            state,
            side,
            members,
            h,
            lambda: make_attack(state, members, np.int64(h), most),
            self._fought,
        )

    def _fought(self, state: State) -> Outcome:
        """The outcome of the battle just logged."""
        battle = state.battles[min(int(state.game.battle_count), MAX_BATTLES) - 1]
        return Outcome(True, result=self._codes[int(battle.result)])

    def _rebuild(self, state: State, side: int, order: Rebuild) -> Outcome:
        """Rebuild a unit.

        Rule: common 13.2
        """
        unit, off_map = self.find_unit(state, order.unit), len(state.ground) - 1
        return self.have_act(
            state, side, [unit], off_map, lambda: rebuild_unit(state, np.int64(unit))
        )
