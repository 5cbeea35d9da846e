"""How the time of play grows: with games, with units and their reach, with the size of the map."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from balance.experiments.bench import game_growth, map_of, opened
from balance.experiments.kernel_bench import (
    SearchMap,
    exponent_of,
    reach_times,
    supply_times,
)
from balance.experiments.match import PLAYER
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec


@dataclass(frozen=True)
class Growth:
    """Time over the size of some work, measured at several sizes."""

    key: str
    #: What takes the time, and over what.
    title: str
    #: What the sizes count.
    work: str
    sizes: list[float]
    seconds: list[float]
    #: Exponent of the time over the size: 1 if it grows as the work does.
    exponent: float

    def entries(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def measure_growth(
    scenario: str,
    *,
    axis: str = "historical",
    soviet: str = "historical",
    games: int = 60,
    seed: int = 1,
    player: str = PLAYER,
) -> list[Growth]:
    """Measure the growth over games, units x hexes they go on from, and hexes of the map.

    A stand-in for a game, which has no map, gives the first alone.
    """
    found = find_scenario(scenario)
    spec = StudySpec(found.game, found.name, (Cell(axis, soviet),), games, seed)
    match = opened(spec, player)
    grown = [_over_games(match, spec)]
    ground = map_of(match)
    if ground is not None:
        reached = reach_times(SearchMap.of(*ground))
        flooded = supply_times(*ground)
        grown += [
            _growth("reach", "Reach of all units", "units x hexes to go on from", reached),
            _growth("map", "Supply of a map", "hexes of the map", flooded),
        ]
    return grown


def _growth(key: str, title: str, work: str, times: list[tuple[int, float]]) -> Growth:
    sizes, seconds = [float(size) for size, _ in times], [spent for _, spent in times]
    return Growth(key, title, work, sizes, seconds, exponent_of(sizes, seconds))


def _over_games(match: Any, spec: StudySpec) -> Growth:
    """Seconds from the start until each game of a study is over."""
    match.play(spec.seed_of(0))
    ends = [time.thread_time()]
    for number in range(spec.games):
        match.play(spec.seed_of(number))
        ends.append(time.thread_time())
    sizes = [float(number) for number in range(1, spec.games + 1)]
    seconds = [end - ends[0] for end in ends[1:]]
    return Growth("games", "Play", "games", sizes, seconds, game_growth(ends))
