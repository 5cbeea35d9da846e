"""Railroads: from station to station, out of the map, and wrong wishes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from balance.errors import DataError
from balance.files.resources import data_folder
from balance.maps.build import build_map
from balance.maps.draft import Draft
from balance.maps.grid import hex_distance
from balance.rulebook.game import open_game

GEOGRAPHY = data_folder() / "geography"


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    source = open_game("army_group_south").folder / "map"
    for name in ("projection.toml", "places.csv", "overrides.csv"):
        shutil.copy(source / name, tmp_path / name)
    return tmp_path


def with_rails(recipe: Path, rails: str) -> Draft:
    """The map with these railroads alone."""
    path = recipe / "projection.toml"
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    kept = [block for block in blocks if "[[rail]]" not in block]
    assert len(kept) < len(blocks)
    path.write_text("\n\n".join(kept), encoding="utf-8")
    return with_more(recipe, rails)


def with_more(recipe: Path, ways: str) -> Draft:
    """The map with these railroads and roads besides those of the recipe."""
    path = recipe / "projection.toml"
    text = path.read_text(encoding="utf-8").replace("[entry_areas]", f"{ways}\n[entry_areas]", 1)
    path.write_text(text, encoding="utf-8")
    return build_map(GEOGRAPHY, recipe)


def links(draft: Draft, kind: str = "rail") -> set[tuple[str, str]]:
    names = draft.grid.names
    return {(names[i], names[j]) for (i, j), e in draft.sides.items() if kind in e["features"]}


def exits(draft: Draft) -> set[str]:
    return {row["hex"] for row in draft.hexes if row["rail_exit"]}


def test_a_line_links_adjacent_hexes_from_station_to_station(recipe: Path) -> None:
    draft = with_rails(recipe, '[[rail]]\nline = "Krasny Liman - Slavyansk"\n')
    assert links(draft) == {("3110", "3111"), ("3111", "3211")}
    assert exits(draft) == set()


def test_a_line_leaves_by_the_hex_where_its_course_does(recipe: Path) -> None:
    draft = with_rails(recipe, '[[rail]]\nline = "Bryansk - Lgov - Kharkov"\n')
    (way_out,) = exits(draft)
    assert way_out == "0122"
    degree = [sum(name in link for link in links(draft)) for name in (way_out, "1618")]
    assert degree == [1, 1]


def test_a_printed_exit_wins_over_the_course(recipe: Path) -> None:
    rail = '[[rail]]\nline = "Bryansk - Lgov - Kharkov"\nexit = "0127"\navoid = ["Sudzha"]\n'
    draft = with_rails(recipe, rail)
    assert exits(draft) == {"0127"}
    way = sorted(links(draft))
    assert all("0122" not in link for link in way)
    assert all(draft.grid.index[b] in draft.grid.neighbours(draft.grid.index[a]) for a, b in way)


def test_a_leg_is_no_longer_than_the_way_from_hex_to_hex(recipe: Path) -> None:
    draft = with_rails(recipe, '[[rail]]\nline = "Lozovaya - Krasnograd - Poltava"\n')
    between = [link for link in links(draft) if min(link) >= "2200"]
    assert len(between) == hex_distance(draft.grid, "2920", "2225") == 9


@pytest.mark.parametrize(
    ("rail", "message"),
    [
        ('line = "Orient Express"', "no such line"),
        ('line = "Rostov - Baku"', "none of its stations lies on the map"),
        ('line = "Krasny Liman - Slavyansk"\nexit = "9901"', "no hex '9901'"),
    ],
)
def test_a_wrong_wish_is_refused_with_its_name(recipe: Path, rail: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        with_rails(recipe, f"[[rail]]\n{rail}\n")
    assert message in str(caught.value)
    assert rail.split('"')[1] in str(caught.value)


def test_an_entry_area_lies_at_the_edge(recipe: Path) -> None:
    path = recipe / "projection.toml"
    text = path.read_text(encoding="utf-8").replace('B = [\n  "1027"', 'B = [\n  "1026"', 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="B: 1026 isn't at the edge"):
        build_map(GEOGRAPHY, recipe)


def test_a_road_of_the_geography_keeps_its_class(recipe: Path) -> None:
    road = '[[road]]\nline = "Kharkov - Lozovaya"\nkind = "main_road"\navoid = ["Merefa"]\n'
    draft = with_more(recipe, road)
    assert links(draft, "main_road")
    assert not links(draft, "road")


def test_a_road_of_the_recipe_goes_by_places_and_hexes(recipe: Path) -> None:
    road = '[[road]]\nline = "a track"\nkind = "road"\nplaces = ["1618", "1619", "1719"]\n'
    draft = with_more(recipe, road)
    assert links(draft, "road") == {("1618", "1619"), ("1619", "1719")}


@pytest.mark.parametrize(
    ("road", "told"),
    [
        ('line = "Nowhere road"', "road 'Nowhere road': no such line in the geography's roads.csv"),
        ('line = "x"\nplaces = ["Atlantis", "1618"]', "road 'x': no place Atlantis in the geog"),
        ('line = "Georgian Military Road"', "none of its places lies on the map"),
    ],
)
def test_a_wrong_road_is_refused_with_its_name(recipe: Path, road: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        with_more(recipe, f'[[road]]\nkind = "road"\n{road}\n')
    assert told in str(caught.value)
