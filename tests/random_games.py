"""``python -m tests.random_games``: random games of each game, as plain Python in short time.

In one phase a recorder looks on, as for a replay; that takes as long as a whole game. See
``tests.rule_cover``.
"""

from __future__ import annotations

import time
from typing import Any

from balance.experiments.replay.recorder import Recorder
from tests.every_game import GAMES, match_of
from tests.long_check import LONGER

#: Sides as a recorder numbers them.
SIDES = ("axis", "soviet")
SEEDS = (1,)
#: Game turn in which the recorder looks on, in the first phase with movement.
TURN = 3


class Glance:
    """Shows a recorder a game in one phase, and what comes to pass up to its end."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.looks = False

    def begin(self, state: Any) -> None:
        pass

    def before_phase(self, state: Any) -> None:
        replay_words = self.recorder.replay_words
        if state.game.game_turn == TURN and not self.recorder.frames:
            if replay_words.phase(state) in replay_words.words["moving"]:
                self.recorder.begin(state)
                self.looks = True
                self.recorder.before_phase(state)

    def after_phase(self, state: Any) -> None:
        if self.looks:
            self.recorder.after_phase(state)

    def phase_closed(self, state: Any) -> None:
        if self.looks:
            self.recorder.phase_closed(state)
        self.looks = False

    def end(self, state: Any) -> None:
        self.recorder.end(state)


def main() -> None:
    """Play, and say how long it took."""
    for game in GAMES:
        match = match_of(game, "random", "random", **LONGER.get(game, {}))
        for seed in SEEDS:
            start = time.perf_counter()
            recorder = Recorder(match.replay_words(), SIDES)
            played = match.play(seed, debug=True, watcher=Glance(recorder))
            assert not played.error, played.error
            assert recorder.frames, "nothing was recorded"
            turns = int(played.game.game_turn)
            print(f"{game}, seed {seed}: {turns} turns, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
