"""Plays the games of a study in parallel, block by block.

Each game depends on its own seed and conditions alone, so neither the number of processes nor the
order of blocks changes a result. Workers write their blocks themselves and send back a few counts:
memory stays flat whatever the number of games. Everything is prepared and compiled in the parent
first, so that workers have compiled code, or load it, instead of compiling it side by side. Code of
others is compiled and played in processes apart (``isolation/apart.py``), also if there is but one.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from balance.errors import DataError
from balance.experiments import blocks
from balance.experiments.blocks import BlockTask, outcomes_in
from balance.experiments.cluster import Cluster, current_cluster
from balance.experiments.cold_start import UNCOMPILED, first_game_told, plays_uncompiled
from balance.experiments.isolation.crews import crew_for
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress, Silent
from balance.experiments.provenance import provenance
from balance.experiments.report_words import report_words, side_names
from balance.experiments.store import Store, check_folder, write_block
from balance.experiments.study import MANIFEST, Manifest, Provenance, StudySpec, read_manifest
from balance.experiments.warm_up import Preparation
from balance.experiments.workers import core_count

#: A block takes about this long, so that an interruption costs little and overhead is small.
BLOCK_SECONDS = 3.0
SMALLEST_BLOCK, LARGEST_BLOCK = 10, 100


def play_study(
    spec: StudySpec,
    folder: Path,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
    player: str = PLAYER,
    debug: bool = False,
    enough: Enough | None = None,
    most_games: int | None = None,
) -> Store:
    """Play all games of a study that its folder does not hold yet.

    Parameters
    ----------
    spec
        The study.
    folder
        Where its tables are, or will be, kept.
    jobs
        Processes; by default one a core, or all those of the cluster that is in force.
    progress
        Told how far the study is.
    player
        ``module:function`` that prepares a match.
    debug
        Check the invariants of the game after each phase (slow).
    enough
        Asked whenever all games are played: how many a cell there are to be. Play goes on as long
        as that is more than there are.
    most_games
        Games a cell that ``enough`` may come to, for the progress.

    Raises
    ------
    ResumeMismatch
        If the folder holds another study.
    BalanceError
        If a strategy, variant or scenario can't be set up; nothing is written then.
    """
    progress = progress or Silent()
    cluster = current_cluster()
    if cluster and jobs:
        raise DataError("--jobs is for this machine alone; a cluster plays with all its workers")
    jobs = cluster.processes if cluster else jobs or core_count()
    spec = _as_stored(spec, folder, may_grow=enough is not None)
    made = provenance(spec)
    check_folder(folder, Manifest(spec, made, LARGEST_BLOCK))
    own = _own_functions(made)
    asked = Preparation(spec, made, player, blocks.LIMITS)
    with crew_for(spec, made, player, cluster, jobs) as crew:
        with (
            progress.stage(f"loading the game with {own} of the variant's own")
            if own
            else contextlib.nullcontext()
        ):
            crew.open(asked)  # what the user got wrong is said before anything else is
        if plays_uncompiled(spec.game, spec.total_games, player):
            progress.tell(UNCOMPILED)
            preparing: AbstractContextManager[None] = contextlib.nullcontext()
        else:
            preparing = progress.stage(
                f"compiling the game with {own} of the variant's own" if own else "preparing"
            )
        with preparing, first_game_told(asked, progress):
            seconds = crew.prepare(asked)
        wanted_manifest = Manifest(spec, made, block_size(seconds, spec.total_games, jobs))
        if spec.total_games > wanted_manifest.block_games:
            crew.start()
        with Store(folder).locked():
            store, manifest = Store.create_or_open(folder, wanted_manifest)
            if store.given_up:
                progress.tell(store.given_up)
            store.sweep()
            sides = side_names(report_words(spec.game))
            shown = max(most_games or 0, spec.games) * len(spec.cells)
            with progress.games(shown, outcomes_of(store), sides):
                while True:
                    for done in crew.play(_tasks_left(store, manifest, player, debug, cluster)):
                        if done.files:
                            write_block(store.folder, done.block, done.files)
                        progress.block_played(done.block.games, done.outcomes)
                    wanted = enough(store, spec) if enough else 0
                    if wanted <= spec.games:
                        break
                    spec = spec.with_games(wanted)
                    manifest = replace(manifest, spec=spec)
                    store.write_manifest(manifest)
    return store


#: Says how many games a cell a study is to have, from its store and what it has so far.
Enough = Callable[[Store, StudySpec], int]


def _tasks_left(
    store: Store, manifest: Manifest, player: str, debug: bool, cluster: Cluster | None
) -> list[BlockTask]:
    """The blocks that a study's folder lacks; those played on a cluster are sent back."""
    spec = manifest.spec
    sources = manifest.provenance.sources(spec.cells)
    here = None if cluster else store.folder.resolve()
    return [
        BlockTask(spec, sources, here, block, player, debug, blocks.LIMITS, manifest.identity)
        for block in store.missing(spec.total_games, manifest.block_games)
    ]


def _as_stored(spec: StudySpec, folder: Path, *, may_grow: bool) -> StudySpec:
    """Number the games as the study in the folder does, if there is one."""
    if not (folder / MANIFEST).is_file():
        return spec.in_rounds()
    stored = read_manifest(folder).spec
    if len(stored.cells) != len(spec.cells):
        return spec  # refused later, with all that differs
    games = max(spec.games, stored.games) if may_grow else spec.games
    return replace(spec, games=games, round_games=stored.round_games)


def _own_functions(made: Provenance) -> str:
    """Names of the rule functions that are compiled for a variant's sake, since that takes a while.

    >>> _own_functions(Provenance("1", "", (), {}, ({"rule:mobile_shift": "built in -> my.py"},)))
    'mobile_shift'
    """
    names = {key[5:] for each in made.changes for key in each if key.startswith("rule:")}
    return ", ".join(sorted(names))


def block_size(game_seconds: float, games: int, jobs: int) -> int:
    """Games a block: about three seconds of play, and a few blocks for each process.

    >>> block_size(game_seconds=0.05, games=100_000, jobs=2)
    60

    Games that take long by themselves, such as those of a planner, are divided to the last.

    >>> block_size(0.05, 8, 2), block_size(4.0, 8, 2)
    (10, 1)
    """
    in_time = round(BLOCK_SECONDS / max(game_seconds, 1e-6))
    smallest = max(1, min(SMALLEST_BLOCK, in_time))
    return max(smallest, min(LARGEST_BLOCK, in_time, -(-games // (4 * jobs))))


def outcomes_of(store: Store) -> Counter[tuple[str, str]]:
    """Games of a store by (winner, ending)."""
    outcomes: Counter[tuple[str, str]] = Counter()
    for part in store.read_parts("games", ["winner", "ending"]):
        outcomes.update(outcomes_in(part))
    return outcomes
