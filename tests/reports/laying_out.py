"""What any page must be at the widths of a desk, a tablet and a phone, and on paper."""

import shutil
import subprocess

import numpy as np

#: Widths of a window in CSS pixels; the contents stand at the side on the first.
WIDTHS = (1280, 768, 390)
#: Pixels that letters must be high to be read, and a name may stand out over the edge of a figure.
READABLE, SLACK = 8, 6
#: The same on paper, where a pixel is sharper: four and a half points.
READABLE_ON_PAPER = 6
#: Width and height of a sheet inside its margins, in CSS pixels.
SHEET = {"width": 695, "height": 1016}
#: Share of a sheet that may be empty at its end.
EMPTY = 1 / 3

_FIGURES = """() => [...document.querySelectorAll("figure svg[role=img]")].map((svg) => {
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const turns = texts.map((text) => text.getScreenCTM());
    const size = (text, at) =>
        parseFloat(getComputedStyle(text).fontSize) * Math.hypot(turns[at].a, turns[at].b);
    // The box of words at an angle is larger than they are.
    const straight = (at) => Math.min(Math.abs(turns[at].a), Math.abs(turns[at].b)) < 0.01;
    const overlap = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
        && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3;
    const words = (at) => texts[at].textContent;
    return {
        key: svg.closest("figure").id, left: box.left, right: box.right,
        letters: Math.min(...texts.map(size)),
        out: boxes.flatMap((each, at) =>
            each.left < box.left - SLACK || each.right > box.right + SLACK ? [words(at)] : []),
        overlaps: boxes.flatMap((one, a) => boxes.flatMap((other, b) =>
            a < b && straight(a) && straight(b) && overlap(one, other)
                ? [`${words(a)} / ${words(b)}`] : [])),
    };
})""".replace("SLACK", str(SLACK))

_WIDTHS_OF_DRAWINGS = """() => [...document.querySelectorAll("figure .drawing")].map((drawing) =>
    Math.max(...[...drawing.children].map((svg) => svg.getBoundingClientRect().width)))"""


def figures_of(page):
    """Where the figures of a page stand, how small their letters are, which words collide."""
    return page.evaluate(_FIGURES)


def check_screens(page):
    """A page is whole and readable at every width; nothing but a table scrolls sideways."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for figure in figures_of(page):
            assert 0 <= figure["left"] < figure["right"] <= width, (width, figure)
            assert figure["letters"] >= READABLE, (width, figure)
            assert figure["out"] == figure["overlaps"] == [], (width, figure)
        for right in page.evaluate(
            """[...document.querySelectorAll(".wide")].filter((table) => table.checkVisibility())
            .map((table) => table.getBoundingClientRect().right)"""
        ):
            assert right <= width  # what is wider scrolls inside it


def check_paper(page, target):
    """No sheet but the last is more than a third empty, and all letters can be read on it."""
    page.emulate_media(media="screen")
    figures = figures_of(page)
    page.emulate_media(media="print")
    page.set_viewport_size(SHEET)
    for figure, width in zip(figures, page.evaluate(_WIDTHS_OF_DRAWINGS), strict=True):
        letters = figure["letters"] * width / (figure["right"] - figure["left"])
        assert letters >= READABLE_ON_PAPER, (figure["key"], letters)
    page.pdf(path=target, prefer_css_page_size=True)
    if not shutil.which("pdftoppm"):
        return
    told = ["pdftoppm", "-gray", "-r", "18", str(target), str(target.with_suffix(""))]
    subprocess.run(told, check=True)
    sheets = [_read_grey(file) for file in sorted(target.parent.glob(f"{target.stem}-*.pgm"))]
    for number, sheet in enumerate(sheets[:-1], start=1):
        inked = np.flatnonzero((sheet < 200).any(axis=1))
        assert inked[-1] > len(sheet) * (1 - EMPTY), number


def _read_grey(file):
    """Rows of a picture in the format PGM."""
    _, size, _, pixels = file.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(pixels, np.uint8).reshape(height, width)
