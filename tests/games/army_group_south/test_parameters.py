"""Every number and switch that can be set changes the game, and changes what it claims to."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.rulebook.game import open_game
from tests.games.army_group_south.probes import GAME, PROBES

HERE = Path(__file__).parent
#: Files that set parameters without asking what comes of it.
NO_TESTS_OF_SETTINGS = ("test_random_play.py", "test_data.py", Path(__file__).name)


@pytest.mark.parametrize("key", PROBES)
def test_a_parameter_changes_what_it_claims_to(key):
    other, probe = PROBES[key]
    ruleset = open_game(GAME).rules.with_overrides({key: other})
    assert list(ruleset.changes) == [key]
    assert probe({key: other}) != probe({})


def test_every_parameter_that_can_be_set_has_a_test_that_sees_it():
    texts = [p.read_text() for p in HERE.glob("test_*.py") if p.name not in NO_TESTS_OF_SETTINGS]
    settable = {p.key for p in open_game(GAME).rules.parameters.values() if p.type != "fixed"}
    by_side = {f"restriction.{what}_" for what in ("overruns", "disengaging", "advances")}
    by_side.add("restriction.mechanized_movement_")
    unseen = {
        key
        for key in settable - set(PROBES)
        if not any(f'"{key}"' in text for text in texts)
        and not any(key.startswith(beginning) for beginning in by_side)
    }
    assert unseen == set()
    assert set(PROBES) <= settable
