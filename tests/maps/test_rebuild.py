"""The committed tables of every map are what the builder makes."""

from __future__ import annotations

import pytest

from balance.files.resources import data_folder
from balance.maps.build import build_map, map_tables
from balance.rulebook.game import open_game

GAMES = sorted(path.parent.parent.name for path in data_folder().glob("*/map/projection.toml"))
#: Game, text of its tables by file name, warnings.
Built = tuple[str, dict[str, str], list[str]]


@pytest.fixture(scope="module", params=GAMES)
def built(request: pytest.FixtureRequest) -> Built:
    draft = build_map(data_folder() / "geography", open_game(request.param).folder / "map")
    return request.param, map_tables(draft), draft.warnings


@pytest.mark.parametrize("table", ["hexes.csv", "hexsides.csv"])
def test_rebuilding_gives_the_committed_table_byte_for_byte(built: Built, table: str) -> None:
    game, tables, _ = built
    committed = (open_game(game).folder / "map" / table).read_bytes()
    assert tables[table].encode() == committed, f"run: python -m balance.maps {game}"


def test_every_town_lies_beside_its_river(built: Built) -> None:
    assert built[2] == []


def test_these_games_have_a_map() -> None:
    assert GAMES == [
        "army_group_south",
        "drive_on_stalingrad",
        "more_lost_victories",
        "stalingrad_1942",
    ]
