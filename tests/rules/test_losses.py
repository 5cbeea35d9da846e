"""The frame that enters losses into the log of battles, for a game made up here."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.games.log import COSTS, TALLIES
from balance.kernel.compiled import entry
from balance.kernel.records import as_row, as_rows
from balance.rules import losses


class State(NamedTuple):
    game: Any
    battles: Any


@entry
def suffer(state, side, steps, units):
    before = losses.losses_of(state, side)
    losses.count_losses(state, side, steps, units)
    losses.log_losses(state, 1, side, before)


def test_what_a_side_loses_in_a_battle_is_logged_apart_from_what_it_lost_before():
    game = as_row(np.zeros(1, [("side", "i4"), *TALLIES]))
    state = State(game, as_rows(np.zeros(2, COSTS)))
    game.side, game.axis_steps_lost, game.soviet_units_lost = 1, 7, 4
    suffer(state, 0, 3, 1)
    suffer(state, 1, 2, 0)
    battle = state.battles[1]
    assert (battle.defender_steps_lost, battle.defender_units_lost) == (3, 1)
    assert (battle.attacker_steps_lost, battle.attacker_units_lost) == (2, 0)
    assert (game.axis_steps_lost, game.soviet_units_lost) == (10, 4)
    assert state.battles[0].attacker_steps_lost == 0
