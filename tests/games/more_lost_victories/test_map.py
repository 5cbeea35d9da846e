"""The map of More Lost Victories: as its sources give it, and where the scenario needs it."""

from __future__ import annotations

from balance.files.resources import data_folder
from balance.games.more_lost_victories.marks import Area
from balance.maps.build import build_map, map_tables
from tests.games.more_lost_victories.positions import GAME, Cleared


def test_tables_are_those_that_the_builder_makes():
    folder = GAME.folder / "map"
    for name, text in map_tables(build_map(data_folder() / "geography", folder)).items():
        assert (folder / name).read_text(encoding="utf-8") == text, name


def test_stalingrad_is_one_hex_in_axis_hands_and_the_ring_fits_around_it():
    at = Cleared()
    marked = [
        at.scenario.map.names[h]
        for h in range(len(at.scenario.map.names))
        if int(at.state.hexes[h].areas) & Area.STALINGRAD
    ]
    assert marked == ["1705"]
    assert at.ground("1705").control == 0
    places = set(at.scenario.map.places)
    assert {"Kalach", "Millerovo", "Rostov", "Voronezh", "Kotelnikovo", "Salsk"} <= places
