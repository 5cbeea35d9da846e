"""Who stays where the enemy can come, and who goes back first."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.state import State
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Phase
from balance.kernel.compiled import entry
from balance.staff.army_group_south.battles import steps_lost
from balance.staff.army_group_south.conduct import look_around
from balance.staff.desk import Desk, new_desk
from tests.games.army_group_south.positions import Unit, build_position, grenadier, infantry, panzer
from tests.games.text_maps import change_cell, hex_named, name_of
from tests.staff.army_group_south.craft import exposure, hold_line, man_garrisons, step_worth
from tests.staff.army_group_south.war_desks import BOARD, ENEMIES


@entry
def fears(state: State, desk: Desk, unit: int, h: int) -> float:
    """What a unit is thought to lose in a hex."""
    return exposure(state, desk, unit, h, step_worth(state, desk, unit))


@entry
def lost_at(state: State, column: int, steps: int, trapped: bool) -> float:
    """Steps that a stack loses in a column of the table."""
    return steps_lost(state, column, steps, trapped)


def look(units: list[Unit], board: list[str] = BOARD, **game: int) -> tuple[State, Desk]:
    """What the Germans see before their movement."""
    phase = Phase.AXIS_MOVEMENT
    state = build_position(board, [*units, *ENEMIES], phase=phase, **game)
    begin_phase(state, np.int64(phase))
    desk = new_desk(len(state.ground) - 1, len(state.units), 1)
    desk.weights["vp_worth"] = 4.0
    look_around(state, desk, AXIS)
    return state, desk


def loss(units: list[Unit], at: str, board: list[str] = BOARD) -> float:
    """What the first unit is thought to lose in a hex."""
    state, desk = look(units, board)
    return fears(state, desk, np.int64(0), np.int64(hex_named(state, at)))


@pytest.mark.rule("army_group_south 9.5")
def test_who_is_trapped_pays_a_retreat_with_steps_and_who_is_free_goes():
    state, _ = look([grenadier("0307")])
    columns = range(state.crt.shape[2])
    free = [lost_at(state, np.int64(c), np.int64(3), False) for c in columns]
    trapped = [lost_at(state, np.int64(c), np.int64(3), True) for c in columns]
    # 6-1, column 7: one face a die of 1/3, then -/2, -/2, 1/2, -/1 and 1/1, nobody eliminated.
    assert free[7] == 0.0
    assert trapped[7] == pytest.approx((3 + 2 + 2 + 2 + 1 + 1) / 6)
    # 10-1: eliminated by 1, 2, 3 of three steps each; retreats of 3, 3 and 2 by the rest.
    assert free[11] == pytest.approx(3 * 3 / 6)
    assert trapped[11] == pytest.approx((3 * 3 + 3 + 3 + 2) / 6)
    # Column by column nobody who is trapped loses less than who is free, nor more than he has.
    assert all(f <= t <= 3.0 for f, t in zip(free, trapped, strict=True))


@pytest.mark.rule("army_group_south 8.25")
def test_friends_beside_keep_the_way_back_open():
    alone = loss([infantry("0307")], "0307")
    assert loss([infantry("0307"), infantry("0308", division=2)], "0307") < alone


def test_out_of_reach_nothing_is_lost():
    assert loss([grenadier("0307")], "0320") == 0.0
    assert loss([grenadier("0307")], "0307") > 0.0


@pytest.mark.rule("army_group_south 19.5")
def test_a_regiment_is_safer_beside_its_division_than_beside_strangers():
    alone = loss([grenadier("0310")], "0307")
    with_mate = loss([grenadier("0310"), panzer("0307")], "0307")
    with_stranger = loss([grenadier("0310"), panzer("0307", division=2)], "0307")
    assert with_mate < with_stranger < alone


@pytest.mark.rule("army_group_south 19.5")
def test_who_can_still_come_along_counts_as_there():
    alone = loss([grenadier("0310")], "0307")
    assert loss([grenadier("0310"), panzer("0310")], "0307") < alone
    assert loss([grenadier("0310"), panzer("0311")], "0307") == alone


@pytest.mark.rule("army_group_south 10.4")
def test_a_city_shields():
    city = change_cell(BOARD, 3, 7, ".C5")
    assert loss([infantry("0310")], "0307", city) < loss([infantry("0310")], "0307")


@pytest.mark.rule("army_group_south 9.5")
def test_a_lone_regiment_goes_back_before_the_enemy_comes():
    state, desk = look([grenadier("0306")])
    regiment = np.int64(0)
    before = fears(state, desk, regiment, np.int64(state.units[0].hex))
    hold_line(state, desk, AXIS)
    look_around(state, desk, AXIS)
    after = fears(state, desk, regiment, np.int64(state.units[0].hex))
    assert after < before
    # Out of supply it marches five hexes, and goes them all.
    assert _place(state, 0) == "0311"
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 19.5")
def test_regiments_of_a_division_stay_together():
    state, desk = look([grenadier("0309"), panzer("0309")])
    hold_line(state, desk, AXIS)
    assert _place(state, 0) == _place(state, 1)


@pytest.mark.rule("army_group_south 25.3")
def test_a_regiment_is_no_garrison_for_a_small_town_where_it_would_die():
    board = change_cell(BOARD, 3, 6, ".T3")
    kept = {}
    for name, unit in (("regiment", grenadier("0306")), ("division", infantry("0306"))):
        state, desk = look([unit], board)
        man_garrisons(state, desk, AXIS)
        kept[name] = desk.crew[1, 0] == 1
    assert kept == {"regiment": False, "division": True}


def test_the_soviets_fear_nothing_after_the_last_move():
    units = [infantry("0307")]
    for turn, afraid in ((9, True), (10, False)):
        state, desk = look(units, game_turn=turn)
        begin_phase(state, np.int64(Phase.SOVIET_MOVEMENT))
        look_around(state, desk, SOVIET)
        corps = np.int64(1)
        here = np.int64(state.units[corps].hex)
        assert bool(fears(state, desk, corps, here) > 0.0) == afraid


def _place(state: State, unit: int) -> str:
    h = state.hexes[state.units[unit].hex]
    return name_of(int(h.row), int(h.x2))
