"""A match without a game behind it whose balance follows the rules: right answers are known.

Luck is even from 0 to 10, the same for a seed under all rules. Longer supply lines help the Axis,
seldom awards for kills hurt it: ``points_of``. Its points rise by one a turn to that number, and it
wins when they reach ``victory.vp_to_win``: by the printed rules with n in 10 (10 - n)% of games.
One point is lost again in the turn after the highest. With the strategy ``failing`` seeds divisible
by 3 break off; ``daring`` does better when it needs more than the printed number.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.games.drive_on_stalingrad.vocabulary import Ending, EventKind
from balance.rulebook.game import Game
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_rules:prepare"
STRATEGIES = ("historical", "failing", "daring")


def points_of(seed: int, rules: Any) -> int:
    """Points that the Axis comes to if it isn't stopped."""
    luck = 10 * np.random.default_rng(seed).random()
    luck += rules.integer("supply.line_max_hexes") - 7
    luck += (20 - rules.integer("victory.oos_kills_per_vp")) / 5
    return max(int(luck), 0)


@dataclass
class FakeMatch:
    axis: str
    rules: Any
    hex_names = ("0101", "2618")
    unit_names = ("24 Pz",)

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        needed = self.rules.integer("victory.vp_to_win")
        peak = points_of(seed, self.rules)
        if "daring" in self.axis and needed > 6:
            peak += 2  # it plays otherwise when it needs more
        won = peak >= needed
        steps = [1] * min(peak, needed) + ([] if won or peak == 0 else [-1])
        events = np.zeros(len(steps), EVENT).view(np.recarray)
        events.value = steps
        events.kind = [EventKind.VP_GAINED if s > 0 else EventKind.VP_LOST for s in steps]
        events.game_turn, events.unit = np.arange(1, len(steps) + 1), -1
        turns = np.zeros(max(len(steps), 1), TURN).view(np.recarray)
        turns.game_turn = np.arange(1, len(turns) + 1)
        turns.vp = np.cumsum(steps) if steps else 0
        game = np.zeros(1, GAME).view(np.recarray)[0]
        game.ended, game.winner = 1, 0 if won else 1
        game.ending = Ending.VICTORY_POINTS if won else Ending.TIME_LIMIT
        game.game_turn, game.vp = len(turns), turns.vp[-1]
        played = Played(seed, game, turns, events, np.zeros(0, BATTLE).view(np.recarray))
        if "failing" in self.axis and seed % 3 == 0:
            played.error, played.error_side = "ValueError: no plan", 0
        return played


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> FakeMatch:
    for name in (axis, soviet):
        if name.partition(":")[0] not in STRATEGIES:
            raise UnknownName("strategy", name, STRATEGIES)
    return FakeMatch(axis, ruleset)
