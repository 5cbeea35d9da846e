"""What games do alike stands once: their folders share no procedures.

Two functions are alike as far as the words of their bodies come in the same order, names and all; a
docstring is no part of a body. A frame that is called says what differs, so calls of one may look
alike: bodies of a few words aren't counted.
"""

from __future__ import annotations

import ast
import difflib
import itertools
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

GAMES = Path(__file__).resolve().parents[2] / "balance" / "games"
FOLDERS = sorted(path.parent for path in GAMES.glob("*/state.py"))
#: From here on two bodies count as alike; bodies of fewer words say too little.
ALIKE, FEWEST_WORDS = 0.7, 30
#: Most of the lines of a folder's functions that may be like those of another game.
MOST = 0.03


class Body(NamedTuple):
    """One function: where it stands, its lines, and the words of its body."""

    place: str
    lines: int
    words: list[str]
    counted: Counter[str]


def bodies(source: str, place: str) -> list[Body]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            rest = node.body[1:] if ast.get_docstring(node) is not None else node.body
            text = ast.unparse(ast.Module(rest, []))
            words = re.findall(r"\w+|[^\w\s]", text)
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            found.append(Body(f"{place}:{node.name}", lines, words, Counter(words)))
    return found


def are_alike(one: Body, other: Body) -> bool:
    """Whether bodies are alike; what can't be is seen by their lengths and words."""
    lengths = len(one.words) + len(other.words)
    if min(len(one.words), len(other.words)) < FEWEST_WORDS:
        return False
    if 2 * (one.counted & other.counted).total() < ALIKE * lengths:
        return False
    return difflib.SequenceMatcher(None, one.words, other.words, False).ratio() >= ALIKE


def twins(folder: list[Body], other: list[Body]) -> list[tuple[Body, Body]]:
    """Functions of a folder with the first one of another that is like each."""
    found = []
    for body in folder:
        twin = next((each for each in other if are_alike(body, each)), None)
        if twin:
            found.append((body, twin))
    return found


def read(folder: Path) -> list[Body]:
    return [
        body
        for path in sorted(folder.glob("*.py"))
        for body in bodies(path.read_text(encoding="utf-8"), f"{folder.name}/{path.name}")
    ]


@pytest.mark.parametrize("pair", list(itertools.combinations(FOLDERS, 2)), ids=str)
def test_games_share_few_procedures(pair):
    one, other = map(read, pair)
    found = twins(one, other)
    share = sum(body.lines for body, _ in found) / sum(body.lines for body in one)
    listed = "\n".join(f"{body.place} is like {twin.place}" for body, twin in found)
    assert share <= MOST, f"{share:.1%} of the lines; make a frame of some:\n{listed}"


def test_a_copy_with_other_names_in_some_places_would_be_found():
    plain = """
def lose(state, unit, battle):
    counter = state.units[unit]
    if counter.steps <= 1:
        eliminate(state, unit, battle)
        return
    counter.steps -= 1
    record(state, STEP_LOST, counter.hex, unit, battle)
"""
    copied = plain.replace("counter", "loser").replace("def lose", "def shed")
    other = """
def lose(state, unit, battle):
    for part in range(2):
        for other in list_units(state, battle, part):
            if state.units[other].steps > part and other != unit:
                state.units[other].steps = part
    return count_losses(state, battle) + state.rules.toll
"""
    assert twins(bodies(plain, "a"), bodies(copied, "b"))
    assert not twins(bodies(plain, "a"), bodies(other, "b"))
