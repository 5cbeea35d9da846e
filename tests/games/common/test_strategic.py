"""Strategic movement: along marked lines, away from enemies, so many units a turn (5.7, 5.8)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.common.march import move_unit
from balance.games.common.newcomers import enter_unit
from balance.games.common.refusals import Refusal
from balance.games.common.strategic import (
    check_ride,
    check_rider,
    lose_capacity,
    ride_unit,
    rides_left,
)
from balance.games.common.turn import open_step
from balance.games.common.vocabulary import EventKind, PhaseKind, Side
from balance.games.steps import OVER
from tests.games.common.positions import foot, position

ROWS = (". " * 14,) * 3
SIDES = (
    "feature,kind,foot,motorized,shift,supply,zones,strategic\n"
    "river,barrier,1,2,1,yes,yes,no\nroad,road,-,-,0,yes,yes,yes\n"
)
LINE = " ".join(f"02{column:02d}" for column in range(1, 15))
RULES = {"strategic.axis_units": 1, "strategic.soviet_units": 2, "strategic.hexes": 8}
SOURCES = "0201:axis,0214:soviet"


def rail(folder, axis, soviet=(), rules=None, **options):
    """A line through the middle of three rows, a unit of the axis side a turn."""
    at = position(
        folder,
        ROWS,
        axis,
        soviet or [foot("R", "0114")],
        rules={**RULES, **(rules or {})},
        sources=SOURCES,
        roads=LINE,
        tables={"hexsides": SIDES},
        **options,
    )
    for h in range(1, 15):
        at.ground(f"02{h:02d}").control = Side.AXIS
    return at.in_phase(PhaseKind.MOVEMENT)


@pytest.mark.rule("common 5.7")
@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ("0210", Refusal.OK),
        ("0211", Refusal.NO_LINE_LEADS),  # nine hexes
        ("0103", Refusal.NO_LINE_LEADS),
        ("0202", Refusal.SAME_HEX),
    ],
)
def test_a_unit_rides_so_far_along_a_line(tmp_path, goal, code):
    at = rail(tmp_path, [foot("A", "0202")])
    assert ride_unit(at.state, at.unit("A"), at.hex(goal)) == code
    assert at.where("A") == (goal if code == Refusal.OK else "0202")


@pytest.mark.rule("common 5.7")
def test_who_stands_on_no_line_is_known_not_to_ride_before_anybody_looks_where_to(tmp_path):
    at = rail(tmp_path, [foot("A", "0102"), foot("B", "0202")])
    assert check_rider(at.state, at.unit("A")) == Refusal.NO_LINE_LEADS
    assert check_rider(at.state, at.unit("B")) == Refusal.OK


@pytest.mark.rule("common 5.7")
def test_a_ride_is_all_a_unit_does_in_the_phase_and_is_logged(tmp_path):
    at = rail(tmp_path, [foot("A", "0202")], rules={"strategic.axis_units": 9})
    assert ride_unit(at.state, at.unit("A"), at.hex("0206")) == Refusal.OK
    assert move_unit(at.state, at.unit("A"), at.hex("0207")) == Refusal.MOVE_FINISHED
    assert ride_unit(at.state, at.unit("A"), at.hex("0208")) == Refusal.MOVE_FINISHED
    event = at.state.events[at.state.game.event_count - 1]
    assert (event.kind, event.unit, event.value) == (EventKind.RODE, at.unit("A"), 4)


@pytest.mark.rule("common 5.7")
def test_who_has_marched_does_not_ride(tmp_path):
    at = rail(tmp_path, [foot("A", "0202")])
    assert move_unit(at.state, at.unit("A"), at.hex("0203")) == Refusal.OK
    assert ride_unit(at.state, at.unit("A"), at.hex("0208")) == Refusal.MOVE_FINISHED


@pytest.mark.rule("common 5.7")
@pytest.mark.parametrize("zone", ["yes", "no"])
def test_nobody_rides_from_beside_enemies_nor_past_them(tmp_path, zone):
    soviet = [foot("R", "0305", zone=zone)]
    at = rail(tmp_path, [foot("A", "0202")], soviet)
    assert check_ride(at.state, at.unit("A"), at.hex("0204")) == Refusal.OK
    for goal in ("0205", "0206", "0208"):
        assert check_ride(at.state, at.unit("A"), at.hex(goal)) == Refusal.NO_LINE_LEADS
    beside = rail(tmp_path / "beside", [foot("A", "0205")], soviet)
    assert check_ride(beside.state, beside.unit("A"), beside.hex("0202")) == Refusal.MAY_NOT_RIDE


@pytest.mark.rule("common 5.7")
def test_a_line_is_closed_where_the_enemy_controls_it(tmp_path):
    at = rail(tmp_path, [foot("A", "0202")])
    at.ground("0206").control = Side.SOVIET
    assert check_ride(at.state, at.unit("A"), at.hex("0205")) == Refusal.OK
    assert check_ride(at.state, at.unit("A"), at.hex("0207")) == Refusal.NO_LINE_LEADS


@pytest.mark.rule("common 5.7")
def test_who_is_out_of_supply_does_not_ride_and_a_full_hex_takes_nobody(tmp_path):
    at = rail(tmp_path, [foot("A", "0202"), foot("B", "0206")], rules={"stacking.limit": 1})
    assert check_ride(at.state, at.unit("A"), at.hex("0206")) == Refusal.STACK_FULL
    at.row("A").unsupplied = 1
    assert check_ride(at.state, at.unit("A"), at.hex("0205")) == Refusal.MAY_NOT_RIDE


@pytest.mark.rule("common 5.7, 12.2")
def test_a_newcomer_may_ride_on_from_where_it_enters(tmp_path):
    units = [foot("A", arrival_turn=1), foot("B", arrival_turn=1), foot("G", "0101")]
    at = rail(tmp_path, units, rules={"strategic.axis_units": 2})
    for name in "AB":
        assert enter_unit(at.state, at.unit(name), at.hex("0201")) == Refusal.OK
    assert ride_unit(at.state, at.unit("A"), at.hex("0207")) == Refusal.OK
    assert move_unit(at.state, at.unit("B"), at.hex("0301")) == Refusal.OK
    assert ride_unit(at.state, at.unit("B"), at.hex("0207")) == Refusal.MOVE_FINISHED


@pytest.mark.rule("common 5.8")
def test_a_side_moves_so_many_units_in_a_turn(tmp_path):
    at = rail(tmp_path, [foot("A", "0202"), foot("B", "0203")])
    assert ride_unit(at.state, at.unit("A"), at.hex("0207")) == Refusal.OK
    assert ride_unit(at.state, at.unit("B"), at.hex("0207")) == Refusal.NO_CAPACITY
    assert (rides_left(at.state, np.int64(0)), rides_left(at.state, np.int64(1))) == (0, 2)
    at.state.game.step = -1
    assert open_step(at.state) != OVER
    assert rides_left(at.state, np.int64(0)) == 1


@pytest.mark.rule("common 5.8")
def test_capacity_is_lost_for_good_but_never_more_than_there_is(tmp_path):
    at = rail(tmp_path, [foot("A", "0202")])
    for _ in range(3):
        lose_capacity(at.state, np.int64(0))
    lose_capacity(at.state, np.int64(1))
    assert (rides_left(at.state, np.int64(0)), rides_left(at.state, np.int64(1))) == (0, 1)
    at.state.rules.strategic_axis_units = 2
    assert rides_left(at.state, np.int64(0)) == 1


@pytest.mark.rule("common 5.7")
def test_only_roads_lead_anywhere(tmp_path):
    with pytest.raises(DataError, match=r"hexsides\.csv:2: strategic is 'yes'; only what is of"):
        position(tmp_path, tables={"hexsides": SIDES.replace("yes,no\n", "yes,yes\n")})
