"""Battles that a plugin orders are fought by the compiled engine, as the staff's are."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.rulebook.game import open_game
from balance.strategy.api import SIDES
from balance.strategy.play import PlayedGame, prepare

ROOT = Path(__file__).parents[2]
#: By game: scenario, side of the player, parameter of the length of the game, turns.
EXAMPLES = {
    "drive_on_stalingrad": ("operation_blue", "soviet", "victory.last_turn", 3),
    "army_group_south": ("operation_star", "axis", "sequence.game_turns", 5),
}

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


def play_by_orders(game: str) -> PlayedGame:
    """Play the first turns of a game by the example that gives every order itself."""
    scenario, side, length, turns = EXAMPLES[game]
    plugin = str(ROOT / "strategies" / game / "_example_orders.py")
    players = {"axis": "random", "soviet": "random", side: plugin}
    opened = open_game(game)
    shorter = opened.rules.with_overrides({length: turns})
    return prepare(opened, scenario, shorter, **players).play(1_000_000)


@pytest.mark.parametrize("game", EXAMPLES)
def test_a_player_that_gives_every_order_fights_battles(game):
    played = play_by_orders(game)
    assert played.error == ""
    assert (played.battles["attacker"] == SIDES.index(EXAMPLES[game][1])).any()
