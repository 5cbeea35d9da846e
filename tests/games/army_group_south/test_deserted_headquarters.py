"""Headquarters whose escort proves empty: who falls back, where to, and what the enemy gets."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.march import move_stack
from balance.games.army_group_south.new_game import set_up_unit
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import Phase, Side, Status
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    SOVIETS_FIGHT,
    SUPPLIED,
    attack,
    overrun,
    places,
    refusal_of_attack,
    set_policy,
    set_result,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    enter_phase,
    headquarters,
    infantry,
    panzer,
    rifle,
    untried,
)
from tests.games.text_maps import hex_named

#: A rifle division without strength, its headquarters, and the German in whose zone 0304 lies.
EMPTY = {"ladder": [(0, 0)]}
STACK = [untried("0303", **EMPTY), headquarters("0303"), panzer("0305")]


def moved_up(*others):
    """The empty escort and its headquarters march from 0303 into the zone; then others come."""
    units = [*STACK, *[other | {"at": None} for other in others]]
    state = build_position(SUPPLIED, units, phase=Phase.SOVIET_MOVEMENT)
    party = np.array([0, 1], np.int64)
    assert move_stack(state, party, 2, hex_named(state, "0304")) == Refusal.OK
    for unit, other in enumerate(others, len(STACK)):
        set_up_unit(state, unit, hex_named(state, other["at"]))
    return state


def in_phase(state, phase):
    begin_phase(state, np.int64(phase))
    set_result(state, 0, 0)
    return state


@pytest.mark.rule("army_group_south 11.23b")
def test_it_falls_back_when_its_escort_attacks_and_proves_empty():
    state = in_phase(moved_up(), Phase.SOVIET_COMBAT)
    battle = attack(state, "0305", [0, 1])
    assert places(state) == ["", "0303", "0305"]
    assert (battle.die, battle.no_strength) == (0, 1)


@pytest.mark.rule("army_group_south 11.23b, 11.23c")
def test_it_falls_back_when_its_escort_is_attacked_and_nobody_follows():
    state = in_phase(moved_up(), Phase.AXIS_COMBAT)
    battle = attack(state, "0304", [2])
    assert places(state) == ["", "0303", "0305"]
    assert (battle.die, battle.advanced) == (0, 0)


@pytest.mark.rule("army_group_south 11.23b, 11.23c, 6.24a")
def test_it_falls_back_from_an_overrun_which_wins_nothing():
    state = in_phase(moved_up(), Phase.AXIS_MOVEMENT)
    state.units[2].supplied = 1
    overrun(state, "0304", [2])
    assert places(state) == ["", "0303", "0305"]
    assert state.units[2].mp_left == 0


@pytest.mark.rule("army_group_south 11.23c, 9.81a")
def test_others_of_the_battle_are_followed_all_the_same():
    state = in_phase(moved_up(rifle("0204")), Phase.AXIS_COMBAT)
    set_result(state, 0, 1)
    state.retreat_value[Side.SOVIET, hex_named(state, "0203")] = 9
    attack(state, ["0304", "0204"], [2])
    assert places(state)[1:4] == ["0303", "0204", "0203"]


@pytest.mark.rule("army_group_south 11.23b")
@pytest.mark.parametrize(
    "bar",
    [
        [infantry("0202")],  # its zone covers the way back
        3 * [brigade("0303")] + [headquarters("0303")],
    ],
)
def test_it_is_lost_where_it_cant_fall_back(bar):
    state = in_phase(moved_up(*bar), Phase.AXIS_COMBAT)
    attack(state, "0304", [2], advance=0)
    assert state.units[1].status == Status.ELIMINATED
    assert state.game.vp_axis == 6


@pytest.mark.rule("army_group_south 9.76a, 11.23b")
def test_those_it_falls_back_to_are_attacked_without_it():
    state = in_phase(moved_up(rifle("0303"), infantry("0302")), Phase.AXIS_COMBAT)
    attack(state, "0304", [2])
    assert places(state)[1] == "0303"
    assert refusal_of_attack(state, "0303", [4]) == Refusal.OK


@pytest.mark.rule("army_group_south 11.38b, 11.1c, 11.23b")
@pytest.mark.parametrize(("reading", "place"), [("who_entered", "0304"), ("everybody", "")])
def test_one_that_the_enemy_came_to_fights_on_alone(reading, place):
    units = [untried("0304", **EMPTY), headquarters("0304"), panzer("0305")]
    state = build_position(SUPPLIED, units, rules={"hq.deserted": reading}, **AXIS_FIGHTS)
    set_result(state, 0, 0)
    battle = attack(state, "0304", [2], advance=0)
    assert places(state)[1] == place
    assert battle.defense == (4 if place else 0)


@pytest.mark.rule("army_group_south 11.23b, 11.37b")
def test_one_that_the_enemy_came_to_adds_nothing_to_an_attack_it_is_left_in():
    units = [untried("0304", **EMPTY), headquarters("0304"), infantry("0305"), brigade("0204")]
    state = build_position(SUPPLIED, units, **SOVIETS_FIGHT)
    set_result(state, 0, 0)
    battle = attack(state, "0305", [0, 1, 3])
    assert places(state)[1] == "0304"
    assert (battle.headquarters, battle.attack) == (0, 2)


@pytest.mark.rule("army_group_south 11.23b")
def test_one_that_marched_where_no_zone_was_entered_none():
    units = [*STACK[:2], panzer()]
    state = build_position(SUPPLIED, units, phase=Phase.SOVIET_MOVEMENT)
    party = np.array([0, 1], np.int64)
    assert move_stack(state, party, 2, hex_named(state, "0304")) == Refusal.OK
    set_up_unit(state, 2, hex_named(state, "0305"))
    set_result(state, 0, 0)
    enter_phase(state, Phase.AXIS_COMBAT)
    assert attack(state, "0304", [2], advance=0).defense == 4
    assert places(state)[1] == "0304"


@pytest.mark.rule("army_group_south 11.23b")
def test_a_zone_that_was_gone_meanwhile_is_one_that_the_enemy_came_with():
    state = moved_up()
    state.zones[Side.AXIS, hex_named(state, "0304")] = 0
    begin_phase(state, np.int64(Phase.SOVIET_MECHANIZED))
    state.zones[Side.AXIS, hex_named(state, "0304")] = 1
    in_phase(state, Phase.AXIS_COMBAT)
    set_policy(state, Side.SOVIET, defend_steps=1)
    assert attack(state, "0304", [2], advance=0).defense == 4
    assert places(state)[1] == "0304"
