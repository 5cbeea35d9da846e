"""Figures that tables get by their columns."""

import math
import re

import pandas as pd
import pytest

from balance.analysis.telling.labels import read_labels
from balance.experiments.schema import Table, columns_of
from balance.rulebook.game import open_game
from reports import figures_shapes
from reports.figures_estimates import estimates
from reports.study_figures import SHAPES
from reports.theme import drawing

LABELS = read_labels(open_game("drive_on_stalingrad"))


@pytest.fixture(autouse=True)
def _style():
    with drawing():
        yield


def texts(picture) -> str:
    return " ".join(re.findall(r"<text[^>]*>([^<]*)<", picture.svg))


def sweep(**more):
    table = {"value": [5, 6, 7], "score": [0.8, 0.5, 0.1], "low": [0.7, 0.4, 0.0]}
    return pd.DataFrame({**table, "high": [0.9, 0.6, 0.2], **more})


def test_a_sweep_has_a_curve_with_intervals_and_band():
    band = {"band_low": [0.65, 0.35, 0.0], "band_high": [0.95, 0.65, 0.3]}
    picture = figures_shapes.sweep_curve(sweep(**band), LABELS, part="victory.vp_to_win")
    assert "Axis score by victory.vp_to_win" in picture.title
    assert "all values at once" in picture.caption
    assert "6: 50% [40, 60]" in picture.alt
    axes = picture.figure.axes[0]
    assert list(axes.lines[-1].get_ydata()) == [0.8, 0.5, 0.1]


def test_a_sweep_over_words_draws_no_line_between_them():
    picture = figures_shapes.sweep_curve(sweep(value=["off", "on", "a"]), LABELS)
    assert picture.figure.axes[0].lines[-1].get_linewidth() == 0
    assert "off" in texts(picture)


def test_a_score_without_any_interval_is_not_drawn():
    assert figures_shapes.sweep_curve(sweep()[["value", "score"]], LABELS) is None


def test_a_tornado_has_the_widest_parameter_on_top_and_pales_what_chance_explains():
    table = pd.DataFrame(
        {
            "parameter": ["a.small", "b.wide", "b.wide"],
            "title": ["small", "wide", "wide"],
            "setting": ["1", "2", "3"],
            "difference": [0.01, 0.2, -0.3],
            "low": [-0.05, 0.1, -0.4],
            "high": [0.07, 0.3, -0.2],
        }
    )
    picture = figures_shapes.tornado(table, LABELS)
    names = [tick.get_text() for tick in picture.figure.axes[0].get_yticklabels()]
    assert names == ["wide: 3", "wide: 2", "small: 1"]
    assert "wide: 3 -30.0 [-40.0, -20.0]" in picture.alt
    assert len({bar.get_facecolor() for bar in picture.figure.axes[0].patches}) == 3
    other = figures_shapes.tornado(table, LABELS, part="vp")
    assert "-0.30 [-0.40, -0.20]" in texts(other)
    assert "score" not in other.caption


def test_a_matrix_tells_each_score_and_leaves_what_was_not_played():
    table = pd.DataFrame(
        {
            "axis": ["a", "a", "b"],
            "soviet": ["x", "y", "x"],
            "score": [0.62, 0.1, math.nan],
            "low": [0.5, 0.0, math.nan],
            "high": [0.7, 0.2, math.nan],
        }
    )
    picture = figures_shapes.payoff_matrix(table, LABELS)
    for words in ("62%", "[50, 70]", "10%", "[0, 20]"):
        assert words in texts(picture)
    assert "b against x unknown" in picture.alt
    assert texts(picture).split().count("-") == 2


def test_strategies_are_drawn_side_by_side():
    table = pd.DataFrame(
        {
            "side": ["axis", "axis", "soviet"],
            "strategy": ["p", "q", "r"],
            "share": [0.75, 0.25, 1.0],
            "support": [0.9, 0.4, 1.0],
        }
    )
    picture = figures_shapes.strategy_shares(table, LABELS)
    assert "75% support 90%" in texts(picture)
    assert [axes.get_title(loc="left") for axes in picture.figure.axes] == [
        "Axis side",
        "Soviet side",
    ]


def about(text: str) -> Table:
    return Table("made_up", "one row a thing", columns_of(text))


def test_any_estimate_with_its_interval_is_drawn_and_named_by_the_texts_before_it():
    table = pd.DataFrame(
        {
            "rule": ["4.6a", "7.12"],
            "games": [5, 6],
            "worth": [0.25, -0.5],
            "low": [0.1, -0.6],
            "high": [0.4, -0.4],
            "fired": [3.0, math.nan],
            "fired_low": [2.0, math.nan],
            "fired_high": [4.0, math.nan],
        }
    )
    meanings = "\n".join(f"{name} number what {name} is" for name in table)
    first, second = estimates(table, about(meanings))
    assert "4.6a +0.250 [0.100, 0.400]; 7.12 -0.500 [-0.600, -0.400]" in first.alt
    assert "4.6a 3.00 [2.00, 4.00]" in second.alt
    assert "1 of 2 rows are drawn" in second.caption
    assert first.key != second.key


def test_a_table_without_intervals_has_no_figure():
    table = pd.DataFrame({"rule": ["4.6a"], "reason": ["none"]})
    assert not list(estimates(table, about("rule text a\nreason text b")))


def test_long_tables_are_cut_to_their_largest_and_say_so():
    size = 60
    table = pd.DataFrame(
        {"name": [f"n{k}" for k in range(size)], "mean": range(size), "low": 0.0, "high": 99.0}
    )
    (picture,) = estimates(table, about("name text a\nmean number b\nlow number c\nhigh number d"))
    assert "26 of 60 rows are drawn, the largest" in picture.caption
    assert "n59" in texts(picture)
    assert "n5 " not in texts(picture) + " "


def test_words_stand_for_the_column_they_explain():
    table = pd.DataFrame(
        {
            "source": ["seed", "axis"],
            "label": ["dice", "Axis strategies"],
            "share": [0.6, 0.2],
            "low": [0.5, 0.1],
            "high": [0.7, 0.3],
        }
    )
    meanings = "source text a\nlabel text the same in words\nshare number b\nlow number c"
    (picture,) = estimates(table, about(f"{meanings}\nhigh number d"))
    assert picture.alt == (
        "One dot with its interval a line: dice 0.600 [0.500, 0.700]; "
        "Axis strategies 0.200 [0.100, 0.300]."
    )


def test_parameters_that_move_nothing_are_left_out_and_counted():
    table = pd.DataFrame(
        {
            "parameter": ["a.still", "a.moves"],
            "title": ["still", "moves"],
            "setting": ["1", "2"],
            "difference": [0.0, 0.2],
            "low": [-0.1, 0.1],
            "high": [0.1, 0.3],
        }
    )
    picture = figures_shapes.tornado(table, LABELS)
    assert "still" not in texts(picture)
    assert "Left out, since they move it less or not at all: 1." in picture.caption


def test_shapes_do_not_claim_the_tables_of_a_comparison():
    from balance.studies.tables import TABLES

    own = ("verdicts", "outcomes", "curves", "changes", "endings", "incidence", "flipped")
    for name in own:
        assert not any(set(shape.columns) <= set(TABLES[name].names) for shape in SHAPES)


def test_a_grid_of_more_columns_than_a_phone_shows_goes_on_below():
    names = [f"s{number}" for number in range(8)]
    table = pd.DataFrame(
        {"axis": "a", "soviet": names, "score": 0.5, "low": 0.4, "high": 0.6}, index=range(8)
    )
    panels = figures_shapes.payoff_matrix(table, LABELS).figure.axes
    shown = [[tick.get_text() for tick in axes.get_xticklabels()] for axes in panels]
    assert shown == [names[:6], names[6:]]
