"""Where the staff sends troops: line, marches, headquarters, newcomers, trains, the way out."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.state import State
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import (
    AXIS,
    SOVIET,
    Feature,
    Mode,
    Phase,
    Size,
    Status,
)
from balance.kernel.compiled import entry
from balance.kernel.fields import FAR, travel_field
from balance.kernel.reach import PROHIBITED
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.conduct import look_around
from balance.staff.army_group_south.doctrine import choose_modes
from balance.staff.army_group_south.exits import leave_for_the_dnepr
from balance.staff.army_group_south.headquarters import move_headquarters
from balance.staff.craft.rides import ride_to_the_front
from balance.staff.desk import GARRISON, MISSION, NAMED, SETTLED, Desk, Posture, new_desk
from tests.games.army_group_south.positions import (
    Unit,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import change_cell, hex_named, name_of
from tests.staff.army_group_south.craft import (
    advance_in_step,
    bring_newcomers,
    hold_line,
    man_garrisons,
    move_strikers,
    seek_prey,
    take_open_places,
    walk_back,
)

#: Twenty hexes from an exit of a railroad in the west to the east edge, fifteen rows.
BOARD = [(".X " + ". " * 18 + ".E")] * 15
RAILWAY = [*BOARD[:7], ".X " + ".R " * 18 + ".E", *BOARD[8:]]
#: The sides that the railroad of row 8 crosses.
RAILS = {(f"08{column:02d}", f"08{column + 1:02d}"): "rail" for column in range(1, 20)}


@entry
def ride(state: State, desk: Desk) -> None:
    """Have reserves go by rail."""
    ride_to_the_front(state, ASK, desk, AXIS)


def set_up(
    units: list[Unit], side: int, board: list[str] = BOARD, **game: int
) -> tuple[State, Desk]:
    phase = game.pop("phase", Phase.AXIS_MOVEMENT if side == AXIS else Phase.SOVIET_MOVEMENT)
    sides = RAILS if board[7].count(".R") else {}
    state = build_position(board, units, sides=sides, phase=phase, **game)
    begin_phase(state, np.int64(phase))
    desk = new_desk(len(state.ground) - 1, len(units), 1)
    desk.weights["vp_worth"] = 4.0
    return state, desk


def strike(state: State, desk: Desk, objective: str, *units: int) -> None:
    desk.posture[0] = Posture.STRIKE
    desk.crew[MISSION, list(units)] = 0
    for mobility in range(2):
        field = desk.fields[0, mobility]
        field[:] = FAR
        field[hex_named(state, objective)] = 0
        closed = np.zeros(len(field), np.uint8)
        travel_field(state.neighbour, state.cost[mobility], PROHIBITED, closed, field, desk.queue)


def place(state: State, unit: int) -> str:
    h = state.hexes[state.units[unit].hex]
    return name_of(int(h.row), int(h.x2))


def apart(state: State, unit: int, other: int) -> int:
    a, b = (state.hexes[state.units[u].hex] for u in (unit, other))
    rows, halves = abs(int(a.row) - int(b.row)), abs(int(a.x2) - int(b.x2))
    return rows + max(0, (halves - rows) // 2)


def enemy_gets_west(state: State, unit: int) -> int:
    """Most hexes west that an enemy unit could come this turn."""
    state.game.side = SOVIET
    state.game.phase = Phase.SOVIET_MOVEMENT
    assert compute_reach(state, np.int64(unit)) > 0
    reached = np.flatnonzero(state.work[BEST, :-1] >= 0)
    return int(max(state.hexes[int(h)].x2 for h in reached)) // 2


# --- the line


@pytest.mark.rule("army_group_south 8.21")
def test_five_divisions_let_nobody_through_fifteen_rows():
    units = [infantry(f"{row:02d}12") for row in (6, 7, 8, 9, 10)]
    units += [tank_corps("0804"), headquarters("0804")]
    state, desk = set_up(units, AXIS)
    free = enemy_gets_west(state, 5)
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    look_around(state, desk, AXIS)
    hold_line(state, desk, AXIS)
    line = max(int(state.hexes[state.units[u].hex].x2) // 2 for u in range(5))
    assert len({place(state, u) for u in range(5)}) == 5, "one post each"
    assert free == 11, "up to the zones of the troops in the middle"
    assert enemy_gets_west(state, 5) <= line + 1
    assert all(is_supplied(state, np.int64(u)) for u in range(5))
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 21.14")
def test_troops_on_the_offensive_stand_in_no_line_but_advance():
    units = [rifle("0806"), headquarters("0805"), infantry("0818")]
    state, desk = set_up(units, SOVIET, change_cell(BOARD, 8, 14, ".T5"))
    look_around(state, desk, SOVIET)
    hold_line(state, desk, SOVIET)
    assert place(state, 0) == "0806"
    advance_in_step(state, desk, SOVIET)
    assert place(state, 0) == "0809", "as far as headquarters can follow"
    state.units[0].mode = Mode.DEFENSIVE
    before = place(state, 0)
    look_around(state, desk, SOVIET)
    advance_in_step(state, desk, SOVIET)
    assert place(state, 0) == before


@pytest.mark.rule("army_group_south 12.0, 21.14")
@pytest.mark.parametrize(("cut_off", "steps", "draws"), [(1, 1, False), (0, 1, True), (1, 4, True)])
def test_a_besieged_stack_draws_no_more_than_are_enough(cut_off: int, steps: int, draws: bool):
    """Two tank corps are enough for a last step that is cut off, not for a whole division."""
    units = [rifle("0508"), headquarters("0509"), *(tank_corps(at) for at in ("0114", "0116"))]
    besieged = infantry("0115", steps=steps)
    state, desk = set_up([*units, besieged], SOVIET, change_cell(BOARD, 10, 15, ".T5"))
    state.units[4].supplied = 1 - cut_off
    look_around(state, desk, SOVIET)
    mobility = int(state.units[0].mobility)
    seek_prey(state, desk, SOVIET, 1 << mobility)
    prey = desk.distance[mobility]
    assert (prey[hex_named(state, "0313")] < prey[hex_named(state, "0712")]) == draws
    advance_in_step(state, desk, SOVIET)
    assert draws or (place(state, 2), place(state, 3)) == ("0114", "0116"), "they keep it there"


# --- strike units and garrisons


def test_a_strike_goes_round_the_zones_that_would_hold_it():
    units = [tank_corps("0806"), headquarters("0806"), infantry("0809")]
    state, desk = set_up(units, SOVIET)
    strike(state, desk, "0818", 0)
    desk.weights["advance"] = 6.0
    desk.weights["vp_worth"] = 4.0
    look_around(state, desk, SOVIET)
    move_strikers(state, desk, SOVIET)
    here = int(state.units[0].hex)
    assert state.zones[AXIS, here] == 0, place(state, 0)
    assert int(state.hexes[here].x2) // 2 >= 9, "as far west as the enemy, at least"


@pytest.mark.rule("army_group_south 25.3")
def test_a_strike_takes_the_town_on_its_way():
    board = change_cell(BOARD, 6, 11, ".T5")
    units = [tank_corps("0806"), headquarters("0806"), infantry("1518")]
    state, desk = set_up(units, SOVIET, board)
    strike(state, desk, "0818", 0)
    look_around(state, desk, SOVIET)
    move_strikers(state, desk, SOVIET)
    assert place(state, 0) == "0611"


def test_a_garrison_keeps_its_best_and_calls_the_nearest():
    units = [infantry("0816"), grenadier("0816"), infantry("0814"), rifle("0802")]
    state, desk = set_up(units, AXIS)
    desk.marks[GARRISON, hex_named(state, "0816")] = 1
    desk.marks[GARRISON, hex_named(state, "0813")] = 1
    look_around(state, desk, AXIS)
    man_garrisons(state, desk, AXIS)
    assert desk.crew[1, 0] == 1, "the division stays"
    assert desk.crew[1, 1] == 0
    assert place(state, 2) == "0813"


@pytest.mark.rule("army_group_south 25.3")
@pytest.mark.parametrize(("points", "end"), [(3, "0813"), (2, "0815")])
def test_the_germans_send_somebody_into_a_threatened_town_of_many_points(points: int, end: str):
    board = change_cell(BOARD, 8, 13, f".T{points}")
    state, desk = set_up([infantry("0815"), rifle("0809"), headquarters("0808")], AXIS, board)
    look_around(state, desk, AXIS)
    man_garrisons(state, desk, AXIS)
    assert place(state, 0) == end


# --- errands


@pytest.mark.rule("army_group_south 25.3")
def test_the_unit_least_missed_steps_into_an_open_town():
    units = [tank_corps("0806"), rifle("0906"), headquarters("0805"), infantry("1518")]
    state, desk = set_up(units, SOVIET, change_cell(BOARD, 8, 9, ".T2"))
    look_around(state, desk, SOVIET)
    take_open_places(state, desk, SOVIET)
    assert [place(state, u) for u in (0, 1)] == ["0806", "0809"]


@pytest.mark.rule("army_group_south 12.14, 12.21")
def test_who_is_out_of_supply_walks_back_and_nobody_else():
    units = [
        rifle("0814", mode=Mode.DEFENSIVE),
        rifle("0806"),
        headquarters("0805"),
        infantry("0118"),
    ]
    state, desk = set_up(units, SOVIET)
    assert [int(u.supplied) for u in state.units[:2]] == [0, 1]
    look_around(state, desk, SOVIET)
    walk_back(state, desk, SOVIET)
    assert place(state, 1) == "0806"
    assert apart(state, 0, 2) == 9 - 3, "at half its movement"


# --- headquarters


@pytest.mark.rule("army_group_south 11.3, 12.14, 20.1")
def test_headquarters_follow_their_troops_and_stay_behind_them():
    units = [rifle("0812"), rifle("1013"), rifle("0613"), headquarters("0804"), infantry("0817")]
    state, desk = set_up(units, SOVIET)
    look_around(state, desk, SOVIET)
    move_headquarters(state, desk)
    assert all(is_supplied(state, np.int64(u)) for u in range(4)), place(state, 3)
    assert state.zones[AXIS, state.units[3].hex] == 0 or state.ground[state.units[3].hex].stack > 0


@pytest.mark.rule("army_group_south 11.22")
def test_two_headquarters_share_the_troops_between_them():
    north = [rifle(f"02{column:02d}") for column in (8, 9, 10)]
    south = [rifle(f"14{column:02d}") for column in (8, 9, 10)]
    units = [*north, *south, headquarters("0804"), headquarters("0904")]
    state, desk = set_up([*units, infantry("0819")], SOVIET)
    look_around(state, desk, SOVIET)
    move_headquarters(state, desk)
    assert all(is_supplied(state, np.int64(u)) for u in range(8))


@pytest.mark.rule("army_group_south 12.11, 12.14")
def test_a_headquarters_stands_where_a_line_leads_to_its_troops():
    swamps = BOARD
    for row in range(1, 15):
        swamps = change_cell(swamps, row, 8, "s")
    troops = [rifle("0710"), rifle("0810"), rifle("0910")]
    state, desk = set_up([*troops, headquarters("0807"), infantry("0118")], SOVIET, swamps)
    assert not is_supplied(state, np.int64(1)), "three hexes away, but beyond the swamps"
    look_around(state, desk, SOVIET)
    move_headquarters(state, desk)
    assert all(is_supplied(state, np.int64(u)) for u in range(4)), place(state, 3)


@pytest.mark.rule("army_group_south 11.31, 12.14")
@pytest.mark.parametrize(("moved", "end"), [(0, "0812"), (1, "0810")])
def test_armies_keep_within_reach_of_headquarters_that_have_moved(moved: int, end: str):
    units = [tank_corps("0808"), headquarters("0806"), infantry("0818")]
    state, desk = set_up(units, SOVIET, change_cell(BOARD, 8, 12, ".T4"))
    look_around(state, desk, SOVIET)
    desk.crew[SETTLED, 1] = moved
    advance_in_step(state, desk, SOVIET)
    assert place(state, 0) == end


# --- newcomers and trains


@pytest.mark.rule("army_group_south 15.0, 23.12")
def test_newcomers_enter_and_march_on_at_once():
    board = [row[: -len(".E")] + ".EK" for row in BOARD]
    newcomer = rifle(None, arrival_turn=3, entry_area=int(Feature.AREA_K))
    corps = tank_corps(None, arrival_turn=3, entry_area=int(Feature.AREA_K))
    state, desk = set_up([newcomer, corps, headquarters("0806"), infantry("0818")], SOVIET, board)
    look_around(state, desk, SOVIET)
    bring_newcomers(state, desk, SOVIET, False)
    assert state.units[0].status == state.units[1].status == Status.ON_MAP
    assert [int(state.hexes[state.units[u].hex].x2) // 2 for u in (0, 1)] >= [6, 8]
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 7.0, 15.0")
@pytest.mark.parametrize(("there", "enters"), [(2, "0120"), (3, "0820")])
def test_a_newcomer_keeps_away_from_an_entry_that_is_full(there: int, enters: str):
    board = change_cell(change_cell(BOARD, 1, 20, ".EK"), 8, 20, ".EK")
    newcomer = infantry(None, arrival_turn=3, entry_area=int(Feature.AREA_K), movement=1)
    own, enemies = [infantry("0120")] * there, [rifle("0812"), headquarters("0811")]
    state, desk = set_up([newcomer, *own, *enemies], AXIS, board)
    look_around(state, desk, AXIS)
    strike(state, desk, "0110", 0)
    bring_newcomers(state, desk, AXIS, False)
    assert place(state, 0) == enters


@pytest.mark.rule("army_group_south 15.0, 19.2, 19.22")
def test_a_newcomer_rides_where_a_railroad_enters():
    board = change_cell(RAILWAY, 8, 20, ".XB")
    newcomer = infantry(None, arrival_turn=3, entry_area=int(Feature.AREA_B))
    state, desk = set_up([newcomer, rifle("0802"), headquarters("0802")], AXIS, board)
    look_around(state, desk, AXIS)
    bring_newcomers(state, desk, AXIS, False)
    assert state.game.rail_moves == 1
    assert int(state.hexes[state.units[0].hex].x2) // 2 < 13, "farther than seven hexes"


@pytest.mark.rule("army_group_south 19.2, 19.22")
def test_reserves_far_from_the_line_ride_to_it():
    units = [infantry("0819"), rifle("0802"), headquarters("0802"), infantry("0108")]
    state, desk = set_up(units, AXIS, RAILWAY)
    look_around(state, desk, AXIS)
    ride(state, desk)
    assert state.game.rail_moves == 1, place(state, 0)
    assert apart(state, 0, 1) < 12
    assert state.zones[SOVIET, state.units[0].hex] == 0


# --- doctrine and the way out


@pytest.mark.rule("army_group_south 21.0, 21.3")
def test_only_headquarters_that_are_named_go_on_the_defensive():
    units = [headquarters("0804"), headquarters("0604"), headquarters("1004", always_offensive=1)]
    state, desk = set_up([*units, rifle("0805")], SOVIET, phase=Phase.SOVIET_START)
    choose_modes(state, desk)
    assert [int(mode) for mode in state.units["mode"][:3]] == [0, 0, 0]
    desk.order[0] = 2
    desk.crew[NAMED, [1, 2]] = 1
    choose_modes(state, desk)
    assert [int(mode) for mode in state.units["mode"][:3]] == [0, 1, 0]


@pytest.mark.rule("army_group_south 21.0")
@pytest.mark.parametrize(("germans", "mode"), [(0, Mode.OFFENSIVE), (3, Mode.DEFENSIVE)])
def test_outnumbered_headquarters_go_on_the_defensive_if_they_may(germans: int, mode: Mode):
    units = [headquarters("0806"), rifle("0807")]
    units += [panzer("0809"), grenadier("0809"), infantry("0709")][:germans]
    state, desk = set_up(units, SOVIET, phase=Phase.SOVIET_START)
    desk.order[3] = 1
    choose_modes(state, desk)
    assert state.units[0].mode == mode


@pytest.mark.rule("army_group_south 25.1")
@pytest.mark.parametrize(("corps", "gone"), [(3, 0), (4, 4)])
def test_nobody_leaves_before_all_that_is_needed_can(corps: int, gone: int):
    board = [row.replace(".X ", ".XL ") for row in BOARD]
    units = [tank_corps(f"{2 + 2 * i:02d}20") for i in range(corps)]
    state, desk = set_up([*units, headquarters("0817"), infantry("1505")], SOVIET, board)
    strike(state, desk, "0820", *range(corps))
    leave_for_the_dnepr(state, desk)
    assert sum(unit.status == Status.EXITED for unit in state.units) == gone
    assert all(unit.unit_size != Size.HEADQUARTERS for unit in state.units[:corps])
