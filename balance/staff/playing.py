"""A scenario ready to be played: what all games have alike, whatever their sequence of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any

import numpy as np

from balance.games.hex_record import hex_rows
from balance.games.steps import DONE, OVER
from balance.staff.desk import Desk
from balance.staff.desks_from_plans import Desks, Roster
from balance.staff.plan import Plan

#: Sides that the staff plays on for, when it is to act in one step alone.
NOBODY = (False, False)


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
    """

    #: Kinds of steps in which no single orders are given: the staff acts by the plan.
    without_orders: Collection[int] = ()
    #: Side, 0 or 1, for which ``vp`` of the game's record is positive.
    vp_side: int = 0

    def __init__(self, scenario: Any, roster: Roster, seen: Any, order_book: Any) -> None:
        self.scenario = scenario
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

    @abstractmethod
    def open_step(self, state: Any) -> int:
        """Go on to the next step and open it: its kind, see ``balance.games.steps``."""

    @abstractmethod
    def close_step(self, state: Any) -> bool:
        """Close the open step; return whether it is a phase."""

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
