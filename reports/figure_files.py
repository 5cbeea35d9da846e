"""The figures of a report as files of their own: SVG for print, PNG for everything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from balance.experiments.results import open_study
from reports.html import page_of
from reports.picture import Picture, any_letters
from reports.theme import PAPER, WIDTH, drawing

#: Dots an inch of a PNG.
DOTS = 200
_OPENING = (
    '<svg xmlns="http://www.w3.org/2000/svg" '
    f'style="background: {PAPER}; font-family: DejaVu Sans, Verdana, sans-serif" width="{WIDTH}in"'
)


def figure_files(study: str | Path) -> dict[str, Callable[[Path], None]]:
    """Files of all figures of a study, by name inside ``figures``, with what writes each."""
    page, _ = page_of(open_study(study))
    files: dict[str, Callable[[Path], None]] = {}
    for picture in page.pictures:
        files[f"figures/{picture.key}.svg"] = partial(write_svg, picture)
        files[f"figures/{picture.key}.png"] = partial(write_png, picture)
    return files


def svg_file(picture: Picture) -> str:
    """Text of a figure as an SVG file of its own."""
    return picture.svg.replace("<svg", _OPENING, 1) + "\n"


def write_svg(picture: Picture, path: Path) -> None:
    """Write a figure as SVG with its title and its alternative text."""
    path.write_text(svg_file(picture), encoding="utf-8")


def write_png(picture: Picture, path: Path) -> None:
    """Write a figure as PNG, with its alternative text as description."""
    words = {"Title": picture.title, "Description": picture.alt}
    with drawing(), any_letters():
        picture.figure.savefig(path, dpi=DOTS, facecolor=PAPER, format="png", metadata=words)
