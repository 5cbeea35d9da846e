"""Games played on from where another one stands, for planners; see ``planner``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.rulebook.game import Game
from balance.strategy import registry
from balance.strategy.api import SIDES, Strategy
from balance.strategy.calls import make_player

if TYPE_CHECKING:
    from balance.staff.plan import Plan
    from balance.strategy.view import View

#: Numbers of one draw of a seed: 15 bits.
_DRAWN = 1 << 15


class PlayedAhead:
    """``Ahead`` of one game at one moment.

    Parameters
    ----------
    playable
        Plays no other game: the plans on its desks may be overwritten.
    state, kind
        The game, and the kind of step that is open in it; copied, never played on.
    side
        The planner's, 0 Axis, 1 Soviet.
    players
        Openings of both sides as players: name to player.
    hooks
        Makes the hooks of a game between two players.
    """

    def __init__(
        self,
        playable: Any,
        state: Any,
        kind: int,
        side: int,
        players: Sequence[dict[str, Strategy]],
        hooks: Callable[[Sequence[Strategy]], Any],
        plan_of: Callable[[Strategy], Plan],
        view: View,
    ) -> None:
        self._playable, self._state, self._kind, self._side = playable, state, kind, side
        self._own, self._enemies = list(players[side].values()), list(players[1 - side].values())
        self._hooks, self._plan_of = hooks, plan_of
        self.candidates: Sequence[str] = list(players[side])
        self._seed = view.random(_DRAWN) * _DRAWN + view.random(_DRAWN)

    def plan(self, candidate: int) -> Plan:
        """What a candidate wants now."""
        return self._plan_of(self._own[candidate])

    def play_on(self, candidate: int, number: int) -> tuple[float, float]:
        """Play one game to its end: score and margin of points."""
        draws = np.random.default_rng([self._seed, number])
        copied = self._playable.copy(self._state)
        copied.game.seed = int(draws.integers(1 << 62))
        copied = self._playable.redraw_hidden(copied, self._side, draws)
        pair = [self._own[candidate], self._enemies[int(draws.integers(len(self._enemies)))]]
        self._playable.play(
            copied, self._hooks(pair if self._side == 0 else pair[::-1]), self._kind
        )
        winner = int(copied.game.winner)
        score = 0.5 if winner < 0 else float(winner == self._side)
        return score, float(self._playable.points(copied, self._side))


class Trials:
    """Where the planners of a match try openings: a board of their own, and who plays there.

    Parameters
    ----------
    open_playable
        Opens the match's scenario under its rules once more, when it is first needed.
    game
        Whose openings are tried: all that both sides have.
    """

    def __init__(self, open_playable: Callable[[], Any], game: Game) -> None:
        self._open_playable, self._game = open_playable, game

    @cached_property
    def playable(self) -> Any:
        """Where games are played ahead, and no other."""
        return self._open_playable()

    @cached_property
    def players(self) -> list[dict[str, Strategy]]:
        """Openings of both sides by name."""
        return [
            {
                entry.name: make_player(entry.cls, {})
                for entry in registry.entries(self._game)
                if entry.side == side and entry.kind == "opening"
            }
            for side in SIDES
        ]

    def from_here(self, hooks: Any, state: Any, side: int, view: View) -> PlayedAhead:
        """Games ahead from where a game stands, for a side that is about to be asked.

        ``hooks`` are those of the game; the view is the side's.
        """
        return PlayedAhead(
            self.playable,
            state,
            hooks.playable.open_kind,
            side,
            self.players,
            lambda pair: hooks.of(self.playable, pair),
            lambda player: hooks.plan_of(state, side, player),
            view,
        )
