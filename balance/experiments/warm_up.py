"""Prepares a study for play: each cell is opened and played until nothing is left to compile."""

from __future__ import annotations

import time
from typing import NamedTuple, Protocol

from balance.experiments.blocks import Begin, Limits, play_game, say_nothing
from balance.experiments.match import Match, PlayedGame, open_match
from balance.experiments.plugins import is_opening
from balance.experiments.study import Provenance, StudySpec, game_seed
from balance.strategy.api import SIDES

#: Games in a row that must go without compiling before play begins, and games to try at most.
QUIET_GAMES, MOST_WARM_UP = 3, 20
#: Taken for the seconds of a game uncompiled: to play one to see would take half a minute.
UNCOMPILED_SECONDS = 1.0


class Preparation(NamedTuple):
    """What is to be prepared."""

    spec: StudySpec
    made: Provenance
    player: str
    limits: Limits


class Play(Protocol):
    """One way to play a game; what looks at more of it compiles more."""

    def __call__(self, match: Match, seed: int, *, limits: Limits) -> PlayedGame:
        """Play a seed within the limits."""


def warm_up(
    asked: Preparation,
    begin: Begin = say_nothing,
    play: Play = play_game,
    *,
    measured: bool = True,
) -> float:
    """Prepare each cell and play in it until nothing is left to compile.

    Returns the seconds of a game once all is compiled.
    """
    seconds = UNCOMPILED_SECONDS
    spec = asked.spec
    seen = set()
    for cell, sources in zip(spec.cells, asked.made.sources(spec.cells), strict=True):
        # Rules compile nothing of the game anew, nor does another opening file: one cell stands for
        # those with the same players.
        players = tuple(
            "" if is_opening(spec.game, side, strategy) else strategy
            for side, strategy in zip(SIDES, (cell.axis, cell.soviet), strict=True)
        )
        if players in seen:
            continue
        seen.add(players)
        begin(0)
        match = open_match(asked.player, spec.game, spec.scenario, cell.conditions, sources)
        seconds = play_until_compiled(
            match, spec.seed, asked.limits, begin, play, measured=measured
        )
    return seconds


def play_until_compiled(
    match: Match,
    seed: int,
    limits: Limits,
    begin: Begin = say_nothing,
    play: Play = play_game,
    *,
    measured: bool = False,
) -> float:
    """Play games of a match until nothing is left to compile; return the seconds of the last.

    Some of the rules come up in few games, so it takes some games in a row without compiling; or
    the first if it loads all there is, and one more where the time of a game is to be ``measured``.
    """
    from numba import config
    from numba.core import event

    seconds = UNCOMPILED_SECONDS
    if getattr(config, "DISABLE_JIT", False):
        return seconds
    quiet = QUIET_GAMES - 1 - measured
    for number in range(MOST_WARM_UP):
        start = time.perf_counter()
        listener = event.RecordingListener()  # type: ignore[no-untyped-call]
        begin(number)
        with event.install_listener("numba:compile", listener) as compiling:
            played = play(match, game_seed(seed, number), limits=limits)
        seconds = time.perf_counter() - start
        quiet = 0 if compiling.buffer else quiet + 1
        if quiet == QUIET_GAMES or (played.error and seconds >= limits.seconds):
            break  # a strategy that hangs is not asked again before it has to be
    return seconds
