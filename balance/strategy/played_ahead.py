"""Games played on from where another one stands, for planners; see ``planner``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.strategy.api import Strategy

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
