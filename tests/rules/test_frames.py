"""Frames know no game: rules are cited where a reader of the rulebook looks for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "staff/craft")
FRAMES = sorted(path for room in ROOMS for path in (ROOT / "balance" / room).rglob("*.py"))
GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/parameters.toml"))


def told_of_games(source: str) -> list[str]:
    """Citations and names of games, be they written with blanks or underscores."""
    names = "|".join(name.replace("_", "[_ ]") for name in GAMES)
    return re.findall(rf"\b(?:Rule|Ruling):|\b(?:{names})\b", source, re.IGNORECASE)


@pytest.mark.parametrize("path", FRAMES, ids=lambda path: path.stem)
def test_a_frame_cites_no_rule_and_names_no_game(path: Path):
    assert told_of_games(path.read_text(encoding="utf-8")) == []


def test_a_citation_or_a_game_would_be_found():
    assert len(GAMES) > 1
    source = "# Rule: the_book 1.2\nfrom balance.games.army_group_south import stacks\n"
    assert told_of_games(source) == ["Rule:", "army_group_south"]
    assert told_of_games("as in Drive on Stalingrad") == ["Drive on Stalingrad"]
