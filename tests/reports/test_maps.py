"""Pictures of a map hold what they should show."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection

from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game
from reports.maps import FULL, TERRAIN_COLOURS, draw_map


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return read_sheet(open_game("drive_on_stalingrad").folder / "map")


def written(figure: object) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts]  # type: ignore[attr-defined]


def test_every_terrain_of_the_map_has_a_colour(sheet: Sheet) -> None:
    assert {row["terrain"] for row in sheet.hexes} <= set(TERRAIN_COLOURS)


def test_the_whole_map_shows_every_hex_and_place(sheet: Sheet) -> None:
    figure = draw_map(sheet)
    ground = next(c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    assert len(ground.get_paths()) == len(sheet.names)
    places = {row["place"].split(" (")[0] for row in sheet.hexes if row["place"]}
    assert places <= set(written(figure))


def test_a_window_shows_only_its_rows_and_columns(sheet: Sheet) -> None:
    figure = draw_map(sheet, rows=(20, 22), columns=(10, 13), style=FULL)
    names = [text for text in written(figure) if text.isdigit()]
    assert len(names) == 12
    assert "2111" in names
    assert "Rostov" not in written(figure)


def test_rivers_and_the_front_are_lines(sheet: Sheet) -> None:
    lines = [c for c in draw_map(sheet).axes[0].collections if isinstance(c, LineCollection)]
    assert sum(len(c.get_segments()) for c in lines) > 400


def test_values_give_a_heat_map_with_a_named_scale(sheet: Sheet) -> None:
    figure = draw_map(sheet, values={"2111": 1.0, "2725": 3.0}, label="battles a game")
    assert len(figure.axes) == 2
    assert figure.axes[1].get_ylabel() == "battles a game"
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=30)
    assert picture.getvalue().startswith(b"\x89PNG")


def test_railroads_run_from_hex_to_hex_and_points_stand_beside_stars() -> None:
    other = read_sheet(open_game("army_group_south").folder / "map")
    assert {row["terrain"] for row in other.hexes} <= set(TERRAIN_COLOURS)
    figure = draw_map(other, rows=(15, 18), columns=(15, 20))
    assert "★20" in written(figure)
    lengths = [
        np.hypot(*(segment[1] - segment[0]))
        for lines in figure.axes[0].collections
        if isinstance(lines, LineCollection)
        for segment in lines.get_segments()
    ]
    # Rails are a hex width long, hexsides 0.58 of it.
    assert sum(length > 0.9 for length in lengths) >= 10
