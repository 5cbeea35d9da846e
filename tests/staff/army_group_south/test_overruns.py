"""Overruns of the staff: weak stacks in the way are run down, strong ones are not."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import ELIMINATION, Phase, Side, Status
from tests.games.army_group_south.battles import places, set_result
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.staff.army_group_south.craft import conduct_overruns
from tests.staff.army_group_south.war_desks import attacked, open_desk

ROWS = [".X . . . . . . . .E"] * 7
SEA = "~ ~ ~ ~ ~ ~ ~ ~ ~"
DIVISION = [panzer("0408"), grenadier("0408"), grenadier("0408")]


def march(
    units, side=Side.AXIS, rows=ROWS, strikers=None, result=None, sides=None, phase=None, **weights
):
    mover = Phase.AXIS_MOVEMENT if side == Side.AXIS else Phase.SOVIET_MOVEMENT
    if phase is not None:
        mover = phase
    staff = [headquarters("0401"), rifle("0401", ladder=[(1, 60)])]
    state = build_position(rows, [*units, *staff], phase=mover, sides=sides)
    begin_phase(state, np.int64(mover))
    own = [u for u in range(len(units)) if state.units[u].side == side]
    goal = "0401" if side == Side.AXIS else "0409"
    chosen = tuple(own if strikers is None else strikers)
    desk = open_desk(state, side, strike=goal, strikers=chosen, **weights)
    if result is not None:
        set_result(state, *result)
    conduct_overruns(state, desk, np.int64(side))
    return state


@pytest.mark.rule("army_group_south 6.0a, 6.11")
@pytest.mark.parametrize("phase", [Phase.AXIS_MOVEMENT, Phase.AXIS_MECHANIZED])
def test_a_panzer_division_runs_down_a_brigade_in_its_way(phase):
    state = march([*DIVISION, brigade("0405")], phase=phase)
    assert attacked(state) == ["0405"]
    battle = state.battles[0]
    assert (battle.overrun, battle.attack, battle.attackers) == (1, 8, 3)
    assert battle.expected_value > 0


@pytest.mark.rule("army_group_south 6.0a")
def test_no_overrun_where_half_the_strength_does_not_suffice():
    assert attacked(march([*DIVISION, guards("0405"), guards("0405")])) == []


def test_only_strike_units_overrun():
    assert attacked(march([*DIVISION, brigade("0405")], strikers=())) == []


@pytest.mark.rule("army_group_south 6.16, 6.24")
def test_a_column_with_points_left_overruns_again():
    units = [*DIVISION, brigade("0406"), brigade("0405")]
    causeway = [SEA] * 3 + [ROWS[3]] + [SEA] * 3
    state = march(units, rows=causeway, result=(0, ELIMINATION))
    assert attacked(state) == ["0406", "0405"]
    assert places(state)[:3] == ["0405"] * 3


@pytest.mark.rule("army_group_south 6.12")
def test_columns_out_of_supply_do_not_overrun():
    rows = [". . . . . . . . .E"] * 7
    assert attacked(march([*DIVISION, brigade("0405")], rows=rows)) == []


@pytest.mark.rule("army_group_south 10.13")
def test_no_overrun_goes_across_a_major_river():
    target, ring = "0405", ("0406", "0404", "0306", "0305", "0506", "0505")
    sides = {(target, name): "major_river" for name in ring}
    assert attacked(march([*DIVISION, brigade(target)], sides=sides)) == []


@pytest.mark.rule("army_group_south 21.14")
def test_soviets_on_the_offensive_overrun_westward_only():
    weak = infantry("0405", ladder=[(1, 1)])
    sure = {"side": Side.SOVIET, "result": (0, ELIMINATION)}
    assert attacked(march([tank_corps("0403"), weak], **sure)) == ["0405"]
    assert attacked(march([tank_corps("0406"), weak], **sure)) == []


@pytest.mark.rule("army_group_south 25.2")
def test_a_headquarters_alone_is_prey():
    state = march([*DIVISION, headquarters("0405"), rifle("0105")], result=(0, ELIMINATION))
    assert attacked(state)[0] == "0405"
    assert state.units[3].status == Status.ELIMINATED
