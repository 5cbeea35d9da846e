"""The builder refuses a wrong recipe with one message that names the place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from balance.errors import DataError
from balance.files.resources import data_folder
from balance.maps.__main__ import main
from balance.maps.build import build_map
from balance.rulebook.game import open_game


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    source = open_game("drive_on_stalingrad").folder / "map"
    for name in ("projection.toml", "places.csv", "overrides.csv"):
        shutil.copy(source / name, tmp_path / name)
    return tmp_path


def build_error(recipe: Path) -> str:
    with pytest.raises(DataError) as caught:
        build_map(data_folder() / "geography", recipe)
    return str(caught.value)


def append(path: Path, line: str) -> int:
    """Add a line to a table; the number of that line."""
    text = path.read_text(encoding="utf-8") + line + "\n"
    text = re.sub(r"# rows: (\d+)", lambda rows: f"# rows: {int(rows[1]) + 1}", text)
    path.write_text(text, encoding="utf-8")
    return len(text.splitlines())


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_place_without_position_needs_a_hex(recipe: Path) -> None:
    line = append(recipe / "places.csv", "Atlantis,,town,,,,estimate,")
    assert f"places.csv:{line}: place 'Atlantis'" in build_error(recipe)


def test_the_origin_of_a_place_is_one_of_those_known(recipe: Path) -> None:
    line = append(recipe / "places.csv", "Bataisk,2725,town,,,,hearsay,")
    message = build_error(recipe)
    assert f"places.csv:{line}: origin is 'hearsay'; expected one of book, history" in message


@pytest.mark.parametrize("degrees", ["nan", "1_0", "٣", "91", "1e1", "", "47°"])
def test_geography_is_in_plain_degrees(recipe: Path, tmp_path: Path, degrees: str) -> None:
    geography = shutil.copytree(data_folder() / "geography", tmp_path / "geography")
    line = append(geography / "places.csv", f"Atlantis,,{degrees},39.7,town,,,,")
    with pytest.raises(DataError) as caught:
        build_map(geography, recipe)
    told = f"places.csv:{line}: lat is {degrees!r}; expected degrees, -90 to 90"
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("rivers.csv", "Don,major,7,", "Don,major,8,", "seq is '8'; expected 7, next of 'Don'"),
        ("rivers.csv", "Don,major,7,", "Dno,major,7,", "seq is '7'; expected 1, next of 'Dno'"),
        ("places.csv", ",right,", ",east,", "bank is 'east'; expected left, right or nothing"),
    ],
)
def test_lines_of_the_geography_go_on_one_by_one(
    recipe: Path, tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    geography = shutil.copytree(data_folder() / "geography", tmp_path / "geography")
    replace(geography / file, old, new)
    with pytest.raises(DataError) as caught:
        build_map(geography, recipe)
    assert re.search(rf"{file}:\d+: {told}", str(caught.value))


def test_the_front_at_the_start_is_one_of_the_geography(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'date = "1942-06-28"', 'date = "1942-06-31"')
    message = build_error(recipe)
    assert "projection.toml: start has the front '1942-06-31 front', which the geog" in message
    assert "(fronts.csv: 1942-06-28 front; " in message


def test_two_places_may_not_share_a_hex(recipe: Path) -> None:
    line = append(recipe / "places.csv", "Bataisk,2725,town,,,,estimate,")
    message = build_error(recipe)
    assert f"places.csv:{line}: Bataisk falls on 2725, where Rostov stands" in message


def test_a_place_off_the_map_is_refused(recipe: Path) -> None:
    append(recipe / "places.csv", "Tbilisi,,town,,,,estimate,")
    assert "Tbilisi lies outside the map" in build_error(recipe)


def test_an_override_names_a_hex_of_the_map_and_a_column(recipe: Path) -> None:
    first = append(recipe / "overrides.csv", "9901,vp,1,estimate,no such hex")
    second = append(recipe / "overrides.csv", "0101,weather,snow,estimate,no such column")
    message = build_error(recipe)
    assert f"overrides.csv:{first}: target '9901'" in message
    assert f"overrides.csv:{second}: what is 'weather'" in message


def test_an_override_of_a_side_needs_two_neighbours(recipe: Path) -> None:
    append(recipe / "overrides.csv", "0101|0105,add,river,estimate,far apart")
    assert "two adjacent hexes" in build_error(recipe)


def test_overrides_add_and_remove_sides_and_set_columns(recipe: Path) -> None:
    append(recipe / "overrides.csv", "0101|0102,add,river,estimate,a brook")
    append(recipe / "overrides.csv", "2111|2112,remove,river,estimate,there is none")
    append(recipe / "overrides.csv", "0101,vp,1,estimate,for the test")
    draft = build_map(data_folder() / "geography", recipe)
    assert draft.sides[draft.grid.index["0101"], draft.grid.index["0102"]]["features"] == {"river"}
    assert draft.hexes[0]["vp"] == "1"
    assert "for the test" in draft.hexes[0]["note"]


def test_a_river_that_isnt_in_the_geography_is_named(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'name = "Bityug"', 'name = "Styx"')
    assert "chain 'Styx': no river 'Styx'" in build_error(recipe)


def test_a_river_may_only_end_on_an_earlier_one(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'end = "Northern Donets"', 'end = "Terek"')
    assert "wants 'Terek', which isn't a chain before it" in build_error(recipe)


def test_a_corner_needs_hexes_that_meet(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'end = "3201|3301|3302"', 'end = "3201|3301|3303"')
    assert "corner '3201|3301|3303'" in build_error(recipe)


def test_a_recipe_lists_the_columns_that_every_map_has(recipe: Path) -> None:
    replace(recipe / "projection.toml", '"hex", "terrain", "place",', '"hex", "place",')
    assert "hex_columns lacks terrain" in build_error(recipe)


def test_terrain_comes_from_kinds_of_outlines_that_are_there(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'forest = "forest"', 'forst = "forest"')
    assert "terrain.kinds has forst; expected kinds of outlines: " in build_error(recipe)


def test_columns_of_places_are_columns_of_the_map(recipe: Path) -> None:
    replace(recipe / "places.csv", "name,hex,kind,port,", "name,hex,kind,harbour,")
    assert "columns harbour aren't among the hex_columns" in build_error(recipe)


def test_columns_of_numbers_are_columns_of_the_map(recipe: Path) -> None:
    replace(recipe / "projection.toml", 'hex_numbers = ["port"', 'hex_numbers = ["harbour"')
    assert "hex_numbers harbour aren't among the hex_columns" in build_error(recipe)


def test_columns_of_lines_are_columns_of_the_map(recipe: Path) -> None:
    replace(recipe / "projection.toml", "don_volga_line =", "volga_don_line =")
    assert "columns of lines volga_don_line aren't among the hex_columns" in build_error(recipe)


def test_the_command_says_which_game_it_doesnt_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["war_and_peace"]) == 2
    assert "war_and_peace" in capsys.readouterr().err
