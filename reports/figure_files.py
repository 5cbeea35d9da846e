"""The figures of a report as files of their own: SVG for print, PNG for everything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg

from balance.errors import DataError
from reports.page import Page
from reports.picture import Picture
from reports.theme import PAPER, WIDTH, canvas_of

#: Folder of the figures, beside the page or among exported tables.
FOLDER = "figures"
#: Dots an inch of a PNG.
DOTS = 200
_OPENING = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}in"'
_STYLE = f"background: {PAPER}; font-family: DejaVu Sans, Verdana, sans-serif"


def files_of(page: Page) -> dict[str, Callable[[Path], None]]:
    """Files of all figures of a page, by name inside ``figures``, with what writes each."""
    files: dict[str, Callable[[Path], None]] = {}
    for picture in page.pictures:
        files[f"{FOLDER}/{picture.key}.svg"] = partial(write_svg, picture)
        files[f"{FOLDER}/{picture.key}.png"] = partial(write_png, picture)
    return files


def write_figures(page: Page, folder: Path) -> None:
    """Write all figures of a page into ``folder/figures``; older ones of that name are replaced.

    Raises
    ------
    DataError
        If a file can't be written.
    """
    for name, write in files_of(page).items():
        target = folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write(target)
        except OSError as fault:
            raise DataError(f"{target}: can't be written ({fault.strerror})") from fault


def svg_file(picture: Picture) -> str:
    """Text of a figure as an SVG file of its own."""
    text = picture.svg.replace("<svg", _OPENING, 1)
    # The root has a style of its own, the first of all.
    return text.replace('style="', f'style="{_STYLE}; ', 1) + "\n"


def write_svg(picture: Picture, path: Path) -> None:
    """Write a figure as SVG with its title and its alternative text."""
    path.write_text(svg_file(picture), encoding="utf-8")


def write_png(picture: Picture, path: Path) -> None:
    """Write a figure as PNG, with its alternative text as description."""
    words = {"Title": picture.title, "Description": picture.alt}
    with canvas_of(picture.figure, FigureCanvasAgg, PAPER, DOTS) as canvas:
        canvas.print_png(path, metadata=words)
