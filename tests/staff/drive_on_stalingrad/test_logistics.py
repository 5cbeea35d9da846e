"""Towns of the network, newcomers, withdrawals and the aerial marker."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty, supply_state
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    Kind,
    Mobility,
    Phase,
    PhaseOrder,
    Status,
    SupplyState,
    Trait,
)
from balance.kernel.fields import FAR, travel_field
from balance.staff.desk import ENEMY_UNITS
from balance.staff.drive_on_stalingrad.choices import AERIAL_SUPPLY
from balance.staff.drive_on_stalingrad.conduct import open_turn, receive_newcomers
from tests.games.drive_on_stalingrad.positions import (
    Unit,
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
)
from tests.staff.drive_on_stalingrad.desks import (
    SOVIET_MOVES,
    Task,
    open_desk,
    places,
    stand,
    strike,
)
from tests.staff.drive_on_stalingrad.kernels import (
    anybody_expected,
    far_way_of_newcomers,
    way_of_newcomers,
)

START = {"phase": Phase.AXIS_START}

# --- the network

NORTH, SOUTH = "0307", "0707"
TWO_TOWNS = change_cell(
    change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 3, 7, ".T"), 7, 7, ".T"
)


def network(units: list, *tasks: Task, rows: list[str] = TWO_TOWNS) -> list[str]:
    """Which of the two captured towns the German side adds as its player turn begins."""
    state = build_position(rows, units, **START)
    for name in (NORTH, SOUTH):
        ground = state.ground[hex_named(state, name)]
        ground.control, ground.network_soviet = AXIS, 0
    mark_supply_dirty(state, AXIS)
    open_turn(state, open_desk(state, AXIS, *tasks), AXIS)
    return [
        name for name in (NORTH, SOUTH) if state.ground[hex_named(state, name)].network_axis != 0
    ]


@pytest.mark.rule("drive_on_stalingrad 7.14c")
@pytest.mark.parametrize(("objective", "town"), [("0101", NORTH), ("0901", SOUTH)])
def test_network_grows_towards_the_objective_of_the_strike_units(objective, town):
    assert network([panzer("0508"), panzer("0508")], strike(objective, 0, 1)) == [town]


@pytest.mark.rule("drive_on_stalingrad 7.14c")
@pytest.mark.parametrize(("name", "town"), [("0206", NORTH), ("0806", SOUTH)])
def test_network_grows_to_where_units_are_at_the_end_of_their_line(name, town):
    assert network([infantry(name), infantry(name)]) == [town]


@pytest.mark.rule("drive_on_stalingrad 7.14c")
def test_more_units_count_for_more_than_fewer():
    assert network([infantry("0206"), infantry("0806"), infantry("0806")]) == [SOUTH]


@pytest.mark.rule("drive_on_stalingrad 7.14c")
def test_a_town_is_added_even_when_nobody_needs_it_yet():
    assert len(network([infantry("0513")])) == 1


@pytest.mark.rule("drive_on_stalingrad 7.14d")
def test_nothing_is_added_that_does_not_link_on():
    rows = [row.replace(".A-", ".") for row in TWO_TOWNS]
    assert network([panzer("0508")], strike("0101", 0), rows=rows) == []


# --- how far newcomers are from where they are wanted


@pytest.mark.rule("drive_on_stalingrad 8.1")
@pytest.mark.parametrize("seed", range(6))
def test_way_of_newcomers_is_right_from_every_town_of_their_own(seed):
    rng = np.random.default_rng(seed)
    rows = [" ".join(rng.choice([".", ".", "f", "h", "m", ".T"], 13)) for _ in range(9)]
    state = build_position(rows, [rifle("0505"), rifle("0606")], phase=Phase.AXIS_FIRST)
    state.ground["control"][:-1] = rng.integers(2, size=len(state.ground) - 1)
    desk = open_desk(state, AXIS)
    blocked = np.zeros(len(state.ground), np.uint8)
    for h in (hex_named(state, "0505"), hex_named(state, "0606")):
        desk.marks[ENEMY_UNITS, h] = blocked[h] = 1
    wanted = rng.choice(np.flatnonzero(blocked[:-1] == 0), 3)
    desk.wanted[wanted] = 5.0
    desk.distance[0] = rng.integers(12, size=len(state.ground))
    whole = np.full(len(state.ground), FAR, np.int16)
    whole[wanted] = 0
    cost = state.cost[3 * AXIS + Mobility.MECH]
    queue = np.zeros(len(state.ground) + 1, np.int16)
    travel_field(state.neighbour, cost, PROHIBITED, blocked, whole, queue)
    way_of_newcomers(state, desk, np.int64(AXIS), np.int64(Mobility.MECH))
    field = desk.distance[1 + Mobility.MECH]
    towns = [h for h in state.places if state.ground[h].control == AXIS and not blocked[h]]
    near = [h for h in towns if desk.distance[0, h] <= 5]
    assert near
    assert len(near) < len(towns)
    assert field[near].tolist() == whole[near].tolist()
    assert field[-1] == field[:-1].max(), "the dummy hex says how far the field holds"
    sure = (field < field[-1])[:-1]
    assert field[:-1][sure].tolist() == whole[:-1][sure].tolist()
    assert (field[:-1] <= whole[:-1]).all()
    far_way_of_newcomers(state, desk, np.int64(AXIS), np.int64(Mobility.MECH))
    assert field[towns].tolist() == whole[towns].tolist()
    assert field[-1] == FAR


# --- newcomers

TWO_SOURCES = change_cell(change_cell(clear_map(9, 13), 2, 13, ".A-"), 8, 13, ".A-")


def arrival(make, **fields):
    return make(None, arrival_turn=5, **fields)


@pytest.mark.rule("drive_on_stalingrad 8.1, 8.2")
@pytest.mark.parametrize(("objective", "entry"), [("0106", "0213"), ("0906", "0813")])
def test_newcomers_enter_where_their_objective_is_nearest(objective, entry):
    state = build_position(TWO_SOURCES, [arrival(panzer)])
    receive_newcomers(state, open_desk(state, AXIS, strike(objective, 0)), AXIS)
    assert places(state) == [entry]


@pytest.mark.rule("drive_on_stalingrad 8.1, 8.2")
@pytest.mark.parametrize(("wanted", "entry"), [("0212", "0213"), ("0812", "0813")])
def test_newcomers_without_a_task_enter_where_troops_are_wanted(wanted, entry):
    state = build_position(TWO_SOURCES, [arrival(infantry), infantry("0513"), rifle("0503")])
    desk = open_desk(state, AXIS, garrisons={wanted: 1})
    receive_newcomers(state, desk, AXIS)
    assert places(state, 0)[0] in (entry, wanted)


@pytest.mark.rule("drive_on_stalingrad 8.1")
def test_soviet_newcomers_enter_at_their_own_source():
    rows = change_cell(change_cell(clear_map(9, 13), 2, 1, ".N"), 8, 1, ".N")
    state = build_position(rows, [arrival(rifle)], **SOVIET_MOVES)
    receive_newcomers(state, open_desk(state, SOVIET, strike("0906", 0)), SOVIET)
    assert places(state) == ["0801"]


@pytest.mark.rule("drive_on_stalingrad 8.11")
def test_newcomers_take_the_other_source_when_the_enemy_stands_beside_the_nearer_one():
    units = [arrival(panzer), infantry("0213"), rifle("0212")]
    state = build_position(TWO_SOURCES, units)
    receive_newcomers(state, open_desk(state, AXIS, strike("0106", 0)), AXIS)
    assert places(state, 0) == ["0813"]


@pytest.mark.rule("drive_on_stalingrad 8.1")
def test_nobody_enters_before_his_turn():
    state = build_position(TWO_SOURCES, [infantry(None, arrival_turn=6)])
    receive_newcomers(state, open_desk(state, AXIS, strike("0106", 0)), AXIS)
    assert state.units[0].status == Status.AWAITING


@pytest.mark.rule("drive_on_stalingrad 8.1, 8.5")
def test_somebody_is_expected_when_he_is_due_or_the_south_is_open():
    def expected(units: list, side: int, **game: int) -> bool:
        return bool(anybody_expected(build_position(TWO_SOURCES, units, **game), side))

    due, later = arrival(infantry), infantry(None, arrival_turn=6)
    assert expected([due], AXIS)
    assert not expected([due], SOVIET)
    assert not expected([later, infantry("0505")], AXIS)
    assert expected([later], AXIS, game_turn=6)
    assert expected([], SOVIET, south_open=1)
    assert not expected([], AXIS, south_open=1)


@pytest.mark.rule("drive_on_stalingrad 8.5")
def test_southern_rifle_divisions_come_as_the_south_opens():
    rows = change_cell(clear_map(3, 9), 2, 1, ".S")
    units = [rifle(None, traits=Trait.SOUTH_POOL | Trait.UNTRIED) for _ in range(6)]

    def entered(**game: int) -> int:
        state = build_position(rows, units, first_row=36, **SOVIET_MOVES, **game)
        state.units["status"] = Status.POOL
        receive_newcomers(state, open_desk(state, SOVIET), SOVIET)
        assert state.game.soviet_refused == 0
        return int((state.units["status"] == Status.ON_MAP).sum())

    quota = int(build_position(rows).rules.reinforcement_south_rifle_per_turn)
    assert entered() == 0
    assert entered(south_open=1) == quota > 0


# --- withdrawals and the aerial marker


@pytest.mark.rule("drive_on_stalingrad 8.7")
def test_the_weakest_of_a_kind_are_withdrawn():
    infantry_ = [
        infantry(f"0{row}09", attack=attack) for row, attack in enumerate([9, 8, 7, 9, 8], 1)
    ]
    units = [
        *infantry_,
        *[panzer("0610"), panzer("0611", attack=8, defense=8), panzer("0612")],
        motorized("0710"),
    ]
    state = build_position(TWO_SOURCES, units, **START, game_turn=6)
    open_turn(state, open_desk(state, AXIS), AXIS)
    gone = state.units["status"] == Status.WITHDRAWN
    assert gone.any()
    for kind in (Kind.INFANTRY, Kind.PANZER):
        same = state.units["kind"] == kind
        strength = state.units["attack"] + state.units["defense"]
        if (gone & same).any():
            assert strength[gone & same].max() <= strength[~gone & same].min()


@pytest.mark.rule("drive_on_stalingrad 4.6, 8.7")
def test_who_holds_what_loses_the_game_is_withdrawn_last():
    units = [infantry(f"0{row}09", attack=7 + (row > 1)) for row in range(1, 6)]
    state = build_position(change_cell(TWO_SOURCES, 1, 9, ".X"), units, **START, game_turn=6)
    open_turn(state, open_desk(state, AXIS), AXIS)
    gone = state.units["status"] == Status.WITHDRAWN
    assert gone.any()
    assert not gone[0], "the weakest, but nobody else is there"


def air_supplied(units: list, **order: int) -> State:
    state = build_position(TWO_SOURCES, units)
    desk = open_desk(state, AXIS)
    desk.order[AERIAL_SUPPLY] = order.get("allowed", 1)
    stand(state, desk, AXIS)
    return state


def strong(at: str) -> Unit:
    """Give a Soviet unit that can attack whatever stands beside it."""
    return rifle(at, attack=30, defense=30)


@pytest.mark.rule("drive_on_stalingrad 7.6")
def test_the_aerial_marker_serves_the_strongest_pocket():
    units = [panzer("0102", movement=0), *[panzer("0902", movement=0)] * 3]
    state = air_supplied([*units, strong("0103"), strong("0903")])
    assert [SupplyState(supply_state(state, u)) for u in (0, 1)] == [
        SupplyState.OUT,
        SupplyState.AERIAL,
    ]


@pytest.mark.rule("drive_on_stalingrad 7.6")
def test_the_aerial_marker_is_kept_when_nobody_is_cut_off_or_the_plan_forbids_it():
    cut_off = [*[panzer("0902", movement=0)] * 3, strong("0903")]
    assert air_supplied([*[panzer("0512")] * 3, strong("0511")]).game.aerial_used == 0
    assert air_supplied(cut_off, allowed=0).game.aerial_used == 0
    assert air_supplied(cut_off).game.aerial_used == 1


@pytest.mark.rule("drive_on_stalingrad 7.6")
def test_the_aerial_marker_goes_to_those_who_can_be_attacked_and_onto_them():
    # The larger pocket has no enemy beside it: defense is all that the marker gives.
    units = [panzer("0102", movement=0), *[panzer("0902", movement=0)] * 3, strong("0101")]
    state = air_supplied(units)
    assert state.game.aerial_hex == hex_named(state, "0102")
    assert air_supplied(units[1:]).game.aerial_used == 0


@pytest.mark.rule("drive_on_stalingrad 5.5, 8.1")
def test_a_crowd_of_newcomers_breaks_no_rule():
    state = build_position(
        TWO_SOURCES,
        [arrival(infantry) for _ in range(20)],
        phase_order=PhaseOrder.MOVE_ASSAULT,
    )
    receive_newcomers(state, open_desk(state, AXIS), AXIS)
    assert state.game.axis_refused == 0
    assert (state.units["status"] == Status.ON_MAP).sum() > state.rules.stacking_limit
    assert state.ground["stack"].max() <= state.rules.stacking_limit
