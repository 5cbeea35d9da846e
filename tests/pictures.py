"""Make the pictures of the README anew: ``python -m tests.pictures``, with Chromium and Playwright.

The pages are those that the program writes for the first study of the README.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd

import balance
from reports.html import render
from tests.browser import ARGUMENTS, find_chromium

FOLDER = Path(__file__).resolve().parents[1] / "reports" / "pictures"
#: What each picture shows: file, page, width and height in CSS pixels, what is done on it first.
SEEN = (
    ("report.png", "report.html", 1100, 1350, ""),
    ("replay.png", "replays/game-000001.html", 1280, 800, "location.hash = '#battle={battle}'"),
)
#: Times that the replay is brought closer.
CLOSER = 6


def main() -> None:
    """Play, write the pages and take their pictures."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as started:
        study = balance.run("blue", games=400, seed=1, out=Path(scratch) / "seen")
        page = render(study.folder, replays=None)
        study.replay(1).write(page.parent / SEEN[1][1])
        battle = _strongest(study.battles.query("game_id == 1").reset_index(drop=True))
        browser = started.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        FOLDER.mkdir(exist_ok=True)
        for name, file, width, height, first in SEEN:
            shown = browser.new_page(viewport={"width": width, "height": height})
            shown.goto((page.parent / file).as_uri())
            shown.wait_for_timeout(1000)
            for _ in range(CLOSER if first else 0):
                shown.keyboard.press("+")
            shown.evaluate(f"() => {{{first.format(battle=battle)}}}")
            shown.wait_for_timeout(1500)
            shown.screenshot(path=FOLDER / name)
            print(FOLDER / name)
        browser.close()


def _strongest(battles: pd.DataFrame) -> int:
    """Number of the strongest attack among those of a game with two kinds of shifts or more."""
    shifts = (battles.filter(like="shift_") != 0).sum(axis=1)
    return int(battles.loc[shifts >= 2, "attack"].idxmax())


if __name__ == "__main__":
    main()
