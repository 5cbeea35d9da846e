"""Pages at the widths of a desk, a tablet and a phone, and on paper, as Chromium lays them out."""

import shutil
import subprocess

import numpy as np
import pytest

import balance
from balance.studies.gate.study import gate
from reports.html import render_page
from reports.study_page import study_page
from tests.reports.test_study_kinds import made
from tests.studies import fake_balance
from tests.studies.fake_sensitivity import PLAYER as SENSITIVE

#: Widths of a window in CSS pixels; the contents stand at the side on the first.
WIDTHS = (1280, 768, 390)
#: Pixels that letters must be high to be read, and a name may stand out over the edge of a figure.
READABLE, SLACK = 8, 6
#: The same on paper, where a pixel is sharper: four and a half points.
READABLE_ON_PAPER = 6

_FIGURES = """() => [...document.querySelectorAll("figure svg")].map((svg) => {
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const size = (text) => {
        const { a, b } = text.getScreenCTM(); // some stand at an angle
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    };
    return {
        key: svg.closest("figure").id, left: box.left, right: box.right,
        letters: Math.min(...texts.map(size)),
        out: texts.filter((_, at) => boxes[at].left < box.left - SLACK
            || boxes[at].right > box.right + SLACK).map((text) => text.textContent),
    };
})""".replace("SLACK", str(SLACK))

_OVERLAPS = """() => {
    const texts = [...document.querySelectorAll("#figure-control svg text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    return texts.flatMap((one, a) => texts.slice(a + 1).filter((_, at) => {
        const [p, q] = [boxes[a], boxes[a + 1 + at]];
        return Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
            && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3;
    }).map((other) => `${one.textContent} / ${other.textContent}`));
}"""


@pytest.fixture(scope="module")
def written(tmp_path_factory, page):
    file = tmp_path_factory.mktemp("layout") / "report.html"
    file.write_text(page, encoding="utf-8")
    return file


def test_a_report_is_whole_and_readable_at_every_width(written, open_file):
    shown = open_file(written)
    for width in WIDTHS:
        shown.set_viewport_size({"width": width, "height": 800})
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        figures = shown.evaluate(_FIGURES)
        assert len(figures) > 10
        for figure in figures:
            assert 0 <= figure["left"] < figure["right"] <= width, (width, figure)
            assert figure["letters"] >= READABLE, (width, figure)
            assert figure["out"] == [], (width, figure)
        assert shown.evaluate(_OVERLAPS) == []
        contents, main = (shown.locator(part).bounding_box() for part in ("nav", "main"))
        if width == WIDTHS[0]:
            assert contents["x"] + contents["width"] <= main["x"]
            shown.mouse.wheel(0, 3000)
            shown.wait_for_function("scrollY > 1000")
            assert shown.locator("nav").bounding_box()["y"] >= 0  # it stays in sight
            shown.evaluate("scrollTo(0, 0)")
        else:
            assert contents["y"] + contents["height"] <= main["y"]
        for table in shown.locator(".wide:visible").all():
            box = table.bounding_box()
            assert box["x"] + box["width"] <= width  # what is wider scrolls inside it


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="paper is looked at with pdftoppm")
def test_no_page_of_paper_is_more_than_a_third_empty(written, open_file, tmp_path):
    pages = printed(open_file(written), tmp_path / "report.pdf")
    assert len(pages) > 4
    for number, page in enumerate(pages[:-1], start=1):
        inked = np.flatnonzero((page < 200).any(axis=1))
        assert inked[-1] > len(page) * 2 / 3, number


def test_letters_of_tall_figures_can_be_read_on_paper(open_file, tmp_path):
    shown = open_file(study_file(made("compare"), tmp_path))
    shown.set_viewport_size({"width": 695, "height": 1016})
    shown.emulate_media(media="print")
    figures = {figure["key"]: figure for figure in shown.evaluate(_FIGURES)}
    assert "figure-differences-1" in figures  # so tall that it is made smaller
    for figure in figures.values():
        assert figure["letters"] >= READABLE_ON_PAPER, figure


@pytest.mark.parametrize("kind", ["sobol", "gate"])
def test_no_two_words_of_a_figure_lie_on_each_other(kind, open_file, tmp_path):
    over = {"victory.vp_to_win": (4, 8), "air.german_aircraft": (0, 4)}
    bands = tmp_path / "gate.toml"
    bands.write_text(
        '[gate]\nscenario = "blue"\ngames = 40\n'
        '[bands]\n"ending.sudden_death" = [0, 1]\nvp = [0, 9]\n'
    )
    answer = (
        gate(bands, jobs=1, player=fake_balance.PLAYER)
        if kind == "gate"
        else balance.sensitivity(
            "blue", method="sobol", over=over, outcome="vp", rows=64, jobs=1, player=SENSITIVE
        )
    )
    shown = open_file(study_file(answer, tmp_path))
    assert shown.locator("figure").count() > 0
    assert shown.evaluate(_OVERLAPS.replace("#figure-control", "figure")) == []


def study_file(answer, folder):
    """The page of an answer as a file."""
    file = folder / "page.html"
    file.write_text(render_page(study_page(answer)), encoding="utf-8")
    return file


def printed(page, target):
    """Pages of a document on paper, as grey pictures."""
    page.pdf(path=target, prefer_css_page_size=True)
    told = ["pdftoppm", "-gray", "-r", "24", str(target), str(target.with_suffix(""))]
    subprocess.run(told, check=True)
    return [read_grey(file) for file in sorted(target.parent.glob("*.pgm"))]


def read_grey(file):
    """Rows of a picture in the format PGM."""
    _, size, _, pixels = file.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(pixels, np.uint8).reshape(height, width)
