"""Replay pages in a browser, for tests of them; ``opened`` is a fixture."""

import pytest

from reports.replay_page import write
from tests.browser import opening, wait_until
from tests.reports.tiny_replay import tiny_replay

#: Whether a replay page has drawn its first frame.
DRAWN = "window.replay && window.replay.timings().length > 0"


@pytest.fixture
def opened(browser, tab, tmp_path):
    """Opens the replay page of a document, the tiny one if not given, in place of the one before.

    With settings of a browser's context it gets a window of its own.
    """

    def open_page(document=None, fragment="", **context):
        path = write(document or tiny_replay(), tmp_path / "replay.html")
        page = open_file(path, fragment, **context)
        wait_until(page, DRAWN)
        return page

    with opening(browser, tab) as open_file:
        yield open_page


def picture(page):
    """The map as it is painted now."""
    settle = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 200))"
    page.evaluate(settle)
    return page.evaluate("document.getElementById('map').toDataURL()")


def click_hex(page, hex_index):
    place = page.evaluate("(hex) => replay.place(hex)", hex_index)
    box = page.locator("#map").bounding_box()
    page.mouse.click(box["x"] + place["x"], box["y"] + place["y"])


def frame(page):
    """Number of the frame that is shown."""
    return page.evaluate("replay.frame")
