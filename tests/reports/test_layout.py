"""The page of a run at all widths and on paper, and where figures are cut for paper."""

from dataclasses import replace

import pandas as pd
import pytest

from reports.cutting import LEAST_PART, cut_into_parts
from reports.figures_history import history_band
from reports.forest import Estimate, draw_forest, forest_height
from reports.html import render_page
from reports.theme import drawing, new_figure
from tests.reports.laying_out import WIDTHS, check_paper, check_screens
from tests.reports.reading import with_pictures


def long_history(results):
    """Twice the places of history, more than a sheet has room for in one piece."""
    twice = pd.concat([results.history, results.history], ignore_index=True)
    with drawing():
        return history_band(replace(results, history=twice))


@pytest.fixture(scope="module")
def written(tmp_path_factory, results, drawn):
    file = tmp_path_factory.mktemp("layout") / "report.html"
    page = with_pictures(drawn, [long_history(results)])
    file.write_text(render_page(page), encoding="utf-8")
    return file


def test_a_report_is_whole_and_readable_at_every_width(written, open_file):
    shown = open_file(written)
    assert shown.locator("figure").count() > 10
    check_screens(shown)
    for width in WIDTHS:
        shown.set_viewport_size({"width": width, "height": 800})
        contents, main = (shown.locator(part).bounding_box() for part in ("nav", "main"))
        if width == WIDTHS[0]:
            assert contents["x"] + contents["width"] <= main["x"]
            shown.mouse.wheel(0, 3000)
            shown.wait_for_function("scrollY > 1000")
            assert shown.locator("nav").bounding_box()["y"] >= 0  # it stays in sight
            shown.evaluate("scrollTo(0, 0)")
        else:
            assert contents["y"] + contents["height"] <= main["y"]


def test_no_sheet_of_paper_is_more_than_a_third_empty_wherever_it_ends(
    written, open_file, tmp_path
):
    shown = open_file(written)
    for centimetres in (0, 8, 16):  # as if more stood above
        shown.add_style_tag(content=f"header {{ margin-top: {centimetres}cm; }}")
        check_paper(shown, tmp_path / f"from-{centimetres}.pdf")


def test_a_long_list_is_cut_between_its_lines_and_a_table_not(results):
    figure = long_history(results).figure
    with drawing():
        figure.draw_without_rendering()
    parts = cut_into_parts(figure)
    assert len(parts) > 2
    assert sum(height for _, height in parts) == pytest.approx(1)
    assert min(height for _, height in parts) * figure.get_figheight() >= LEAST_PART
    (axes,) = figure.axes
    bottoms = [top + height for top, height in parts[:-1]]
    for bottom in bottoms:
        line = axes.transData.inverted().transform((0, (1 - bottom) * figure.bbox.height))[1]
        assert 0.2 < line % 1 < 0.8, bottom
    axes.xaxis.tick_top()
    assert len(cut_into_parts(figure)) == 1


def test_a_name_stays_with_the_line_below_it():
    lines = [Estimate(f"a name too long to stand beside line {at}", 1, 0, 2) for at in range(20)]
    with drawing():
        figure, axes = new_figure(0.75 + forest_height([line.name for line in lines]))
        draw_forest(axes, lines)
        figure.draw_without_rendering()
    parts = cut_into_parts(figure)
    assert len(parts) > 3
    for top, _ in parts[1:]:
        line = axes.transData.inverted().transform((0, (1 - top) * figure.bbox.height))[1]
        assert 0.2 < line % 1 < 0.55, top
