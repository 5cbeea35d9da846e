"""How fast games play on this machine, and where the time goes.

Compile times and memory are measured in processes of their own, the first with an empty cache of
compiled code. Time outside compiled code is what remains of a game after the calls from Python into
compiled functions; those are timed one by one, which itself costs a little.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from balance.experiments.calibration import ratios
from balance.experiments.kernel_bench import SearchMap, ask_kernels, measure_kernels
from balance.experiments.match import PLAYER, open_match, sources_of
from balance.experiments.pool import play_study
from balance.experiments.progress import Silent
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.experiments.workers import core_count
from balance.kernel.entries import timed_entries
from balance.rulebook.game import open_game


@dataclass(frozen=True)
class Figure:
    """One measurement."""

    key: str
    title: str
    value: float
    unit: str

    @property
    def text(self) -> str:
        """Value with its unit.

        >>> Figure("rate", "games a second", 21.34, "games/s").text
        '21.3 games/s'
        """
        digits = 3 if abs(self.value) < 1 else 2 if abs(self.value) < 10 else 1
        return f"{self.value:.{digits}f} {self.unit}".strip()


def measure(
    scenario: str,
    *,
    axis: str = "historical",
    soviet: str = "historical",
    games: int = 60,
    seed: int = 1,
    jobs: int | None = None,
    player: str = PLAYER,
) -> list[Figure]:
    """Measure everything; takes a few minutes, mostly for compiling from cold."""
    found = find_scenario(scenario)
    cell = Cell(axis, soviet)
    spec = StudySpec(found.game, found.name, (cell,), games, seed)
    with TemporaryDirectory(prefix="balance-bench-") as cache:
        cold = _probe(spec, player, cache)
        warm = _probe(spec, player, cache)
    rate, activation, outside, calls, growth = _measure_games(spec, player)
    jobs = jobs or core_count()
    rates = _study_rates(spec, sorted({1, jobs}), player)
    figures = [
        Figure("games_per_second", "games a second, one core", rate, "games/s"),
        Figure("outside_share", "time outside compiled code", 100 * outside, "%"),
        Figure("calls_per_game", "calls into compiled code a game", calls, ""),
        Figure("activation_us", "time a unit and player turn", activation * 1e6, "us"),
        Figure("compile_seconds", "first game, compiled from cold", cold["first"], "s"),
        Figure("load_seconds", "first game, loaded from cache", warm["first"], "s"),
        Figure("worker_mb", "peak memory of a worker", warm["peak_mb"], "MB"),
        Figure("study_rate_1", "study on 1 process", rates[1], "games/s"),
        Figure("growth", "time over number of games, exponent", growth, ""),
        *_measure_searches(spec, player),
        *measure_ratios(spec, player),
    ]
    if jobs > 1:
        title = f"study on {jobs} processes"
        gain = rates[jobs] / rates[1]
        figures += [
            Figure(f"study_rate_{jobs}", title, rates[jobs], "games/s"),
            Figure("scaling", f"scaling over {jobs} processes", gain, "x"),
        ]
    return figures


#: Studies of each number of processes, of which the fastest counts.
_STUDY_TURNS = 3
#: Titles and units of the figures of ``measure_kernels``.
_SEARCHES = {
    "reach_us": ("one reach search", "us"),
    "supply_us": ("one supply flood", "us"),
    "reach_over_c": ("reach: time over that of C", "x"),
    "supply_over_c": ("supply: time over that of C", "x"),
    "reach_under_networkx": ("reach: times faster than networkx", "x"),
    "supply_under_networkx": ("supply: times faster than networkx", "x"),
    "reach_growth": ("reach: time over units x hexes to go on from, exponent", ""),
}


def _measure_searches(spec: StudySpec, player: str) -> list[Figure]:
    """Speed of the searches on the map of the game, for its fastest movers."""
    ground = map_of(opened(spec, player))
    if ground is None:
        return []
    figures = measure_kernels(*ground)
    return [Figure(key, _SEARCHES[key][0], figures[key], _SEARCHES[key][1]) for key in figures]


#: Turns of a measurement of the time of play over that of a fixed piece of work; in each turn so
#: many games, and so many times a hundred searches.
RATIO_TURNS, RATIO_GAMES, RATIO_SEARCHES = 15, 4, 20


def measure_ratios(spec: StudySpec, player: str = PLAYER) -> list[Figure]:
    """Time of play, and of the searches, over that of a fixed piece of work.

    Such figures hardly differ with what else goes on, and far less between machines than times do,
    so they are those to compare with earlier ones; on two makes of processor they still differed by
    a quarter (0.94 and 0.73).
    """
    match = opened(spec, player)
    seeds = [spec.seed_of(number) for number in range(min(RATIO_GAMES, spec.games))]
    asks: dict[str, Callable[[], object]] = {"game": lambda: [match.play(seed) for seed in seeds]}
    ground = map_of(match)
    if ground is not None:
        area = SearchMap.of(*ground)
        asks |= {name: _again(ask, RATIO_SEARCHES) for name, ask in ask_kernels(area).items()}
    found = dict(zip(asks, ratios(list(asks.values()), RATIO_TURNS), strict=True))
    found["game"] /= len(seeds)
    return [
        Figure(f"{key}_over_work", f"{_TIMED[key]}: time over fixed work", value, "x")
        for key, value in found.items()
    ]


_TIMED = {"game": "a game", "reach": "2,000 reach searches", "supply": "2,000 supply floods"}


def _again(ask: Callable[[], object], times: int) -> Callable[[], object]:
    """Ask so many times in a row."""
    return lambda: [ask() for _ in range(times)]


def opened(spec: StudySpec, player: str) -> Any:
    """Match of the only cell of a study."""
    cell = spec.cells[0]
    return open_match(player, spec.game, spec.scenario, cell, sources_of(spec.game, cell))


def map_of(match: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Neighbours of each hex, and the movement costs of the fastest movers.

    None for a stand-in for a game, which has no map.
    """
    roster = getattr(getattr(match, "playable", None), "roster", None)
    return None if roster is None else (roster.neighbour, roster.cost[0])


def _measure_games(spec: StudySpec, player: str) -> tuple[float, float, float, float, float]:
    """Games a second, seconds a unit and player turn, share outside compiled code, calls a game.

    Last the exponent of time over games: 1 if each takes as long as the one before.
    """
    match = opened(spec, player)
    match.play(spec.seed_of(0))
    played, ends = [], [time.perf_counter()]
    for number in range(spec.games):
        played.append(match.play(spec.seed_of(number)))
        ends.append(time.perf_counter())
    seconds = ends[-1] - ends[0]
    # Each unit on the map at the end of a game turn had its player turn.
    units = sum(int(g.turns["axis_units"].sum() + g.turns["soviet_units"].sum()) for g in played)
    count = min(spec.games, 20)
    with timed_entries() as clock:
        start = time.perf_counter()
        for number in range(count):
            match.play(spec.seed_of(number))
        whole = time.perf_counter() - start
    outside = max(0.0, 1 - clock.seconds / whole)
    activation = seconds / max(units, 1)
    return spec.games / seconds, activation, outside, clock.calls / count, game_growth(ends)


def game_growth(ends: list[float]) -> float:
    """Exponent of the time over games, by the ends of half of them and of all of them."""
    half = (len(ends) - 1) // 2
    if half == 0:
        return 1.0
    part, whole = ends[half] - ends[0], ends[-1] - ends[0]
    return math.log(whole / part) / math.log((len(ends) - 1) / half)


def _study_rates(spec: StudySpec, counts: Sequence[int], player: str) -> dict[int, float]:
    """Games a second of a whole study by number of processes, without the start of the processes.

    The fastest of some turns in which each number of processes has its own: what else a machine
    does at times must not fall upon one of them alone.
    """
    rates = dict.fromkeys(counts, 0.0)
    for _ in range(_STUDY_TURNS):
        for jobs in counts:
            rates[jobs] = max(rates[jobs], _study_rate(spec, jobs, player))
    return rates


def _study_rate(spec: StudySpec, jobs: int, player: str) -> float:
    """Games a second of a whole study on some processes, without the start of the processes."""
    with TemporaryDirectory(prefix="balance-bench-") as folder:
        # The first study starts the processes and loads compiled code in them.
        play_study(spec.with_games(10 * jobs), Path(folder) / "warm", jobs=jobs, player=player)
        many = spec.with_games(spec.games * jobs)
        clock = _StudyClock()
        play_study(many, Path(folder) / "timed", jobs=jobs, progress=clock, player=player)
    return many.games / clock.seconds


class _StudyClock(Silent):
    """Progress that notes how long the play of the games took."""

    seconds = 0.0

    @contextlib.contextmanager
    def games(self, total: int, before: object, sides: object) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds = time.perf_counter() - start


def _probe(spec: StudySpec, player: str, cache: str) -> dict[str, float]:
    """Play in a process of its own with that cache: seconds of the first game, memory."""
    cell = spec.cells[0]
    request = [player, spec.game.reference, spec.scenario, cell.axis, cell.soviet, spec.seed]
    done = subprocess.run(
        [sys.executable, "-c", "from balance.experiments import bench; bench.answer_probe()"],
        input=json.dumps(request),
        env={**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def answer_probe() -> None:
    """Run in the measured process: read what to play from stdin, print seconds and memory."""
    import resource

    player, name, scenario, axis, soviet, seed = json.load(sys.stdin)
    game = open_game(name)
    spec = StudySpec(game, scenario, (Cell(axis, soviet),), 20, seed)
    start = time.perf_counter()
    cell = spec.cells[0]
    match = open_match(player, game, scenario, cell, sources_of(game, cell))
    match.play(spec.seed_of(0))
    first = time.perf_counter() - start
    with TemporaryDirectory(prefix="balance-bench-") as folder:
        play_study(spec, Path(folder) / "s", jobs=1, player=player)
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(json.dumps({"first": first, "peak_mb": peak / 1e6}))
