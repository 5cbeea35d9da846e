"""Games played on from where another one stands, for planners; see ``planner``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import BadQuestion
from balance.rulebook.game import Game, ScenarioName
from balance.strategy import registry
from balance.strategy.api import SIDES, Strategy
from balance.strategy.calls import make_player
from balance.strategy.chances import Chances, shipped_chances
from balance.strategy.field import read_fields
from balance.strategy.planner import Planner

if TYPE_CHECKING:
    from balance.staff.plan import Plan
    from balance.strategy.view import View

_NO_CHANCES = (
    "planner: horizon: this scenario has no model of chances, which judges games that aren't "
    "played to the end; leave horizon at 0"
)
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
    shares
        How often each opening of either side is met, by name; those left out never are.
    hooks
        Makes the hooks of a game between two players.
    chances
        Asked for what judges games that aren't played to the end; None where the scenario has none.
    """

    def __init__(
        self,
        playable: Any,
        state: Any,
        kind: int,
        side: int,
        players: Sequence[dict[str, Strategy]],
        shares: Sequence[Mapping[str, float]],
        hooks: Callable[[Sequence[Strategy]], Any],
        plan_of: Callable[[Strategy], Plan],
        view: View,
        chances: Callable[[], Chances | None],
    ) -> None:
        self._chances = chances
        self._playable, self._state, self._kind, self._side = playable, state, kind, side
        self._own = list(players[side].values())
        met = shares[1 - side]
        self._enemies = [players[1 - side][name] for name in met]
        self._up_to = np.cumsum([*met.values()])
        self._hooks, self._plan_of = hooks, plan_of
        self.candidates: Sequence[str] = list(players[side])
        own = shares[side]
        self.usual = self.candidates.index(max(own, key=own.__getitem__))
        self._seed = view.random(_DRAWN) * _DRAWN + view.random(_DRAWN)

    @property
    def may_stop(self) -> bool:
        """Whether games may be played for some turns alone."""
        return self._chances() is not None

    def plan(self, candidate: int) -> Plan:
        """What a candidate wants now."""
        return self._plan_of(self._own[candidate])

    def play_on(self, candidate: int, number: int, turns: int = 0) -> tuple[float, float]:
        """Play one game on, to its end or for some game turns: score and margin of points."""
        if turns and not self.may_stop:
            raise BadQuestion(_NO_CHANCES)
        draws = np.random.default_rng([self._seed, number])
        copied = self._playable.copy(self._state)
        copied.game.seed = int(draws.integers(1 << 62))
        copied = self._playable.redraw_hidden(copied, self._side, draws)
        met = np.searchsorted(self._up_to, draws.random() * self._up_to[-1], side="right")
        pair = [self._own[candidate], self._enemies[int(met)]]
        last = int(copied.game.game_turn) + turns - 1 if turns else None
        hooks = self._hooks(pair if self._side == 0 else pair[::-1])
        self._playable.play(copied, hooks, self._kind, last)
        return self._score(copied, last), float(self._playable.points(copied, self._side))

    def _score(self, state: Any, last: int | None) -> float:
        """Of a game that is over, or of the chances at the end of the last turn played."""
        if state.game.ended == 0 and last is not None and (chances := self._chances()) is not None:
            axis, draw, soviet = chances.at(np.asarray(state.turns)[last - 1 : last])[0]
            return float((axis, soviet)[self._side] + draw / 2)
        winner = int(state.game.winner)
        return 0.5 if winner < 0 else float(winner == self._side)


class Trials:
    """Where the planners of a match try openings: a board of their own, and who plays there.

    Parameters
    ----------
    open_playable
        Opens the match's scenario under its rules once more, when it is first needed.
    game
        Whose openings are tried: all that both sides have.
    scenario
        By name or alias.
    """

    def __init__(self, open_playable: Callable[[], Any], game: Game, scenario: str) -> None:
        self._open_playable, self._game, self._scenario = open_playable, game, scenario

    @cached_property
    def playable(self) -> Any:
        """Where games are played ahead, and no other."""
        return self._open_playable()

    @cached_property
    def _named(self) -> ScenarioName:
        return next(each for each in self._game.scenarios if self._scenario in each.names)

    @cached_property
    def chances(self) -> Chances | None:
        """The model shipped with the scenario: fitted to games of the printed rules."""
        return shipped_chances(self._named)

    def check(self, player: Strategy, parameters: Mapping[str, Any]) -> None:
        """Find out before the first game whether a player can look ahead as he was told to.

        Raises
        ------
        BadQuestion
            If it is to stop before a game's end, where nothing says what a position is worth.
        """
        told = isinstance(player, Planner) and "horizon" in parameters and player.horizon > 0
        if told and self.chances is None:
            raise BadQuestion(_NO_CHANCES)

    @cached_property
    def players(self) -> list[dict[str, Strategy]]:
        """Openings of both sides for the scenario, by name."""
        scenario = self._named.name
        return [
            {
                entry.name: make_player(entry.cls, {})
                for entry in registry.entries(self._game)
                if entry.side == side and entry.kind == "opening" and entry.plays(scenario)
            }
            for side in SIDES
        ]

    @cached_property
    def shares(self) -> list[dict[str, float]]:
        """How often each opening of both sides is met: as in the field, all alike without one.

        What the field names beside openings is left out.
        """
        field = read_fields(self._game).get(self._named.name)
        found = []
        for side, players in zip(SIDES, self.players, strict=True):
            mix = field.mix(side) if field else {}
            met = {name: share for name, share in mix.items() if name in players}
            found.append(met or dict.fromkeys(players, 1.0))
        return found

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
            self.shares,
            lambda pair: hooks.of(self.playable, pair),
            lambda player: hooks.plan_of(state, side, player),
            view,
            lambda: self.chances,
        )
