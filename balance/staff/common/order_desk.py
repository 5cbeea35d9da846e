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
            OverrunHex: self._overrun,
            ReplaceStep: self._replace,
            Rebuild: self._rebuild,
        }

    def _attack(self, state: State, side: int, order: AttackHex) -> Outcome:
        """Attack a hex.

        Rule: common 8.1
        """
        self.check_number(order, "advance", -1, 99)
        members, h = self.find_units(state, order.units), self.find_hex(order.target)
        stranger = self.stranger(members, side)
        if stranger >= 0:
            return self.refuse(state, side, Refusal.WRONG_SIDE, stranger, h)
        code = int(make_attack(state, members, np.int64(h), np.int64(order.advance)))
        if code:
            return self.refuse_party(state, side, code, members, h)
        battle = state.battles[min(int(state.game.battle_count), MAX_BATTLES) - 1]
        return Outcome(True, result=self._codes[int(battle.result)])

    def _overrun(self, state: State, side: int, order: OverrunHex) -> Outcome:
        """Overrun a hex.

        Rule: common 6.1
        """
        members, h = self.find_units(state, order.units), self.find_hex(order.target)
        stranger = self.stranger(members, side)
        if stranger >= 0:
            return self.refuse(state, side, Refusal.WRONG_SIDE, stranger, h)
        code = int(make_overrun(state, members, np.int64(h)))
        return self.refuse_party(state, side, code, members, h) if code else Outcome(True)

    def _replace(self, state: State, side: int, order: ReplaceStep) -> Outcome:
        """Give a unit a step back.

        Rule: common 13.2
        """
        unit = self.find_unit(state, order.unit)
        h = int(state.units[unit].hex)
        if self.stranger(np.array([unit]), side) >= 0:
            return self.refuse(state, side, Refusal.WRONG_SIDE, unit, h)
        code = int(replace_step(state, np.int64(unit)))
        return self.refuse(state, side, code, unit, h) if code else Outcome(True)

    def _rebuild(self, state: State, side: int, order: Rebuild) -> Outcome:
        """Rebuild a unit.

        Rule: common 13.2
        """
        unit, off_map = self.find_unit(state, order.unit), len(state.ground) - 1
        if self.stranger(np.array([unit]), side) >= 0:
            return self.refuse(state, side, Refusal.WRONG_SIDE, unit, off_map)
        code = int(rebuild_unit(state, np.int64(unit)))
        return self.refuse(state, side, code, unit, off_map) if code else Outcome(True)
