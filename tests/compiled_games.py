"""``python -m tests.compiled_games SCENARIO``: compiles what most tests of a game need.

Kernels that several entries call are taken apart once in a process: what is compiled here in ten
seconds would take half a minute where each process compiles a part.
"""

from __future__ import annotations

import sys

from balance.experiments.replay.recorder import Recorder
from balance.experiments.scenarios import find_scenario
from balance.rulebook.ruleset import load_ruleset
from balance.strategy.api import SIDES
from balance.strategy.play import prepare
from tests.long_check import PLAYERS

SEED = 1


def main(name: str) -> None:
    """Play games by plan and at random: as they are, with all checks, and before a recorder."""
    scenario = find_scenario(name)
    game = scenario.game
    for players in reversed(PLAYERS):
        match = prepare(game, scenario.name, load_ruleset(game), *players)
        recorder = Recorder(match.telling(), SIDES)
        for played in (
            match.play(SEED),
            match.play(SEED, debug=True),
            match.play(SEED, watcher=recorder),
        ):
            if played.error:
                sys.exit(f"{name}, {' against '.join(players)}: {played.error}")


if __name__ == "__main__":
    main(sys.argv[1])
