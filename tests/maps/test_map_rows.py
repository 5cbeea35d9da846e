"""Maps of letters: a line for each row of hexes, and tables beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from balance.errors import DataError
from balance.files.resources import data_folder
from balance.games.common.map import load_map
from balance.maps.__main__ import rebuild_tables
from balance.maps.numbering import lattice_place
from balance.maps.sheet import read_sheet
from balance.rulebook.game import open_folder
from balance.rulebook.map_rows import is_text_map, map_hexes
from tests.games.common.positions import TEMPLATE

pytestmark = pytest.mark.plain


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of one's own, in a folder that other tests haven't read."""
    shutil.copytree(TEMPLATE, tmp_path / "mine")
    return tmp_path / "mine"


def test_rows_count_from_the_north_and_columns_from_the_west(folder: Path):
    assert is_text_map(folder / "map")
    rows = {row["hex"]: row for row in map_hexes(folder / "map")}
    assert (len(rows), rows["0103"]["terrain"], rows["0112"]["terrain"]) == (120, "forest", "clear")
    assert (rows["0507"]["place"], rows["0507"]["vp"], rows["0507"]["place_kind"]) == (
        "Bridgeford", "3", "city",
    )  # fmt: skip
    assert [rows[h]["start_side"] for h in ("0506", "0507")] == ["axis", "soviet"]


def test_odd_rows_lie_half_a_hex_farther_east(folder: Path):
    sheet = read_sheet(folder / "map")
    near = {
        name: {sheet.names[h] for h in sheet.neighbour[sheet.index[name]] if h < len(sheet.names)}
        for name in ("0203", "0303")
    }
    assert near["0203"] == {"0202", "0204", "0102", "0103", "0302", "0303"}
    assert near["0303"] == {"0302", "0304", "0203", "0204", "0403", "0404"}
    # Columns of the lattice count westward.
    assert (
        lattice_place("0101", flat=False, eastward=True)[1]
        > lattice_place("0102", flat=False, eastward=True)[1]
    )


def test_roads_may_be_lines_and_join_what_else_lies_there(folder: Path):
    sheet = read_sheet(folder / "map")
    a, b = sheet.index["0506"], sheet.index["0507"]
    direction = sheet.neighbour[a].tolist().index(b)
    assert sheet.features(a, direction) == ["river", "road"]


def test_a_river_may_be_written_by_its_banks(folder: Path):
    before = load_map(open_folder(folder).rules)
    (folder / "map" / "hexsides.csv").unlink()
    west = " ".join(f"{row:02d}06" for row in range(1, 11))
    east = " ".join(f"{row:02d}07" for row in range(1, 11))
    path = folder / "map" / "lines.csv"
    path.write_text(f"{path.read_text()}river,{west} | {east}\n")
    elsewhere = folder.rename(folder.parent / "banks")
    after = load_map(open_folder(elsewhere).rules)
    assert after.hexside.tolist() == before.hexside.tolist()
    path = elsewhere / "map" / "lines.csv"
    plain = path.read_text()
    for bank, told in ((f"0101 {west}", "0101 adjoins no"), (f"wood {west}", "'wood' isn't a hex")):
        path.write_text(plain.replace(west, bank))
        with pytest.raises(DataError, match=rf"lines\.csv:5: {told}"):
            read_sheet(elsewhere / "map")


def test_without_a_word_on_control_the_nearer_source_decides(folder: Path):
    (folder / "map" / "control.txt").unlink()
    rows = {row["hex"]: row["start_side"] for row in map_hexes(folder / "map")}
    assert (rows["0101"], rows["0112"]) == ("axis", "soviet")


def test_a_game_may_have_tables_in_the_place_of_letters(folder: Path):
    sheet = read_sheet(folder / "map")
    before = load_map(open_folder(folder).rules).hexes
    columns = [c for c in sheet.hexes[0].cells if c not in ("lat", "lon", "origin", "note")]
    lines = [",".join(columns)] + [",".join(row[c] for c in columns) for row in sheet.hexes]
    (folder / "map" / "hexes.csv").write_text("\n".join(lines) + "\n")
    sides = [
        f"{sheet.names[a]},{sheet.names[int(sheet.neighbour[a, d])]},river,,"
        for (a, d), row in sheet.sides.items()
        if a < sheet.neighbour[a, d] and "river" in row["features"]
    ]  # the roads stay lines
    text = "\n".join(["hex_a,hex_b,features,name,origin", *sides]) + "\n"
    (folder / "map" / "hexsides.csv").write_text(text)
    (folder / "map" / "projection.toml").write_text('[frame]\ncolumns = "eastward"\n')
    (folder / "map" / "map.txt").unlink()
    elsewhere = folder.rename(folder.parent / "tables_of_mine")
    assert not is_text_map(elsewhere / "map")
    after = load_map(open_folder(elsewhere).rules).hexes
    assert after.tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("map.txt", ". . f f", ". . x f", r"map\.txt:3: hex 0103 is 'x'; expected one of"),
        ("map.txt", ". . f f", ". f f", r"map\.txt:4: 12 hexes in row 2; expected 11"),
        ("places.csv", "0807,", "1307,", r"places\.csv:\d+: hex 1307 isn't on the map"),
        ("places.csv", "city,3", "city,many", r"places\.csv:\d+: vp is 'many'"),
        ("places.csv", "axis,W\n0801", "axis,W\n0501", r"places\.csv:\d+: hex 0501 is in line"),
        ("control.txt", "a a a", "a b a", r"control\.txt:2: 'b' for hex 0102"),
        (
            "places.csv",
            "Millbrook",
            "Bridgeford",
            r"places\.csv:8: place 'Bridgeford' is in line 7",
        ),
        (
            "hexsides.csv",
            "0106,0107",
            "0106,0308",
            r"csv:\d+: 0106-0308: expected two adjacent hexes; 0106 adjoins 0105, ",
        ),
        ("hexsides.csv", "0106,0207", "0106,0107", r"csv:4: side 0106-0107 is in line 3 too"),
        ("hexsides.csv", "river", "brook", r"csv:3: 'brook' has no row in tables/hexsides\.csv;"),
        (
            "lines.csv",
            "0501 0502",
            "0501 0702",
            r"lines\.csv:3: 0501-0702: expected two adjacent hexes; 0501 adjoins 0401",
        ),
        ("lines.csv", "road,0501", "path,0501", r"lines\.csv:3: 'path' has no row in .* road"),
    ],
)
def test_what_is_wrong_is_told_with_its_file_and_line(folder, file, old, new, told):
    path = folder / "map" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=told):
        load_map(open_folder(folder).rules)


def test_a_folder_has_one_map(folder: Path):
    path = folder / "map" / "hexes.csv"
    path.write_text("hex,terrain\n")
    with pytest.raises(DataError, match=r"map: has map\.txt and hexes\.csv; take away one of them"):
        map_hexes(folder / "map")
    path.unlink()
    (folder / "map" / "map.txt").unlink()
    with pytest.raises(DataError, match=r"map: has no map; expected map\.txt, .* hexes\.csv"):
        map_hexes(folder / "map")


def test_who_finds_a_side_needs_neither_a_name_nor_an_origin(folder: Path):
    path = folder / "map" / "hexsides.csv"
    whole = read_sheet(folder / "map")
    lines = [line for line in path.read_text().splitlines() if line[0] != "#"]
    path.write_text("\n".join(",".join(line.split(",")[:3]) for line in lines) + "\n")
    short = read_sheet(folder / "map")
    assert {at: row["features"] for at, row in short.sides.items()} == {
        at: row["features"] for at, row in whole.sides.items()
    }


def test_a_game_may_draw_its_map_from_geography(folder: Path):
    recipe = data_folder() / "army_group_south" / "map"
    shutil.rmtree(folder / "map")
    shutil.copytree(recipe, folder / "map", ignore=shutil.ignore_patterns("hex*.csv"))
    path = folder / "map" / "projection.toml"
    text = path.read_text().replace('"rail_exit", "entry_areas"', '"supply", "entry_areas"')
    path.write_text(text.replace('"vp", "rail_exit"', '"vp"'))
    path = folder / "map" / "overrides.csv"
    text = path.read_text().replace("# rows: 5", "# rows: 7")
    path.write_text(f"{text}1401,supply,soviet,estimate,railhead\n1426,supply,axis,estimate,\n")
    names = {"forest": "woods", "hills": "rough", "lake": "swamp"}
    _rename(folder / "tables" / "terrain.csv", names)
    _rename(folder / "tables" / "hexsides.csv", {"river": "minor_river", "road": "rail"})
    with (folder / "tables" / "hexsides.csv").open("a") as file:
        file.write("major_river,barrier,2,3,1,yes,yes\n")
    game = open_folder(folder)
    rebuild_tables(game)
    assert not is_text_map(folder / "map")
    hexes = load_map(game.rules).hexes
    assert len(hexes) == 1080 + 1
    assert hexes["vp"].sum() > 100


def _rename(path: Path, names: dict[str, str]) -> None:
    """Other words in the first column of a chart."""
    lines = path.read_text().splitlines()
    parted = [line.partition(",") for line in lines]
    path.write_text("".join(f"{names.get(a, a)}{comma}{b}\n" for a, comma, b in parted))
