"""What is known of Operation Star: the copies of its printed charts and counters, and its map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from balance.files.charts import Row, read_rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import open_game

GAME = "army_group_south"
FOLDER = open_game(GAME).folder
COPIES = Path(__file__).parents[2] / "data" / GAME


def copy_of(table: str) -> list[Row]:
    """The rows of a printed chart, as copied from the rulebook."""
    return read_rows(COPIES / f"{table}.csv")


@cache
def board() -> Sheet:
    """The map of the game."""
    return read_sheet(FOLDER / "map")


@cache
def printed_counters(side: str) -> list[Row]:
    """The counters of a side, as copied from the sheet."""
    return [row for row in copy_of("counters") if row["side"] == side]


@cache
def units(side: str) -> list[Row]:
    """The order of battle of a side: german or soviet."""
    return read_rows(FOLDER / "order_of_battle" / f"{side}.csv")


@cache
def untried_hexes() -> list[Row]:
    """One row an untried unit at the start; the last of the file is for a reading of its own."""
    rows = read_rows(FOLDER / "order_of_battle" / "untried_hexes.csv")
    assert len(rows) == 43
    return rows[:-1]


def start_hexes(side: str) -> set[str]:
    """Hexes printed on the counters of a side."""
    return {row["hex"] for row in units(side) if row["hex"]}


def neighbours(name: str) -> dict[int, str]:
    """Adjacent hexes by direction (0 north-east, clockwise)."""
    sheet = board()
    row = sheet.neighbour[sheet.index[name]]
    return {d: sheet.names[int(j)] for d, j in enumerate(row) if j < len(sheet.names)}


def features(a: str, b: str) -> list[str]:
    """Features of the side between two adjacent hexes."""
    direction = next(d for d, name in neighbours(a).items() if name == b)
    return board().features(board().index[a], direction)


def german_zones() -> set[str]:
    """Hexes that Germans control at the start: zones don't cross major rivers (8.12)."""
    return {
        there
        for here in start_hexes("german")
        for there in neighbours(here).values()
        if "major_river" not in features(here, there)
    }
