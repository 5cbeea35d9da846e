"""Plays the games of a study in parallel, block by block.

Each game depends on its own seed and conditions alone, so neither the number of processes nor the
order of blocks changes a result. Workers write their blocks themselves and send back a few counts:
memory stays flat whatever the number of games. Everything is prepared and compiled in the parent
first, so that workers load compiled code instead of compiling it side by side.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from balance.errors import BalanceError, DataError
from balance.experiments import blocks
from balance.experiments.blocks import (
    BlockDone,
    BlockTask,
    outcomes_in,
    play_block,
    play_game,
)
from balance.experiments.cluster import (
    Cluster,
    blocks_on,
    check_alike,
    current_cluster,
    on_each_host,
    one_game_at_a_time,
)
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.progress import Progress, Silent
from balance.experiments.provenance import provenance
from balance.experiments.store import Store, check_folder, write_block
from balance.experiments.study import (
    MANIFEST,
    Manifest,
    Provenance,
    StudySpec,
    game_seed,
    read_manifest,
)
from balance.rule_sets import blamed_on_rule_files

#: A block takes about this long, so that an interruption costs little and overhead is small.
BLOCK_SECONDS = 3.0
SMALLEST_BLOCK, LARGEST_BLOCK = 10, 100
#: Games in a row that must go without compiling before play begins, and games to try at most.
QUIET_GAMES, MOST_WARM_UP = 3, 20
#: Name of the thread that ends a worker whose parent is gone.
_WATCH = "end with parent"


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
    with (
        progress.stage(f"loading the game with {own} of the variant's own")
        if own
        else (contextlib.nullcontext())
    ):
        # What the user got wrong is said before anything else is.
        for cell, rules_hash in zip(spec.cells, made.rules, strict=True):
            with blamed_on_rule_files(rules_of(spec.game, cell)):
                open_match(player, spec.game, spec.scenario, cell.conditions, rules_hash)
    with progress.stage(
        f"compiling the game with {own} of the variant's own" if own else "preparing"
    ):
        seconds = warm_up(spec, made.rules, player)
        if cluster:
            on_each_host(cluster, _prepare_host, spec, made, player)
    asked = Manifest(spec, made, block_size(seconds, spec.total_games, jobs))
    with Store(folder).locked():
        store, manifest = Store.create_or_open(folder, asked)
        store.sweep()
        shown = max(most_games or 0, spec.games) * len(spec.cells)
        with progress.games(shown, outcomes_of(store)):
            while True:
                here = None if cluster else store.folder.resolve()
                tasks = [
                    BlockTask(spec, made.rules, here, block, player, debug)
                    for block in store.missing(spec.total_games, manifest.block_games)
                ]
                played = _play_on(cluster, tasks, made) if cluster else _play_all(tasks, jobs)
                for done in played:
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


def core_count() -> int:
    """Cores this process may use."""
    from joblib import cpu_count

    return int(cpu_count())


def warm_up(spec: StudySpec, rules: tuple[str, ...], player: str) -> float:
    """Prepare each cell and play in it until nothing is left to compile.

    Some of the rules come up in few games, so it takes some games in a row without compiling.
    Returns the seconds of a game once all is compiled.
    """
    from numba import config
    from numba.core import event

    seconds = 1.0
    compiled = not getattr(config, "DISABLE_JIT", False)
    seen = set()
    for cell, rules_hash in zip(spec.cells, rules, strict=True):
        ruleset = rules_of(spec.game, cell)
        # Numbers in the rules compile nothing anew: one cell stands for those with the same code.
        code = (cell.axis, cell.soviet, tuple(sorted(ruleset.functions.items())))
        if code in seen or not compiled:
            continue
        seen.add(code)
        match = open_match(player, spec.game, spec.scenario, cell.conditions, rules_hash)
        quiet = 0
        for number in range(MOST_WARM_UP):
            start = time.perf_counter()
            listener = event.RecordingListener()  # type: ignore[no-untyped-call]
            with (
                blamed_on_rule_files(ruleset),
                event.install_listener("numba:compile", listener) as compiling,
            ):
                played = play_game(match, game_seed(spec.seed, number))
            seconds = time.perf_counter() - start
            quiet = 0 if compiling.buffer else quiet + 1
            if quiet == QUIET_GAMES or (played.error and seconds >= blocks.GAME_SECONDS):
                break  # a strategy that hangs is not asked again before it has to be
    return seconds


def block_size(game_seconds: float, games: int, jobs: int) -> int:
    """Games a block: about three seconds of play, and a few blocks for each process.

    >>> block_size(game_seconds=0.05, games=100_000, jobs=2)
    60
    """
    size = min(round(BLOCK_SECONDS / max(game_seconds, 1e-6)), -(-games // (4 * jobs)))
    return max(SMALLEST_BLOCK, min(LARGEST_BLOCK, size))


def outcomes_of(store: Store) -> Counter[tuple[str, str]]:
    """Games of a store by (winner, ending)."""
    outcomes: Counter[tuple[str, str]] = Counter()
    for part in store.read_parts("games", ["winner", "ending"]):
        outcomes.update(outcomes_in(part))
    return outcomes


def _prepare_host(spec: StudySpec, made: Provenance, player: str) -> None:
    """Compile on a machine of the cluster, once for all its workers."""
    with one_game_at_a_time():
        check_alike(spec, made)
        warm_up(spec, made.rules, player)


def _play_on(cluster: Cluster, tasks: list[BlockTask], made: Provenance) -> Iterator[BlockDone]:
    yield from blocks_on(cluster, partial(_play_block_away, made), tasks)


def _play_block_away(made: Provenance, task: BlockTask) -> BlockDone:
    """Play a block on a machine that need not be the one the study is kept on."""
    with one_game_at_a_time():
        check_alike(task.spec, made)
        return play_block(task)


def _play_all(tasks: list[BlockTask], jobs: int) -> Iterator[BlockDone]:
    if jobs == 1 or len(tasks) < 2:
        yield from map(play_block, tasks)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(
        n_jobs=min(jobs, len(tasks)), return_as="generator_unordered", pre_dispatch="2*n_jobs"
    )
    with _ignored_interrupts():  # started now, the workers leave Ctrl-C to this process
        here = os.getpid()
        results: Iterable[BlockDone] = parallel(
            delayed(_play_block_for)(here, task) for task in tasks
        )
    try:
        yield from results
    except BrokenExecutor:
        _stop_workers()
        raise BalanceError(
            f"{tasks[0].folder}: a process that plays games was killed from outside, as happens "
            "when memory runs out (each takes about 0.25 GB); with --out the finished blocks are "
            "kept, and the same command plays the rest: try it with fewer --jobs"
        ) from None
    except BaseException:
        _stop_workers()
        raise


def _play_block_for(parent: int, task: BlockTask) -> BlockDone:
    """Play a block in a process of its own that does not outlive the one it works for."""
    watched = any(thread.name == _WATCH for thread in threading.enumerate())
    if os.getppid() == parent and not watched:
        threading.Thread(target=_end_after, args=(parent,), name=_WATCH, daemon=True).start()
    return play_block(task)


def _end_after(parent: int) -> None:
    """End this process once its parent is gone, however that ended: parts are whole or absent."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


@contextlib.contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment; processes started meanwhile ignore it for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop_workers() -> None:
    from joblib.externals.loky import get_reusable_executor

    # Blocks under way are played again by the next run; waiting for them would only take time.
    get_reusable_executor().shutdown(wait=True, kill_workers=True)
