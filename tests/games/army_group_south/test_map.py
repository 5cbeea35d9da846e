"""The map of Operation Star satisfies all that the rules and the counters tell of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date

import pytest

from balance.files.charts import read_rows
from balance.files.resources import data_folder
from balance.kernel.hexes import distances
from balance.maps.build import build_map
from balance.maps.draft import Draft
from balance.rulebook.game import open_game

from .known import (
    FOLDER,
    GAME,
    board,
    features,
    german_zones,
    neighbours,
    start_hexes,
    units,
    untried_hexes,
)

WEST, NORTH_WEST, SOUTH_WEST = 4, 5, 3


@pytest.fixture(scope="module")
def draft() -> Draft:
    return build_map(data_folder() / "geography", FOLDER / "map")


def hex_of(place: str) -> str:
    return next(row["hex"] for row in board().hexes if row["place"] == place)


def rail_links() -> dict[str, set[str]]:
    links: dict[str, set[str]] = defaultdict(set)
    sheet = board()
    for i, direction in sheet.sides:
        if "rail" in sheet.features(i, direction):
            links[sheet.names[i]].add(sheet.names[int(sheet.neighbour[i, direction])])
    return links


def hexes_in_area(area: str) -> set[str]:
    return {row["hex"] for row in board().hexes if area in row["entry_areas"].split("|")}


def gap(a: str, b: str) -> int:
    sheet = board()
    return int(distances(sheet.row, sheet.x2, sheet.index[a])[sheet.index[b]])


# ---- geometry


@pytest.mark.rule("army_group_south 21.14a")
def test_the_pictured_unit_has_its_three_ways_west() -> None:
    near = neighbours("0304")
    assert {near[d] for d in (WEST, NORTH_WEST, SOUTH_WEST)} == {"0204", "0305", "0404"}


@pytest.mark.rule("army_group_south 20.1a", "army_group_south 3.1")
def test_the_sheet_holds_every_hex_that_the_game_names() -> None:
    sheet = board()
    east = {name for name in sheet.names if name.endswith("01")}
    assert {"0101", "0901", "3601"} <= east
    assert len(sheet.names) == 40 * 27
    assert start_hexes("german") | start_hexes("soviet") <= set(sheet.names)


@pytest.mark.rule("army_group_south 17.0b")
def test_a_hex_is_ten_and_a_half_kilometres_wide(draft: Draft) -> None:
    matrix = draft.projection.matrix
    assert abs(float(matrix[0] @ matrix[0]) ** 0.5 - 10.5) < 0.01


def test_anchors_lie_where_they_are_said_to(draft: Draft) -> None:
    assert hex_of("Izyum") == "2712"
    assert hex_of("Lisichansk") == "3306"


# ---- set-up


@pytest.mark.rule("army_group_south 18.1a", "army_group_south 18.2a")
@pytest.mark.parametrize(("side", "held"), [("german", "axis"), ("soviet", "soviet")])
def test_units_start_on_their_side_of_the_front_on_fit_ground(side: str, held: str) -> None:
    sheet = board()
    for row in units(side):
        if not row["hex"]:
            continue
        there = sheet.hexes[sheet.index[row["hex"]]]
        assert there["start_side"] == held, row["unit"]
        assert there["terrain"] in ("clear", "woods"), row["unit"]
        if row["mechanized"] == "yes":
            assert there["terrain"] == "clear", row["unit"]


def test_no_hex_holds_both_sides_and_nine_pairs_touch() -> None:
    german, soviet = start_hexes("german"), start_hexes("soviet")
    assert not german & soviet
    pairs = {(g, s) for g in german for s in neighbours(g).values() if s in soviet}
    assert len(pairs) == 9


@pytest.mark.rule("army_group_south 18.1d")
def test_untried_units_start_on_soviet_ground_clear_of_germans() -> None:
    sheet = board()
    for row in untried_hexes():
        there = sheet.hexes[sheet.index[row["hex"]]]
        assert there["start_side"] == "soviet", row["hex"]
        assert row["hex"] not in start_hexes("german")
        mobile = row["pool"] not in ("rifle_division", "rifle_brigade")
        assert there["terrain"] in (("clear",) if mobile else ("clear", "woods")), row["hex"]


@pytest.mark.rule("army_group_south 7.0a", "army_group_south 19.8a", "army_group_south 11.22b")
def test_the_set_up_stacks_as_the_rules_allow() -> None:
    stacks: dict[str, Counter[str]] = defaultdict(Counter)
    for side in ("german", "soviet"):
        for row in units(side):
            if row["hex"]:
                stacks[row["hex"]][row["size"]] += 1
    for row in untried_hexes():
        stacks[row["hex"]]["XX" if row["pool"] == "rifle_division" else "X"] += 1
    for name, sizes in stacks.items():
        assert sizes["HQ"] <= 1, name
        assert sum(sizes.values()) - sizes["HQ"] <= 3, name
        assert not (sizes["XXX"] and sizes["XXX"] + sizes["XX"] > 1), name


def commanded(headquarters: str, radius: int, held: set[str]) -> set[str]:
    """Hexes in reach of a line of communication (11.31)."""
    german, zones = start_hexes("german"), german_zones()
    reached, edge = {headquarters}, {headquarters}
    for _ in range(radius):
        edge = {
            there
            for here in edge
            for there in neighbours(here).values()
            if there not in german and (there not in zones or there in held)
        } - reached
        reached |= edge
    return reached


@pytest.mark.rule("army_group_south 11.31", "army_group_south 12.14", "army_group_south 20.1a")
def test_every_soviet_unit_starts_in_reach_of_a_supplied_headquarters() -> None:
    held = start_hexes("soviet") | {row["hex"] for row in untried_hexes()}
    rating = open_game(GAME).rules["hq.rating"]
    east = {f"{row:02d}01" for row in range(1, 37)}
    reached: set[str] = set()
    for row in units("soviet"):
        if row["size"] == "HQ" and row["hex"]:
            assert commanded(row["hex"], 60, held) & east, row["unit"]
            assert isinstance(rating, int)
            reached |= commanded(row["hex"], rating, held)
    assert start_hexes("soviet") <= reached
    assert {row["hex"] for row in untried_hexes()} <= reached


# ---- railroads


@pytest.mark.rule("army_group_south 5.31a", "army_group_south 20.2b")
def test_railroads_are_one_net_that_leaves_the_map_at_several_edges() -> None:
    links = rail_links()
    exits = {row["hex"] for row in board().hexes if row["rail_exit"] == "1"}
    reached, todo = {"1618"}, ["1618"]
    while todo:
        for there in links[todo.pop()] - reached:
            reached.add(there)
            todo.append(there)
    assert reached == {name for name in links if links[name]}
    assert exits <= reached
    assert all(len(neighbours(name)) < 6 for name in exits)
    edges = {
        "north": any(name.startswith("01") for name in exits),
        "east": any(name.endswith("01") for name in exits),
        "south": any(name.startswith("40") for name in exits),
        "west": any(name.endswith("27") for name in exits),
    }
    assert all(edges.values()), edges


@pytest.mark.rule("army_group_south 20.2c")
def test_0901_is_the_one_exit_by_which_railroads_reach_the_soviet_edge() -> None:
    exits = {row["hex"] for row in board().hexes if row["rail_exit"] == "1"}
    soviet = {name for name in exits if name.endswith("01") and "0101" <= name <= "3601"}
    assert soviet == {"0901"}


@pytest.mark.rule("army_group_south 20.2a")
def test_every_german_unit_starts_within_eight_hexes_of_a_railroad() -> None:
    rails = [name for name, there in rail_links().items() if there]
    for name in start_hexes("german"):
        assert min(gap(name, rail) for rail in rails) <= 8, name


@pytest.mark.parametrize(
    "place",
    ["Kharkov", "Belgorod", "Kupyansk", "Lozovaya", "Slavyansk", "Pavlograd", "Krasnograd",
     "Krasnoarmeiskoye", "Valuiki", "Izyum", "Gorlovka", "Stary Oskol", "Sinelnikovo", "Sumy"],
)  # fmt: skip
def test_towns_on_railroads_have_them(place: str) -> None:
    assert rail_links()[hex_of(place)]


# ---- rivers


@pytest.mark.parametrize(
    ("river", "least_sides"),
    [("Northern Donets", 60), ("Oskol", 40), ("Aidar", 10), ("Psel", 20), ("Vorskla", 20),
     ("Samara", 8), ("Orel", 15), ("Udy", 10), ("Kazenny Torets", 10)],
)  # fmt: skip
def test_a_river_runs_without_a_gap(draft: Draft, river: str, least_sides: int) -> None:
    chain = draft.chains[river]
    sides = list(zip(chain.corners, chain.corners[1:], strict=False))
    assert len(sides) >= least_sides
    assert all(abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 2 for a, b in sides)
    assert len(set(chain.corners)) == len(chain.corners)


def test_tributaries_end_on_their_rivers(draft: Draft) -> None:
    main = set(draft.chains["Northern Donets"].corners)
    for name in ("Northern Donets above Saltov", "Oskol", "Udy", "Kazenny Torets", "Aidar"):
        assert draft.chains[name].corners[-1] in main, name
    assert draft.chains["Volchya"].corners[-1] in draft.chains["Samara"].corners


@pytest.mark.rule("army_group_south 10.1")
def test_the_donets_is_the_major_river_and_leaves_by_the_east_edge(draft: Draft) -> None:
    names = {
        row["name"]
        for row in read_rows(FOLDER / "map" / "hexsides.csv")
        if "major_river" in row["features"].split("|")
    }
    assert names == {"Northern Donets"}
    last = draft.chains["Northern Donets"].corners[-1]
    assert any(draft.grid.names[i].endswith("01") for i in draft.grid.hexes_at[last])


def test_units_on_the_donets_stand_on_their_historical_banks() -> None:
    """Where both sides lie next to each other on the Donets it runs between them."""
    for soviet, german in [("3206", "3306"), ("3205", "3306"), ("3504", "3505"), ("3601", "3702")]:
        assert "major_river" in features(soviet, german), (soviet, german)


def test_a_river_drawn_ends_at_a_spring_or_at_the_edge_alone(draft: Draft) -> None:
    grid = draft.grid
    touched: Counter[tuple[int, int]] = Counter()
    for i, direction in board().sides:
        if direction < 3 and {"minor_river", "major_river"} & set(board().features(i, direction)):
            touched.update(grid.side_corners(i, direction))
    springs = {chain.corners[0] for chain in draft.chains.values()}
    ends = {corner for corner, count in touched.items() if count == 1}
    inner = {corner for corner in ends if len(grid.hexes_at[corner]) == 3}
    assert inner <= springs
    assert len(ends) >= 10


# ---- towns, terrain, areas


@pytest.mark.rule("army_group_south 25.3e")
def test_kharkov_has_three_hexes_that_touch() -> None:
    city = [row["hex"] for row in board().hexes if row["place"].startswith("Kharkov")]
    assert tuple(city) == open_game(GAME).rules.hexes("victory.kharkov_hexes")
    for name in city:
        assert set(city) - {name} <= set(neighbours(name).values())
    # The notes to the rules expect it near rows 16-17, columns 18-19.
    assert all(16 <= int(n[:2]) <= 17 and 18 <= int(n[2:]) <= 19 for n in city)


@pytest.mark.parametrize(
    ("town", "river_between"),
    [("Belgorod", "minor_river"), ("Chuguev", "major_river"), ("Kupyansk", "minor_river")],
)
def test_towns_of_the_right_bank_have_the_river_to_the_east(town: str, river_between: str) -> None:
    name = hex_of(town)
    east = [there for d, there in neighbours(name).items() if d in (0, 1, 2)]
    assert any(river_between in features(name, there) for there in east)


def test_points_of_ground_follow_their_reason() -> None:
    sheet = board()
    worth = {row["hex"]: int(row["vp"]) for row in sheet.hexes}
    assert sum(worth.values()) == 116
    history = read_rows(FOLDER / "history.csv")
    for row in history:
        assert sheet.hexes[sheet.index[row["hex"]]]["place"] == row["place"]

    def held(on: str) -> int:
        day = date.fromisoformat(on)
        return sum(
            worth[row["hex"]]
            for row in history
            if date.fromisoformat(row["date"]) <= day
            and not (row["lost"] and date.fromisoformat(row["lost"]) <= day)
        )

    assert held("1943-03-25") == 16
    assert held("1943-02-19") == 76


@pytest.mark.rule("army_group_south 25.3c")
def test_towns_behind_the_soviet_line_are_worth_nothing() -> None:
    """But for those about to fall or just taken, which the armies still have to enter."""
    behind = {
        row["place"] for row in board().hexes
        if row["start_side"] == "soviet" and int(row["vp"]) > 0
    }  # fmt: skip
    assert behind <= {"Krasny Liman", "Kupyansk"}


@pytest.mark.rule("army_group_south 10.4")
def test_terrain_kinds_are_those_of_the_chart() -> None:
    chart = {row.lower() for row in open_game(GAME).rules.chart("terrain").row_names}
    assert {row["terrain"] for row in board().hexes} == {"clear", "woods", "rough", "swamp"}
    assert {row["terrain"] for row in board().hexes} <= chart
    assert {f.replace("_", " ") for f in ("minor_river", "major_river")} <= chart


@pytest.mark.rule("army_group_south 23.2a", "army_group_south 23.1c", "army_group_south 25.1c")
def test_entry_areas_lie_at_the_edge_and_each_where_it_should() -> None:
    areas = {area: hexes_in_area(area) for area in "ABCKL"}
    for area, names in areas.items():
        assert names, area
        assert all(len(neighbours(name)) < 6 for name in names), area
    assert all(name.endswith("27") for name in areas["B"])
    assert areas["K"] == {f"{row:02d}01" for row in range(1, 37)}
    printed = {row["entry_area"] for row in units("german") if row["entry_area"]}
    assert printed == {"A", "B", "C"}
    assert {row["entry_area"] for row in units("soviet") if row["entry_area"]} == {"K"}


@pytest.mark.rule("army_group_south 25.1b")
def test_area_l_has_a_line_to_the_east_edge_past_the_germans_of_the_start() -> None:
    """So the decisive win isn't shut by the map itself."""
    shut = start_hexes("german") | german_zones()
    reached = hexes_in_area("L") - shut
    todo = list(reached)
    while todo:
        for there in neighbours(todo.pop()).values():
            if there not in reached and there not in shut:
                reached.add(there)
                todo.append(there)
    assert any(name.endswith("01") for name in reached)
