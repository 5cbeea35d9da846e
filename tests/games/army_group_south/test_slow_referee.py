"""The referee against a slow one that reads the rules anew, in positions of whole games."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from balance.rulebook.game import open_game
from tests.every_game import last_turn_key
from tests.games.army_group_south.test_random_play import play
from tests.oracles.army_group_south.comparing import compare
from tests.oracles.tally import Noticed, Tally
from tests.oracles.watching import watch

GAME, SCENARIO = "army_group_south", "operation_star"
#: Game turns of the scenario.
WHOLE = open_game(GAME).rules.integer(last_turn_key(GAME))


@pytest.mark.rule("army_group_south 5.14, 8.21, 9.4, 9.71, 9.74, 10.13, 12.14, 20.1, 20.2, 21.14")
@pytest.mark.parametrize(
    ("players", "seed", "turns", "share"),
    [
        (("random", "random"), 1, WHOLE, 0.1),
        (("historical", "historical"), 2, 2, 0.5),
        pytest.param(("historical", "historical"), 2, WHOLE, 0.15, marks=pytest.mark.long),
        pytest.param(("elastic", "cautious"), 3, WHOLE, 0.15, marks=pytest.mark.long),
    ],
)
def test_both_referees_agree_in_games_on_the_full_map(players, seed, turns, share):
    tally, rules = Tally(), {last_turn_key(GAME): turns}
    watch(GAME, SCENARIO, compare, tally, seed, share=share, players=players, rules=rules)
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
    tally, rng = Tally(until=topic), np.random.default_rng(1)

    def play_some():
        for seed in range(20):
            play(seed, rules={rule: value}, look=lambda state: compare(state, tally, rng))

    with pytest.raises(Noticed):
        play_some()
