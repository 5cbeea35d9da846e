"""``python -m tests.compiled_games SCENARIO ...``: compiles what most tests of a game need.

Kernels that several entries call are taken apart once in a process: what is compiled here in ten
seconds would take half a minute where each process compiles a part.
"""

from __future__ import annotations

import sys

from balance.experiments.replay.recorder import Recorder
from balance.experiments.scenarios import find_scenario
from balance.strategy.api import SIDES
from balance.strategy.play import PlayedGame, prepare
from tests.long_check import PLAYERS
from tests.playthroughs.test_ordered_battles import EXAMPLES, play_by_orders

SEED = 1


def compile_for(name: str) -> None:
    """Play games by plan, at random and by single orders, with all checks and before a recorder."""
    scenario = find_scenario(name)
    game = scenario.game
    for players in reversed(PLAYERS):
        match = prepare(game, scenario.name, game.rules, *players)
        games = [match.play(SEED), match.play(SEED, debug=True)]
        if players == PLAYERS[0]:
            games.append(match.play(SEED, watcher=Recorder(match.replay_words(), SIDES)))
        check(games)
    if game.name in EXAMPLES:
        check([play_by_orders(game.name)])


def check(games: list[PlayedGame]) -> None:
    """End with an error if a game did."""
    for played in games:
        if played.error:
            sys.exit(played.error)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_for(name)
