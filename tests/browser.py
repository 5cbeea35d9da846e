"""A real browser for tests of pages: Chromium, or a reason why there is none."""

import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SWITCHES = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium():
    """A running browser; the test is skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no Chromium here: none of {', '.join(NAMES)} is on the path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """Open a page of some width: a factory; complaints of the page and its requests are kept.

    ``page(path, width=1280)`` returns a Playwright page with the lists ``complaints`` (errors on
    its console) and ``requests`` (addresses that it wanted besides its own).
    """
    opened = []

    def open_page(path, width=1280, height=900):
        tab = chromium.new_page(viewport={"width": width, "height": height})
        opened.append(tab)
        tab.complaints, tab.requests = [], []
        tab.on("console", lambda m: m.type == "error" and tab.complaints.append(m.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        own = path.resolve().as_uri()
        tab.on("request", lambda r: r.url.startswith(own) or tab.requests.append(r.url))
        tab.goto(own)
        return tab

    yield open_page
    for tab in opened:
        tab.close()
