"""What the drivers of all games have alike, whatever their sequence of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from balance.games.hex_record import hex_rows
from balance.staff.desk import Desk
from balance.staff.drafting import Desks, Roster
from balance.staff.plan import Plan


class GameDriver(ABC):
    """One scenario under one ruleset, ready to be played by any two players.

    Nothing here decides for a player: a driver asks the hooks (``balance.strategy.play.Hooks``) and
    lets the staff carry out what they want.

    Parameters
    ----------
    scenario
        The game's own: has ``hex_names``, ``unit_names``, ``last_turn`` and ``take_back``.
    roster
        What plans may name.
    sight
        What the game offers to the views of its players.
    order_book
        Where it takes single orders.
    """

    def __init__(self, scenario: Any, roster: Roster, sight: Any, order_book: Any) -> None:
        self.scenario = scenario
        self.hex_names = list(scenario.hex_names)
        self.unit_names = list(scenario.unit_names)
        self.roster = roster
        self._sight = sight
        self._order_book = order_book
        self._desks = Desks(roster)

    def draft(self, plan: Plan, side: int) -> Desk:
        """Put a plan on its desk."""
        return self._desks.draft(plan, side)

    def take_back(self, state: Any) -> None:
        """Have the next game played on the memory of a state that nobody looks at any more."""
        self.scenario.take_back(state)

    def play(self, state: Any, hooks: Any) -> None:
        """Play to the end."""
        self._desks.clear()
        desks: dict[Any, Desk] = {}
        watch = hooks.phase_closed if hooks.looks_on else None
        for step in self.sequence(state, watch):
            if hooks.looks_on:
                hooks.before_phase(state)
            self.act(state, desks, step, hooks)
            if hooks.looks_on:
                hooks.after_phase(state)

    @abstractmethod
    def sequence(self, state: Any, watch: Callable[[Any], None] | None) -> Iterator[Any]:
        """Take a game to its end, step by step; ``watch`` is called as each phase ends."""

    @abstractmethod
    def act(self, state: Any, desks: dict[Any, Desk], step: Any, hooks: Any) -> None:
        """Do what the players want in a step; ``desks`` keeps what they have been asked for."""

    def hex_rows(self, state: Any) -> np.ndarray:
        """What the game turns of a game changed on the map."""
        return hex_rows(state)

    def game_view(self) -> Any:
        """What the game offers to the views of its players."""
        return self._sight

    def order_desk(self) -> Any:
        """Where the game takes single orders."""
        return self._order_book

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""
        return int(self.scenario.last_turn)
