"""A flat-topped map is built like any other: fronts, pockets, outlines of its own, edges."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from balance.errors import DataError
from balance.files.resources import data_folder
from balance.maps.build import build_map
from balance.maps.sheet import read_sheet
from balance.rulebook.game import open_game

FOLDER = open_game("stalingrad_1942").folder / "map"


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    for name in ("projection.toml", "places.csv", "overrides.csv"):
        shutil.copy(FOLDER / name, tmp_path / name)
    return tmp_path


def changed(recipe: Path, old: str, new: str) -> None:
    path = recipe / "projection.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_front_that_the_geography_lacks_is_named(recipe: Path) -> None:
    changed(recipe, 'front = "outer front"', 'front = "inner front"')
    told = "start_side_winter_storm has the front '1942-12-12 inner front', which the geography"
    with pytest.raises(DataError, match=re.escape(told)):
        build_map(data_folder() / "geography", recipe)


def test_fronts_and_pockets_say_who_holds_a_hex() -> None:
    sheet = read_sheet(FOLDER)
    held = {
        name: [
            sheet.hexes[sheet.index[name]][column]
            for column in ("start_side", "start_side_uranus", "start_side_winter_storm")
        ]
        for name in ("5806", "3420", "1417", "0219", "4454", "2721")
    }
    assert held == {
        "5806": ["axis", "axis", "soviet"],  # Perelazovsky
        "3420": ["soviet", "axis", "soviet"],  # Kalach
        "1417": ["soviet", "axis", "axis"],  # Gumrak, in the pocket
        "0219": ["soviet", "soviet", "soviet"],  # beyond the Volga
        "4454": ["soviet", "axis", "axis"],  # Kotelnikovo
        "2721": ["soviet", "axis", "soviet"],  # Sovetsky, where the pincers met
    }


def test_an_outline_of_the_recipe_fills_its_hexes() -> None:
    sheet = read_sheet(FOLDER)
    assert sheet.hexes[sheet.index["1634"]]["terrain"] == "forest"  # the forest of Tinguta


def test_a_sheet_knows_that_its_hexes_are_flat() -> None:
    assert read_sheet(FOLDER).flat
    assert not read_sheet(open_game("army_group_south").folder / "map").flat
