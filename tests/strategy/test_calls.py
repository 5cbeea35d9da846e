from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from balance.errors import StrategyError, Terminated
from balance.strategy import Plan, Strategy
from balance.strategy.asking import ask_plan, ask_set_up
from balance.strategy.calls import make_player
from tests.strategy.fake_game import fake_view


class Player(Strategy):
    name = "player"
    game = "fake"
    side = "axis"

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def plan(self, view):
        return self.answer(view)

    def set_up(self, view):
        return self.answer(view)


def test_plan_is_handed_over_and_the_view_closed():
    view = fake_view()
    assert ask_plan(Player(lambda view: Plan()), view) == Plan()
    with pytest.raises(StrategyError, match="this view is closed"):
        view.units()


def _fail(view):
    raise ValueError("first line\nsecond line")


def _leave(view):
    raise SystemExit(2)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            _fail,
            r"^strategy 'player' \(axis\) in plan, game turn 2: ValueError: first line "
            r"\[test_calls\.py:\d+\]$",
        ),
        (_leave, r"SystemExit: 2 \[test_calls\.py:\d+\]"),
        (lambda view: None, r"returned None; expected a Plan$"),
        (lambda view: view.hex_of("Voronesh"), r"UnknownName: .*did you mean 'Voronezh'"),
        (lambda view: view.random(0), r"random\(0\): expected a whole number 1 to 65536"),
    ],
)
def test_plan_that_raises_or_is_nonsense_is_the_strategys_error(answer, message):
    with pytest.raises(StrategyError, match=message):
        ask_plan(Player(answer), fake_view())


class Unheard(BaseException):
    """What no ``except Exception`` catches."""


class Silent(Exception):
    """One that can't say what went wrong."""

    def __str__(self):
        raise RuntimeError("no words")


class Endless(Exception):
    """One that says too much, and that to the terminal."""

    def __str__(self):
        return "\x1b[2J" + 10_000_000 * "x"


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (Unheard("hm"), r"game turn 2: Unheard: hm \[test_calls"),
        (GeneratorExit(), r"game turn 2: GeneratorExit \[test_calls"),
        (Silent(), r"game turn 2: Silent \[test_calls"),
        (Endless(), r"game turn 2: Endless: \?\[2Jx{200,300}\.\.\. \[test_calls"),
    ],
)
def test_whatever_a_strategy_raises_is_told_in_a_few_words(raised, message):
    def fail(view):
        raise raised

    with pytest.raises(StrategyError, match=message):
        ask_plan(Player(fail), fake_view())
    with pytest.raises(StrategyError, match=r"^strategy 'player', when it is made: "):
        make_player(type("Stillborn", (Player,), {"__init__": fail}), {})


def test_a_name_changed_meanwhile_is_cut_too():
    def fail(view):
        player.name = "\x1b[2J" + 10_000 * "x"

    player = Player(fail)
    with pytest.raises(StrategyError, match=r"^strategy '\\x1b\[2Jx{30,60}\.\.\. \(axis\) in plan"):
        ask_plan(player, fake_view())


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Put back how this process takes Ctrl-C; checks that run behind ignore it."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def _interrupted(view):
    raise KeyboardInterrupt


@pytest.mark.usefixtures("interrupts")
def test_interrupt_of_the_user_passes_through():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        ask_plan(Player(_interrupted), fake_view())


@pytest.mark.usefixtures("interrupts")
def test_where_ctrl_c_is_ignored_only_the_strategy_can_have_raised_it():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with pytest.raises(StrategyError, match="game turn 2: KeyboardInterrupt"):
        ask_plan(Player(_interrupted), fake_view())


@pytest.mark.usefixtures("interrupts")
def test_a_command_that_is_ended_from_outside_is_no_fault_of_a_strategy():
    def ended(view):
        raise Terminated

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with pytest.raises(Terminated):
        ask_plan(Player(ended), fake_view())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda view: ["24 Pz"], r"in set_up, game turn 2: returned \['24 Pz'\]; expected a dict"),
        (lambda view: {"24 Pz": 533}, "places '24 Pz' at 533; expected a counter name and a hex"),
    ],
)
def test_set_up_that_is_no_dict_of_names_is_the_strategys_error(answer, message):
    with pytest.raises(StrategyError, match=message):
        ask_set_up(Player(answer), fake_view())


def test_set_up_is_a_copy_that_the_strategy_no_longer_holds():
    mine = {"24 Pz": "0533"}
    asked = ask_set_up(Player(lambda view: mine), fake_view())
    assert asked == mine
    assert asked is not mine
