"""The register keeps its word: modelled rules have code and tests, parameters have readers."""

from __future__ import annotations

import re
from pathlib import Path

from balance.rulebook.game import open_game
from balance.rulebook.register import missing_cover

GAME = "drive_on_stalingrad"


def test_every_modelled_rule_is_cited_by_code():
    without_code, _ = missing_cover(open_game(GAME))
    assert not without_code


def test_every_modelled_rule_is_cited_by_a_test():
    _, without_test = missing_cover(open_game(GAME))
    assert not without_test


def test_every_parameter_that_may_be_set_is_read_somewhere():
    root = Path(__file__).parents[1]
    sources = [
        *(root / "balance").rglob("*.py"),
        *(open_game(GAME).folder / "scenarios").glob("*.toml"),
    ]
    text = "\n".join(path.read_text() for path in sources)
    words = {*re.findall(r"[a-z0-9_]+", text), *re.findall(r"[a-z]+\.[a-z0-9_]+", text)}
    unread = [
        parameter.key
        for parameter in open_game(GAME).rules.parameters.values()
        if parameter.type not in ("fixed", "cell")
        and parameter.field not in words
        and parameter.key not in words
    ]
    assert not unread
