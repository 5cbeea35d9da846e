"""A match whose outcome is known for each seed, set-up draw, pairing and rule.

It stands in for the real player by its name, ``tests.studies.fake_contest:prepare``. The Axis wins
if the luck of a seed, even over 0 to 1, lies below the chance of the pairing, raised by 0.1 for
each victory point that winning takes less than 6; the victory points are

    8 + 2 * dice + set-up draw + the place of the Axis strategy among the known ones

with dice and draw normal. A restricted side loses 0.2 of its chances, whichever ability it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.games.drive_on_stalingrad.vocabulary import Ending, EventKind
from balance.rulebook.game import Game
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_contest:prepare"
AXIS = ("rock", "paper", "scissors", "weak", "failing")
#: Chances of the Axis against the Soviet rock, paper and scissors; ``weak`` is dominated by rock.
CHANCES = {
    "rock": (0.5, 0.2, 0.8),
    "paper": (0.8, 0.5, 0.2),
    "scissors": (0.2, 0.8, 0.5),
    "weak": (0.3, 0.05, 0.6),
    "failing": (0.5, 0.2, 0.8),
}
SOVIET = ("rock", "paper", "scissors")
LOSS = 0.2
LAST_TURN = 11


@dataclass
class Match:
    axis: str
    soviet: str
    chance: float
    vp_to_win: int
    mobile_assaults: bool
    hex_names = ("0101", "2618", "3201")
    unit_names = ("24 Pz", "GD", "13 Gds Rif")

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        random = np.random.default_rng(seed)
        luck, dice = random.random(), random.normal()
        draw = np.random.default_rng([1, seed if set_up_seed is None else set_up_seed]).normal()
        wins = luck < self.chance
        game = np.zeros(1, GAME).view(np.recarray)[0]
        turns = np.zeros(LAST_TURN, TURN).view(np.recarray)
        turns.game_turn = np.arange(1, LAST_TURN + 1)
        game.ended, game.winner = 1, 0 if wins else 1
        game.ending = Ending.VICTORY_POINTS if wins else Ending.TIME_LIMIT
        game.ending_hex, game.game_turn = 3, LAST_TURN
        game.vp = round(100 * (8 + 2 * dice + draw + AXIS.index(self.axis)))
        turns.vp = game.vp
        events = np.zeros(1, EVENT).view(np.recarray)
        events.kind, events.hex, events.unit = EventKind.AERIAL_SUPPLY, 3, -1
        battles = np.zeros(2 if self.mobile_assaults else 1, BATTLE).view(np.recarray)
        battles.mobile[1:] = 1
        played = Played(seed, game, turns, events, battles, seconds=0.05)
        if self.axis == "failing" and seed % 10 == 0:
            played.error, played.error_side = "ValueError: no plan", 0
        return played


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    for name, known in ((axis, AXIS), (soviet, SOVIET)):
        if name not in known:
            raise UnknownName("strategy", name, known)
    mobile = ruleset.integer("combat.ma_cost_multiplier") < 10
    flooding = ruleset.integer("movement.manych_flood_per_game") > 0
    chance = CHANCES[axis][SOVIET.index(soviet)]
    chance += 0.1 * (6 - ruleset.integer("victory.vp_to_win"))
    chance += (0 if mobile else -LOSS) + (0 if flooding else LOSS)
    return Match(axis, soviet, chance, ruleset.integer("victory.vp_to_win"), mobile)
