"""``balance map GAME``: what is on a game's map, a picture of it, or the map built anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options
from balance.counting import counted
from balance.errors import DataError
from balance.files.charts import Row


def command(
    context: typer.Context,
    game: options.Game,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="Draw it: a .png, .svg or .pdf file."),
    ] = None,
    rows: Annotated[
        str, typer.Option("--rows", metavar="A-B", help="Rows of the picture; all if not given.")
    ] = "",
    columns: Annotated[
        str, typer.Option("--columns", metavar="A-B", help="Columns of the picture, likewise.")
    ] = "",
    rebuild: Annotated[
        bool,
        typer.Option("--rebuild", help="First build the tables anew from data/geography."),
    ] = False,
) -> None:
    """Describe a game's map; draw it, or rebuild it after a change of its sources."""
    from balance.experiments.scenarios import find_game
    from balance.maps.sheet import read_sheet

    found = find_game(game)
    row_range, column_range = _range(rows, "--rows"), _range(columns, "--columns")
    needed = (picture is not None, "--picture")
    options.refuse_idle(context, {"rows": needed, "columns": needed}, {})
    if rebuild:
        from balance.maps.__main__ import rebuild_tables

        for line in rebuild_tables(found):
            print(line)
    sheet = read_sheet(found.folder / "map")
    if picture is None:
        terrain = Counter(row["terrain"] for row in sheet.hexes)
        kinds = Counter(row["place_kind"] for row in sheet.hexes if row["place_kind"])
        print(
            f"{len(sheet.names)} hexes: " + ", ".join(f"{n} {t}" for t, n in terrain.most_common())
        )
        if kinds:
            print(", ".join(f"{n} of kind {kind}" for kind, n in sorted(kinds.items())))
        worth = [_worth(row) for row in sheet.hexes if row["vp"] not in ("", "0")]
        places = f": {', '.join(worth)}" if worth else ""
        print(f"{counted(len(worth), 'victory hex', 'victory hexes')}{places}")
        return
    _draw(sheet, picture, row_range, column_range)
    print(picture)


def _worth(row: Row) -> str:
    points = "" if row["vp"] == "1" else f" ({row['vp']})"
    return f"{row['place']} {row['hex']}{points}"


def _range(text: str, option: str) -> tuple[int, int] | None:
    if not text:
        return None
    first, dash, last = text.partition("-")
    if not (dash and first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise DataError(f"{option} {text!r}; write a range such as 1-33")
    return int(first), int(last)


def _draw(
    sheet: object, picture: Path, rows: tuple[int, int] | None, columns: tuple[int, int] | None
) -> None:
    from balance.maps.sheet import Sheet
    from reports.maps import FULL, draw_map

    assert isinstance(sheet, Sheet)
    if picture.suffix not in (".png", ".svg", ".pdf"):
        raise DataError(f"--picture {str(picture)!r}; its name must end in .png, .svg or .pdf")
    places = [(int(name[:2]), int(name[2:])) for name in sheet.names]
    across, down = zip(*places, strict=True)
    first, last, left, right = min(across), max(across), min(down), max(down)
    rows, columns = rows or (first, last), columns or (left, right)
    if not any(rows[0] <= x <= rows[1] and columns[0] <= y <= columns[1] for x, y in places):
        raise DataError(
            f"--rows {rows[0]}-{rows[1]} --columns {columns[0]}-{columns[1]}: no hex of the map is "
            f"there; it has rows {first}-{last} and columns {left}-{right}"
        )
    figure = draw_map(sheet, rows=rows, columns=columns, style=FULL, hex_inches=0.6)
    try:
        figure.savefig(picture, dpi=110)
    except OSError as error:
        raise DataError(
            f"--picture {str(picture)!r}: can't be written ({error.strerror})"
        ) from error
