"""A match whose winner follows from seed and rules in a known way, in place of the real game.

Each seed draws a strength from 0 to 1 for the Axis. What the rules add to it decides who wins:

- every point less to win adds ``POINT``, every aircraft more adds ``AIRCRAFT``;
- the stacking limit changes the course of a game (its battles) but never its winner;
- exchanges in mobile assaults (``combat.ex_ma_from``) break every game off;
- a supply line of 0 hexes can't be set up with a stacking limit of 8;
- all other parameters do nothing.

Its name is ``PLAYER``, also in worker processes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.rulebook.game import Game
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_sensitivity:prepare"
POINT, AIRCRAFT = 0.15, 0.05
#: Events of the kind start_line_crossed in each game of an even seed.
CROSSINGS = 2


@dataclass
class FakeMatch:
    rules: Any
    hex_names = ("0101", "2618", "3201")
    unit_names = ("24 Pz",)

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        rules = self.rules
        strength = np.random.default_rng(seed).random()
        strength += POINT * (6 - rules.integer("victory.vp_to_win"))
        strength += AIRCRAFT * (rules.integer("air.german_aircraft") - 2)
        game = np.zeros(1, GAME).view(np.recarray)[0]
        game.ended, game.winner = 1, 0 if strength > 0.5 else 1
        game.ending, game.game_turn = (1, 8) if strength > 0.5 else (3, 11)
        game.vp = round(10 * strength)
        turns = np.zeros(game.game_turn, TURN).view(np.recarray)
        turns.game_turn = np.arange(1, len(turns) + 1)
        events = np.zeros(CROSSINGS if seed % 2 == 0 else 0, EVENT).view(np.recarray)
        events.kind = 10
        battles = np.zeros(3, BATTLE).view(np.recarray)
        battles.attackers = rules.integer("stacking.limit")
        battles.result = 1
        played = Played(seed, game, turns, events, battles)
        if rules.word("combat.ex_ma_from") != "any":
            played.error, played.error_side = "ValueError: no exchange", 0
        return played


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> FakeMatch:
    if ruleset.integer("supply.line_max_hexes") == 0 and ruleset.integer("stacking.limit") == 8:
        raise DataError("supply: no line at all needs\nsmaller stacks")
    return FakeMatch(ruleset)
