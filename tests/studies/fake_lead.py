"""A match that the side with more points wins: its lead is drawn from the seed alone.

One game in ten is won otherwise, by the side whose points are counted, whatever the points.
"""

from typing import Any

import numpy as np

from balance.games.army_group_south.state import BATTLE, EVENT, GAME, TURN
from balance.games.army_group_south.vocabulary import Ending, Level, Side
from balance.games.hex_record import HEX_TURN
from balance.rulebook.game import Game
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_lead:prepare"
#: Leads are even over this range.
LEADS = (-20, 40)


class LeadMatch:
    hex_names = ("0101",)
    unit_names = ("LAH",)

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        random = np.random.default_rng(seed)
        game = np.zeros(1, GAME).view(np.recarray)[0]
        turns = np.zeros(1, TURN).view(np.recarray)
        lead = int(random.integers(LEADS[0], LEADS[1] + 1))
        by_right = random.random() < 0.1
        game.ended, game.game_turn, turns.game_turn = 1, 1, 1
        game.vp = turns.vp = lead
        game.vp_soviet, turns.vp_soviet = max(lead, 0), max(lead, 0)
        game.vp_axis, turns.vp_axis = max(-lead, 0), max(-lead, 0)
        game.winner = Side.SOVIET if lead > 0 or by_right else Side.AXIS if lead < 0 else -1
        game.ending = Ending.AUTOMATIC_VICTORY if by_right else Ending.POINTS
        game.level = Level.DECISIVE if by_right else Level.TACTICAL if lead else Level.DRAW
        empty = (np.zeros(0, log).view(np.recarray) for log in (EVENT, BATTLE, HEX_TURN))
        return Played(seed, game, turns, *empty)


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> LeadMatch:
    return LeadMatch()
