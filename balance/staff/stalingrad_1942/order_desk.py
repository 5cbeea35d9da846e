"""Single orders of a player of Stalingrad 1942-43, checked by the referee and carried out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from balance.errors import StrategyError
from balance.games.stalingrad_1942.air import place_air
from balance.games.stalingrad_1942.artillery import fire_at_bridge
from balance.games.stalingrad_1942.attack import BY_POLICY, make_attack, make_fire
from balance.games.stalingrad_1942.bridges import blow_bridge, build_bridge
from balance.games.stalingrad_1942.march import move_unit
from balance.games.stalingrad_1942.movement import mark_unit
from balance.games.stalingrad_1942.refusals import REASONS, Refusal
from balance.games.stalingrad_1942.reinforcements import enter_unit
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import AIR_UNITS, MAX_BATTLES, State
from balance.games.stalingrad_1942.vocabulary import AirTask, EventKind, Result
from balance.games.stalingrad_1942.works import build_works
from balance.staff import order_book
from balance.staff.order_book import Taker
from balance.staff.orders import Enter, Move, Order, Outcome
from balance.staff.stalingrad_1942.orders import (
    Battle,
    BlowBridge,
    Bombard,
    BuildBridge,
    DigIn,
    MarkStrategic,
    PlaceAir,
    ShellBridge,
)

#: Of orders that no unit is named in.
_NOBODY: tuple[int, ...] = ()


class OrderBook(order_book.OrderBook):
    """Takes the orders of one scenario's games."""

    def __init__(self, scenario: Scenario) -> None:
        self._neighbour = scenario.template.neighbour
        super().__init__(scenario, REASONS, Refusal.WRONG_SIDE, EventKind.ORDER_REFUSED)

    def takers(self) -> Mapping[type[Order], Taker]:
        """What takes each kind of order."""
        return {
            Move: self.unit_to_hex(move_unit, "to"),
            Enter: self.unit_to_hex(enter_unit, "at"),
            PlaceAir: self._place_air,
            MarkStrategic: self.unit_where_it_stands(mark_unit),
            DigIn: self.unit_where_it_stands(build_works),
            BlowBridge: self._blow,
            BuildBridge: self._build,
            Battle: self._attack,
            Bombard: self.units_to_hex(make_fire, "target", _fought, "guns"),
            ShellBridge: self._shell,
        }

    def _direction(self, h: int, across: str) -> int:
        """Side of a hex that a neighbour lies on, -1 if it is none."""
        near = np.flatnonzero(self._neighbour[h] == self.find_hex(across))
        return int(near[0]) if len(near) else -1

    def _place_air(self, state: State, side: int, order: PlaceAir) -> Outcome:
        """Give an air unit its task.

        Rule: stalingrad_1942 10.12, 10.14
        """
        self.check_number(order, "number", 1, AIR_UNITS)
        tasks = {task.name.lower(): task for task in AirTask}
        if order.task not in tasks:
            raise StrategyError(f"task is {order.task!r}; expected one of {', '.join(tasks)}")
        off_map = len(state.ground) - 1
        h = self.find_hex(order.at) if order.at else off_map
        d = np.int64(self._direction(h, order.across) if order.across else -1)
        wing, task = np.int64(side * AIR_UNITS + order.number - 1), np.int64(tasks[order.task])
        return self.have_act(
            state, side, _NOBODY, h, lambda: place_air(state, wing, task, np.int64(h), d)
        )

    def _blow(self, state: State, side: int, order: BlowBridge) -> Outcome:
        """Blow a bridge.

        Rule: stalingrad_1942 17.1
        """
        h = self.find_hex(order.at)
        if side != int(state.game.side):
            return self.refuse(state, side, Refusal.WRONG_SIDE, -1, h)
        d = np.int64(self._direction(h, order.across))
        return self.have_act(state, side, _NOBODY, h, lambda: blow_bridge(state, np.int64(h), d))

    def _build(self, state: State, side: int, order: BuildBridge) -> Outcome:
        """Begin to build a bridge.

        Rule: stalingrad_1942 17.3
        """
        unit = self.find_unit(state, order.unit)
        h = int(state.units[unit].hex)
        d = np.int64(self._direction(h, order.across))
        return self.have_act(state, side, [unit], h, lambda: build_bridge(state, np.int64(unit), d))

    def _attack(self, state: State, side: int, order: Battle) -> Outcome:
        """Attack in the combat phase.

        Rule: stalingrad_1942 7.12, 7.23, 8.31
        """
        members = self.find_units(state, order.units)
        guns = self.find_units(state, order.guns, "guns")
        targets = self.find_hexes(order.targets, "targets")
        self.check_number(order, "advance", BY_POLICY, 99)
        first = int(targets[0]) if len(targets) else len(state.ground) - 1
        stranger = self.stranger(np.append(members, guns), side)
        if stranger >= 0:
            return self.refuse(state, side, Refusal.WRONG_SIDE, stranger, first)
        code = int(make_attack(state, members, targets, guns, np.int64(order.advance)))
        return self.refuse_party(state, side, code, members, first) if code else _fought(state)

    def _shell(self, state: State, side: int, order: ShellBridge) -> Outcome:
        """Fire at a bridge.

        Rule: stalingrad_1942 17.2
        """
        gun, h = self.find_unit(state, order.gun), self.find_hex(order.at)
        d = np.int64(self._direction(h, order.across))
        return self.have_act(
            state, side, [gun], h, lambda: fire_at_bridge(state, np.int64(gun), np.int64(h), d)
        )


def _fought(state: State) -> Outcome:
    """The outcome of the battle just logged."""
    battle = state.battles[min(int(state.game.battle_count), MAX_BATTLES) - 1]
    return Outcome(True, result=Result(int(battle.result)).name.lower())
