"""How the staff of 1942 keeps its own lines of supply open, parts the enemy's, and frees troops."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import Side
from balance.staff.craft.manning import start_march_fields
from balance.staff.craft.stakes import ground_worth
from balance.staff.craft.supply_survey import count_from_supply, lack_of_supply
from balance.staff.craft.survey import survey
from balance.staff.desk import MISSION, Desk, Posture, Sizes, new_desk
from balance.staff.plan import Plan
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import may_sally
from balance.staff.stalingrad_1942.blockades import STARVES, weigh_blockades
from balance.staff.stalingrad_1942.choices import RING
from balance.staff.stalingrad_1942.missions import alarm_garrisons, stand_down
from balance.staff.stalingrad_1942.posts import keep_ring, sever_supply
from tests.games.stalingrad_1942.positions import build_position, regiment, rifles
from tests.games.text_maps import hex_named, strip
from tests.staff.stalingrad_1942.on_the_map import playable


def surveyed(state: State, side: Side) -> Desk:
    """A desk of a side with one mission, on which it has looked around."""
    sizes = Sizes(classes=4, marks=STARVES + 1)
    desk = new_desk(len(state.ground) - 1, len(state.units), 1, sizes)
    for each in Side:
        trace_supply(state, each)
    survey(state, ASK, desk, side)
    return desk


def sallying(chosen: bool) -> Desk:
    """A desk whose plan says whether troops leave the line to attack."""
    return playable().draft(Plan(sallies=chosen), Side.SOVIET)


# --- own lines


@pytest.mark.rule("stalingrad_1942 14.13, 14.21")
@pytest.mark.parametrize(("unsupplied", "strength"), [(1, 6), (0, 0)])
def test_who_stands_on_the_way_of_starving_troops_is_worth_driving_off(unsupplied, strength):
    units = [rifles("0108", unsupplied=unsupplied), regiment("0104"), regiment("0112")]
    state = build_position(strip(14, {14: ".O", 1: ".E"}), units)
    desk = surveyed(state, Side.SOVIET)
    weigh_blockades(state, desk, np.int64(Side.SOVIET))
    astride, behind = hex_named(state, "0104"), hex_named(state, "0112")
    assert (desk.marks[STARVES, astride], desk.marks[STARVES, behind]) == (strength, 0)
    worths = [
        ground_worth(state, ASK, desk, np.int64(Side.SOVIET), np.int64(h))
        for h in (astride, behind)
    ]
    assert (worths[0] > worths[1]) == (strength > 0)


@pytest.mark.rule("stalingrad_1942 14.11, 14.12")
def test_how_far_supply_is_stays_known_while_fields_of_march_are_made():
    state = build_position(strip(14, {14: ".O", 1: ".E"}), [rifles("0108"), regiment("0104")])
    desk, side = surveyed(state, Side.SOVIET), np.int64(Side.SOVIET)
    count_from_supply(state, trace_supply, desk, side)
    lacks = [lack_of_supply(state, desk, side, np.int64(h)) for h in range(len(state.ground) - 1)]
    assert min(lacks) == 0.0 < max(lacks)
    start_march_fields(state, ASK, desk)
    after = [lack_of_supply(state, desk, side, np.int64(h)) for h in range(len(state.ground) - 1)]
    assert after == lacks


@pytest.mark.rule("stalingrad_1942 14.21, 9.13")
def test_who_faces_enemies_in_works_stays_unless_he_is_cut_off():
    works = {14: ".O", 1: ".E", 3: ".W"}
    fed = build_position(strip(14, works), [rifles("0103"), regiment("0104")])
    cut_off = build_position(strip(14, works | {1: "."}), [rifles("0103"), regiment("0104")])
    for state in (fed, cut_off):
        trace_supply(state, Side.SOVIET)
    desk = sallying(False)
    assert [may_sally(state, desk, np.int64(0)) for state in (fed, cut_off)] == [False, True]


@pytest.mark.rule("stalingrad_1942 7.22")
@pytest.mark.parametrize(("enemy", "may"), [("0104", True), ("0108", False)])
def test_who_is_in_the_open_attacks_enemies_beside_him(enemy: str, may: bool):
    state = build_position(strip(14, {14: ".O", 1: ".E"}), [rifles("0103"), regiment(enemy)])
    assert may_sally(state, sallying(False), np.int64(0)) == may
    assert may_sally(state, sallying(True), np.int64(0))


# --- the enemy's lines


def posts(mission: int, city: str = ".C") -> list[str]:
    """Hexes that want Soviet troops where a regiment at the city is fed past a division."""
    rows = strip(14, {14: ".O", 3: city, 1: ".E"})
    state = build_position(rows, [regiment("0104"), rifles("0108")], scenario="uranus")
    desk = surveyed(state, Side.SOVIET)
    desk.posture[0] = Posture.STRIKE
    desk.crew[MISSION, 1] = mission
    sever_supply(state, desk, np.int64(Side.SOVIET))
    return [f"01{k:02d}" for k in range(1, 15) if desk.wanted[hex_named(state, f"01{k:02d}")] > 0]


@pytest.mark.rule("stalingrad_1942 14.13, S2e")
def test_free_troops_are_wanted_on_the_way_that_feeds_the_army_at_stalingrad():
    assert posts(mission=-1) == ["0108"]


@pytest.mark.rule("stalingrad_1942 14.13, S2e")
def test_nobody_else_is_wanted_where_troops_with_a_task_bar_the_way_or_nobody_is_to_be_cut_off():
    assert posts(mission=0) == []
    assert posts(mission=-1, city=".") == []


def missions_of_two(ring_turn: int, ring: bool) -> list[int]:
    """Missions left of a division on the only way to the city and of one beyond it."""
    rows = strip(14, {14: ".O", 3: ".C", 1: ".E"})
    units = [regiment("0104"), rifles("0108"), rifles("0112")]
    state = build_position(rows, units, scenario="uranus")
    state.game.ring_turn = ring_turn
    desk = surveyed(state, Side.SOVIET)
    desk.order[RING] = ring
    desk.posture[0] = Posture.STRIKE
    desk.crew[MISSION, 1:3] = 0
    keep_ring(state, desk, np.int64(Side.SOVIET))
    return [int(mission) for mission in desk.crew[MISSION, 1:3]]


@pytest.mark.rule("stalingrad_1942 14.13, S2e, S3i")
@pytest.mark.parametrize(
    ("ring_turn", "ring", "missions"), [(3, True, [-1, 0]), (0, True, [0, 0]), (3, False, [0, 0])]
)
def test_one_striker_stays_where_he_bars_the_only_way_once_the_ring_was_closed(
    ring_turn: int, ring: bool, missions: list[int]
):
    assert missions_of_two(ring_turn, ring) == missions


# --- who is free


def with_mission(
    posture: Posture, control: Side, threat: float, away: int = 0, enemy: str = ""
) -> tuple[int, int]:
    """Missions of a division during the phase and afterwards: it strikes for, or holds, 0105.

    It stands there, or as if it were ``away`` parts of points from there; an enemy stands in a hex.
    """
    enemies = [regiment(enemy)] if enemy else []
    state = build_position(strip(15), [rifles("0105"), *enemies])
    desk = surveyed(state, Side.SOVIET)
    goal = hex_named(state, "0105")
    state.ground[goal].control = control
    desk.posture[0], desk.crew[MISSION, 0] = posture, 0
    desk.fields[0] = 999
    desk.fields[0, 0, hex_named(state, "0106")] = 0
    state.ground[hex_named(state, "0106")].control = control
    desk.fields[0, :, goal] = away
    desk.threat[goal] = threat
    if posture == Posture.STRIKE:
        given = stand_down(state, desk, np.int64(Side.SOVIET))
    else:
        given = alarm_garrisons(state, desk, np.int64(Side.SOVIET))
    return int(desk.crew[MISSION, 0]), int(given[0])


def test_who_has_taken_what_he_was_sent_for_is_free_until_it_is_lost():
    assert with_mission(Posture.STRIKE, Side.SOVIET, 0.0) == (-1, 0)
    assert with_mission(Posture.STRIKE, Side.AXIS, 0.0) == (0, 0)


@pytest.mark.parametrize(
    ("enemy", "mission"), [("", -1), ("0109", -1), ("0110", 0), ("0114", 0), ("0115", -1)]
)
def test_who_is_still_far_from_it_goes_on_if_enemies_are_near_it_not_him(enemy: str, mission: int):
    assert with_mission(Posture.STRIKE, Side.SOVIET, 0.0, 999, enemy) == (mission, 0)


def test_a_garrison_helps_in_attacks_where_nobody_threatens_it():
    assert with_mission(Posture.GARRISON, Side.SOVIET, 0.0) == (-1, 0)
    assert with_mission(Posture.GARRISON, Side.SOVIET, 5.0) == (0, 0)
