"""The guide to a new game: what it names is there, in every game that can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.rulebook.game import open_game
from tests.every_game import GAMES

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "ADDING_A_GAME.md").read_text(encoding="utf-8")
#: Headings of the guide -> folder of a game that the files below are in.
SECTIONS = re.findall(
    r"^## .*?: (?:again )?`([^`]*<game>/)`\n(.*?)(?=^## )", GUIDE, re.M | re.DOTALL
)
#: What isn't of every game's folder: the page of all tables, and what comes last or never.
OPTIONAL = {"TABLES.md", "overrides.csv", "gates/*.toml"}


def files_of(text: str) -> list[str]:
    """Names of files and folders in backticks: those of a table's first column, or of the text."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    found = re.findall(r"`([\w/*]+\.(?:toml|py|csv|md)|[\w]+/)`", " ".join(rows) or text)
    return [name for name in found if name not in OPTIONAL]


def test_guide_has_a_section_for_each_folder_of_a_game():
    assert [folder for folder, _ in SECTIONS] == [
        "data/<game>/",
        "balance/games/<game>/",
        "balance/staff/<game>/",
        "strategies/<game>/",
        "data/<game>/",
    ]
    assert all(len(files_of(text)) >= 5 for _, text in SECTIONS)


#: A game of a system has of all this what its system lacks (YOUR_OWN_GAME.md).
WHOLE = [game for game in GAMES if open_game(game).system is None]


@pytest.mark.parametrize("game", WHOLE)
@pytest.mark.parametrize("number", range(len(SECTIONS)))
def test_every_game_has_the_files_that_the_guide_asks_for(game: str, number: int):
    folder, text = SECTIONS[number]
    home = ROOT / folder.replace("<game>", game)
    missing = [name for name in files_of(text) if not list(home.glob(name.rstrip("/")))]
    assert missing == []


def test_tests_and_shared_modules_that_the_guide_names_exist():
    named = re.findall(r"`((?:tests|balance)/[\w/]+\.py)`", GUIDE)
    assert len(named) > 6
    assert [name for name in named if not (ROOT / name).is_file()] == []
