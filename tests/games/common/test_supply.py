"""Supply and newcomers: lines, isolation, reinforcements, replacements (11 to 13)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.march import points_left
from balance.games.common.newcomers import (
    check_enter,
    enter_unit,
    list_arrivals,
    list_entry_hexes,
    open_replacements,
    rebuild_unit,
    replace_step,
)
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import eliminate_unit
from balance.games.common.state import NO_LINE
from balance.games.common.strength import unit_attack, unit_defense
from balance.games.common.supply import check_supply, trace_supply
from balance.games.common.vocabulary import PhaseKind, Side, Status
from tests.games.common.positions import FIELD, foot, position


def line_to(at, h, side=Side.AXIS):
    """Off-road hexes of the line to a hex, None if there is none."""
    trace_supply(at.state, side)
    links = int(at.state.supply[side, at.hex(h)])
    return None if links == NO_LINE else links


@pytest.mark.rule("common 11.1, 11.2")
def test_a_line_leads_so_many_hexes_off_roads_from_a_source(tmp_path):
    at = position(tmp_path, rules={"supply.line_hexes": 3})
    assert [line_to(at, h) for h in ("0101", "0104", "0105")] == [0, 3, None]
    assert line_to(at, "0106", Side.SOVIET) == 3
    by_road = position(
        tmp_path / "road", rules={"supply.line_hexes": 3}, roads="0101 0102 0103 0104"
    )
    assert [line_to(by_road, h) for h in ("0104", "0107", "0108")] == [0, 3, None]


@pytest.mark.rule("common 11.2")
def test_enemies_and_their_zones_bar_lines_but_where_friends_stand(tmp_path):
    enemy = [foot("R", "0302")]
    at = position(tmp_path, FIELD, soviet=enemy, sources="0301:axis,0309:soviet")
    assert line_to(at, "0304") is None
    free = position(
        tmp_path / "free",
        FIELD,
        soviet=enemy,
        sources="0301:axis,0309:soviet",
        rules={"supply.zones_bar": 0, "supply.line_hexes": 9},
    )
    assert line_to(free, "0304") == 4
    held = position(
        tmp_path / "held",
        FIELD,
        [foot("A", "0201"), foot("B", "0301")],
        [foot("R", "0302", zone="yes")],
        sources="0301:axis,0309:soviet",
        rules={"supply.line_hexes": 9},
    )
    assert line_to(held, "0201") == 1


@pytest.mark.rule("common 11.2")
def test_lakes_carry_no_lines(tmp_path):
    at = position(tmp_path, (". ~ . . . . . . .",))
    assert line_to(at, "0103") is None


@pytest.mark.rule("common 11.3")
def test_without_supply_units_are_weaker_and_slower(tmp_path):
    rules = {"supply.line_hexes": 1, "supply.defense_divisor": 2}
    at = position(tmp_path, axis=[foot("A", "0102"), foot("B", "0105")], rules=rules)
    check_supply(at.state, np.int64(Side.AXIS))
    at.in_phase(PhaseKind.MOVEMENT)
    asked = (unit_attack, unit_defense, points_left)
    told = [
        tuple(int(each(at.state, unit)) for each in asked) for unit in (at.unit("A"), at.unit("B"))
    ]
    assert told == [(4, 4, 24), (2, 2, 12)]


@pytest.mark.rule("common 11.4")
@pytest.mark.parametrize(
    ("turns", "loss", "steps"),
    [(3, "step", [2, 2, 1, 0]), (2, "unit", [2, 0]), (0, "step", [2] * 5)],
)
def test_long_without_supply_units_are_lost(tmp_path, turns, loss, steps):
    at = position(
        tmp_path,
        axis=[foot("A", "0105")],
        rules={
            "supply.line_hexes": 1,
            "supply.isolation_turns": turns,
            "supply.isolation_loss": loss,
        },
    )
    found = []
    for _ in steps:
        check_supply(at.state, np.int64(Side.AXIS))
        found.append(int(at.row("A").steps))
    assert found == steps
    assert at.state.game.axis_isolation == 2 - steps[-1]


# --- reinforcements


@pytest.mark.rule("common 12.1, 12.2")
def test_reinforcements_enter_when_due_by_their_area_or_a_source(tmp_path):
    at = position(
        tmp_path,
        axis=[
            foot("A", arrival_turn=1),
            foot("B", arrival_turn=1, entry_area="W"),
            foot("C", arrival_turn=2),
        ],
        soviet=[foot("R", "0104")],
        sources="0101:axis,0109:soviet,0103:W,0106:W",
    )
    at.in_phase(PhaseKind.MOVEMENT)
    found = np.zeros(9, np.int64)
    assert list_arrivals(at.state, np.int64(Side.AXIS), found) == 2
    # 0103 lies in an enemy zone.
    for name, hexes in (("A", ["0101"]), ("B", ["0106"])):
        count = list_entry_hexes(at.state, at.unit(name), found)
        assert [at.scenario.hex_names[h] for h in found[:count]] == hexes
    assert check_enter(at.state, at.unit("C"), at.hex("0101")) == Refusal.NOT_DUE
    assert check_enter(at.state, at.unit("A"), at.hex("0102")) == Refusal.NOT_AN_ENTRY_HEX
    assert enter_unit(at.state, at.unit("A"), at.hex("0101")) == Refusal.OK
    assert (at.where("A"), int(at.row("A").mp_left)) == ("0101", 18)
    assert check_enter(at.state, at.unit("A"), at.hex("0101")) == Refusal.NOT_AWAITING


@pytest.mark.rule("common 12.2")
def test_enemy_zones_need_not_bar_the_way_onto_the_map(tmp_path):
    at = position(
        tmp_path,
        axis=[foot("A", arrival_turn=1)],
        soviet=[foot("R", "0102")],
        rules={"reinforcements.zones_bar": 0},
    )
    at.in_phase(PhaseKind.MOVEMENT)
    assert check_enter(at.state, at.unit("A"), at.hex("0101")) == Refusal.OK


# --- replacements

_TURNS = "turn,axis_replacements,soviet_replacements\n1,3,0\n2,1,0\n"


@pytest.mark.rule("common 13.1, 13.2")
def test_replacements_buy_steps_and_bring_back_units(tmp_path):
    at = position(
        tmp_path,
        axis=[foot("A", "0102"), foot("B", "0103"), foot("C", "0102", returns="no")],
        tables={"turns": _TURNS},
    )
    at.row("A").steps = 1
    for name in ("B", "C"):
        eliminate_unit(at.state, at.unit(name), np.int64(-1))
    at.in_phase(PhaseKind.REPLACEMENTS)
    open_replacements(at.state, np.int64(Side.AXIS))
    assert at.state.game.axis_replacements == 3
    assert replace_step(at.state, at.unit("A")) == Refusal.OK
    assert replace_step(at.state, at.unit("A")) == Refusal.AT_FULL_STRENGTH
    assert rebuild_unit(at.state, at.unit("C")) == Refusal.CANNOT_RETURN
    assert rebuild_unit(at.state, at.unit("B")) == Refusal.OK
    assert (int(at.row("B").steps), int(at.row("B").status)) == (1, Status.AWAITING)
    assert at.state.game.axis_replacements == 0
    at.state.game.game_turn = 5
    open_replacements(at.state, np.int64(Side.AXIS))
    assert at.state.game.axis_replacements == 1


@pytest.mark.rule("common 13.2")
def test_steps_come_to_units_in_supply_outside_enemy_zones(tmp_path):
    at = position(
        tmp_path,
        axis=[foot("A", "0103"), foot("B", "0108")],
        soviet=[foot("R", "0104")],
        tables={"turns": _TURNS},
    )
    at.row("A").steps = at.row("B").steps = 1
    at.in_phase(PhaseKind.REPLACEMENTS)
    open_replacements(at.state, np.int64(Side.AXIS))
    for name in ("A", "B"):
        assert replace_step(at.state, at.unit(name)) == Refusal.NOT_IN_SUPPLY
