"""The map of More Lost Victories: as its sources give it, and where the scenario needs it."""

from __future__ import annotations

from balance.experiments.game_check import _look_at_map
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


def test_the_exam_asks_no_way_to_a_node_that_a_rule_leads_to():
    assert _look_at_map(GAME, "counteroffensive") == "every set-up hex and place can be reached"


def test_readers_see_a_node_beside_the_middle_of_its_city():
    scenario = Cleared().scenario
    told = GAME.referee("replay_words").open_replay_words(scenario).map()
    nodes = [h for h, name in enumerate(scenario.map.names) if name.endswith("E")]
    aside = [h for h, x in enumerate(told["x"]) if not float(x).is_integer()]
    assert aside == nodes
    city = scenario.map.index["1705"]
    assert 0 < told["x"][scenario.map.index["1705E"]] - told["x"][city] < 1
