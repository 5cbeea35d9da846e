"""The page of a plain run as Chromium shows it."""

import pytest

from tests.reports.reading import HOSTILE

#: Height of an A4 page with the margins of a printer, and its width, in CSS pixels.
PAGE_HEIGHT, PAGE_WIDTH = 1047, 718


@pytest.fixture(scope="module")
def written(tmp_path_factory, wild_page):
    """Page of a study of several pairings whose names are as bad as they come."""
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(wild_page, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def page(browser, written):
    """The page in a browser; ``noise`` has all it said and asked for."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.noise = []
    page.on("console", lambda message: page.noise.append(message.text))
    page.on("pageerror", lambda error: page.noise.append(str(error)))
    page.on("dialog", lambda dialog: page.noise.append(dialog.message))
    page.on("request", lambda request: page.noise.append(request.url))
    page.goto(written.as_uri())
    yield page
    assert page.noise == [written.as_uri()]
    page.close()


@pytest.fixture
def opened(page):
    """The page as it is seen first."""
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 900})
    return page


def test_the_page_asks_for_nothing_and_complains_of_nothing(opened, written):
    assert opened.noise == [written.as_uri()]


def test_every_figure_is_seen_and_has_words_for_those_who_cannot_see(opened):
    figures = opened.locator("figure")
    assert figures.count() == 15
    for figure in figures.all():
        drawing = figure.locator("svg[role=img]")
        box = drawing.bounding_box()
        assert box["width"] > 300
        assert box["height"] > 60
        assert len(drawing.locator("desc").text_content()) > 40
        assert len(figure.locator("h3").inner_text()) > 5


def test_names_are_shown_as_text(opened):
    assert opened.locator("main script").count() == 0
    assert HOSTILE.split("&")[0] in opened.locator("body").inner_text()


def test_a_click_on_a_head_sorts_and_a_third_click_puts_back(opened):
    table = opened.locator("section#course table").last
    head = table.locator("thead button").nth(1)

    def means():
        return [float(text) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]

    written = means()
    head.click()
    assert means() == sorted(written)
    assert table.locator("th[aria-sort=ascending]").count() == 1
    head.click()
    assert means() == sorted(written, reverse=True)
    head.click()
    assert means() == written


def test_a_table_is_copied_as_csv(opened):
    opened.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => "
        "{ window.copied = text; }}})"
    )
    opened.locator("section#why button.copy").last.click()
    opened.locator("section#why button.copy", has_text="Copied").wait_for()
    lines = opened.evaluate("window.copied").splitlines()
    assert lines[0] == 'Event,Side,A game,"Axis chance, points each",Points a game,Games'
    assert lines[1].count('"') % 2 == 0
    assert len(lines) > 5


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_never_scrolls_sideways(opened, width):
    opened.set_viewport_size({"width": width, "height": 800})
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


def test_the_contents_lead_to_every_part(opened):
    links = [link.get_attribute("href") for link in opened.locator("nav a").all()]
    assert len(links) == opened.locator("main > section").count()
    assert all(opened.locator(f"section{link}").count() == 1 for link in links)


def test_the_page_prints_with_no_figure_cut(opened):
    opened.emulate_media(media="print")
    opened.set_viewport_size({"width": PAGE_WIDTH, "height": PAGE_HEIGHT})
    heights = opened.evaluate(
        "[...document.querySelectorAll('.shown')].map((f) => f.getBoundingClientRect().height)"
    )
    assert max(heights) < PAGE_HEIGHT
    assert opened.evaluate("document.documentElement.scrollWidth") <= PAGE_WIDTH
    assert opened.pdf(format="A4").startswith(b"%PDF")
