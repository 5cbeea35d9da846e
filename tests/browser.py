"""A headless Chromium for tests of pages; what needs it is skipped where there is none."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import HANGS, wait_for

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

#: Size of a window, in CSS pixels.
SCREEN: Any = {"width": 1280, "height": 800}


def find_chromium() -> str:
    """Path of a Chromium; ``CHROMIUM`` in the environment names one, empty if there is none."""
    wanted = (os.environ.get("CHROMIUM", ""), *_NAMES)
    return next((path for name in wanted if name and (path := shutil.which(name))), "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium under Playwright."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="pages are tested with Playwright: pip install playwright"
    )
    chromium = find_chromium()
    if not chromium:
        pytest.skip(f"pages are tested in Chromium, found none of {', '.join(_NAMES)} on PATH")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Any]:
    """A page for many documents, one after the other."""
    context = browser.new_context(viewport=SCREEN)
    yield context.new_page()
    context.close()


@pytest.fixture
def open_file(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages from files, as ``opening`` does."""
    with opening(browser) as open_page:
        yield open_page


@contextlib.contextmanager
def opening(browser: Any, tab: Any = None) -> Iterator[Callable[..., Any]]:
    """Open pages from files; no script may fail and nothing be asked from elsewhere.

    A page that wants nothing special opens in ``tab``, if there is one: half the work.
    """
    trouble: list[str] = []
    asked: set[str] = set()
    opened: set[str] = set()
    hearers: dict[str, Callable[[Any], object]] = {
        "console": lambda m: trouble.append(m.text) if m.type == "error" else None,
        "pageerror": lambda fault: trouble.append(str(fault)),
        "dialog": lambda dialog: trouble.append(dialog.message),
        "request": lambda request: asked.add(request.url.partition("#")[0]),
    }
    with contextlib.ExitStack() as stack:

        def open_page(path: Path, fragment: str = "", **context: Any) -> Any:
            if tab is None or context:
                made = browser.new_context(**{"viewport": SCREEN, **context})
                stack.callback(made.close)
                page = made.new_page()
            else:
                page = tab
                page.goto("about:blank")
                page.emulate_media(media="null")
                page.set_viewport_size(SCREEN)
                page.mouse.move(0, 0)
            page.set_default_timeout(1000 * HANGS)
            for event, hear in hearers.items():
                page.on(event, hear)
                stack.callback(page.remove_listener, event, hear)
            opened.add(path.as_uri())
            page.goto(path.as_uri() + fragment)
            return page

        yield open_page
    assert not trouble, trouble
    assert asked <= opened, asked - opened


def wait_until(page: Any, expression: str) -> None:
    """Wait for something on a page; one that may not evaluate texts itself is asked from here."""
    wait_for(lambda: page.evaluate(expression), every=0.05)
