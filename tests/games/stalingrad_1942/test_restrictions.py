"""What a study may forbid a side: the referee refuses it to that side alone."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.air import check_air
from balance.games.stalingrad_1942.bridges import check_blow_bridge
from balance.games.stalingrad_1942.movement import check_mark
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.tables import load_forbidden
from balance.games.stalingrad_1942.turn import begin_phase
from balance.games.stalingrad_1942.vocabulary import AirTask, Forbidden, Phase, Result, Side
from balance.games.stalingrad_1942.works import check_build_works
from balance.rulebook.game import open_game
from balance.studies.restrict.restrictions import restrictions
from tests.games.stalingrad_1942.battles import attack, build_battle, refusal_of_fire
from tests.games.stalingrad_1942.positions import build_position, guns, red_guns, regiment, rifles
from tests.games.text_maps import hex_named, strip

ROW = strip(9)


def forbid(state, act: Forbidden, side: Side = Side.AXIS):
    state.forbidden[side, act] = 1
    return state


def test_each_restriction_forbids_its_side_one_act_or_takes_its_bonus():
    rules = open_game("stalingrad_1942").rules
    assert not load_forbidden(rules).any()
    found = set()
    for each in restrictions(open_game("stalingrad_1942")):
        forbidden = load_forbidden(rules.with_overrides(each.settings))
        marks = [(Side(s).name.lower(), Forbidden(a).name.lower()) for s, a in zip(
            *forbidden.nonzero(), strict=True)]  # fmt: skip
        assert marks == ([] if each.key == "armor_columns" else [(each.side, each.key)])
        found.update(marks)
    assert len(found) == 2 * len(Forbidden)


@pytest.mark.rule("stalingrad_1942 13.11")
def test_strategic_movement():
    state = build_position(ROW, [regiment("0109"), rifles("0101")])
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert Refusal(check_mark(forbid(state, Forbidden.STRATEGIC_MOVEMENT), 0)) == Refusal.FORBIDDEN
    begin_phase(state, Phase.SOVIET_MOVEMENT)
    assert Refusal(check_mark(state, 1)) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 9.11a")
def test_field_works():
    state = build_position(ROW, [regiment("0109"), rifles("0101")])
    begin_phase(state, Phase.AXIS_FORTIFICATION)
    assert Refusal(check_build_works(forbid(state, Forbidden.FIELD_WORKS), 0)) == Refusal.FORBIDDEN
    begin_phase(state, Phase.SOVIET_FORTIFICATION)
    assert Refusal(check_build_works(state, 1)) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.41")
@pytest.mark.parametrize("side", Side)
def test_pursuit(side: Side):
    state = build_battle([regiment("0104"), rifles("0105")], ROW, result=Result.B2)
    attack(forbid(state, Forbidden.PURSUIT, side), [0], "0105")
    assert int(state.battles[0].advanced) == (0 if side == Side.AXIS else 1)


@pytest.mark.rule("stalingrad_1942 8.21a")
@pytest.mark.parametrize("side", Side)
def test_fire_of_guns_alone(side: Side):
    state = build_battle([guns("0103"), rifles("0105")], ROW)
    refusal = refusal_of_fire(forbid(state, Forbidden.FIRE_OF_GUNS, side), [0], "0105")
    assert refusal == (Refusal.FORBIDDEN if side == Side.AXIS else Refusal.OK)


@pytest.mark.rule("stalingrad_1942 8.41")
@pytest.mark.parametrize("side", Side)
def test_guns_in_support_of_a_defense(side: Side):
    state = build_battle([regiment("0104"), rifles("0105"), red_guns("0107")], ROW)
    state.support[Side.SOVIET, hex_named(state, "0105")] = 3
    attack(forbid(state, Forbidden.DEFENSIVE_SUPPORT, side), [0], "0105")
    assert (int(state.battles[0].defense_support) > 0) == (side == Side.AXIS)


@pytest.mark.rule("stalingrad_1942 10.12")
@pytest.mark.parametrize("side", Side)
def test_air_units(side: Side):
    state = build_position(ROW, [regiment("0109"), rifles("0101")])
    state.calendar[:, 1] = 2
    forbid(state, Forbidden.AIRCRAFT, side)
    begin_phase(state, Phase.AXIS_AIR)
    refusal = Refusal(check_air(state, 0, AirTask.NONE, -1, 0))
    assert refusal == (Refusal.NO_AIR_UNIT if side == Side.AXIS else Refusal.OK)


@pytest.mark.rule("stalingrad_1942 17.1a")
@pytest.mark.parametrize("side", Side)
def test_demolitions(side: Side):
    bridge = {("0104", "0105"): "major_river|bridge"}
    state = build_position(ROW, [regiment("0104"), regiment("0105")], sides=bridge)
    forbid(state, Forbidden.DEMOLITIONS, side)
    where = state.bridges[0]
    refusal = Refusal(check_blow_bridge(state, where.hex, where.direction))
    assert refusal == (Refusal.FORBIDDEN if side == Side.AXIS else Refusal.OK)
