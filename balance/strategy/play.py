"""Play whole games: two strategies, one scenario, any seed.

``prepare`` gives a ``Match``; ``Match.play(seed)`` plays a game from set-up to end and returns all
that happened. The sequence of play and the compiled staff of a game stand in
``balance.staff.<game>.playing``; this module asks the strategies and keeps their faults apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeGuard, cast

import numpy as np

from balance.errors import BalanceError, DataError, StrategyError
from balance.kernel.records import as_row, copy_records
from balance.rulebook.game import Game
from balance.staff.desk import Desk
from balance.staff.desks_from_plans import Roster
from balance.staff.plan import Plan
from balance.strategy import registry
from balance.strategy.api import SIDES, Strategy
from balance.strategy.asking import ask_plan, ask_set_up
from balance.strategy.calls import (
    Blame,
    BlameData,
    OutOfTime,
    fit_to_print,
    make_player,
    traceback_of,
)
from balance.strategy.opening import Look, OpeningStrategy
from balance.strategy.opening_names import check_names
from balance.strategy.orders import OrderDesk, conduct_orders
from balance.strategy.planner import Planner
from balance.strategy.played_ahead import Trials
from balance.strategy.replay_words import ReplayWords
from balance.strategy.view import GameView, View, name_hex

#: A process keeps scenarios under so many rules open, five megabytes each.
MOST_RULES = 16


@dataclass(frozen=True)
class PlayedGame:
    """One finished game in the numbers of its game's state; arrays are copies.

    ``error`` is empty unless a strategy failed; then ``error_side`` is its side (0 Axis, 1 Soviet).
    """

    seed: int
    game: Any  # record of the scalars at the end
    turns: np.ndarray
    events: np.ndarray
    battles: np.ndarray
    hexes: np.ndarray
    error: str
    error_side: int
    traceback: str  # where the strategy's code failed, in Python's words
    seconds: float


class Hooks(Protocol):
    """What a scenario asks while it is played; sides are 0 and 1."""

    looks_on: bool  # whether the last three need be called

    @property
    def staff_plays(self) -> tuple[bool, bool]:
        """Sides that the staff may play on for: that leave all to it, where nobody looks on."""

    def desk(self, state: Any, side: int) -> Desk:
        """The wishes of a side for its coming player turn."""

    def is_random(self, side: int) -> bool:
        """Whether a side plays any legal moves."""

    def give_orders(self, state: Any, side: int) -> bool:
        """Let a strategy give single orders for this phase; False if it leaves it to the staff."""

    def before_phase(self, state: Any) -> None:
        """Look at the state when the referee has opened a phase."""

    def after_phase(self, state: Any) -> None:
        """Look at the state when a player has done with a phase."""

    def phase_closed(self, state: Any) -> None:
        """Look at the state when the referee has closed a phase."""


class Watcher(Protocol):
    """Looks on while a game is played, without changing it."""

    def begin(self, state: Any) -> None:
        """Look at the state when all units are set up."""

    def before_phase(self, state: Any) -> None:
        """Look at the state when the referee has opened a phase."""

    def after_phase(self, state: Any) -> None:
        """Look at the state when a player has done with a phase."""

    def phase_closed(self, state: Any) -> None:
        """Look at the state when the referee has closed a phase."""

    def end(self, state: Any) -> None:
        """Look at the state when the game is over, or has broken off."""


class Playable(Protocol):
    """One scenario under one ruleset, ready to be played, as a game's staff provides it."""

    hex_names: Sequence[str]
    unit_names: Sequence[str]
    roster: Roster  # what a plan's names refer to
    player_purpose: int  # part of the address of strategies' dice

    def draft(self, plan: Plan, side: int) -> Desk:
        """Put a plan on a desk; the same plan gives the same desk."""

    def place(self, wishes: Sequence[Mapping[str, str]]) -> Any:
        """Placement of all units: the scenario's own, changed by the wishes of both sides."""

    def new_game(
        self, seed: int, placement: Any, set_up_seed: int | None = None, *, trace: bool = False
    ) -> Any:
        """State of a game before its first turn; what set-up draws comes from the second seed.

        ``trace`` has it keep every step of every unit.
        """

    def take_back(self, state: Any) -> None:
        """Have the next game played on the memory of a state that nobody looks at any more."""

    open_kind: int  # kind of the step that is open while the players are asked

    def play(
        self, state: Any, hooks: Hooks, kind: int | None = None, last_turn: int | None = None
    ) -> None:
        """Play to the end, from the beginning or from inside a step of a kind that is open.

        Or no further than to the end of a last game turn.
        """

    def copy(self, state: Any) -> Any:
        """A copy of a game under way that can be played on."""

    def redraw_hidden(self, state: Any, side: int, draws: np.random.Generator) -> Any:
        """The state with what a side can't know dealt anew."""

    def points(self, state: Any, side: int) -> int:
        """Margin of victory points of a side."""

    def hex_rows(self, state: Any) -> np.ndarray:
        """Rows of the ``hexes`` table: what the game turns so far changed on the map."""

    def game_view(self) -> GameView:
        """What the game offers to the views of its players."""

    def check(self, state: Any, phase_closed: bool = False) -> list[str]:
        """Faults of the state in words: the invariants."""

    def order_desk(self) -> OrderDesk:
        """Where single orders are carried out."""

    def replay_words(self) -> ReplayWords:
        """What a replay shows of its games."""

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""


def see(playable: Playable, state: Any, side: int) -> View:
    """The game through the eyes of one side, now."""
    return View(playable.game_view(), state, side, playable.player_purpose)


class Match:
    """Two strategies and a scenario, ready to play any seed."""

    def __init__(
        self,
        playable: Playable,
        makers: Sequence[tuple[type[Strategy], Mapping[str, str]]],
        trials: Trials | None = None,
    ) -> None:
        self.playable = playable
        self.trials = trials
        self.hex_names = playable.hex_names
        self.unit_names = playable.unit_names
        self.makers = makers
        self._is_placed = False
        self._placement: Any = None

    def play(
        self,
        seed: int,
        debug: bool = False,
        set_up_seed: int | None = None,
        watcher: Watcher | None = None,
    ) -> PlayedGame:
        """Play one game.

        ``set_up_seed`` is the seed of the set-up and of the values hidden then; that of the game if
        None. A strategy that raises ends the game; that is reported in ``error`` and
        ``error_side``, and the scalars keep the state at that moment. A ``watcher`` is shown the
        state all along, with a trace of every step of every unit.

        Raises
        ------
        AssertionError
            With ``debug``, if an invariant is broken: a bug of the product, not of a strategy.
        """
        started = time.perf_counter()
        players: list[Strategy] = []
        hooks = _Asking(self.playable, players, debug, watcher, self.trials)
        error, side, told = "", -1, ""
        state = None
        try:
            for hooks.asked, (cls, parameters) in enumerate(self.makers):
                players.append(_ready(cls, parameters))
            drawn_from = seed if set_up_seed is None else set_up_seed
            placement = self._place(players, drawn_from, hooks)
            state = self._begin(seed, placement, drawn_from, watcher)
            self.playable.play(state, hooks)
        except (StrategyError, OutOfTime) as fault:
            if isinstance(fault, OutOfTime):
                fault.stop()
            error, side, told = fit_to_print(str(fault)), hooks.asked, traceback_of(fault)
        if state is None:
            state = self._begin(seed, self.playable.place(({}, {})), None, watcher)
        if watcher:
            watcher.end(state)
        hexes = self.playable.hex_rows(state)
        seconds = time.perf_counter() - started
        played = _record(seed, state, hexes, (error, side, told), seconds)
        if watcher is None:
            self.playable.take_back(state)
        return played

    def begin_only(
        self, seed: int, failure: tuple[str, int, str], set_up_seed: int | None = None
    ) -> PlayedGame:
        """Set up a game that can't be played, with what became of it.

        ``failure`` is the error, the side to blame (-1 if nobody knows) and the traceback.
        """
        state = self._begin(seed, self.playable.place(({}, {})), set_up_seed, None)
        return _record(seed, state, self.playable.hex_rows(state), failure, 0.0)

    def _begin(
        self, seed: int, placement: Any, set_up_seed: int | None, watcher: Watcher | None
    ) -> Any:
        """Set a game up, and show it to its watcher."""
        if watcher is None:
            return self.playable.new_game(seed, placement, set_up_seed)
        state = self.playable.new_game(seed, placement, set_up_seed, trace=True)
        watcher.begin(state)
        return state

    def replay_words(self) -> ReplayWords:
        """What a replay shows of the games of this match."""
        return self.playable.replay_words()

    def check(self, longest: Callable[[], int] | None = None, among: str = "") -> None:
        """Find what is wrong with fixed set-ups and opening files before the first game.

        An opening file may name game turns up to the last, or up to ``longest`` in a shorter game.
        ``among`` is the scenario, where the game has several and an entry may hold in others.

        Raises
        ------
        StrategyError
            If a set-up is illegal.
        DataError
            If an opening file names what the scenario lacks.
        """
        players = [make_player(cls, parameters) for cls, parameters in self.makers]
        last, roster = self.playable.last_turn, self.playable.roster
        scenario = self.playable.game_view().scenario_name
        for player in players:
            if _is_opening(player):
                content = player.content_in(scenario)
                check_names(player.path, content, roster, last, longest, among)
        hooks = _Asking(self.playable, players, False)
        if hooks.set_ups_are_fixed():
            self._place(players, 0, hooks)
        for side, player in enumerate(players):
            if _is_opening(player):
                for turn in range(1, last + 1):
                    try:
                        self.playable.draft(player.plan_for(turn, scenario), side)
                    except BalanceError as fault:
                        raise DataError(f"{player.path}: game turn {turn}: {fault}") from None

    def _place(self, players: Sequence[Strategy], seed: int, hooks: _Asking) -> Any:
        """Ask both sides where they set up; strategies without set-up code are asked once."""
        fixed = hooks.set_ups_are_fixed()
        if fixed and self._is_placed:
            return self._placement
        blank = self.playable.new_game(seed, self.playable.place(({}, {})))
        wishes = []
        for side, player in enumerate(players):
            hooks.asked = side
            wishes.append(ask_set_up(player, see(self.playable, blank, side)))
            with BlameData(player, "set_up", 0):
                self.playable.place([w if s == side else {} for s, w in enumerate(wishes)])
        placement = self.playable.place(wishes)
        if fixed:
            self._is_placed, self._placement = True, placement
        return placement


def _is_opening(player: Strategy) -> TypeGuard[OpeningStrategy]:
    # A plugin may lie about its class.
    return isinstance(player, OpeningStrategy) and issubclass(type(player), OpeningStrategy)


class _Asking:
    """Hooks of one game: ask the strategies, have the desks of their plans kept."""

    def __init__(
        self,
        playable: Playable,
        players: Sequence[Strategy],
        debug: bool,
        watcher: Watcher | None = None,
        trials: Trials | None = None,
    ) -> None:
        self.playable = playable
        self.trials = trials
        self.players = players
        self.debug = debug
        self.watcher = watcher
        self.looks_on = debug or watcher is not None
        self.asked = 0  # side whose strategy is at work

    def of(self, playable: Playable, players: Sequence[Strategy]) -> _Asking:
        """Hooks of a game of two openings elsewhere."""
        return _Asking(playable, players, debug=False)

    @cached_property
    def staff_plays(self) -> tuple[bool, bool]:
        """Whether nobody but the staff acts for the Axis, and for the Soviets."""
        axis, soviet = (
            not (self.looks_on or self.is_random(side) or self._may_order(side)) for side in (0, 1)
        )
        return axis, soviet

    def set_ups_are_fixed(self) -> bool:
        """Whether neither side has code of its own for its set-up."""
        for side, player in enumerate(self.players):
            self.asked = side
            own = _own(player, "set_up") is not Strategy.set_up
            if own and not issubclass(type(player), OpeningStrategy):
                return False
        return True

    def _may_order(self, side: int) -> bool:
        """Whether a player has a say in his phases, beside his plan."""
        self.asked = side
        return _own(self.players[side], "orders") is not Strategy.orders

    def desk(self, state: Any, side: int) -> Desk:
        self.asked = side
        player = self.players[side]
        plan = self.plan_of(state, side, player)
        with BlameData(player, "plan", int(state.game.game_turn)):
            desk = self.playable.draft(plan, side)
        return desk

    def plan_of(self, state: Any, side: int, player: Strategy) -> Plan:
        """What a player wants; an opening file, which runs no code of its own, needs no view."""
        if self.trials and isinstance(player, Planner):
            return player.choose(
                int(state.game.game_turn),
                self.trials.from_here(self, state, side, see(self.playable, state, side)),
            )
        if _own(player, "plan") is not OpeningStrategy.plan:
            return ask_plan(player, see(self.playable, state, side))
        game = self.playable.game_view()

        def control(place: str) -> str:
            return game.control(state, name_hex(game, place))

        def next_prize(places: Sequence[str]) -> str:
            return game.next_prize(state, side, [name_hex(game, place) for place in places])

        look = Look(
            int(state.game.game_turn),
            SIDES[side],
            game.scenario_name,
            control,
            lambda: self.playable.points(state, side),
            next_prize,
        )
        return cast("OpeningStrategy", player).plan_by(look)

    def is_random(self, side: int) -> bool:
        self.asked = side  # his plan is about to be carried out
        with Blame(self.players[side], "is_random", 0):
            return bool(self.players[side].is_random)

    def give_orders(self, state: Any, side: int) -> bool:
        if not self._may_order(side):
            return False
        player = self.players[side]
        view = see(self.playable, state, side)
        return conduct_orders(player, view, self.playable.order_desk(), state, side)

    def before_phase(self, state: Any) -> None:
        if self.watcher:
            self.watcher.before_phase(state)

    def after_phase(self, state: Any) -> None:
        self._check(state, False)
        if self.watcher:
            self.watcher.after_phase(state)

    def phase_closed(self, state: Any) -> None:
        self._check(state, True)
        if self.watcher:
            self.watcher.phase_closed(state)

    def _check(self, state: Any, closed: bool) -> None:
        faults = self.playable.check(state, closed) if self.debug else []
        if faults:
            raise AssertionError("\n".join(faults))


def _ready(cls: type[Strategy], parameters: Mapping[str, str]) -> Strategy:
    """A player for one game; his parameters have been found right before, so all is his fault."""
    try:
        return make_player(cls, parameters)
    except BalanceError as fault:
        raise StrategyError(str(fault)) from fault


def _own(player: Strategy, name: str) -> Any:
    """What the class of a player has under a name."""
    with Blame(player, name, 0):
        return getattr(type(player), name)


def _record(
    seed: int, state: Any, hexes: np.ndarray, failure: tuple[str, int, str], seconds: float
) -> PlayedGame:
    game = state.game
    turns = np.asarray(state.turns)[: max(0, int(game.game_turn))]
    return PlayedGame(
        seed=seed,
        # NumPy copies a record field by field.
        game=as_row(np.frombuffer(bytearray(game.data), game.plain)),
        turns=turns[turns["game_turn"] > 0],
        events=copy_records(np.asarray(state.events)[: int(game.event_count)]),
        battles=copy_records(np.asarray(state.battles)[: int(game.battle_count)]),
        hexes=hexes,
        error=failure[0],
        error_side=failure[1],
        traceback=failure[2],
        seconds=seconds,
    )


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    """Load a scenario under a ruleset and both strategies by specification.

    Raises
    ------
    UnknownName, DataError
        If a name, parameter or file is wrong.
    """
    trials = Trials(lambda: game.staff("playing").open_playable(scenario, ruleset), game, scenario)
    makers = []
    for side, spec in zip(SIDES, (axis, soviet), strict=True):
        entry, parameters = registry.find(game, side, spec, scenario)
        # Wrong parameters are found now, not in the first game.
        trials.check(make_player(entry.cls, parameters), parameters)
        makers.append((entry.cls, parameters))
    shared = _open_playable(game, scenario, _Rules(ruleset.hash, ruleset))
    match = Match(shared, makers, trials)
    # A variant may end the game early; a file written for all of it is still in order.
    module = game.staff("playing")
    among = scenario if len(game.scenarios) > 1 else ""
    match.check(lambda: module.open_playable(scenario, game.rules).last_turn, among)
    return match


@dataclass(frozen=True)
class _Rules:
    """A ruleset that is the same as another with its hash."""

    hash: str
    ruleset: Any = field(compare=False)


@lru_cache(maxsize=MOST_RULES)
def _open_playable(game: Game, scenario: str, rules: _Rules) -> Playable:
    """A scenario under some rules; pairings share it."""
    return game.staff("playing").open_playable(scenario, rules.ruleset)
