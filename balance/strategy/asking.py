"""Asks strategies, and makes plain values of what they answer.

What a strategy returns is of its own making: subclasses with a will of their own, numbers and texts
of any size. Only the kinds of value that a plan, an order or a set-up is made of go further, each
read once and copied; anything else stands there by what it looks like, and is refused with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from balance.errors import StrategyError
from balance.staff.orders import Enter, Move, Order, orders_of_games
from balance.staff.plan import Mission, Plan, Selection
from balance.staff.weights import Weights
from balance.strategy.api import Strategy
from balance.strategy.calls import Blame, shown
from balance.strategy.view import View, close_view

#: Longest text and longest tuple that mean anything, several times what a whole army needs.
MOST_LETTERS, MOST_ITEMS = 200, 2_000
_MOST_NUMBER = 1 << 31
_PARTS = (Plan, Mission, Selection, Weights)


class Odd:
    """Stands for a value that is none of the plain kinds, and looks like it."""

    def __init__(self, value: object) -> None:
        self._look = shown(value)

    def __repr__(self) -> str:
        return self._look


def ask_plan(strategy: Strategy, view: View) -> Plan:
    """Ask a strategy for its plan and close the view.

    Raises
    ------
    StrategyError
        If it raises or returns something else.
    """
    try:
        with Blame(strategy, "plan", view.game_turn):
            answer = strategy.plan(view)
            if not issubclass(type(answer), Plan):
                raise StrategyError(f"returned {shown(answer)}; expected a Plan")
            plan: Plan = plain(answer)
    finally:
        close_view(view)
    return plan


def ask_set_up(strategy: Strategy, view: View) -> dict[str, str]:
    """Ask a strategy where its units set up and close the view.

    Raises
    ------
    StrategyError
        If it raises or returns something else than names for names.
    """
    placed: dict[str, str] = {}
    try:
        with Blame(strategy, "set_up", view.game_turn):
            wishes = strategy.set_up(view)
            if not issubclass(type(wishes), Mapping):
                raise StrategyError(f"returned {shown(wishes)}; expected a dict of unit to hex")
            for said in _few(wishes.items(), "set-up"):
                unit, place = map(plain, said)
                if type(unit) is not str or type(place) is not str:
                    raise StrategyError(
                        f"places {unit!r} at {place!r}; expected a counter name and a hex number "
                        "as text"
                    )
                placed[unit] = place
    finally:
        close_view(view)
    return placed


def plain_order(answer: object) -> Order:
    """What a strategy has yielded, as an order of the kinds that there are.

    Raises
    ------
    StrategyError
        If it is none.
    """
    known = {Move, Enter, *orders_of_games().values()}
    for kind in type(answer).__mro__:
        if kind in known:
            return kind(**{part.name: plain(getattr(answer, part.name)) for part in fields(kind)})
    raise StrategyError(f"yielded {shown(answer)}; expected an order such as Move")


def plain(value: Any) -> Any:
    """A copy of a value, of Python's own kinds and the parts of plans alone; else an ``Odd``.

    >>> plain((True, 2, 2.5, "Don"))
    (True, 2, 2.5, 'Don')
    >>> plain(["a list"])
    ['a list']
    >>> type(plain(["a list"])).__name__
    'Odd'

    Raises
    ------
    StrategyError
        If a text or a tuple is longer than any that means something.
    """
    kind = type(value)
    if value is None or kind is bool:
        return value
    for part in _PARTS:
        if issubclass(kind, part):
            return part(**{field.name: plain(getattr(value, field.name)) for field in fields(part)})
    if issubclass(kind, str):
        text = str.__str__(value)
        if len(text) > MOST_LETTERS:
            raise StrategyError(f"a text of {len(text):,} letters; expected at most {MOST_LETTERS}")
        return text
    if issubclass(kind, tuple):
        return tuple(map(plain, _few(tuple.__iter__(value), "tuple")))
    if issubclass(kind, float):
        return float.__float__(value)
    if issubclass(kind, int) and -_MOST_NUMBER < int.__index__(value) < _MOST_NUMBER:
        return int.__index__(value)
    return Odd(value)


def _few(items: Iterable[Any], what: str) -> Iterable[Any]:
    """Hand out so many items as mean anything."""
    for number, item in enumerate(items):
        if number == MOST_ITEMS:
            raise StrategyError(f"a {what} of more than {MOST_ITEMS:,} entries")
        yield item
