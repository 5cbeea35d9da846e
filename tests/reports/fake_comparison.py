"""A player whose games a variant changes in a way that is known beforehand.

Each seed draws a number from 0 to 11; the Axis wins by victory points if it reaches
``victory.vp_to_win``, else the Soviets by the time limit. So each pair of games has a known result.
"""

from dataclasses import dataclass

import numpy as np

import balance
from balance.experiments.study import game_seed
from tests.experiments import fake_match
from tests.studies.fake_balance import NAMED

PLAYER = "tests.reports.fake_comparison:prepare"


def strength(seed: int) -> int:
    return int(np.random.default_rng([seed, 5]).integers(0, 12))


@dataclass
class FakeMatch(fake_match.FakeMatch):
    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None):
        played = super().play(seed, debug, set_up_seed)
        wins = strength(seed) >= self.vp_to_win
        played.game.winner, played.game.ending = (0, 1) if wins else (1, 3)
        played.game.ending_hex, played.seconds = 3, 0.05
        return played


def prepare(game, scenario, ruleset, axis, soviet):
    return FakeMatch(axis, soviet, ruleset.integer("victory.vp_to_win"))


def flipped(games: int, seed: int, before: int = 6, after: int = 7) -> int:
    """Games that the Axis wins by the first rule and loses by the second."""
    drawn = [strength(game_seed(seed, number)) for number in range(games)]
    return sum(before <= each < after for each in drawn)


def compare(out=None, games=60, variants=("baseline", "vp_to_win_7"), **options):
    return balance.compare(
        "blue", variants, games=games, seed=1, jobs=1, out=out, player=PLAYER, **NAMED | options
    )
