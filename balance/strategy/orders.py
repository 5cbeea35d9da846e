"""Full control: a strategy's orders for one phase, one by one through the referee (third rung).

The strategy yields an order and gets back what became of it; a refused order changes nothing but
the count of refusals. Whatever isn't an order ends the game as the strategy's fault.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Protocol

from balance.errors import StrategyError
from balance.staff.orders import Order, Outcome
from balance.strategy.api import Strategy
from balance.strategy.asking import plain_order
from balance.strategy.calls import Blame, BlameData, shown
from balance.strategy.view import View, close_view

#: Orders a strategy may give in one phase: many times what a full army needs, so that only an
#: endless generator meets it.
ORDERS_PER_PHASE = 5_000


class OrderDesk(Protocol):
    """Where a game takes single orders; one implementation a game, beside its staff."""

    def execute(self, state: Any, side: int, order: Order) -> Outcome:
        """Check an order and carry it out, or refuse it with the rule.

        Raises
        ------
        UnknownName
            If it names a unit or hex that does not exist.
        StrategyError
            If it is no order of this game or malformed.
        """

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""


def conduct_orders(
    strategy: Strategy,
    view: View,
    desk: OrderDesk,
    state: Any,
    side: int,
    *,
    limit: int = ORDERS_PER_PHASE,
    watch: Callable[[], None] | None = None,
) -> bool:
    """Carry out a strategy's orders for one phase; False if it leaves the phase to its staff.

    Parameters
    ----------
    view
        What the strategy sees; it is closed when the phase is over.
    limit
        Most orders of the phase, refused ones included.
    watch
        Called before each order; raises ``StrategyError`` when the strategy takes too long.

    Raises
    ------
    StrategyError
        If the strategy raises, yields something that is no order, or never stops.
    """
    turn = view.game_turn
    try:
        with Blame(strategy, "orders", turn):
            orders = strategy.orders(view)
            if orders is None:
                return False
            if not isinstance(orders, Generator):
                raise StrategyError(
                    f"orders returned {shown(orders)}; expected a generator: write "
                    "'outcome = yield order'"
                )
        try:
            _exchange(strategy, turn, orders, desk, state, side, limit, watch)
        finally:
            with Blame(strategy, "orders", turn):
                orders.close()
    finally:
        close_view(view)
    return True


def _exchange(
    strategy: Strategy,
    turn: int,
    orders: Generator[Order, Outcome, None],
    desk: OrderDesk,
    state: Any,
    side: int,
    limit: int,
    watch: Callable[[], None] | None,
) -> None:
    """Order for outcome until either side has had enough."""
    outcome: Outcome | None = None
    given = 0
    while not desk.is_over(state):
        with Blame(strategy, "orders", turn):
            if watch is not None:
                watch()
            try:
                order = next(orders) if outcome is None else orders.send(outcome)
            except StopIteration:
                return
            order = plain_order(order)
            given += 1
            if given > limit:
                raise StrategyError(
                    f"gave more than {limit} orders in one phase; let the generator end once no "
                    "order is left that can succeed"
                )
        with BlameData(strategy, f"order {shown(order)}", turn):
            outcome = desk.execute(state, side, order)
