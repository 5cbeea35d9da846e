"""The referee against a slow one that reads the rules anew, in positions of whole games."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.every_game import last_turn_key
from tests.games.drive_on_stalingrad.test_random_play import play
from tests.oracles.drive_on_stalingrad.comparing import compare
from tests.oracles.tally import Noticed, Tally
from tests.oracles.watching import watch

GAME, SCENARIO = "drive_on_stalingrad", "blue"


@pytest.mark.rule("drive_on_stalingrad 6.2, 7.3, 9.3, 11.12, 11.28, 11.33, 11.34, 11.37")
@pytest.mark.parametrize(
    ("players", "seed", "turns"),
    [
        (("random", "random"), 4, 11),
        (("historical", "historical"), 1, 4),
        pytest.param(("historical", "historical"), 1, 11, marks=pytest.mark.long),
    ],
)
def test_both_referees_agree_in_games_on_the_full_map(players, seed, turns):
    tally, rules = Tally(), {last_turn_key(GAME): turns}
    watch(GAME, SCENARIO, compare, tally, seed, share=0.12, players=players, rules=rules)
    assert tally.faults == []
    assert tally.positions["supply"] > 0


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_both_referees_agree_in_random_games_on_a_small_map(seed):
    tally, rng = Tally(), np.random.default_rng(seed)
    play(seed, look=lambda state: compare(state, tally, rng) if rng.random() < 0.3 else None)
    assert tally.faults == []


@pytest.mark.parametrize(
    ("rule", "value", "topic"),
    [
        ("supply.line_max_hexes", 2, "supply"),
        ("movement.minimum_move_hexes", 0, "movement"),
        ("stacking.limit", 2, "movement"),
        ("combat.river_attack_halving", 1, "odds"),
        ("combat.concentric_other", 2, "odds"),
        ("combat.ma_defender_shift", -1, "odds"),
        ("stacking.limit", 1, "retreats"),
    ],
)
def test_slow_referee_notices_a_game_played_by_another_rule(rule, value, topic):
    tally, rng = Tally(until=topic), np.random.default_rng(1)

    def play_some():
        for seed in range(4):
            play(seed, rules={rule: value}, look=lambda state: compare(state, tally, rng))

    with pytest.raises(Noticed):
        play_some()
