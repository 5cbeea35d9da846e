"""The page of each kind of study, read as text and in a real browser."""

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import balance
from balance.studies.answer import Answer, Sheet
from balance.studies.gate.study import gate
from reports.html import render_page
from reports.markdown import page_markdown
from reports.page import Page
from reports.study_page import study_page
from tests.reports.laying_out import check_paper, check_screens
from tests.reports.reading import HOSTILE, drawings, read, scripts, with_pictures
from tests.studies import fake_balance, fake_contest
from tests.studies.fake_balance import NAMED
from tests.studies.fake_sensitivity import PLAYER as SENSITIVE
from tests.studies.fake_training import PLAYER as TRAINING

LONG = "a_very_long_name_of_a_variant_" * 6
OVER = {"victory.vp_to_win": [5, 6, 7], "victory.oos_kills_per_vp": [15, 20]}
RANGES = {"victory.vp_to_win": (4, 8), "air.german_aircraft": (0, 4)}
BLUE = {"jobs": 1, "player": fake_balance.PLAYER, **NAMED}
CONTEST = {"jobs": 1, "player": fake_contest.PLAYER}


def made(kind: str) -> Answer:
    """A small study of a kind."""
    variants = ["baseline", "vp_to_win_7"]
    makers = {
        "compare": lambda: balance.compare("blue", variants, games=40, detail="events", **BLUE),
        "sweep": lambda: balance.sweep(
            "blue", {"victory.vp_to_win": [5, 6, 7]}, games=30, **BLUE
        ),
        "grid": lambda: balance.sweep("blue", OVER, games=20, **BLUE),
        "tune": lambda: balance.tune("blue", "victory.vp_to_win", 4, 8, games=40, **BLUE),
        "tournament": lambda: balance.tournament(
            "blue", axis=fake_contest.AXIS[:3], soviet=fake_contest.SOVIET,
            variants=["baseline", "vp_to_win_5"], games=20, **CONTEST,
        ),
        "explain": lambda: balance.explain(
            "blue", axis=fake_contest.AXIS[:2], soviet=fake_contest.SOVIET[:2], set_ups=5,
            games=20, **CONTEST,
        ),
        "restrict": lambda: balance.restrict(
            "blue", "axis", "mobile_assault", axis="rock", soviet="rock", games=30, **CONTEST
        ),
        "sensitivity": lambda: balance.sensitivity(
            "blue", only=["victory"], games=20, jobs=1, player=SENSITIVE, **NAMED
        ),
        "sobol": lambda: balance.sensitivity(
            "blue", method="sobol", over=RANGES, outcome="vp", rows=64, jobs=1, player=SENSITIVE,
            **NAMED,
        ),
        "dead_rules": lambda: balance.dead_rules(
            "blue", only=["11"], games=10, jobs=1, player=SENSITIVE, **NAMED
        ),
        "bid": lambda: balance.bid("blue", games=60, **BLUE),
        "gate": lambda: made_gate(),
        "plan": lambda: balance.plan("blue", variants, **BLUE),
        "chances": lambda: balance.chances("blue", games=300, **BLUE),
        "train": lambda: balance.train(
            "blue", "axis", against=["historical", "volga_line"], games=500, judge=100, jobs=1,
            player=TRAINING,
        ),
        "train_both": lambda: balance.train_both(
            "blue", axis=["historical", "rostov_pocket"], soviet=["historical", "volga_line"],
            rounds=1, games=500, judge=100, pairing=20, jobs=1, player=TRAINING,
        ),
        "adapt": lambda: balance.adapt(
            "blue", ["vp_to_win_7"], axis=["historical", "rostov_pocket"],
            soviet=["historical", "volga_line"], budget=500, judge=100, pairing=20, games=20,
            jobs=1, player=TRAINING,
        ),
    }  # fmt: skip
    return makers[kind]()


def made_gate() -> Answer:
    """The answer to a small gate file."""
    with tempfile.TemporaryDirectory() as folder:
        bands = Path(folder) / "gate.toml"
        bands.write_text(
            '[gate]\nscenario = "blue"\naxis = "historical"\nsoviet = "historical"\ngames = 40\n'
            '[bands]\n"ending.sudden_death" = [0, 1]\nvp = [0, 9]\n'
        )
        return gate(bands, jobs=1, player=fake_balance.PLAYER)


KINDS = (
    "compare", "sweep", "grid", "tune", "tournament", "explain", "restrict", "sensitivity", "sobol",
    "dead_rules", "bid", "gate", "plan", "train", "train_both",
    "adapt",
    "chances",
)  # fmt: skip


@pytest.fixture(scope="module", params=KINDS)
def answer(request):
    return made(request.param)


@pytest.fixture(scope="module")
def drawn(answer: Answer) -> Page:
    return study_page(answer)


@pytest.fixture(scope="module")
def text(drawn: Page) -> str:
    return render_page(drawn)


def test_its_parts_come_in_the_order_in_which_a_reader_asks(answer: Answer, text: str):
    keys = [key for key in read(text).ids if key in ("answer", "sure", "why", "more", "data")]
    assert keys[:2] == ["answer", "sure"]
    assert keys[-1] == "data"
    assert keys == [key for key in ("answer", "sure", "why", "more", "data") if key in keys]
    assert text.index(answer.sentence[:20]) < text.index('id="answer"')


def test_each_figure_has_words_and_no_number_that_is_none(text: str):
    figures = drawings(text)
    assert len(figures) == text.count("<figure")
    for attributes in figures:
        for name in attributes["aria-labelledby"].split():
            assert len(re.search(rf'id="{name}">([^<]+)<', text).group(1)) > 8
    assert not re.search(r"\b(nan|inf)\b", " ".join(read(text).text))


def test_no_percentage_stands_alone_in_a_figure(text: str):
    """A share has its interval beside it, or the axis says what it is."""
    for words in re.findall(r"<text[^>]*>([^<]*%[^<]*)</text>", text):
        is_axis = re.fullmatch(r"\s*-?\d+%\s*", words)
        assert is_axis or "[" in words or "support" in words or not re.search(r"\d%", words), words


def test_every_line_of_every_table_is_there(answer: Answer, text: str):
    said = " ".join(" ".join(read(text).text).split())
    for sheet in answer.sheets:
        for line in sheet.lines[:3]:
            for cell in line:
                assert " ".join(cell.split()) in said, (sheet.title, cell)


def test_names_are_text_whatever_they_hold_and_fit_a_phone(
    answer: Answer, drawn: Page, tmp_path: Path, open_file
):
    name = HOSTILE + LONG
    names = _names(answer)
    tables = {key: table.replace(names, name) for key, table in answer.tables.items()}
    sheets = [
        replace(sheet, lines=[(name, *line[1:]) for line in sheet.lines]) for sheet in answer.sheets
    ]
    sheets.append(Sheet(name, (name,), [(name,)], note=name))
    made = study_page(
        replace(
            answer, sentence=name, tables=tables, sheets=sheets, remarks=(name,), methods=(name,)
        )
    )
    if not names:  # its figures are those that are drawn already
        made = with_pictures(made, drawn.pictures)
    text = render_page(made)
    assert scripts(text) == 1
    assert name in "".join(read(text).text)
    brief = MarkdownIt("commonmark").enable("table").render(page_markdown(made))
    assert "<script" not in brief
    assert "alert(" in brief
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    page = open_file(path, viewport={"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def _names(answer: Answer) -> list[str]:
    """A name that the figures of a study show: its last variant, or its last strategy."""
    cells = answer.results.spec.cells
    if answer.kind in ("tournament", "explain"):
        return [cells[-1].soviet]
    return [cells[-1].variant_label] if answer.kind in ("compare", "plan") else []


def test_in_a_browser_it_asks_for_nothing_and_fits_every_screen_and_paper(
    text: str, tmp_path: Path, open_file
):
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    page = open_file(path)
    assert page.locator("figure svg[role=img]").count() == text.count("<figure")
    check_screens(page)
    check_paper(page, tmp_path / "page.pdf")
    if 'id="figure-changes"' in text:
        _tables_sort(page)


def _tables_sort(page):
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    table = page.locator("details table").first
    shares = "Array.from(t.tBodies[0].rows, (row) => row.cells[2].textContent)"
    before = table.evaluate(f"(t) => {shares}")
    table.locator("th button").nth(2).click()
    after = table.evaluate(f"(t) => {shares}")
    assert sorted(before) == sorted(after)
    assert [int(cell.split()[0]) for cell in after] == sorted(int(c.split()[0]) for c in before)


def test_variants_that_change_nothing_have_a_page_that_says_what_it_cannot_tell_without_events():
    answer = balance.compare(
        "blue", ["baseline", "vp_without_caucasus"], games=10, detail="turns", **BLUE
    )
    page = render_page(study_page(answer))
    text = " ".join(read(page).text)
    assert "Identical to the end: 10 pairs." in text
    assert "This study kept no events" in text
    assert "figure-captures-1" not in page
    assert not re.search(r"\b(nan|inf)\b", text)
