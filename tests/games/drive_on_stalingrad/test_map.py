"""The map of Drive on Stalingrad: the reader, and the map against rulebook and geography."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.map import GameMap, load_map
from balance.games.drive_on_stalingrad.vocabulary import Feature


@pytest.fixture(scope="module")
def board() -> GameMap:
    return load_map()


@pytest.mark.rule("drive_on_stalingrad 7.3")
def test_the_taman_hex_moves_with_its_parameter() -> None:
    assert load_map().hexes_with(Feature.TAMAN) == ["3633"]
    moved = load_map(parameters={"supply.taman_hex": ["3733"]})
    assert moved.hexes_with(Feature.TAMAN) == ["3733"]


@pytest.mark.rule("drive_on_stalingrad 1.4")
def test_rows_34_and_more_are_the_south_map(board: GameMap) -> None:
    south = board.hexes_with(Feature.SOUTH_MAP)
    assert south[0] == "3401"
    assert len(south) == 603
    assert len(board.names) == 1709
