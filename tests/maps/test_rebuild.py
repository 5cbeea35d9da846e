"""The committed tables of every map are what the builder makes."""

from __future__ import annotations

import pytest

from balance.maps.build import Draft, build_map, map_tables
from balance.resources import data_folder, game_folder


@pytest.fixture(scope="module")
def draft() -> Draft:
    return build_map(data_folder() / "geography", game_folder("drive_on_stalingrad") / "map")


@pytest.mark.parametrize("table", ["hexes.csv", "hexsides.csv"])
def test_rebuilding_gives_the_committed_table_byte_for_byte(draft: Draft, table: str) -> None:
    committed = (game_folder("drive_on_stalingrad") / "map" / table).read_bytes()
    assert map_tables(draft)[table].encode() == committed, (
        "run: python -m balance.maps drive_on_stalingrad"
    )
