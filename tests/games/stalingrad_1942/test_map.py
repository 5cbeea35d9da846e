"""The map of Stalingrad 1942-43: printed hexes on rivers, roads over bridges, places on land."""

from __future__ import annotations

from collections import deque

import pytest

from balance.files.charts import read_rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game

FOLDER = open_game("stalingrad_1942").folder
LARGE = {"major_river", "volga"}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(FOLDER / "map")


def large_sides(sheet: Sheet, hex_name: str) -> set[str]:
    """Hexes across a large river from one."""
    i = sheet.index[hex_name]
    return {
        sheet.names[sheet.neighbour[i, d]] for d in range(6) if LARGE & set(sheet.features(i, d))
    }


@pytest.mark.parametrize("name", ["4428", "2303", "3005", "0926", "0925", "3825", "3321", "2512"])
def test_printed_bridge_hexes_stand_on_large_rivers(sheet: Sheet, name: str) -> None:
    assert large_sides(sheet, name)


def test_bridges_cross_large_rivers_by_a_road(sheet: Sheet) -> None:
    rows = read_rows(FOLDER / "tables" / "bridges.csv")
    assert {row["scenario"] for row in rows} == {"on_to_stalingrad", "uranus", "winter_storm"}
    for row in rows:
        assert row["hex_b"] in large_sides(sheet, row["hex_a"]), row["key"]
        i = sheet.index[row["hex_a"]]
        (d,) = (d for d in range(6) if sheet.neighbour[i, d] == sheet.index[row["hex_b"]])
        features = set(sheet.features(i, d))
        assert features & {"road", "main_road"}, row["key"]
        assert ("volga" in features) == (row["river"] == "Volga")


def test_roads_and_railroads_cross_large_rivers_at_bridges_alone(sheet: Sheet) -> None:
    bridges = {(row["hex_a"], row["hex_b"]) for row in read_rows(FOLDER / "tables" / "bridges.csv")}
    for row in sheet.sides.values():
        features = set(row["features"].split("|"))
        if features & LARGE and features & {"road", "main_road", "rail"}:
            assert (row["hex_a"], row["hex_b"]) in bridges


def test_land_is_one_without_crossing_don_or_volga_only_by_bank(sheet: Sheet) -> None:
    """Don and Volga part the map in three: the bend, the land between, the left bank."""
    bank: dict[int, int] = {}
    sizes = []
    for start in range(len(sheet.names)):
        if start in bank:
            continue
        todo, count = deque([start]), 0
        bank[start] = len(sizes)
        while todo:
            i = todo.popleft()
            count += 1
            for d in range(6):
                j = int(sheet.neighbour[i, d])
                if j < len(sheet.names) and j not in bank and not LARGE & set(sheet.features(i, d)):
                    bank[j] = len(sizes)
                    todo.append(j)
        sizes.append(count)
    assert len(sizes) == 3
    of = {
        name: bank[sheet.index[name]]
        for name in ("5122", "3420", "1020", "0219", "4630", "4454", "5492", "2300", "4600", "2794")
    }
    bend, between, left = of["5122"], of["1020"], of["0219"]
    assert len({bend, between, left}) == 3
    assert of["4630"] == of["5492"] == of["4600"] == bend
    assert of["3420"] == of["4454"] == of["2300"] == of["2794"] == between


@pytest.mark.parametrize(
    ("river", "end"),
    [
        ("Chir", "Don"),
        ("Myshkova", "Don"),
        ("Esaulovsky Aksai", "Don"),
        ("Donskaya Tsaritsa", "Don"),
        ("Karpovka", "Don"),
        ("Ilovlya", "Don"),
        ("Akhtuba", "Volga"),
    ],
)
def test_rivers_flow_into_their_rivers(sheet: Sheet, river: str, end: str) -> None:
    sides = {name: [] for name in (river, end)}  # type: dict[str, list[frozenset[int]]]
    for (i, d), row in sheet.sides.items():
        if row["name"] in sides and not {"road", "main_road", "rail"} >= set(
            row["features"].split("|")
        ):
            sides[row["name"]].append(frozenset((i, int(sheet.neighbour[i, d]))))
    own, other = set(sides[river]), set(sides[end])
    assert own

    def meet(a: frozenset[int], b: frozenset[int]) -> bool:
        """Sides that share a corner: of their three hexes each two are neighbours."""
        three = a | b
        return len(three) == 3 and all(
            j in sheet.neighbour[i] for i in three for j in three if i != j
        )

    reached, todo = set(), [next(iter(sorted(own, key=sorted)))]
    while todo:
        side = todo.pop()
        reached.add(side)
        todo += [each for each in own - reached if meet(side, each) and each not in todo]
    assert reached == own
    assert any(meet(a, b) for a in own for b in other)


def test_every_place_stands_on_its_terrain(sheet: Sheet) -> None:
    places = [row for row in sheet.hexes if row["place"]]
    assert len(places) > 50
    assert {row["place_kind"] for row in places} == {"town", "city"}
    assert all(row["terrain"] == "clear" for row in places if row["place_kind"] == "city")
    assert all(row["terrain"] != "marsh" for row in places)  # reading 35


def test_stalingrad_is_one_strip_along_the_right_bank_of_the_volga(sheet: Sheet) -> None:
    city = [row["hex"] for row in sheet.hexes if row["place_kind"] == "city"]
    assert len(city) == 7
    for name in city:
        beside = {
            sheet.names[j] for j in sheet.neighbour[sheet.index[name]] if j < len(sheet.names)
        }
        assert beside & set(city)
    assert sum(bool(large_sides(sheet, name)) for name in city) >= 6


def test_edges_of_the_sheet(sheet: Sheet) -> None:
    edges = {row["hex"]: row["edges"] for row in sheet.hexes}
    assert edges["0190"] == "NE"
    assert edges["6254"] == "SW"
    assert edges["0120"] == "E"
    assert edges["3020"] == ""
    rim = {row["hex"] for row in sheet.hexes if row["edges"]}
    count = len(sheet.names)
    assert rim == {name for i, name in enumerate(sheet.names) if count in sheet.neighbour[i]}


def test_arrival_areas_lie_along_the_edges(sheet: Sheet) -> None:
    areas: dict[str, set[str]] = {}
    for row in sheet.hexes:
        for area in filter(None, row["entry_areas"].split("|")):
            areas.setdefault(area, set()).update(row["edges"])
    assert set(areas) == {"K", "J", "W", "A", "R", "M", "T", "P"}
    assert all(areas.values())


def test_hexes_say_where_they_lie(sheet: Sheet) -> None:
    kalach = sheet.hexes[sheet.index["3420"]]
    assert kalach["place"] == "Kalach"
    assert abs(float(kalach["lat"]) - 48.69) < 0.05
    assert abs(float(kalach["lon"]) - 43.53) < 0.06


def test_history_tells_of_places_that_the_attacker_has_yet_to_take(sheet: Sheet) -> None:
    before = {
        "on_to_stalingrad": ("start_side", "soviet"),
        "uranus": ("start_side_uranus", "axis"),
        "winter_storm": ("start_side_winter_storm", "soviet"),
    }
    rows = read_rows(FOLDER / "history.csv")
    assert {row["scenario"] for row in rows} == set(before)
    for row in rows:
        here = sheet.hexes[sheet.index[row["hex"]]]
        column, side = before[row["scenario"]]
        assert (here["place"], here[column]) == (row["place"], side), row.fault("hex")
