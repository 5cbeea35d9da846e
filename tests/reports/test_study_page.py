"""Pages of studies that ask more than who wins."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from balance.errors import DataError
from balance.studies.answer import Answer
from reports import render
from reports.html import render_page
from reports.markdown import plain_text
from reports.study_page import study_page
from tests.reports.fake_comparison import compare, flipped
from tests.reports.reading import drawings, read, scripts

GAMES = 60
FIGURES = [
    *("verdicts", "changes", "incidence", "curves"),
    *("sources-1", "partings-1", "sources-2", "partings-2"),
    *("differences-1", "state-1", "differences-2", "state-2"),
]


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages") / "study"
    return compare(folder, variants=("baseline", "vp_to_win_7", "no_aircraft"))


@pytest.fixture(scope="module")
def page(answer: Answer) -> str:
    return render(answer.results.folder).read_text("utf-8")


@pytest.fixture(scope="module")
def brief(answer: Answer, page: str) -> str:
    """Written with the page."""
    return (answer.results.folder / "report.md").read_text("utf-8")


def cells(page: str) -> list[list[str]]:
    """Texts of all table lines of a page."""
    lines = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [[unescape(c) for c in re.findall(r"<bdi>(.*?)</bdi>", line)] for line in lines]


def markdown_tables(text: str) -> list[list[str]]:
    """Cells of each table line of a Markdown text, as a parser sees them."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    lines = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    return [[unescape(c) for c in re.findall(r"<t[hd][^>]*>(.*?)</t", line)] for line in lines]


def test_the_page_opens_with_the_sentence_and_ends_with_the_limits(answer: Answer, page: str):
    text = " ".join(read(page).text)
    places = [
        text.index(words)
        for words in (
            answer.sentence,
            "How sure",
            "Who won instead",
            answer.sheets[0].title,
            answer.methods[0],
            "What was played",
            "Rules not modelled",
        )
    ]
    assert places == sorted(places)


def test_the_page_says_above_its_sentence_what_was_compared(page: str):
    assert "compare · vp_to_win_7, no_aircraft against baseline" in page


def test_the_page_has_every_line_of_every_sheet(answer: Answer, page: str):
    there = cells(page)
    for sheet in answer.sheets:
        for line in (sheet.head, *sheet.lines):
            assert list(line) in there, (sheet.title, line)


def test_numbers_on_the_page_are_those_of_the_tables(answer: Answer, page: str):
    there = cells(page)
    lost = flipped(GAMES, seed=1)
    (verdict,) = [line for line in there if line[:1] == ["vp_to_win_7"] and len(line) == 9]
    assert float(verdict[1].split()[0]) == pytest.approx(-100 * lost / GAMES, abs=0.051)
    assert verdict[6] == f"{lost}"
    assert ["Axis", "Soviet", f"{lost} of {GAMES}"] in [line[:3] for line in there]
    ends = answer.tables["incidence"].query("variant == 'vp_to_win_7' and ending == 'time_limit'")
    last = ends.iloc[-1]
    shown = [line for line in there if line[:2] == ["vp_to_win_7", "Time limit"]][-1]
    assert shown[3:5] == [f"{100 * last['first']:.1f}%", f"{100 * last['second']:.1f}%"]


def test_the_figures_show_the_numbers_of_the_tables(answer: Answer, page: str):
    figure = page[page.index('id="figure-verdicts"') : page.index('id="figure-changes"')]
    row = answer.tables["verdicts"].iloc[0]
    words = "{difference:.1f} [{low:.1f}, {high:.1f}]".format(
        **{key: 100 * row[key] for key in ("difference", "low", "high")}
    )
    assert words in figure


def test_each_figure_has_words_for_those_who_cannot_see_it(page: str):
    reader = read(page)
    figures = [value for value in reader.ids if value.startswith("figure-")]
    assert figures == [f"figure-{key}" for key in FIGURES]
    for attributes in drawings(page):
        assert attributes["role"] == "img"
        for name in attributes["aria-labelledby"].split():
            assert len(re.search(rf'id="{name}">([^<]+)<', page).group(1)) > 8


def test_the_page_loads_nothing_and_its_names_are_unique(page: str):
    reader = read(page)
    assert reader.loads == []
    assert all(link.startswith("#") for link in reader.links)
    assert not re.search(r"https?:|@import|url\((?!#)", page)
    assert len(reader.ids) == len(set(reader.ids))
    assert scripts(page) == 1


def test_what_was_played_names_each_variant_with_its_changes_and_hash(answer: Answer, page: str):
    there = cells(page)
    made = answer.results.manifest.provenance
    line = ["vp_to_win_7", "historical", "historical", "victory.vp_to_win: 6 -> 7", made.rules[1]]
    assert line in there
    assert "60 game seeds made from study seed 1" in page


def test_faulty_games_are_told_at_the_top_and_below():
    answer = compare(games=10, axis="failing")
    text = " ".join(read(render_page(study_page(answer))).text)
    assert re.search(r"\d+ of 20 games broke off without a result", text)
    assert text.count("ValueError: no plan") >= 2


def test_one_variant_few_games_and_an_empty_table_have_a_page_without_a_curve():
    answer = compare(games=5)
    empty = {**answer.tables, "flipped": answer.tables["flipped"].iloc[:0]}
    page = render_page(study_page(replace(answer, tables=empty)))
    assert "figure-curves" not in page
    assert "figure-incidence" in page
    assert "figure-changes" in page
    assert not re.search(r"\b(nan|inf)\b", " ".join(read(page).text))


def test_a_kind_without_figures_of_its_own_has_a_page(answer: Answer, monkeypatch):
    from reports import study_figures

    monkeypatch.setattr(study_figures, "_OF_A_KIND", {})
    page = render_page(study_page(answer))
    assert "figure-verdicts" in page
    assert "figure-incidence" in page
    for name in answer.tables["verdicts"]["variant"]:
        assert name in page


def test_a_study_gets_page_short_version_and_twin_in_its_folder(
    answer: Answer, page: str, brief: str
):
    summary = json.loads((answer.results.folder / "summary.json").read_text("utf-8"))
    assert answer.sentence == summary["verdict"]
    assert answer.sentence in page
    assert answer.sentence in brief.splitlines()[0]


def test_the_page_may_not_take_the_name_of_its_short_version(tmp_path: Path):
    compare(tmp_path / "s", games=5)
    with pytest.raises(DataError, match=r"ends in \.html"):
        render(tmp_path / "s", tmp_path / "page.md")
    assert not (tmp_path / "page.md").exists()


def test_the_short_version_has_the_main_tables_as_markdown(answer: Answer, brief: str):
    there = markdown_tables(brief)
    for sheet in [each for each in answer.sheets if each.brief][:3]:
        assert f"### {sheet.title}" in brief
        for line in (sheet.head, *sheet.lines):
            assert list(line) in there, line


@pytest.mark.parametrize(
    "words",
    [
        "vp_to_win_7: 34.0 points [24.6, 43.4]",
        "a | b * c ` d",
        "_edge_ and in_side",
        "[name](http://x.y) ![p](q)",
        "<b>bold</b> &lt; &amp; ~~gone~~",
        "# no head",
        "1. no list",
        "- no list",
        "> no quote",
        "back \\ slash",
        "<0.001",
    ],
)
def test_markdown_shows_words_as_they_are(words: str):
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    html = parser.render(f"- x {plain_text(words)}\n- {plain_text(words)}\n")
    shown = [unescape(re.sub(r"</?(?:li|ul)>", "", line)) for line in html.splitlines()]
    assert [line for line in shown if line] == [f"x {words}", words]


def test_interrupted_studies_say_so(tmp_path: Path):
    compare(tmp_path / "s", games=20)
    part = max((tmp_path / "s" / "games").iterdir())
    part.unlink()
    text = render(tmp_path / "s").read_text("utf-8")
    assert "games are played" in text
    assert "balance resume" in text
