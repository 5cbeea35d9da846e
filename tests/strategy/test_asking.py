"""What strategies return: plain values go further, all else is refused by what it looks like."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from balance.errors import DataError, StrategyError
from balance.staff.desks_from_plans import check_plan
from balance.staff.orders import Enter, Move
from balance.staff.plan import Mission, Plan, Selection, select
from balance.staff.weights import Weights
from balance.strategy.api import Strategy
from balance.strategy.asking import MOST_ITEMS, ask_plan, ask_set_up, plain_order
from balance.strategy.calls import make_player
from balance.strategy.orders import conduct_orders
from balance.strategy.play import Match
from tests.strategy.fake_game import FakeDesk, FakeSeen, fake_state, fake_view


class Player(Strategy):
    name, game, side = "player", "drive_on_stalingrad", "axis"

    def __init__(self, answer: Callable[[], Any]) -> None:
        super().__init__()
        self.answer = answer

    def plan(self, view):
        return self.answer()

    def set_up(self, view):
        return self.answer()

    def orders(self, view):
        yield self.answer()


class WilfulText(str):
    """Differs at each look, and breaks what compares it."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("not comparable")


class WilfulNumber(int):
    def __lt__(self, other):
        raise RuntimeError("not comparable")

    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __hash__ = None

    def __index__(self):
        raise RuntimeError("no number")


class Shy(Plan):
    """Says nothing of itself."""

    def __getattribute__(self, name):
        raise RuntimeError(f"no {name}")


class Pretender:
    """Says it is a plan."""

    __class__ = Plan


class Unseen:
    """Has neither class nor looks."""

    @property
    def __class__(self):
        raise RuntimeError("no class")

    def __repr__(self):
        raise SystemExit(3)


class Endless(Mapping):
    def __getitem__(self, key):
        return "2111"

    def __iter__(self):
        return map(str, itertools.count())

    def __len__(self):
        return 1


STRIKE = Mission(select(kinds=["mech"]), "strike", ("Stalingrad",))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda: Shy(), r"in plan, game turn 2: RuntimeError: no missions \[test_asking"),
        (lambda: Pretender(), "returned <.*Pretender.*; expected a Plan$"),
        (lambda: Unseen(), "returned a Unseen; expected a Plan$"),
        (lambda: Plan((STRIKE,) * 100_000), f"a tuple of more than {MOST_ITEMS:,} entries"),
        (
            lambda: Plan((Mission(select("x" * 10**6), "hold", ()),)),
            "a text of 1,000,000 letters; expected at most 200",
        ),
    ],
)
def test_a_plan_that_can_not_be_read_is_the_strategys_error(answer, message):
    with pytest.raises(StrategyError, match=message):
        ask_plan(Player(answer), fake_view())


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: Plan(garrisons=(("2111", 10**5000),)), "garrisons: .*a int.*whole number"),
        (lambda: Plan(garrisons=(("2111", np.int64(2)),)), "garrisons: .*whole number"),
        (lambda: Plan(ground=(("2111", float("nan")),)), "ground: .* from -1000 to 1000"),
        (lambda: Plan(ground=(("2111", np.zeros((), "V8")[()]),)), "ground: .*expected a number"),
        (lambda: Plan(line=((Unseen(), 1),)), "line: .*a Unseen"),
        (lambda: Plan(missions=[STRIKE]), "missions is .*; expected a tuple"),
        (lambda: Plan(missions=(Unseen(),)), "mission 1 is a Unseen; expected a Mission"),
        (lambda: Plan(weights=Unseen()), "weights is a Unseen; expected Weights"),
        (lambda: Plan(weights=Weights(caution=float("nan"))), "weight caution is nan"),
    ],
)
def test_parts_of_a_plan_that_are_none_are_refused_by_their_looks(plan, message):
    with pytest.raises(DataError, match=message):
        check_plan(ask_plan(Player(plan), fake_view()), ())


def test_a_plan_of_wilful_values_is_copied_into_plain_ones():
    wilful = Mission(Selection(kinds=(WilfulText("mech"),)), WilfulText("hold"), ())
    plan = ask_plan(
        Player(lambda: Plan((wilful,), garrisons=((WilfulText("2111"), WilfulNumber(2)),))),
        fake_view(),
    )
    sound = Plan((Mission(select(kinds=["mech"]), "hold", ()),), garrisons=(("2111", 2),))
    assert (plan, hash(plan)) == (sound, hash(sound))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda: {1: "2111"}, "places 1 at '2111'"),
        (lambda: {"24 Pz": Unseen()}, "places '24 Pz' at a Unseen"),
        (lambda: Endless(), f"a set-up of more than {MOST_ITEMS:,} entries"),
    ],
)
def test_a_set_up_of_anything_else_is_the_strategys_error(answer, message):
    with pytest.raises(StrategyError, match=message):
        ask_set_up(Player(answer), fake_view())


@dataclass(frozen=True)
class Veiled(Move):
    """An order that hides where it goes."""

    def __getattribute__(self, name):
        if name == "to":
            raise RuntimeError("secret")
        return super().__getattribute__(name)


class Double(Enter):
    """An order of a kind of its own, with looks of its own."""

    def __repr__(self):
        raise SystemExit


def test_an_order_is_copied_into_one_of_the_kinds_there_are():
    order = plain_order(Double(WilfulText("Ours"), "0102"))
    assert (type(order), order) == (Enter, Enter("Ours", "0102"))


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (lambda: Veiled("Ours", "0102"), "RuntimeError: secret"),
        (Unseen, "yielded a Unseen; expected an order"),
        (Pretender, "yielded <.*; expected an order"),
    ],
)
def test_an_order_that_can_not_be_read_is_the_strategys_error(order, message):
    player = Player(order)
    with pytest.raises(StrategyError, match=message):
        conduct_orders(player, fake_view(), FakeDesk(), fake_state(), 0)


class NoPlayer(Player):
    def __new__(cls, **parameters):
        return 5


class Grudging(Player):
    """Has other objections in each game than when it was looked at first."""

    def __init__(self):
        raise DataError("not today")


class Unnamed(Strategy):
    name = side = property(lambda self: 1 / 0)
    is_random = property(lambda self: 1 / 0)


def test_what_is_made_must_be_a_strategy():
    with pytest.raises(StrategyError, match="is 5; expected a Strategy"):
        make_player(NoPlayer, {})


class FakeDriver:
    """Asks what any playable asks, and plays nothing."""

    hex_names = unit_names = ()
    player_purpose = 6

    def game_view(self):
        return FakeSeen()

    def place(self, wishes):
        return None

    def new_game(self, *words, **more):
        state = fake_state(ended=0)
        state.game.plain = np.dtype([("vp", "i4")])
        state.game.data = bytes(4)
        state.turns = state.events = state.battles = np.zeros(0, [("game_turn", "i4")])
        state.game.event_count = state.game.battle_count = 0
        return state

    def play(self, state, hooks):
        assert hooks.staff_plays

    def hex_rows(self, state):
        return np.zeros(0)

    def take_back(self, state):
        pass


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Grudging, "not today"),
        (Unnamed, r"^strategy 'Unnamed' \(\?\) in is_random, .*ZeroDivisionError"),
        (NoPlayer, "expected a Strategy"),
    ],
)
def test_a_player_that_spoils_a_game_before_it_begins_is_told_in_it(kind, message):
    plain = type("Plain", (Strategy,), {"name": "plain"})
    played = Match(FakeDriver(), [(kind, {}), (plain, {})]).play(1)
    assert played.error_side == 0
    assert re.search(message, played.error)
