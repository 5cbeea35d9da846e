"""A match whose true balance is known: what a study finds can be held against what was planted.

It stands in for the real player by its name, ``tests.studies.fake_balance:prepare``. The Axis wins
a game if the seed's luck, even over 0 to 1, lies below

    0.5 + 0.1 * (6 - vp_to_win) + the strength of its strategy - that of the Soviet one

so that games of one seed share their luck and only those near the border flip. Another number of
kills a point draws the luck of some seeds anew: many games flip, and nobody gains. A won game ends
on victory points; of the lost ones those of the worst luck end by sudden death, if the rules have
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.games.drive_on_stalingrad.vocabulary import Ending
from balance.rulebook.game import Game
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_balance:prepare"
#: The same for strategies of any name.
ANYBODY = "tests.studies.fake_balance:prepare_anybody"
#: The pairing whose balance is even, which studies play where no field is wanted.
NAMED = {"axis": "historical", "soviet": "historical"}
#: Strength of each strategy, in shares of the score.
STRENGTH = {"historical": 0.0, "random": -0.2, "strong": 0.1, "failing": 0.0}
#: Luck above which a lost game ends by sudden death.
SUDDEN = 0.9
#: Share of seeds whose luck is drawn anew with another number of kills a point.
STIRRED = 0.4
LAST_TURN = 11
USUAL_KILLS = 20


def true_score(vp_to_win: int = 6, axis: str = "historical", soviet: str = "historical") -> float:
    """Share of games that the Axis wins in the long run."""
    return 0.5 + 0.1 * (6 - vp_to_win) + STRENGTH[axis] - STRENGTH[soviet]


def luck_of(seed: int) -> list[float]:
    """Luck of a seed; whether other numbers of kills draw it anew, and what it is then."""
    return np.random.default_rng(seed).random(3).tolist()


@dataclass
class Match:
    axis: str
    soviet: str
    vp_to_win: int
    sudden_death: bool
    kills: int
    hex_names = ("0101", "2618", "3201")
    unit_names = ("24 Pz", "GD", "13 Gds Rif")

    @property
    def chance(self) -> float:
        """Share of games that the Axis wins in the long run."""
        return true_score(self.vp_to_win, self.axis, self.soviet)

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        luck, stirred, other = luck_of(seed)
        if self.kills != USUAL_KILLS and stirred < STIRRED:
            luck = other
        wins = luck < self.chance
        game = np.zeros(1, GAME).view(np.recarray)[0]
        turns = np.zeros(LAST_TURN, TURN).view(np.recarray)
        turns.game_turn = np.arange(1, LAST_TURN + 1)
        final = self.vp_to_win if wins else min(self.vp_to_win - 1, round(8 * (1 - luck)))
        turns.vp = np.arange(1, LAST_TURN + 1) * final // LAST_TURN
        game.ended, game.winner = 1, 0 if wins else 1
        game.ending = Ending.VICTORY_POINTS if wins else Ending.TIME_LIMIT
        game.ending_hex = 3
        if not wins and luck > SUDDEN and self.sudden_death:
            game.ending, game.ending_hex = Ending.SUDDEN_DEATH, 1
        game.game_turn, game.vp = LAST_TURN, final
        empty = [np.zeros(0, kind).view(np.recarray) for kind in (EVENT, BATTLE)]
        played = Played(seed, game, turns, *empty, seconds=0.05)
        if self.axis == "failing" and seed % 10 == 0:
            played.error, played.error_side = "ValueError: no plan", 0
        return played


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    for name in (axis, soviet):
        if name not in STRENGTH:
            raise UnknownName("strategy", name, STRENGTH)
    return Match(
        axis,
        soviet,
        ruleset.integer("victory.vp_to_win"),
        bool(ruleset.integer("victory.sudden_death")),
        ruleset.integer("victory.oos_kills_per_vp"),
    )


def prepare_anybody(game: str, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    """As ``prepare``; a strategy that it doesn't know plays like the historical one."""
    known = (name if name in STRENGTH else "historical" for name in (axis, soviet))
    return prepare(game, scenario, ruleset, *known)
