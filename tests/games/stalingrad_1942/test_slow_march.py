"""Marches against a slow referee: fractions, the tables as they lie on disk, no search of ours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.files.charts import read_rows
from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.sequence import StepKind, play_sequence
from balance.games.stalingrad_1942.vocabulary import Kind, Mobility, Status
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game
from tests.games.stalingrad_1942.scenarios import scenario

FOLDER = open_game("stalingrad_1942").folder
NO_ZONE = (Kind.ARTILLERY, Kind.ANTI_TANK, Kind.HEADQUARTERS)
LARGE = {"major_river": "large_river", "volga": "volga"}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(FOLDER / "map")


def prices(name: str, mobility: str) -> dict[str, Fraction | None]:
    """Points of each row of a chart for a class; None where it is closed or takes all."""
    rows = read_rows(FOLDER / "tables" / f"{name}.csv")
    return {
        row["terrain"]: Fraction(int(row[mobility]), 30) if row[mobility].isdecimal() else None
        for row in rows
    }


def step(
    sheet: Sheet, chart: dict[str, Fraction | None], bridges: set[frozenset[str]],
    mobility: str, i: int, d: int,
) -> Fraction | None:  # fmt: skip
    """Points of one step by the chart, None if it is closed."""
    j = int(sheet.neighbour[i, d])
    features = set(sheet.features(i, d))
    there = sheet.hexes[j]
    ground = chart[there["place_kind"] or there["terrain"]]
    roads = [chart[road] for road in ("main_road", "road") if road in features]
    river = next((row for word, row in LARGE.items() if word in features), "")
    if river and frozenset((sheet.names[i], sheet.names[j])) not in bridges:
        if chart[river] is None or ground is None:
            return None
        return chart[river] if mobility in ("nonmotorized", "naval") else ground + chart[river]
    if roads and roads[0] is not None:
        return roads[0] if ground is None else min(roads[0], ground)
    if ground is None:
        return None
    return ground + (chart["river"] or 0) * ("river" in features)


def slow_reach(sheet: Sheet, name: str, state: Any, unit: int) -> dict[int, Fraction]:
    """Points left in each hex that a unit can come to."""
    counter = state.units[unit]
    season = "terrain_summer" if name == "on_to_stalingrad" else "terrain_winter"
    mobility = Mobility(counter.mobility).name.lower()
    chart = prices(season, mobility)
    bridges = {
        frozenset((row["hex_a"], row["hex_b"]))
        for row in read_rows(FOLDER / "tables" / "bridges.csv")
        if row["scenario"] == name and row["state"] == "present"
    }
    enemies: dict[int, list[int]] = {}
    for other in state.units:
        if other.side != counter.side and other.status == Status.ON_MAP:
            enemies.setdefault(int(other.hex), []).append(int(other.kind))
    barred = {h for h, kinds in enemies.items() if set(kinds) - set(NO_ZONE)}
    guns = {h for h, kinds in enemies.items() if set(kinds) - {Kind.HEADQUARTERS}} - barred
    if counter.kind == Kind.HEADQUARTERS:
        barred |= set(enemies)
    sources = {h for h, kinds in enemies.items() if set(kinds) - set(NO_ZONE)}

    def controllers(i: int) -> set[int]:
        return sources & set(sheet.neighbour[i].tolist())

    start = int(counter.hex)
    left = {start: Fraction(int(counter.movement))}
    todo = [start]
    while todo:
        i = todo.pop(0)
        if i != start and controllers(i):
            continue
        for d in range(6):
            j = int(sheet.neighbour[i, d])
            if j == len(sheet.names) or j in barred or controllers(i) & controllers(j):
                continue
            price = step(sheet, chart, bridges, mobility, i, d)
            if price is None:
                continue
            then = left[i] - price - (j in guns)
            if then >= 0 and then > left.get(j, -1):
                left[j] = then
                todo.append(j)
    return left


@pytest.mark.rule("stalingrad_1942 4.21, 4.31, 4.32, 4.33, 4.34, 4.35, 4.36, 6.21, 6.32, 8.15b")
@pytest.mark.parametrize("name", ["on_to_stalingrad", "winter_storm"])
def test_both_referees_find_the_same_marches(sheet: Sheet, name: str) -> None:
    state = scenario(name).new_game(1)
    looked = set()
    for opened in play_sequence(state):
        if opened.game_turn > 1:
            break
        if opened.kind != StepKind.MOVEMENT:
            continue
        own = (state.units["side"] == opened.side) & (state.units["status"] == Status.ON_MAP)
        for unit in np.flatnonzero(own & (state.units["breath"] == 0)).tolist()[::9]:
            # The whole allowance that the Volga takes is tested by itself.
            if any("volga" in sheet.features(int(state.units[unit].hex), d) for d in range(6)):
                continue
            count = compute_reach(state, np.int64(unit))
            expected = slow_reach(sheet, name, state, unit)
            best = state.work[BEST, :-1]
            found = {int(h): Fraction(int(best[h]), 30) for h in np.flatnonzero(best >= 0)}
            assert found == expected, scenario(name).unit_names[unit]
            assert count == len(expected)
            looked.add(int(state.units[unit].mobility))
    assert looked >= {Mobility.MOTORIZED, Mobility.NONMOTORIZED}
