"""Whole games of the game that ``balance new-game`` writes, and the register of the system."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.invariants import find_faults
from balance.games.common.turn import play_sequence
from balance.rulebook.game import open_game
from balance.rulebook.register import missing_cover
from balance.staff.common.random_play import act_randomly, leave_random_orders
from tests.games.common.positions import TEMPLATE


@pytest.fixture
def scenario():
    game = open_game(str(TEMPLATE))
    return game.referee("scenario").load_scenario("first_battle", game.rules)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_the_invariants(scenario, seed):
    state = scenario.new_game(seed)

    def check(state, phase_closed=True):
        faults = find_faults(
            state, scenario.unit_names, scenario.hex_names, phase_closed=phase_closed
        )
        assert not faults

    for step in play_sequence(state, check):
        side = np.int64(step.side)
        leave_random_orders(state, side)
        act_randomly(state, side, np.int64(step.kind))
        check(state, phase_closed=False)
    assert (int(state.game.ended), int(state.game.game_turn)) == (1, 8)
    assert int(state.game.event_count) > 0


def test_a_broken_state_is_told(scenario):
    state = scenario.new_game(1)
    state.zones[0, 5] += 1
    state.game.axis_replacements = -1
    told = "\n".join(find_faults(state, scenario.unit_names, scenario.hex_names))
    assert "hex 0106: side 0 has a zone there" in told
    assert "more replacement points than it had" in told


def test_every_rule_of_the_system_has_code_and_tests():
    assert missing_cover(open_game("common")) == ([], [])
