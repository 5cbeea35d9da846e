from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from balance.analysis.results import changed_worth
from balance.analysis.telling.labels import read_labels
from balance.rulebook.game import open_game, playable_names
from reports.hex_map import draw_ground, draw_names, read_ground
from reports.theme import WIDTH


@pytest.fixture(scope="module")
def ground():
    return read_ground(read_labels(open_game("drive_on_stalingrad")))


@pytest.mark.rule("drive_on_stalingrad 1.4")
def test_columns_run_westward_and_rows_southward_on_paper(ground):
    kursk, astrakhan, taman = (np.array(ground.place(name)) for name in ("0233", "3301", "3633"))
    assert kursk[0] < astrakhan[0]
    assert kursk[1] > astrakhan[1] > taman[1]


def test_neighbours_lie_one_hex_apart_on_paper(ground):
    sheet = ground.sheet
    middle = sheet.index["2112"]
    for other in sheet.neighbour[middle]:
        assert np.hypot(*(ground.centre[middle] - ground.centre[other])) == pytest.approx(1)


def test_a_river_side_is_drawn_between_its_two_hexes(ground):
    figure = Figure()
    axes = figure.subplots()
    draw_ground(axes, ground)
    lines = [c for c in axes.collections if isinstance(c, LineCollection)]
    sheet = ground.sheet
    rivers = [key for key in sheet.sides if "river" in sheet.features(*key)]
    assert len(lines[0].get_segments()) == len(rivers) / 2
    index, direction = rivers[0]
    between = (ground.centre[index] + ground.centre[sheet.neighbour[index, direction]]) / 2
    middles = [segment.mean(axis=0) for segment in lines[0].get_segments()]
    assert min(np.hypot(*(middle - between)) for middle in middles) < 1e-9


def test_a_hex_that_is_not_on_the_map_has_no_place(ground):
    assert ground.place("9999") is None


@pytest.mark.parametrize("game", playable_names())
def test_the_rivers_of_every_game_are_drawn(game):
    ground = read_ground(read_labels(open_game(game)))
    axes = Figure().subplots()
    draw_ground(axes, ground)
    drawn = sum(len(c.get_segments()) for c in axes.collections if isinstance(c, LineCollection))
    sheet = ground.sheet
    rivers = [
        key for key in sheet.sides if any("river" in feature for feature in sheet.features(*key))
    ]
    assert drawn >= len(rivers) / 2 > 50


def test_a_map_has_the_points_that_a_variant_gives():
    labels = read_labels(open_game("drive_on_stalingrad"))
    changes = {"hex:1134:vp": "2", "victory.vp_hexes": ("2111",), "victory.vp_per_hex": 3}
    ground = read_ground(
        replace(labels, worth=changed_worth(open_game("drive_on_stalingrad"), changes))
    )
    points = {row["hex"]: row["vp"] for row in ground.sheet.hexes if row["vp"] != "0"}
    assert points == {"1134": "2", "2111": "3"}


def test_names_cover_neither_each_other_nor_marks_and_a_city_of_several_hexes_has_one():
    labels = read_labels(open_game("army_group_south"))
    ground = read_ground(labels)
    figure = Figure(figsize=(WIDTH, 6))
    axes = figure.add_axes((0, 0, 1, 1))
    draw_ground(axes, ground)
    draw_names(axes, ground, labels.places, labels.places)
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) > 10
    assert not [1 for at, box in enumerate(boxes) for other in boxes[:at] if box.overlaps(other)]
    points = axes.transData.transform([ground.place(name) for name in labels.places])
    assert not [1 for box in boxes for point in points if box.contains(*point)]
    assert [text.get_text() for text in axes.texts].count("Kharkov") == 1
