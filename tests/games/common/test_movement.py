"""Movement: prices, roads, zones, enemies, stacking, exploitation (3 to 5, 7)."""

from __future__ import annotations

import pytest

from balance.games.common.march import check_move, compute_reach, move_unit
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import has_zone, remove_excess
from balance.games.common.vocabulary import PhaseKind, Side
from balance.games.searches import BEST
from tests.games.common.positions import FIELD, foot, position, tank


def reached(at, name):
    """Hexes that a unit can move to, and what it would have left in parts."""
    compute_reach(at.state, at.unit(name))
    left = at.state.work[BEST, :-1]
    names = at.scenario.hex_names
    return {names[h]: int(left[h]) for h in range(len(names)) if left[h] >= 0}


@pytest.mark.rule("common 5.1, 5.2, 5.5")
def test_a_unit_pays_for_the_hexes_and_sides_that_it_enters(tmp_path):
    rows = (". . f . ~ . . . .",)
    at = position(tmp_path, rows, [foot("A", "0101")], sides="0103-0104:river")
    at.in_phase(PhaseKind.MOVEMENT)
    # 1 + 2 for the forest, of 4; the river and the hex behind it take 2 more than are left.
    assert reached(at, "A") == {"0101": 24, "0102": 18, "0103": 6}
    assert move_unit(at.state, at.unit("A"), at.hex("0103")) == Refusal.OK
    assert at.where("A") == "0103"
    assert [int(at.ground(h).control) for h in ("0102", "0103", "0108")] == [0, 0, 1]
    assert check_move(at.state, at.unit("A"), at.hex("0104")) == Refusal.OUT_OF_REACH
    assert check_move(at.state, at.unit("A"), at.hex("0103")) == Refusal.SAME_HEX


@pytest.mark.rule("common 5.3")
def test_along_a_road_a_step_costs_what_the_road_says(tmp_path):
    rows = (". f f . . . . . .",)
    at = position(
        tmp_path, rows, [foot("A", "0101")], roads="0101 0102 0103 0104", sides="0102-0103:river"
    )
    at.in_phase(PhaseKind.MOVEMENT)
    assert reached(at, "A")["0104"] == 24 - 9


@pytest.mark.rule("common 5.4")
def test_hexes_of_enemies_are_closed(tmp_path):
    at = position(
        tmp_path, axis=[foot("A", "0104")], soviet=[foot("R", "0105")], rules={"zones.stop": 0}
    )
    at.in_phase(PhaseKind.MOVEMENT)
    assert check_move(at.state, at.unit("A"), at.hex("0105")) == Refusal.ENEMY_IN_HEX
    assert "0106" not in reached(at, "A")


@pytest.mark.rule("common 5.6")
@pytest.mark.parametrize(("minimum", "hexes"), [(1, {"0101", "0102"}), (0, {"0101"})])
def test_a_unit_may_always_move_one_hex(tmp_path, minimum, hexes):
    at = position(
        tmp_path,
        (". f . . . . . . .",),
        [foot("A", "0101", movement=1)],
        rules={"movement.minimum_move": minimum},
    )
    assert set(reached(at.in_phase(PhaseKind.MOVEMENT), "A")) == hexes


@pytest.mark.rule("common 1.1")
def test_units_move_in_their_own_movement_phase_alone(tmp_path):
    at = position(tmp_path, axis=[foot("A", "0101")], soviet=[foot("R", "0109")])
    at.in_phase(PhaseKind.MOVEMENT)
    assert check_move(at.state, at.unit("R"), at.hex("0108")) == Refusal.WRONG_SIDE
    at.in_phase(PhaseKind.COMBAT)
    assert check_move(at.state, at.unit("A"), at.hex("0102")) == Refusal.WRONG_PHASE


# --- zones


@pytest.mark.rule("common 4.1, 4.2")
def test_whoever_enters_an_enemy_zone_stops(tmp_path):
    at = position(tmp_path, axis=[foot("A", "0101")], soviet=[foot("R", "0104")])
    at.in_phase(PhaseKind.MOVEMENT)
    assert set(reached(at, "A")) == {"0101", "0102", "0103"}
    move_unit(at.state, at.unit("A"), at.hex("0103"))
    assert check_move(at.state, at.unit("A"), at.hex("0102")) == Refusal.MOVE_FINISHED


@pytest.mark.rule("common 4.1")
def test_zones_need_a_unit_that_has_one_and_a_side_that_carries_them(tmp_path):
    at = position(tmp_path, soviet=[foot("R", "0104", zone="no"), foot("S", "0107")])
    assert not has_zone(at.state, at.unit("R"))
    assert int(at.state.zones[Side.SOVIET, at.hex("0103")]) == 0
    assert int(at.state.zones[Side.SOVIET, at.hex("0106")]) == 1
    bars = (
        "feature,kind,foot,motorized,shift,supply,zones\nriver,barrier,1,2,1,yes,no\n"
        "road,road,1/2,1/2,0,yes,yes\n"
    )
    across = position(
        tmp_path / "other",
        soviet=[foot("S", "0107")],
        sides="0106-0107:river",
        tables={"hexsides": bars},
    )
    assert int(across.state.zones[Side.SOVIET, across.hex("0106")]) == 0
    assert int(across.state.zones[Side.SOVIET, across.hex("0108")]) == 1


@pytest.mark.rule("common 4.2, 4.3")
def test_zones_may_cost_points_instead(tmp_path):
    rules = {"zones.stop": 0, "zones.enter_mp": 1, "zones.leave_mp": 1}
    at = position(
        tmp_path, FIELD, [foot("A", "0103"), foot("B", "0301")], [foot("R", "0304")], rules=rules
    )
    at.in_phase(PhaseKind.MOVEMENT)
    # Two hexes of a point each; the second lies in a zone, which costs one more.
    assert reached(at, "B")["0303"] == 24 - 6 - 12
    inside = position(
        tmp_path / "in", axis=[foot("A", "0103")], soviet=[foot("R", "0104")], rules=rules
    )
    inside.in_phase(PhaseKind.MOVEMENT)
    assert reached(inside, "A")["0103"] == 24 - 6


@pytest.mark.rule("common 4.4")
@pytest.mark.parametrize(("free", "there"), [(1, True), (0, False)])
def test_steps_from_zone_to_zone_may_be_barred(tmp_path, free, there):
    at = position(
        tmp_path,
        FIELD,
        [foot("A", "0303")],
        [foot("R", "0304")],
        rules={"zones.zone_to_zone": free},
    )
    at.in_phase(PhaseKind.MOVEMENT)
    # 0204 touches 0303 and 0304 alike. With the step barred it takes a way round, by 0203.
    assert reached(at, "A")["0204"] == (18 if there else 12)


# --- stacking


@pytest.mark.rule("common 3.1")
def test_a_full_hex_takes_nobody_and_who_is_too_many_is_removed(tmp_path):
    units = [foot("A", "0103"), foot("B", "0103"), foot("C", "0102")]
    at = position(tmp_path, axis=units).in_phase(PhaseKind.MOVEMENT)
    assert check_move(at.state, at.unit("C"), at.hex("0103")) == Refusal.STACK_FULL
    assert check_move(at.state, at.unit("C"), at.hex("0104")) == Refusal.OK
    at.state.rules.stacking_limit = 1
    at.row("A").loss_priority = 5
    remove_excess(at.state, Side.AXIS)
    assert (at.where("A"), at.where("B")) == ("0103", "")


# --- exploitation


@pytest.mark.rule("common 7.1")
def test_units_of_some_classes_move_again_with_a_share_of_their_points(tmp_path):
    at = position(tmp_path, axis=[foot("A", "0101"), tank("T", "0101")])
    at.in_phase(PhaseKind.EXPLOITATION)
    assert check_move(at.state, at.unit("A"), at.hex("0102")) == Refusal.CANNOT_EXPLOIT
    assert max(reached(at, "T")) == "0104"
