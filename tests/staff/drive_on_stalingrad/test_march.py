"""Movement: garrisons first, strike units towards their objective, the line where it is weakest."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.invariants import find_faults
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Feature, SupplyState
from balance.staff.desk import SETTLED, Desk, Posture
from balance.staff.drive_on_stalingrad.conduct import (
    conduct_movement,
    receive_newcomers,
)
from balance.staff.drive_on_stalingrad.stakes import NEVER, value_at
from balance.staff.drive_on_stalingrad.strikers import move_strikers
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    tank_corps,
)
from tests.staff.drive_on_stalingrad.desks import (
    NO_ATTACK,
    SOVIET_MOVES,
    Task,
    away,
    hold,
    line_of,
    name_of,
    open_desk,
    places,
    stand,
    strike,
)

BOARD = change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 5, 1, ".N")


# --- garrisons


def test_garrison_is_filled_from_the_line_before_the_line_is_manned():
    state = build_position(BOARD, [infantry("0509"), infantry("0309"), rifle("0505")])
    desk = open_desk(state, AXIS, garrisons={"0510": 1})
    receive_newcomers(state, desk, AXIS)
    assert places(state, 0, 1).count("0510") == 1
    stand(state, desk, AXIS)
    assert places(state, 0, 1).count("0510") == 1, "and stays when the line is manned"


def test_garrison_that_stands_where_it_should_is_not_moved():
    state = build_position(BOARD, [infantry("0510"), panzer("0510"), infantry("0511")])
    desk = open_desk(state, AXIS, strike("0501", 0, 1), garrisons={"0510": 2})
    receive_newcomers(state, desk, AXIS)
    assert desk.crew[SETTLED].tolist() == [1, 1, 0]
    move_strikers(state, desk, AXIS)
    stand(state, desk, AXIS)
    assert places(state, 0, 1) == ["0510", "0510"]


def test_garrison_takes_no_more_units_than_are_wanted():
    state = build_position(BOARD, [infantry(name) for name in ("0509", "0410", "0610", "0511")])
    receive_newcomers(state, open_desk(state, AXIS, garrisons={"0510": 2}), AXIS)
    assert places(state).count("0510") == 2


@pytest.mark.parametrize("other", ["0509", "0511"])
def test_one_garrison_is_not_robbed_for_another(other):
    state = build_position(BOARD, [infantry("0510")])
    desk = open_desk(state, AXIS, garrisons={"0510": 1, other: 1})
    receive_newcomers(state, desk, AXIS)
    assert places(state) == ["0510"]


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_strike_units_guard_what_would_lose_the_game():
    rows = change_cell(BOARD, 5, 10, ".CX-")
    state = build_position(rows, [panzer("0508")])
    receive_newcomers(state, open_desk(state, AXIS, strike("0501", 0), garrisons={"0510": 1}), AXIS)
    assert places(state) == ["0510"]


def test_strike_units_are_not_taken_for_common_garrisons():
    rows = change_cell(BOARD, 5, 10, ".C-")
    state = build_position(rows, [panzer("0508")])
    receive_newcomers(state, open_desk(state, AXIS, strike("0501", 0), garrisons={"0510": 1}), AXIS)
    assert places(state) == ["0508"]


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_what_would_lose_the_game_is_held_in_strength_against_those_beside_it():
    rows = change_cell(BOARD, 5, 10, ".CX-")
    attackers = [tank_corps("0509", attack=10), tank_corps("0509", attack=10)]
    units = [*[panzer(name) for name in ("0511", "0511", "0412")], *attackers]
    state = build_position(rows, units)
    receive_newcomers(
        state, open_desk(state, AXIS, strike("0501", 0, 1, 2), garrisons={"0510": 1}), AXIS
    )
    assert places(state, 0, 1, 2).count("0510") == 2, "20 factors against 20, not 10"


# --- the start line

#: A hex of the German side of the start line, empty, on the shortest way along the Soviet front.
BULGE = change_cell(BOARD, 5, 6, ".-")


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_garrison_takes_no_short_cut_over_the_start_line_while_german_armies_wait():
    def place(**game: int) -> list[str]:
        state = build_position(BULGE, [rifle("0507")], **SOVIET_MOVES, **game)
        receive_newcomers(state, open_desk(state, SOVIET, garrisons={"0505": 1}), SOVIET)
        return places(state)

    assert place(game_turn=2) == ["0507"]
    assert place(game_turn=4) == ["0505"], "all are free by then"
    assert place(game_turn=2, lifted=1) == ["0505"]


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_march_goes_around_the_start_line_while_german_armies_wait():
    def march(**game: int) -> State:
        state = build_position(BULGE, [rifle("0507")], **SOVIET_MOVES, **game)
        task = Task(Posture.GARRISON, ("0504",), (0,))
        stand(state, open_desk(state, SOVIET, task), SOVIET)
        return state

    bulge = hex_named(march(game_turn=2), "0506")
    early, late = march(game_turn=2), march(game_turn=4)
    assert late.ground[bulge].control == SOVIET
    assert early.ground[bulge].control == AXIS
    assert early.game.lifted == 0
    assert away(early, 0, "0504") < 3, "it marches all the same"


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_no_attack_over_the_start_line_is_worth_it_while_that_frees_german_armies():
    def worth(lifts_all: int, game_turn: int) -> float:
        rules = {"sequence.soviet_crossing_lifts_all": lifts_all}
        units = [tank_corps("0507"), tank_corps("0507"), satellite("0506")]
        state = build_position(BULGE, units, rules=rules, game_turn=game_turn, **SOVIET_MOVES)
        desk = open_desk(state, SOVIET)
        target = hex_named(state, "0506")
        return value_at(state, desk, SOVIET, target, np.int64(4), 1.0, np.int64(4))

    assert worth(1, 2) == NEVER
    assert worth(1, 4) > 0
    assert worth(0, 2) > 0, "a variant frees nobody so"


# --- the line

#: A coast in the south: the line runs across three rows.
COAST = [". " * 8 + ".", ".A- " + ". " * 7 + ".N", ".K " * 8 + ".K"]
#: Wants the line in column 5.
COLUMN_5 = {
    f"{row:02d}{column:02d}": 0 if column == 5 else 900
    for row in (1, 2, 3)
    for column in range(1, 10)
}


def test_the_empty_hex_of_the_line_is_filled_before_the_weak_one():
    enemies = [rifle("0104", attack=10), rifle("0304"), rifle("0204")]
    units = [satellite("0105"), satellite("0205"), satellite("0207"), *enemies]
    state = build_position(COAST, units)
    desk = open_desk(state, AXIS, bias=COLUMN_5, line_need=5.0)
    stand(state, desk, AXIS)
    assert {name_of(state, h) for h in line_of(desk)} == {"0105", "0205", "0305"}
    assert places(state, 0, 1, 2) == ["0105", "0205", "0305"]


def test_the_empty_hex_is_filled_first_even_where_the_weak_one_is_sorely_threatened():
    units = [
        satellite("0105"),
        satellite("0205"),
        satellite("0207"),
        *[rifle("0104", attack=40)] * 2,
    ]
    state = build_position(COAST, units)
    stand(state, open_desk(state, AXIS, bias=COLUMN_5), AXIS)
    assert places(state, 2) == ["0305"]


def test_the_weakest_hex_of_a_full_line_is_strengthened():
    enemies = [rifle("0104", attack=1), rifle("0304", attack=12)]
    units = [infantry("0105"), infantry("0205"), infantry("0305"), infantry("0207"), *enemies]
    state = build_position(COAST, units)
    desk = open_desk(state, AXIS, bias=COLUMN_5, line_need=1.5)
    stand(state, desk, AXIS)
    assert places(state, 0, 1, 2, 3) == ["0105", "0205", "0305", "0305"]


def test_nobody_leaves_a_hole_in_the_line_to_fill_another():
    enemies = [rifle("0104"), rifle("0204"), rifle("0304")]
    state = build_position(COAST, [infantry("0105"), infantry("0205"), *enemies])
    stand(state, open_desk(state, AXIS, bias=COLUMN_5), AXIS)
    assert places(state, 0, 1) == ["0105", "0205"]


def test_those_too_far_back_march_towards_the_gap():
    state = build_position(COAST, [infantry("0209", movement=2), rifle("0204")])
    stand(state, open_desk(state, AXIS, bias=COLUMN_5), AXIS)
    assert away(state, 0, "0205") == 2


# --- strike units


def strikers_move(units: list, objective: str, rows: list[str] = BOARD, **weights: float) -> State:
    state = build_position(rows, units)
    desk = open_desk(state, AXIS, strike(objective, 0), **weights)
    receive_newcomers(state, desk, AXIS)
    move_strikers(state, desk, AXIS)
    return state


def test_strike_unit_goes_nearer_to_its_objective():
    for objective in ("0104", "0904", "0505"):
        state = strikers_move([panzer("0510", movement=5)], objective)
        before = away(build_position(BOARD, [panzer("0510")]), 0, objective)
        assert away(state, 0, objective) <= before - 4, objective


def test_strike_unit_goes_around_what_bars_its_way():
    rows = BOARD
    for row in range(2, 9):
        rows = change_cell(rows, row, 8, "m")
    state = strikers_move([panzer("0510")], "0506", rows=rows, supply_need=0.0)
    assert int(state.hexes[state.units[0].hex].x2) < 16, "past the mountains"


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_strike_unit_turns_aside_for_a_victory_point_in_reach():
    rows = change_cell(BOARD, 2, 9, ".V")
    assert places(strikers_move([panzer("0510")], "0507", rows=rows)) == ["0209"]
    assert places(strikers_move([panzer("0510")], "0507", rows=rows, vp_worth=0.0)) == ["0507"]


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_a_victory_point_already_held_holds_nobody_up():
    rows = change_cell(BOARD, 2, 9, ".V-")
    assert places(strikers_move([panzer("0510")], "0507", rows=rows)) == ["0507"]


@pytest.mark.rule("drive_on_stalingrad 7.12, 7.15")
def test_strike_unit_does_not_end_beyond_its_supply_without_cause():
    state = strikers_move([panzer("0510")], "0501")
    assert supply_state(state, 0) == SupplyState.REGULAR
    assert away(state, 0, "0501") < 9, "but goes on"
    daring = strikers_move([panzer("0510")], "0501", supply_need=0.0)
    assert supply_state(daring, 0) == SupplyState.OUT
    assert away(daring, 0, "0501") < away(state, 0, "0501")


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_supply_is_left_for_what_wins_the_game():
    rows = change_cell(BOARD, 5, 3, ".V")
    state = build_position(rows, [panzer("0510")], vp=5)
    desk = open_desk(state, AXIS, strike("0508", 0))
    receive_newcomers(state, desk, AXIS)
    move_strikers(state, desk, AXIS)
    assert places(state) == ["0503"]


def test_strike_unit_does_not_stand_alone_before_an_army():
    enemies = [tank_corps("0505", attack=8)] * 8
    state = strikers_move([infantry("0508"), *enemies], "0505", risk=5.0, **NO_ATTACK)
    assert away(state, 0, "0505") > 1
    bold = strikers_move([infantry("0508"), *enemies], "0505", risk=0.0, **NO_ATTACK)
    assert away(bold, 0, "0505") == 1


def test_units_that_hold_do_not_run_after_the_strike_units():
    state = build_position(BOARD, [panzer("0510"), infantry("0510"), infantry("0510")])
    desk = open_desk(state, AXIS, strike("0505", 0), hold(1))
    receive_newcomers(state, desk, AXIS)
    move_strikers(state, desk, AXIS)
    assert places(state, 1, 2) == ["0510", "0510"]


# --- a whole phase


def random_armies(seed: int, **game: int) -> tuple[State, Desk]:
    rng = np.random.default_rng(seed)
    rows = [*BOARD[:8], " ".join([".K"] * 13)]
    for _ in range(20):
        cell = str(rng.choice(["f", "h", "m", "s", ".T", ".V", ".C", "l", ".L"]))
        rows = change_cell(rows, int(rng.integers(1, 9)), int(rng.integers(2, 12)), cell)
    rows = change_cell(rows, 9, 10, ".PK")
    axis = [infantry, infantry, panzer, motorized]
    soviet = [rifle, rifle, tank_corps, artillery]
    units = []
    for _ in range(24):
        make = axis[int(rng.integers(4))]
        units.append(make(f"{rng.integers(1, 10):02d}{rng.integers(8, 14):02d}"))
    for _ in range(20):
        make = soviet[int(rng.integers(4))]
        units.append(make(f"{rng.integers(1, 10):02d}{rng.integers(1, 8):02d}"))
    units = [unit for unit in units if not _is_closed(rows, unit["at"])]
    state = build_position(rows, units, seed=seed, **game)
    held = (state.ground["control"] == AXIS) & ((state.hexes["features"] & Feature.VP) != 0)
    state.game.vp = state.game.vp_hexes = held.sum()
    side = int(state.game.side)
    own = [u for u in range(len(units)) if units[u]["side"] == side]
    objective = "0503" if side == AXIS else "0511"
    garrisons = {"0502": 1} if side == SOVIET else {"0513": 2, "0910": 1}
    return state, open_desk(state, side, strike(objective, *own[::2]), garrisons=garrisons)


def _is_closed(rows: list[str], name: str) -> bool:
    cells = rows[int(name[:2]) - 1].split()
    return cells[len(cells) - int(name[2:])][0] in "mlsw"


@pytest.mark.parametrize("game", [{}, SOVIET_MOVES])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_movement_phase_leaves_a_legal_position(seed, game):
    state, desk = random_armies(seed, **game)
    side = np.int64(state.game.side)
    before = state.units["hex"].copy()
    conduct_movement(state, desk, side)
    assert find_faults(state, [str(u) for u in range(len(state.units))]) == []
    assert (state.units["hex"] != before).any(), "nobody moved"
    if state.game.battle_count == 0:
        assert (state.units["hex"] == before)[state.units["side"] != side].all()
