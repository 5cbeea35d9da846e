"""Tuples of questions: kernels are compiled for each tuple, and know all that it answers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.kernel.compiled import entry, inner
from balance.kernel.questions import questions


@questions
class Prices(NamedTuple):
    price: Any
    least: int


@questions
class Shop(NamedTuple):
    prices: Prices
    discount: Any


@inner
def single(number: int) -> int:
    return number


@inner
def double(number: int) -> int:
    return 2 * number


@inner
def by_tenths(number: int) -> float:
    return 0.1 * number


@inner
def bill(shop: Shop, number: int) -> float:
    return _raw_bill(shop, number) - shop.discount(number)


@inner
def _raw_bill(shop: Shop, number: int) -> float:
    return max(float(shop.prices.least), float(shop.prices.price(number)))


CHEAP = Shop(Prices(single, 5), by_tenths)
DEAR = Shop(Prices(double, 7), single)


@entry
def cheap_bill(number: int) -> float:
    return bill(CHEAP, number)


@entry
def both_bills(number: int) -> float:
    return 100.0 * bill(DEAR, number) + bill(CHEAP, number)


def check_bills() -> None:
    assert cheap_bill(np.int64(20)) == 18.0
    # Two tuples of one class in one kernel: neither gets the answers of the other.
    assert both_bills(np.int64(20)) == 100.0 * 20.0 + 18.0
    # A number of a tuple: no bill is below it.
    assert both_bills(np.int64(1)) == pytest.approx(100.0 * 6.0 + 4.9)


def test_each_tuple_gives_its_own_answers():
    check_bills()


@pytest.mark.compiled
def test_each_tuple_gives_its_own_answers_to_compiled_kernels():
    check_bills()


@pytest.mark.compiled
def test_a_question_that_no_tuple_has_is_named():
    @inner
    def ask_for_more(shop: Shop) -> int:
        return shop.closing_time()

    @entry
    def ask() -> int:
        return ask_for_more(CHEAP)

    with pytest.raises(Exception, match="closing_time"):
        ask()
