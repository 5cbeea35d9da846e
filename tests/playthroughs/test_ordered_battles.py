"""Battles that a plugin orders are fought by the compiled engine, as the staff's are."""

from __future__ import annotations

from pathlib import Path

import pytest

import balance

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    ("blue", "soviet", "drive_on_stalingrad"),
    ("star", "axis", "army_group_south"),
]

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


@pytest.mark.parametrize(("scenario", "side", "game"), EXAMPLES)
def test_a_player_that_gives_every_order_fights_battles(scenario: str, side: str, game: str):
    plugin = str(ROOT / "strategies" / game / "_example_orders.py")
    players = {"axis": "random", "soviet": "random", side: plugin}
    results = balance.run(scenario, games=1, jobs=1, detail="battles", **players)
    (played,) = results.games.itertuples()
    assert played.winner != "none", played.error
    assert (results.battles["attacker"] == side).any()
