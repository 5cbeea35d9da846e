"""A headless Chromium for tests of pages; what needs it is skipped where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


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
        opened = started.chromium.launch(executable_path=chromium, args=list(_ARGUMENTS))
        yield opened
        opened.close()
