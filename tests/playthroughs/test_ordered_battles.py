"""Battles that a plugin orders are fought by the compiled engine, as the staff's are."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.rulebook.ruleset import load_ruleset
from balance.strategy.play import prepare

ROOT = Path(__file__).parents[2]
#: Game, scenario, side of the player, its number, parameter of the length of the game, turns.
EXAMPLES = [
    ("drive_on_stalingrad", "operation_blue", "soviet", 1, "victory.last_turn", 3),
    ("army_group_south", "operation_star", "axis", 0, "sequence.game_turns", 5),
]

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


@pytest.mark.parametrize(("game", "scenario", "side", "number", "length", "turns"), EXAMPLES)
def test_a_player_that_gives_every_order_fights_battles(
    game, scenario, side, number, length, turns
):
    plugin = str(ROOT / "strategies" / game / "_example_orders.py")
    players = {"axis": "random", "soviet": "random", side: plugin}
    shorter = load_ruleset(game).with_overrides({length: turns})
    played = prepare(game, scenario, shorter, **players).play(1_000_000)
    assert played.error == ""
    assert (played.battles["attacker"] == number).any()
