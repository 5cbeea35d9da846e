"""Random legal play of every game from seeds that hypothesis draws: nothing is out of order."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.rulebook.game import open_game
from balance.strategy.play import Match, prepare
from tests.long_check import GAMES

#: A game of the largest map takes seconds: every day ``test_every_game.py`` plays a few seeds.
CASES = [
    pytest.param(*each, marks=[pytest.mark.long] if each[0] == "stalingrad_1942" else [])
    for each in GAMES
]


@cache
def match_of(game: str, scenario: str) -> Match:
    return prepare(open_game(game), scenario, open_game(game).rules, "random", "random")


@pytest.mark.parametrize(("game", "scenario"), CASES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_random_play_from_any_seed_keeps_everything_in_order(game, scenario, seed):
    played = match_of(game, scenario).play(seed, debug=True)
    assert played.error == ""
    assert played.game.ended == 1
