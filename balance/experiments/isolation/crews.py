"""Who plays the blocks of a study: processes of this machine, processes apart, or a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol
from uuid import uuid4

from balance.experiments import blocks
from balance.experiments.blocks import BlockDone, BlockTask, play_block
from balance.experiments.cluster import (
    Cluster,
    blocks_on,
    check_alike,
    on_each_host,
    one_game_at_a_time,
)
from balance.experiments.cold_start import plays_uncompiled, uncompiled_room
from balance.experiments.isolation.apart import (
    Apart,
    lasting_room,
    play_all_apart,
    play_apart,
    runs_code_of_others,
    warm_up_apart,
)
from balance.experiments.isolation.guarded import open_cells
from balance.experiments.study import Provenance, StudySpec
from balance.experiments.warm_up import Preparation, warm_up
from balance.experiments.workers import Workers


class Crew(Protocol):
    """Those who play the games of one study."""

    def open(self, asked: Preparation) -> None:
        """Open all cells; those with code of others never in this process."""

    def prepare(self, asked: Preparation) -> float:
        """Compile what there is to compile; give the seconds that a game takes."""

    def start(self) -> None:
        """Start those who play several blocks; the folder of the study is not locked yet."""

    def play(self, tasks: list[BlockTask]) -> Iterator[BlockDone]:
        """Play blocks; results come as they are ready."""


@contextlib.contextmanager
def crew_for(
    spec: StudySpec, made: Provenance, player: str, cluster: Cluster | None, jobs: int
) -> Iterator[Crew]:
    """Find who plays a study, for as long as it is played."""
    with contextlib.ExitStack() as stack:
        apart = any(runs_code_of_others(spec.game, cell) for cell in spec.cells)
        here = jobs if not cluster else 1
        if not cluster and plays_uncompiled(spec.game, spec.total_games, player):
            yield _Apart([stack.enter_context(uncompiled_room())])
            return
        rooms = [stack.enter_context(Apart(blocks.LIMITS)) for _ in range(here if apart else 0)]
        if cluster:
            yield _OnCluster(cluster, rooms, made)
        elif rooms:
            yield _Apart(rooms)
        else:
            yield _Own(jobs, stack.enter_context(Workers(jobs)))


@dataclass(frozen=True)
class _Own:
    """Plays in this process or several like it on this machine: for code that is known to end."""

    jobs: int
    workers: Workers

    def open(self, asked: Preparation) -> None:
        open_cells(asked.spec, asked.spec.cells, asked.player)

    def prepare(self, asked: Preparation) -> float:
        return warm_up(_unlimited(asked))

    def start(self) -> None:
        if self.jobs > 1:
            self.workers.start()

    def play(self, tasks: list[BlockTask]) -> Iterator[BlockDone]:
        if self.jobs == 1 or len(tasks) < 2:
            yield from map(play_block, tasks)
        else:
            yield from self.workers.play(tasks)


@dataclass(frozen=True)
class _Apart:
    """Processes apart, for code of others; this one writes what they send back."""

    rooms: list[Apart]

    def open(self, asked: Preparation) -> None:
        open_cells(asked.spec, asked.spec.cells, asked.player, self.rooms[0])

    def prepare(self, asked: Preparation) -> float:
        return warm_up_apart(self.rooms[0], asked)

    def start(self) -> None:
        """They are started when they are needed."""

    def play(self, tasks: list[BlockTask]) -> Iterator[BlockDone]:
        yield from play_all_apart(self.rooms, [replace(task, folder=None) for task in tasks])


@dataclass(frozen=True)
class _OnCluster:
    """The workers of a cluster; with code of others, each has a process apart."""

    cluster: Cluster
    rooms: list[Apart]
    made: Provenance

    def open(self, asked: Preparation) -> None:
        open_cells(asked.spec, asked.spec.cells, asked.player, *self.rooms)

    def prepare(self, asked: Preparation) -> float:
        seconds = warm_up_apart(self.rooms[0], asked) if self.rooms else warm_up(_unlimited(asked))
        on_each_host(self.cluster, _prepare_host, asked, bool(self.rooms))
        return seconds

    def start(self) -> None:
        """They work already."""

    def play(self, tasks: list[BlockTask]) -> Iterator[BlockDone]:
        play = partial(_play_block_away, self.made, bool(self.rooms), uuid4().hex)
        yield from blocks_on(self.cluster, play, tasks)


def _unlimited(asked: Preparation) -> Preparation:
    """Let the product's own code compile for as long as that takes, on a slow machine too."""
    return asked._replace(limits=asked.limits.timeless)


# --- on a worker of a cluster


def _prepare_host(asked: Preparation, apart: bool) -> None:
    """Compile on a machine of the cluster, once for all its workers."""
    with one_game_at_a_time():
        check_alike(asked.spec, asked.made)
        if apart:
            warm_up_apart(lasting_room(asked.limits).fresh_for(asked.made), asked)
        else:
            warm_up(_unlimited(asked))


#: Marks of the runs that this process was found fit for: to look at all files takes a while.
_FIT: set[str] = set()


def _play_block_away(made: Provenance, apart: bool, run: str, task: BlockTask) -> BlockDone:
    """Play a block on a machine that need not be the one the study is kept on.

    Each process is checked once in each ``run``.
    """
    with one_game_at_a_time():
        if run not in _FIT:
            check_alike(task.spec, made)
            _FIT.add(run)
        if apart:
            return play_apart(lasting_room(task.limits).fresh_for(made), task)
        return play_block(task)
