"""The first games of a version that this machine hasn't compiled: played without the compiler.

To compile a game takes about a minute, to play one uncompiled less than half of that, and what
comes out is the same. So a study of a game or two, and a replay, are played uncompiled as long as
there is no code; and while a larger study waits for the compiler, its first game is played and
told.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from threading import Thread

from balance.errors import BalanceError
from balance.experiments import blocks
from balance.experiments.blocks import Begin, Limits, play_game
from balance.experiments.isolation.apart import Apart, GameLost
from balance.experiments.match import PLAYER, open_match
from balance.experiments.progress import Progress, Silent
from balance.experiments.replay.document import GameWords
from balance.experiments.rows import Words, game_row
from balance.experiments.study import Sources, StudySpec
from balance.experiments.warm_up import Preparation
from balance.experiments.workers import core_count
from balance.kernel.cached_code import has_code
from balance.rulebook.game import Game

#: Games that are sooner played uncompiled than the game is compiled.
_FEW = 2
#: What to know of such a study.
UNCOMPILED = "played uncompiled, half a minute a game; studies of more games compile the engine"


def plays_uncompiled(game: Game, games: int, player: str = PLAYER) -> bool:
    """Whether so many games are sooner played than compiled."""
    return games <= _FEW and _is_cold(game, player)


def uncompiled_room() -> Apart:
    """A process apart in which nothing is compiled."""
    return Apart(blocks.LIMITS, compiled=False)


@contextlib.contextmanager
def first_game_told(asked: Preparation, progress: Progress) -> Iterator[None]:
    """Play a study's first game uncompiled, and tell how it ends, while the study is prepared.

    On a processor of its own or not at all; given up if all is prepared before it ends.
    """
    spec, looked_at = asked.spec, not isinstance(progress, Silent)
    waits = spec.total_games > _FEW and _is_cold(spec.game, asked.player)
    if not (waits and looked_at and core_count() > 1):
        yield
        return
    with uncompiled_room() as room:
        Thread(target=_tell_first_game, args=(room, asked, progress), daemon=True).start()
        yield


def _is_cold(game: Game, player: str) -> bool:
    """Whether what plays for the staff of a game is not compiled, and is quick enough without."""
    if player != PLAYER:
        return False
    playing = game.staff("play_on")
    return playing.QUICK_UNCOMPILED and not has_code(playing.play_on)


def _tell_first_game(room: Apart, asked: Preparation, progress: Progress) -> None:
    # The study plays it again, and says then what is wrong with it; or it is given up.
    with contextlib.suppress(BalanceError, GameLost, OSError, ValueError, RuntimeError):
        end = room.call(
            _play_first, asked.spec, asked.made.sources(asked.spec.cells)[0], asked.limits
        )
        progress.tell(f"the first game, played while the engine compiles: {end}")


def _play_first(spec: StudySpec, sources: Sources, limits: Limits, begin: Begin) -> str:
    """Play the first game of a study: how it ends, in a sentence."""
    begin(0)
    cell = spec.cell_of(0)
    match = open_match(PLAYER, spec.game, spec.scenario, cell.conditions, sources)
    game = play_game(match, spec.seed_of(0), limits=limits, set_up_seed=cell.set_up)
    return GameWords(spec.game).ending(game_row(spec, 0, game, Words(spec.game, match)))
