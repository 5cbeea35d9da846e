"""Random games keep everything in order; battles come in any order; guns are named beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.artillery import check_gun
from balance.games.stalingrad_1942.invariants import find_faults
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.sequence import play_sequence
from balance.games.stalingrad_1942.state import State
from balance.staff.stalingrad_1942.random_play import act_randomly, leave_random_orders
from tests.games.stalingrad_1942.battles import attack, build_battle
from tests.games.stalingrad_1942.positions import guns, regiment, rifles
from tests.games.stalingrad_1942.scenarios import NAMES, scenario
from tests.games.text_maps import hex_named


def play_random(name: str, seed: int, last_turn: int, *, others: bool = False) -> State:
    """Play a random game to the end of a game turn, looked at after every act and phase."""
    played = scenario(name, others=others)
    state = played.new_game(seed)

    def watch(state: State) -> None:
        assert find_faults(state, played.unit_names, phase_closed=True) == []

    turn = 0
    for step in play_sequence(state, watch):
        if step.game_turn > last_turn:
            break
        if step.game_turn != turn:
            turn = step.game_turn
            for side in range(2):
                leave_random_orders(state, np.int64(side))
        act_randomly(state, np.int64(step.side), np.int64(step.kind))
        assert find_faults(state, played.unit_names) == []
    return state


@pytest.mark.plain
@pytest.mark.parametrize("name", NAMES)
def test_random_play_keeps_everything_in_order(name):
    state = play_random(name, 1, 1)
    assert state.game.game_turn == 2
    assert state.game.battle_count > 3


@pytest.mark.compiled
@pytest.mark.parametrize("others", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_with_everything_in_order_by_either_reading(name, others):
    state = play_random(name, 5, 31, others=others)
    assert state.game.ended == 1
    assert state.game.battle_count > 50
    turns = int(state.game.game_turn)
    assert state.turns["game_turn"][:turns].tolist() == list(range(1, turns + 1))


@pytest.mark.rule("stalingrad_1942 7.26")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_battles_are_fought_in_any_order_with_the_same_dice(order):
    units = [regiment("0208"), regiment("0604"), rifles("0207"), rifles("0603")]
    state = build_battle(units)
    rows = {}
    for unit in order:
        rows[unit] = int(attack(state, unit, ("0207", "0603")[unit]).die)
    again = build_battle(units)
    assert rows == {unit: int(attack(again, unit, ("0207", "0603")[unit]).die) for unit in (0, 1)}


@pytest.mark.rule("stalingrad_1942 8.33, 8.34")
def test_guns_are_named_with_the_attack_and_have_fired_then():
    state = build_battle([regiment("0404"), guns("0406"), guns("0406"), rifles("0403")])
    row = attack(state, 0, "0403", [1])
    assert row.attack_support == 5
    target = np.array([hex_named(state, "0403")])
    assert Refusal(check_gun(state, 1, target)) == Refusal.ALREADY_ATTACKED
    assert Refusal(check_gun(state, 2, target)) == Refusal.OK
