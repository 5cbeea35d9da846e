"""The compiled referee against the slow one in plain Python, in positions of whole games."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.army_group_south.test_random_play import play
from tests.oracles.army_group_south.comparing import compare
from tests.oracles.tally import Tally
from tests.oracles.watching import watch

# Most of its games are played on the full map.
pytestmark = pytest.mark.compiled
GAME, SCENARIO = "army_group_south", "operation_star"


@pytest.mark.rule("army_group_south 5.14, 8.21, 9.4, 9.71, 9.74, 10.13, 12.14, 20.1, 20.2, 21.14")
@pytest.mark.parametrize(
    ("players", "seed"),
    [(("random", "random"), 1), (("historical", "historical"), 2), (("elastic", "cautious"), 3)],
)
def test_both_referees_agree_in_games_on_the_full_map(players, seed):
    tally = Tally()
    watch(GAME, SCENARIO, compare, tally, seed, share=0.15, players=players)
    assert tally.faults == []
    assert min(tally.positions[topic] for topic in ("supply", "retreats", "movement", "odds")) > 0


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
@example(549)  # two headquarters pass through the hex that a unit retreats to
def test_both_referees_agree_in_random_games_on_a_small_map(seed):
    tally, rng = Tally(), np.random.default_rng(seed)
    play(seed, look=lambda state: compare(state, tally, rng) if rng.random() < 0.3 else None)
    assert tally.faults == []


@pytest.mark.parametrize(
    ("rule", "value", "topic"),
    [
        ("supply.german_hexes", 1, "supply"),
        ("movement.disengage", 3, "movement"),
        ("movement.major_river", 2, "movement"),
        ("movement.german_zone_to_zone", "always", "movement"),
        ("combat.city", 1, "odds"),
        ("hq.defensive_attack_divisor", 1, "odds"),
        ("retreat.german_order", "zone_before_friend", "retreats"),
        ("retreat.exact_distance", 0, "retreats"),
    ],
)
def test_slow_referee_notices_a_game_played_by_another_rule(rule, value, topic):
    tally = Tally()
    for seed in range(20):  # until one shows it
        rng = np.random.default_rng(seed)
        play(seed, rules={rule: value}, look=lambda state, rng=rng: compare(state, tally, rng))
        if any(fault.startswith(topic) for fault in tally.faults):
            return
    pytest.fail(f"{rule} = {value} went unnoticed in {tally.positions[topic]} positions")
