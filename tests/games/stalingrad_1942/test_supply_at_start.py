"""Roads, rivers, bridges and edges let the armies eat: 14.12 to 14.18 on the set-ups, plainly."""

from __future__ import annotations

from collections import deque

import pytest

from balance.files.charts import read_rows
from balance.games.stalingrad_1942.state import NO_LINE
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import Side
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game
from tests.games.stalingrad_1942.scenarios import scenario as opened

FOLDER = open_game("stalingrad_1942").folder
NO_ZONE = ("artillery", "anti_tank", "headquarters")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(FOLDER / "map")


def off_road_hexes(sheet: Sheet, scenario: str, side: str) -> dict[str, int]:
    """Off-road hexes on the best line to each unit of a side that has one."""
    arms = {r["rating"]: r["arm"] for r in read_rows(FOLDER / "order_of_battle" / "ratings.csv")}
    own_names = {r["unit"] for r in read_rows(FOLDER / "order_of_battle" / f"{side}.csv")}
    placed = [
        row
        for row in read_rows(FOLDER / "order_of_battle" / "set_up.csv")
        if row["scenario"] == scenario and row["hex"]
    ]
    own = {sheet.index[row["hex"]] for row in placed if row["unit"] in own_names}
    enemies = [row for row in placed if row["unit"] not in own_names]
    closed = {sheet.index[row["hex"]] for row in enemies}
    for row in enemies:
        if arms[row["rating"]] not in NO_ZONE:
            closed |= {int(j) for j in sheet.neighbour[sheet.index[row["hex"]]]} - own
    bridges = {
        frozenset((row["hex_a"], row["hex_b"]))
        for row in read_rows(FOLDER / "tables" / "bridges.csv")
        if row["scenario"] == scenario and row["state"] == "present"
    }
    (rules,) = (
        r for r in read_rows(FOLDER / "tables" / "scenarios.csv") if r["scenario"] == scenario
    )
    edges = rules["german_supply_edges" if side == "axis" else "soviet_supply_edges"]
    way = {
        i: 0
        for i, row in enumerate(sheet.hexes)
        if set(row["edges"]) & set(edges) and i not in closed
    }
    on_road = {
        i
        for i in range(len(sheet.hexes))
        if any({"road", "main_road"} & set(sheet.features(i, d)) for d in range(6))
    }
    todo = deque(way)
    while todo:
        i = todo.popleft()
        for direction in range(6):
            j = int(sheet.neighbour[i, direction])
            if j == len(sheet.names) or j in closed:
                continue
            features = set(sheet.features(i, direction))
            road = bool(features & {"road", "main_road"})
            if features & {"major_river", "volga"}:
                if frozenset((sheet.names[i], sheet.names[j])) not in bridges:
                    continue
            elif not road and ("river" in features or sheet.hexes[j]["terrain"] == "marsh"):
                continue
            free = road or j in on_road
            price = way[i] + (not free)
            if price < way.get(j, 99):
                way[j] = price
                (todo.appendleft if free else todo.append)(j)
    return {
        row["unit"]: way.get(sheet.index[row["hex"]], 99)
        for row in placed
        if row["unit"] in own_names and row["stalins_breath"] == "0"
    }


@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("scenario", ["on_to_stalingrad", "uranus", "winter_storm"])
def test_armies_that_are_not_surrounded_can_be_supplied(
    sheet: Sheet, scenario: str, side: str
) -> None:
    hexes = off_road_hexes(sheet, scenario, side)
    hungry = {unit for unit, count in hexes.items() if count > 4}
    if (scenario, side) == ("winter_storm", "axis"):
        pocket = {
            row["unit"]
            for row in read_rows(FOLDER / "order_of_battle" / "set_up.csv")
            if row["scenario"] == scenario
            and row["formation"] in ("6A", "XI", "VIII", "XIV", "IV", "LI")
        }
        assert pocket == {unit for unit in hungry if hexes[unit] == 99}
        hungry -= pocket
    assert len(hungry) <= 2


@pytest.mark.rule("stalingrad_1942 14.11, 14.12, 14.13, 14.14, 14.18")
@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("scenario", ["on_to_stalingrad", "uranus", "winter_storm"])
def test_the_referee_finds_the_same_lines(sheet: Sheet, scenario: str, side: str) -> None:
    played = opened(scenario)
    state = played.new_game(1)
    trace_supply(state, Side[side.upper()])
    rows = {name: u for u, name in enumerate(played.unit_names)}
    limit = int(state.rules.supply_off_road_hexes)
    for unit, links in off_road_hexes(sheet, scenario, side).items():
        found = int(state.supply[Side[side.upper()], state.units[rows[unit]].hex])
        assert found == (links if links <= limit else NO_LINE), unit
