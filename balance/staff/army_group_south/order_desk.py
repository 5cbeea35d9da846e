"""Single orders of a player of Army Group South, checked by the referee and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from balance.games.army_group_south.attack import BY_POLICY, make_attack
from balance.games.army_group_south.doctrine import take_defensive_mode
from balance.games.army_group_south.exits import exit_map
from balance.games.army_group_south.march import move_stack, move_unit
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.rail import move_by_rail
from balance.games.army_group_south.refusals import REASONS, Refusal
from balance.games.army_group_south.reinforcements import enter_by_rail, enter_map
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import MAX_BATTLES, State
from balance.games.army_group_south.vocabulary import ELIMINATION, ENGAGED, EventKind
from balance.staff import order_book
from balance.staff.army_group_south.naming import Naming
from balance.staff.army_group_south.orders import (
    Attack,
    Exit,
    MoveStack,
    Overrun,
    RailEnter,
    RailMove,
    TakeDefensiveMode,
)
from balance.staff.order_book import Taker
from balance.staff.orders import Enter, Move, Order, Outcome

_RESULTS = {ELIMINATION: "E", ENGAGED: "engaged"}


class OrderBook(order_book.OrderBook):
    """Takes the orders of one scenario's games."""

    def __init__(self, scenario: Scenario, naming: Naming) -> None:
        self._naming = naming
        super().__init__(scenario, REASONS, Refusal.WRONG_SIDE, EventKind.ORDER_REFUSED)

    def takers(self) -> Mapping[type[Order], Taker]:
        """What takes each kind of order."""
        return {
            Move: self.unit_to_hex(move_unit, "to"),
            MoveStack: self.units_to_hex(_counted(move_stack), "to"),
            RailMove: self.unit_to_hex(move_by_rail, "to"),
            Enter: self.unit_to_hex(enter_map, "at"),
            RailEnter: self._rail_enter,
            Overrun: self.units_to_hex(_counted(make_overrun), "target", _fought),
            Attack: self._attack,
            Exit: self.unit_where_it_stands(exit_map),
            TakeDefensiveMode: self.unit_where_it_stands(take_defensive_mode),
        }

    def find_unit(self, state: State, name: str) -> int:
        """Row of a unit by the name that its owner knows now.

        Rule: army_group_south 13.2
        """
        return self._naming.find(state, name)

    def _rail_enter(self, state: State, side: int, order: RailEnter) -> Outcome:
        """Bring a reinforcement on by rail.

        Rule: army_group_south 5.33, 15.0, 19.2
        """
        unit = self.find_unit(state, order.unit)
        start, h = np.int64(self.find_hex(order.at)), np.int64(self.find_hex(order.to))
        return self.have_act(
            state, side, [unit], int(h), lambda: enter_by_rail(state, np.int64(unit), start, h)
        )

    def _attack(self, state: State, side: int, order: Attack) -> Outcome:
        """Attack in the combat phase.

        Rule: army_group_south 9.0, 9.23, 9.83
        """
        members = self.find_units(state, order.units)
        targets = self.find_hexes(order.targets, "targets")
        self.check_number(order, "advance", BY_POLICY, 99)
        first = int(targets[0]) if len(targets) else len(state.ground) - 1

        def attack() -> Any:
            number, count = np.int64(len(targets)), np.int64(len(members))
            return make_attack(state, targets, number, members, count, np.int64(order.advance))

        return self.have_act(state, side, members, first, attack, _fought)


def _counted(act: Callable[..., Any]) -> Callable[..., Any]:
    """What ``act`` does with so many members, done with all of a party."""
    return lambda state, party, h: act(state, party, np.int64(len(party)), h)


def _fought(state: State) -> Outcome:
    """The outcome of the battle just logged: what attacker and defender had to do."""
    battle = state.battles[min(int(state.game.battle_count), MAX_BATTLES) - 1]
    told = [int(battle.attacker_result), int(battle.defender_result)]
    return Outcome(True, result="/".join(_RESULTS.get(result, str(result)) for result in told))
