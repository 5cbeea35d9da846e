"""A scenario ready to be played: what all games have alike, whatever their sequence of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from balance.errors import DataError
from balance.games.hex_record import hex_rows
from balance.games.steps import DONE, OVER
from balance.staff.desk import Desk
from balance.staff.desks_from_plans import Desks, Roster
from balance.staff.plan import Plan

#: Sides that the staff plays on for, when it is to act in one step alone.
NOBODY = (False, False)


class Referee(NamedTuple):
    """What a game's referee has for whoever plays it."""

    open_step: Callable[[Any], Any]  # goes on to the next step and opens it: its kind
    close_step: Callable[[Any], Any]  # closes the open step; whether it is a phase
    find_faults: Callable[..., list[str]]  # (state, unit names, phase_closed=) -> faults in words
    open_replay_words: Callable[[Any], Any]  # what a replay shows of a scenario's games


class PlayableScenario(ABC):
    """One scenario under one ruleset, ready to be played by any two players.

    Nothing here decides for a player: it asks the hooks (``balance.strategy.play.Hooks``) and
    lets the staff carry out what they want.

    Parameters
    ----------
    scenario
        The game's own: has ``hex_names``, ``unit_names``, ``last_turn`` and ``take_back``.
    roster
        What plans may name.
    seen
        What the game offers to the views of its players.
    order_book
        Where it takes single orders.
    referee
        What carries its games on.
    """

    #: Kinds of steps in which no single orders are given: the staff acts by the plan.
    without_orders: Collection[int] = ()
    #: Side, 0 or 1, for which ``vp`` of the game's record is positive.
    vp_side: int = 0

    def __init__(
        self, scenario: Any, roster: Roster, seen: Any, order_book: Any, referee: Referee
    ) -> None:
        self.scenario = scenario
        self._referee = referee
        self.hex_names = list(scenario.hex_names)
        self.unit_names = list(scenario.unit_names)
        self.roster = roster
        self._seen = seen
        seen.vp_side = self.vp_side
        self._order_book = order_book
        self._desks = Desks(roster)
        #: Kind of the step that is open while the players are asked.
        self.open_kind = int(DONE)
        #: By side, the game turn for which it was last asked, where turns are not opened by a step.
        self._asked: dict[int, int] = {}

    def draft(self, plan: Plan, side: int) -> Desk:
        """Put a plan on its desk."""
        return self._desks.draft(plan, side)

    def take_back(self, state: Any) -> None:
        """Have the next game played on the memory of a state that nobody looks at any more."""
        self.scenario.take_back(state)

    def play(
        self, state: Any, hooks: Any, kind: int | None = None, last_turn: int | None = None
    ) -> None:
        """Play to the end, from the beginning or from inside a step of a kind that is open.

        Or no further than to the end of a last game turn: the next one is open then.
        """
        self._desks.clear()
        self._asked.clear()
        desks: dict[int, Desk] = {}
        kind = self.open_step(state) if kind is None else kind
        while kind != OVER and (last_turn is None or state.game.game_turn <= last_turn):
            if kind != DONE:
                kind = self._have_acted(state, desks, kind, hooks)
            if kind == DONE:
                kind = self._next_step(state, hooks)

    def _have_acted(self, state: Any, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the players act in the open step, before all eyes; return what is open then."""
        self.open_kind = kind
        if not hooks.looks_on:
            return self.act(state, desks, kind, hooks)
        hooks.before_phase(state)
        kind = self.act(state, desks, kind, hooks)
        hooks.after_phase(state)
        return kind

    def _next_step(self, state: Any, hooks: Any) -> int:
        """Close the open step and open the next."""
        is_phase = self.close_step(state)
        if is_phase and hooks.looks_on:
            hooks.phase_closed(state)
        return self.open_step(state)

    def act_for_side(self, state: Any, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the phasing side act in the open step; return what is open then.

        That is DONE, or what is open when the staff has played on: for sides that leave all to it.
        """
        side = int(state.game.side)
        if hooks.is_random(side):
            self.act_at_random(state, desks[side], kind)
        elif hooks.staff_plays[side]:
            return self.conduct(state, desks, kind, hooks.staff_plays)
        elif kind in self.without_orders or not hooks.give_orders(state, side):
            self.conduct(state, desks, kind, NOBODY)
        return int(DONE)

    def copy(self, state: Any) -> Any:
        """A copy of a game under way that can be played on, with the same dice."""
        return self.scenario.copy(state)

    def points(self, state: Any, side: int) -> int:
        """Margin of victory points of a side."""
        return int(self._seen.lead(state, side))

    def redraw_hidden(self, state: Any, side: int, draws: np.random.Generator) -> Any:
        """The state with what a side can't know dealt anew: nothing, where all counters lie open.

        Whatever the hidden values are, the same draws deal the same ones.
        """
        return state

    def open_step(self, state: Any) -> int:
        """Go on to the next step and open it: its kind, see ``balance.games.steps``."""
        return self._referee.open_step(state)

    def close_step(self, state: Any) -> bool:
        """Close the open step; return whether it is a phase."""
        return self._referee.close_step(state)

    def check(self, state: Any, phase_closed: bool = False) -> list[str]:
        """Faults of the state in words."""
        return self._referee.find_faults(state, self.unit_names, phase_closed=phase_closed)

    def replay_words(self) -> Any:
        """What a replay shows of this scenario's games."""
        return self._referee.open_replay_words(self.scenario)

    @abstractmethod
    def act(self, state: Any, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Do what the players want in the open step; return what is open then.

        ``desks`` keeps by side what they have been asked for.
        """

    @abstractmethod
    def act_at_random(self, state: Any, desk: Desk, kind: int) -> None:
        """Have the phasing side, which has no aims, act in the open step."""

    @abstractmethod
    def conduct(
        self, state: Any, desks: dict[int, Desk], kind: int, plays_on: tuple[bool, bool]
    ) -> int:
        """Have the staff act in the open step, and go on for the sides that it plays on for.

        Returns what is open then, DONE if it goes on for nobody.
        """

    def hex_rows(self, state: Any) -> np.ndarray:
        """What the game turns of a game changed on the map."""
        return hex_rows(state)

    def game_view(self) -> Any:
        """What the game offers to the views of its players."""
        return self._seen

    def order_desk(self) -> Any:
        """Where the game takes single orders."""
        return self._order_book

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""
        return int(self.scenario.last_turn)


class StaffAtWork(NamedTuple):
    """What the staff of a game has that acts for one side at a time."""

    play_on: Callable[..., Any]  # (state, desk, kind, alone) -> kind of the step that is open then
    leave_random_orders: Callable[..., Any]  # (state, side): standing orders of random play


class PrintedSetUp(PlayableScenario):
    """A scenario whose units stand where the book has them, and whose sides act in turn.

    A side is asked what it wants in its first phase of a game turn.
    """

    staff: StaffAtWork
    #: Where all units stand, and the rule that says so: what wishes are refused with.
    set_up: tuple[str, str]

    def place(self, wishes: Sequence[Mapping[str, str]]) -> None:
        """Refuse any wish for a hex.

        Raises
        ------
        DataError
            Naming the units that were to stand elsewhere.
        """
        named = [name for wish in wishes for name in wish]
        if named:
            words, rule = self.set_up
            raise DataError(
                f"set-up of {', '.join(map(str, named[:5]))}: all units of this game {words}; "
                f"leave set_up alone [{rule}]"
            )

    def new_game(
        self, seed: int, placement: None, set_up_seed: int | None = None, *, trace: bool = False
    ) -> Any:
        """State of a game before its first turn."""
        return self.scenario.new_game(seed, set_up_seed, trace=trace)

    def act(self, state: Any, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the phasing side act, asked for its plan first where its player turn begins."""
        side, turn = int(state.game.side), int(state.game.game_turn)
        if self._asked.get(side) != turn:
            self._asked[side] = turn
            desks[side] = hooks.desk(state, side)
            if hooks.is_random(side):
                self.staff.leave_random_orders(state, np.int64(side))
        return self.act_for_side(state, desks, kind, hooks)

    def conduct(
        self, state: Any, desks: dict[int, Desk], kind: int, plays_on: tuple[bool, bool]
    ) -> int:
        """Have the staff act in the open phase, or in all that its side has left."""
        side = int(state.game.side)
        return self.staff.play_on(state, desks[side], kind, int(not plays_on[side]))
