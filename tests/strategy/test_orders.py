from __future__ import annotations

import pytest

from balance.errors import StrategyError
from balance.strategy import Move, Strategy
from balance.strategy.orders import conduct_orders
from tests.strategy.fake_game import FakeDesk, fake_state, fake_view


class Player(Strategy):
    name = "player"
    game = "fake"
    side = "axis"

    def __init__(self, orders):
        super().__init__()
        self.orders = orders


def conduct(orders, state=None, **options):
    state = state or fake_state()
    return conduct_orders(Player(orders), fake_view(state), FakeDesk(), state, 0, **options)


def test_orders_are_carried_out_and_their_outcome_comes_back():
    outcomes, seen = [], []

    def orders(view):
        outcomes.append((yield Move("Ours", "0102")))
        seen.append(view.units()[0].hex)
        outcomes.append((yield Move("Ours", "0103")))
        seen.append(view.units()[0].hex)

    assert conduct(orders)
    assert [outcome.accepted for outcome in outcomes] == [True, False]
    assert outcomes[1].rule == "drive_on_stalingrad 9.4"
    assert seen == ["0102", "0102"]


def test_none_leaves_the_phase_to_the_staff():
    assert not conduct(lambda view: None)


def test_no_order_is_asked_for_once_the_game_is_over():
    def orders(view):
        yield Move("Ours", "0102")

    state = fake_state(over=1)
    conduct(orders, state)
    assert state.at == "0101"


def _raises(view):
    yield Move("Ours", "0102")
    raise KeyError("lost")


def _nonsense(view):
    yield "24 Pz to 0533"


def _unknown(view):
    yield Move("Oures", "0102")


def _endless(view):
    while True:
        yield Move("Ours", "0103")


def _stubborn(view):
    try:
        yield Move("Ours", "0102")
        yield "nonsense"
    finally:
        yield Move("Ours", "0102")


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (_raises, r"'player' \(axis\) in orders, game turn 2: KeyError: 'lost' \[test_orders.py:"),
        (_nonsense, "yielded '24 Pz to 0533'; expected an order such as Move"),
        (_unknown, "in order Move.*: unknown unit 'Oures'; did you mean 'Ours'"),
        (_endless, "gave more than 20 orders in one phase"),
        (_stubborn, "RuntimeError: generator ignored GeneratorExit"),
        (lambda view: [Move("Ours", "0102")], r"orders returned \[Move.*; expected a generator"),
        (lambda view: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_orders_that_raise_or_are_nonsense_are_the_strategys_error(orders, message):
    with pytest.raises(StrategyError, match=message):
        conduct(orders, limit=20)


def test_watch_is_asked_before_each_order_and_may_stop_the_strategy():
    left = [2]

    def watch():
        left[0] -= 1
        if left[0] < 0:
            raise StrategyError("took longer than a second")

    with pytest.raises(StrategyError, match="in orders, game turn 2: took longer than a second"):
        conduct(_endless, watch=watch)


def test_view_kept_beyond_its_phase_tells_nothing_more():
    kept = []

    def orders(view):
        kept.append(view)
        yield Move("Ours", "0102")

    conduct(orders)
    with pytest.raises(StrategyError, match="this view is closed"):
        kept[0].enemies()
