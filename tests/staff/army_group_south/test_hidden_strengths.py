"""The staff knows no more than a player: what untried units are worth changes nothing it does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.games.army_group_south.sequence import StepKind
from balance.games.army_group_south.state import State
from balance.rulebook.game import open_game
from balance.staff.army_group_south.conduct import conduct_combat, conduct_movement
from balance.staff.army_group_south.doctrine import choose_modes
from balance.strategy import registry
from tests.staff.army_group_south.on_the_map import playable, stopped

AXIS, SOVIET = np.int64(0), np.int64(1)


def turned_round(state: State) -> State:
    """The same position with other strengths on the hidden side of every untried unit."""
    hidden = np.flatnonzero((state.units["untried"] != 0) & (state.units["revealed"] == 0))
    strengths = state.strengths.copy()
    for unit in hidden.tolist():
        full = int(state.units[unit].full_steps)
        # Not to nothing: who has no strength at all is removed once he fights.
        strengths[unit, full] = 9 - strengths[unit, full] // 2
    assert (strengths != state.strengths).any()
    return state._replace(strengths=strengths)


def desk_of(side: int):
    """The historical plan of game turn 2, without overruns: they would reveal somebody."""
    entry, _ = registry.find(open_game("army_group_south"), ("axis", "soviet")[side], "historical")
    plan = entry.cls().plan_for(2)
    return playable().draft(
        replace(plan, weights=replace(plan.weights, min_value_mobile=100.0)), side
    )


@pytest.mark.rule("army_group_south 13.2c")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_marches_are_the_same_whatever_hidden_units_are_worth(side):
    marched = []
    for look in (lambda state: state, turned_round):
        state = look(stopped(StepKind.MOVEMENT, int(side)))
        desk = desk_of(int(side))
        if side == SOVIET:
            choose_modes(state, desk)
        conduct_movement(state, desk, side)
        assert state.game.battle_count == 0
        marched.append(state)
    one, other = marched
    assert (one.units["hex"] != one.units["start_hex"]).sum() > 10
    for field in ("hex", "mp_left", "moved", "mode", "loss_priority"):
        assert one.units[field].tolist() == other.units[field].tolist(), field
    assert one.policy.tolist() == other.policy.tolist()
    assert one.retreat_value.tolist() == other.retreat_value.tolist()


@pytest.mark.rule("army_group_south 13.2c")
def test_the_first_attack_is_the_same_whatever_hidden_units_are_worth():
    fought = []
    for look in (lambda state: state, turned_round):
        state = look(stopped(StepKind.COMBAT, int(SOVIET)))
        conduct_combat(state, desk_of(int(SOVIET)), SOVIET)
        assert state.game.battle_count > 0
        battle = state.battles[0]
        fought.append([int(battle[key]) for key in ("hex", "hexes", "attackers", "expected_value")])
    assert fought[0] == fought[1]
