"""The map of Drive on Stalingrad against the rulebook, the geography and the campaign."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from balance.errors import DataError
from balance.files.charts import read_rows
from balance.files.resources import data_folder
from balance.games.boards import GameMap
from balance.games.drive_on_stalingrad.map import hex_parameters, load_map
from balance.games.drive_on_stalingrad.vocabulary import Army, Feature, Hexside, Terrain
from balance.kernel.hexes import distance
from balance.maps.ground import inside
from balance.rulebook.game import open_game

TOWNS = int(Feature.TOWN | Feature.CITY)
WET = (Terrain.SEA, Terrain.LAKE)


@pytest.fixture(scope="module")
def board() -> GameMap:
    return load_map()


def land(board: GameMap) -> list[int]:
    return [i for i in range(len(board.names)) if board.hexes.terrain[i] not in WET]


def side_between(board: GameMap, a: str, b: str) -> int:
    i, j = board.index[a], board.index[b]
    direction = int(np.flatnonzero(board.neighbour[i] == j)[0])
    return int(board.hexside[i, direction])


def flood(board: GameMap, start: str, closed: int, stay: Callable[[int], bool]) -> set[str]:
    """Hexes reached from one over sides without the closed features."""
    todo = deque([board.index[start]])
    reached = set(todo)
    while todo:
        i = todo.popleft()
        for direction in range(6):
            j = int(board.neighbour[i, direction])
            if j == len(board.names) or j in reached or not stay(j):
                continue
            if not board.hexside[i, direction] & closed:
                reached.add(j)
                todo.append(j)
    return {board.names[i] for i in reached}


# --- the reader


@pytest.mark.rule("drive_on_stalingrad 1.4")
def test_rows_34_and_more_are_the_south_map(board: GameMap) -> None:
    south = board.hexes_with(Feature.SOUTH_MAP)
    assert (south[0], len(south), len(board.names)) == ("3401", 603, 1709)


@pytest.mark.rule("drive_on_stalingrad 2.2b")
def test_hexes_have_unique_numbers_of_four_digits_in_order(board: GameMap) -> None:
    assert all(len(name) == 4 and name.isdigit() for name in board.names)
    assert sorted(set(board.names)) == list(board.names)


@pytest.mark.rule("drive_on_stalingrad 9.8, 9.9")
def test_every_hex_has_one_natural_terrain_and_the_map_uses_each_type(board: GameMap) -> None:
    used = {Terrain(t) for t in board.hexes.terrain[:-1]}
    assert used - {Terrain.LAKE} == set(Terrain) - {Terrain.LAKE, Terrain.OFF_MAP}
    sides = int(np.bitwise_or.reduce(board.hexside, axis=None))
    for kind in (Hexside.RIVER, Hexside.VOLGA, Hexside.BLOCKED, Hexside.WATER):
        assert sides & kind


@pytest.mark.rule("drive_on_stalingrad 9.17")
def test_the_volga_touches_no_hex_of_the_south_map(board: GameMap) -> None:
    along = np.flatnonzero((board.hexside & int(Hexside.VOLGA)).any(axis=1))
    assert len(along) > 20
    assert all(int(board.names[i][:2]) <= 33 for i in along)


def test_hexsides_look_the_same_from_both_hexes(board: GameMap) -> None:
    for i in range(len(board.names)):
        for direction in range(6):
            j = int(board.neighbour[i, direction])
            if j < len(board.names):
                assert board.hexside[i, direction] == board.hexside[j, (direction + 3) % 6]
            else:
                assert board.hexside[i, direction] == 0


def test_the_off_map_hex_is_far_from_all_and_featureless(board: GameMap) -> None:
    none = board.hexes[-1]
    assert (none.terrain, none.features, none.area) == (Terrain.OFF_MAP, 0, Army.NONE)
    first = board.hexes[0]
    assert distance(int(first.row), int(first.x2), int(none.row), int(none.x2)) > 900


@pytest.mark.rule("drive_on_stalingrad 7.3", "drive_on_stalingrad 7.8", "drive_on_stalingrad 7.11")
def test_hexes_printed_in_two_ways_move_with_their_parameters() -> None:
    moved = load_map(parameters={"supply.taman_hex": ["3733"], "supply.astrakhan_hex": ["3401"]})
    assert moved.hexes_with(Feature.TAMAN) == ["3733"]
    assert moved.hexes_with(Feature.ASTRAKHAN) == ["3401"]
    assert "3401" in moved.hexes_with(Feature.SOVIET_NORTH_ULTIMATE)
    assert "3401" in moved.hexes_with(Feature.SOVIET_SOUTH_ULTIMATE)


def test_a_parameter_naming_no_hex_is_refused() -> None:
    with pytest.raises(DataError, match=r"supply.taman_hex: no hex '9999'"):
        load_map(parameters={"supply.taman_hex": ["9999"]})


def test_faults_of_the_tables_are_all_named_with_their_lines(tmp_path: Path) -> None:
    source = open_game("drive_on_stalingrad").folder / "map"
    (tmp_path / "hexsides.csv").write_bytes((source / "hexsides.csv").read_bytes())
    lines = (source / "hexes.csv").read_text(encoding="utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("0101,"))
    lines[first] = lines[first].replace(",clear,", ",swamp,")
    lines[first + 1] = lines[first + 1].replace(",soviet,", ",finnish,")
    (tmp_path / "hexes.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_map(tmp_path)
    assert f"hexes.csv:{first + 1}: terrain is 'swamp'" in str(caught.value)
    assert f"hexes.csv:{first + 2}: start_side is 'finnish'" in str(caught.value)


# --- the hexes that the rulebook names


@pytest.mark.rule("drive_on_stalingrad 7.3", "drive_on_stalingrad 7.10", "drive_on_stalingrad 7.12")
@pytest.mark.parametrize(
    ("name", "place", "kind"),
    [
        ("0233", "Kursk", Feature.TOWN),  # 7.3: two towns and one city on the west edge
        ("1134", "Kharkov", Feature.CITY),
        ("2134", "Lozovaya", Feature.TOWN),
        ("2230", "Stalino", Feature.CITY),
        ("2725", "Rostov", Feature.CITY),
        ("2618", "Tsimlyanskaya", Feature.TOWN),
        ("3301", "Astrakhan", Feature.CITY),
        ("5112", "Ordzhonikidze", Feature.TOWN),
        ("5102", "Makhach-Kala", Feature.TOWN),
        ("3933", "Novorossiysk", Feature.TOWN),
        ("4329", "Tuapse", Feature.TOWN),
        ("4626", "Sochi", Feature.TOWN),
    ],
)
def test_a_named_hex_holds_its_place(board: GameMap, name: str, place: str, kind: Feature) -> None:
    i = board.index[name]
    assert board.places[i] == place
    assert int(board.hexes.features[i]) & TOWNS == kind


def test_the_tables_agree_with_the_default_parameters(board: GameMap) -> None:
    """Each role that stands in the tables and is a parameter too is the same in both."""
    roles = {
        "supply.german_ultimate_sources": ("supply", ("axis_ultimate",)),
        "supply.soviet_south_ultimates": ("supply", ("soviet_south_ultimate", "astrakhan")),
        "supply.astrakhan_hex": ("supply", ("astrakhan",)),
        "movement.black_sea_ports": ("port", ("1",)),
    }
    rows = read_rows(open_game("drive_on_stalingrad").folder / "map" / "hexes.csv")
    defaults = hex_parameters(open_game("drive_on_stalingrad").rules)
    for key, (column, words) in roles.items():
        assert sorted(defaults[key]) == [row["hex"] for row in rows if row[column] in words], key


@pytest.mark.rule("drive_on_stalingrad 4.6", "drive_on_stalingrad 7.3")
def test_sudden_death_hexes_and_german_sources_start_german(board: GameMap) -> None:
    soviet = set(board.hexes_with(Feature.SOVIET_AT_START))
    assert board.hexes_with(Feature.SUDDEN_DEATH) == ["0233", "1134", "2134", "2230"]
    assert not soviet & set(board.hexes_with(Feature.SUDDEN_DEATH | Feature.AXIS_ULTIMATE))


@pytest.mark.rule("drive_on_stalingrad 8.4")
def test_reserve_armies_stand_on_soviet_land(board: GameMap) -> None:
    for name in open_game("drive_on_stalingrad").rules.hexes("setup.reserve_hexes"):
        i = board.index[name]
        assert board.hexes.terrain[i] == Terrain.CLEAR or name == "0606"
        assert board.hexes.terrain[i] not in WET
        assert board.hexes.features[i] & Feature.SOVIET_AT_START


@pytest.mark.rule("drive_on_stalingrad 9.10")
def test_cities_are_clear(board: GameMap) -> None:
    cities = [board.index[name] for name in board.hexes_with(Feature.CITY)]
    assert len(cities) >= 10
    assert {int(board.hexes.terrain[i]) for i in cities} == {Terrain.CLEAR}


# --- water and mountains


@pytest.mark.rule("drive_on_stalingrad 9.19")
def test_the_coast_is_closed(board: GameMap) -> None:
    for i in land(board):
        for direction in range(6):
            j = int(board.neighbour[i, direction])
            if j < len(board.names) and board.hexes.terrain[j] in WET:
                assert board.hexside[i, direction] & Hexside.WATER, board.names[i]


@pytest.mark.rule("drive_on_stalingrad 7.5")
def test_coast_hexes_lie_on_the_azov_or_black_sea_only(board: GameMap) -> None:
    coast = board.hexes_with(Feature.COAST)
    assert {"2732", "2728", "2930", "3633", "3933", "4329", "4626"} <= set(coast)
    assert not any(int(name[2:]) < 15 for name in coast), "the Caspian doesn't count"
    for name in coast:
        i = board.index[name]
        near = [int(j) for j in board.neighbour[i] if j < len(board.names)]
        assert any(board.hexes.terrain[j] == Terrain.SEA for j in near)


def test_every_land_hex_can_be_reached(board: GameMap) -> None:
    everywhere = flood(
        board,
        "0101",
        int(Hexside.WATER | Hexside.BLOCKED),
        lambda j: board.hexes.terrain[j] not in WET,
    )
    assert everywhere == {board.names[i] for i in land(board)}


@pytest.mark.rule("drive_on_stalingrad 9.13")
def test_the_high_caucasus_is_crossed_only_by_its_passes(board: GameMap) -> None:
    closed = int(Hexside.WATER | Hexside.BLOCKED)
    klukhor = board.index["4920"]

    def mountains(j: int) -> bool:
        return board.names[j] >= "4700" and board.hexes.terrain[j] not in WET

    # Sukhumi lies beyond the crest; row 47 is south of the way round along the coast.
    assert "5023" in flood(board, "4719", closed, mountains)
    assert "5023" not in flood(board, "4719", closed, lambda j: mountains(j) and j != klukhor)


# --- rivers


def test_every_river_is_one_connected_chain() -> None:
    folder = open_game("drive_on_stalingrad").folder / "map"
    board = load_map()
    rivers: dict[str, list[tuple[int, int]]] = {}
    for row in read_rows(folder / "hexsides.csv"):
        if {"river", "volga"} & set(row["features"].split("|")):
            pair = (board.index[row["hex_a"]], board.index[row["hex_b"]])
            rivers.setdefault(row["name"], []).append(pair)
    assert {"Volga", "Don", "Northern Donets", "Kuban", "Terek", "Manych"} <= set(rivers)
    for name, sides in rivers.items():
        ends = {side: _corners(board, side) for side in sides}
        group, rest = [sides[0]], set(sides[1:])
        for reached in group:  # grows while it is walked
            touching = {side for side in rest if ends[side] & ends[reached]}
            group += sorted(touching)
            rest -= touching
        assert not rest, f"{name} is broken at {[board.names[a] for a, _ in rest]}"


def _corners(board: GameMap, side: tuple[int, int]) -> set[frozenset[int]]:
    """The ends of a side, each as the three hexes that meet there."""
    shared = {int(i) for i in board.neighbour[side[0]]} & {int(i) for i in board.neighbour[side[1]]}
    return {frozenset((*side, third)) for third in shared - {len(board.names)}}


def test_every_river_town_stands_on_its_true_bank() -> None:
    """Walking downstream from corner to corner, the town is on the hand that the histories tell."""
    from balance.maps.build import build_map

    draft = build_map(data_folder() / "geography", open_game("drive_on_stalingrad").folder / "map")
    assert draft.warnings == []
    checked = 0
    for name, i in draft.town_hex.items():
        place = draft.geography.places[name]
        chain = draft.chains.get(place.river)
        if chain is None or not place.bank:
            continue
        corners = draft.grid.corners[i]
        for a, b in zip(chain.corners, chain.corners[1:], strict=False):
            if a in corners and b in corners:
                clockwise = (corners.index(a) + 1) % 6 == corners.index(b)
                assert place.bank == ("right" if clockwise else "left"), name
                checked += 1
    assert checked > 60


@pytest.mark.rule("drive_on_stalingrad 7.9", "drive_on_stalingrad 9.17")
def test_the_volga_divides_the_north_map_down_to_its_end(board: GameMap) -> None:
    volga = {
        board.names[i] for i in range(len(board.names)) if (board.hexside[i] & Hexside.VOLGA).any()
    }
    assert max(volga) < "3400"
    assert side_between(board, "3201", "3302") & Hexside.VOLGA
    assert not side_between(board, "3301", "3302") & Hexside.VOLGA
    east = set(board.hexes_with(Feature.EAST_OF_VOLGA))
    beyond = flood(board, "1001", int(Hexside.VOLGA), lambda j: board.names[j] < "3300")
    assert east == beyond
    assert {"0705", "2110", "2109", "2306", "3201"} <= east
    assert not {"0706", "1407", "2111", "2210", "2506", "3302", "3301"} & east


@pytest.mark.rule("drive_on_stalingrad 7.8")
def test_the_towns_on_both_banks_of_the_volga_and_no_others_are_sources(board: GameMap) -> None:
    beside = {
        name
        for name in board.hexes_with(TOWNS)
        if (board.hexside[board.index[name]] & Hexside.VOLGA).any() and name < "3300"
    }
    assert set(board.hexes_with(Feature.SOVIET_NORTH_ULTIMATE)) == beside | {"3301"}


@pytest.mark.rule("drive_on_stalingrad 9.32")
def test_the_manych_can_be_flooded_from_the_deep_to_the_don(board: GameMap) -> None:
    manych = int(Hexside.RIVER | Hexside.MANYCH)
    assert side_between(board, "3217", "3317") == manych
    assert side_between(board, "2821", "2822") == manych
    # Above the western end of the Deep the sides are water, at both of the next ones.
    assert side_between(board, "3216", "3317") & Hexside.WATER
    assert side_between(board, "2722", "2822") & Hexside.RIVER, "the Don passes the lower end"
    assert board.hexes_with(Feature.MANYCH_CONTROL) == ["3217", "3317"]


# --- lines and areas


@pytest.mark.rule("drive_on_stalingrad 3.4", "drive_on_stalingrad 12.1")
def test_the_start_line_is_one_chain_from_the_north_edge_to_the_sea(board: GameMap) -> None:
    line = board.hexes_with(Feature.START_LINE)
    assert line[0][:2] == "01"
    chain = flood(board, line[0], 0, lambda j: board.names[j] in line)
    assert chain == set(line)
    assert any(
        board.hexes.terrain[j] == Terrain.SEA
        for j in board.neighbour[board.index[line[-1]]]
        if j < len(board.names)
    )
    assert 20 <= len(line) <= 34


@pytest.mark.rule("drive_on_stalingrad 3.4")
def test_behind_the_start_line_everything_is_german_and_beyond_it_soviet(board: GameMap) -> None:
    start_line = set(board.hexes_with(Feature.START_LINE))
    west = flood(
        board,
        "0134",
        0,
        lambda j: board.hexes.terrain[j] not in WET and board.names[j] not in start_line,
    )
    german = {board.names[i] for i in land(board)} - set(board.hexes_with(Feature.SOVIET_AT_START))
    assert german == west
    assert {"1631", "1330", "0832", "2728"} <= german  # Izyum, Kupyansk, Belgorod, Taganrog


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_six_areas_from_north_to_south_cover_the_german_side(board: GameMap) -> None:
    areas = [Army(int(board.hexes.area[i])) for i in land(board)]
    soviet = set(board.hexes_with(Feature.SOVIET_AT_START))
    for i, area in zip(land(board), areas, strict=True):
        assert (area == Army.NONE) == (board.names[i] in soviet)
    order = list(dict.fromkeys(area for area in areas if area != Army.NONE))
    assert order == [
        Army.AXIS_2A, Army.AXIS_4PA, Army.AXIS_2H, Army.AXIS_6A, Army.AXIS_1PA, Army.AXIS_17A,
    ]  # fmt: skip


@pytest.mark.rule("drive_on_stalingrad 8.6")
def test_the_trigger_line_has_no_gap(board: GameMap) -> None:
    """West of it: Voronezh and the way to the Caucasus; east of it: Stalingrad."""
    east = set(board.hexes_with(Feature.EAST_OF_DON_LINE))
    works = set(board.hexes_with(Feature.DON_VOLGA_LINE))
    assert works <= east
    assert not {"0424", "2114", "2214", "2615", "2725", "3301", "3312"} & east
    assert {"0423", "0824", "2113", "2112", "2111", "2210", "2109"} <= east
    for name in sorted(east - works):
        i = board.index[name]
        for direction in range(6):
            j = int(board.neighbour[i, direction])
            if j == len(board.names) or board.names[j] in east or board.names[j] >= "3300":
                continue
            assert board.hexside[i, direction] & (Hexside.RIVER | Hexside.VOLGA), name


@pytest.mark.rule("drive_on_stalingrad 11.23")
def test_the_fortifications_run_from_the_don_to_the_volga(board: GameMap) -> None:
    works = board.hexes_with(Feature.DON_VOLGA_LINE)
    assert flood(board, works[0], 0, lambda j: board.names[j] in works) == set(works)
    touching = [int(np.bitwise_or.reduce(board.hexside[board.index[name]])) for name in works]
    assert any(bits & Hexside.RIVER for bits in touching)
    assert any(bits & Hexside.VOLGA for bits in touching)


@pytest.mark.rule("drive_on_stalingrad 11.24")
def test_the_o_ring_closes_stalingrad_against_the_volga(board: GameMap) -> None:
    ring = set(board.hexes_with(Feature.O_RING_INSIDE))
    assert {"2111", "2112"} <= ring
    for name in ring:
        i = board.index[name]
        for direction in range(6):
            j = int(board.neighbour[i, direction])
            outside = board.names[j] not in ring
            bits = int(board.hexside[i, direction])
            assert bool(bits & (Hexside.O_RING | Hexside.VOLGA)) == outside
    assert side_between(board, "2111", "2110") & Hexside.VOLGA, "the city is on the west bank"


# --- victory and supply


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_no_hex_worth_a_point_is_told_as_printed() -> None:
    rows = read_rows(open_game("drive_on_stalingrad").folder / "map" / "hexes.csv")
    assert {row["origin"] for row in rows if row["vp"] == "1"} == {"estimate"}


@pytest.mark.rule("drive_on_stalingrad 4.2", "drive_on_stalingrad 4.5")
def test_the_front_of_mid_september_1942_scores_just_short_of_winning(board: GameMap) -> None:
    rows = read_rows(data_folder() / "geography" / "fronts.csv")
    front = np.array(
        [(float(r["lon"]), float(r["lat"])) for r in rows if r["date"] == "1942-09-15"]
    )
    held = np.concatenate([front, [[33.0, 44.7], [33.0, 53.5]]])
    score = []
    for name in board.hexes_with(Feature.VP):
        lat, lon = board.degrees[board.index[name]]
        # The line runs through Voronezh itself; its main part was German from 7 July.
        if inside(held, np.array([[lon, lat]]))[0] or name == "0424":
            score.append(board.places[board.index[name]])
    assert score == ["Voronezh", "Rostov", "Krasnodar", "Maikop"]
    assert (
        4 <= len(score) <= 5 < open_game("drive_on_stalingrad").rules.integer("victory.vp_to_win")
    )


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_every_victory_hex_is_a_soviet_town_at_the_start(board: GameMap) -> None:
    for name in board.hexes_with(Feature.VP):
        assert board.hexes.features[board.index[name]] & TOWNS
        assert name in board.hexes_with(Feature.SOVIET_AT_START)
    assert 9 <= len(board.hexes_with(Feature.VP)) <= 14


@pytest.mark.rule("drive_on_stalingrad 7.14")
@pytest.mark.parametrize(
    ("roots", "closed", "rows"),
    [
        (Feature.AXIS_ULTIMATE, Hexside.VOLGA | Hexside.WATER | Hexside.BLOCKED, ("0101", "5134")),
        (Feature.SOVIET_NORTH_ULTIMATE, Hexside.BLOCKED, ("0101", "3334")),
        (Feature.SOVIET_SOUTH_ULTIMATE, Hexside.BLOCKED, ("3401", "5134")),
    ],
)
def test_links_of_seven_hexes_join_every_town_to_an_ultimate_source(
    board: GameMap, roots: Feature, closed: int, rows: tuple[str, str]
) -> None:
    towns = {
        name
        for name in board.hexes_with(TOWNS)
        if rows[0] <= name <= rows[1]
        and not (roots == Feature.AXIS_ULTIMATE and name in board.hexes_with(Feature.EAST_OF_VOLGA))
    }
    longest = open_game("drive_on_stalingrad").rules.integer("supply.line_max_hexes")
    linked = set(board.hexes_with(roots))
    todo = deque(linked)
    while todo:
        reach = {board.index[todo.popleft()]: 0}
        ring = deque(reach)
        while ring:
            i = ring.popleft()
            for direction in range(6):
                j = int(board.neighbour[i, direction])
                if j == len(board.names) or j in reach or reach[i] == longest:
                    continue
                inside_rows = rows[0] <= board.names[j] <= rows[1] or board.names[j] in linked
                wet = board.hexes.terrain[j] in WET
                if inside_rows and not wet and not board.hexside[i, direction] & int(closed):
                    reach[j] = reach[i] + 1
                    ring.append(j)
        new = {board.names[j] for j in reach} & towns - linked
        linked |= new
        todo.extend(sorted(new))
    assert towns <= linked, sorted(towns - linked)
