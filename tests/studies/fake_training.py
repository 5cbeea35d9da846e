"""A match in which it is known what each opening is worth.

It stands in for the real player by its name, ``tests.studies.fake_training:prepare``. A trained
side wins if the luck of a seed lies below the chance of its opening: 0.25, 0.25 more if it strikes
one of the ``PRIZES``, 0.1 less for each weight that it sets. Each victory point that winning takes
less than 6 is worth ``PER_POINT`` to who strikes a prize, and nothing to others. Against
``volga_line`` all openings have the same chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from balance.files.toml import read_toml
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.games.drive_on_stalingrad.vocabulary import Ending
from balance.rulebook.game import Game, open_game
from balance.strategy import registry
from tests.experiments.fake_match import Played

PLAYER = "tests.studies.fake_training:prepare"
PRIZES = {
    *("Astrakhan", "Grozny", "Kharkov", "Krasnodar", "Kursk", "Maikop", "Novorossiysk", "Rostov"),
    *("Stalingrad", "Stalino", "Tuapse", "Voronezh"),
}
PER_POINT = 0.2


def chance(content: Any, vp_to_win: int = 6) -> float:
    """Chance of an opening to win."""
    struck = {p for m in content.get("mission", []) if m["posture"] == "strike"
              for p in m["objective"]}  # fmt: skip
    prize = 0.25 + PER_POINT * (6 - vp_to_win)
    return max(0.02, 0.25 + prize * bool(struck & PRIZES) - 0.1 * len(content.get("weights", {})))


def free_name(side: str) -> str:
    """Name of the next trained opening of a side of Blue."""
    used = registry.names(open_game("drive_on_stalingrad"), side)
    return next(name for n in range(1, 100) if (name := f"trained_{n}") not in used)


@dataclass
class Match:
    chance: float
    hex_names = ("0101", "2618", "3201")
    unit_names = ("24 Pz", "GD", "13 Gds Rif")

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        wins = np.random.default_rng(seed).random() < self.chance
        game = np.zeros(1, GAME).view(np.recarray)[0]
        game.ended, game.winner = 1, 0 if wins else 1
        game.ending = Ending.VICTORY_POINTS if wins else Ending.TIME_LIMIT
        game.ending_hex, game.game_turn, game.vp = -1, 11, 800 if wins else 300
        turns = np.zeros(1, TURN).view(np.recarray)
        events, battles = np.zeros(0, EVENT).view(np.recarray), np.zeros(0, BATTLE)
        return Played(seed, game, turns, events, battles.view(np.recarray), seconds=0.01)


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    registry.find(game, "soviet", soviet)
    if soviet == "volga_line":
        return Match(0.3)
    path = Path(axis) if axis.endswith(".toml") else registry.find(game, "axis", axis)[0].path
    content = read_toml(path) if path.suffix == ".toml" else {}
    return Match(chance(content, ruleset.integer("victory.vp_to_win")))
