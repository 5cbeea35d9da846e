"""Garrisons that no plan asks for: prizes and roots of supply that the enemy could march into."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET
from balance.staff.desk import GARRISON, SETTLED, Desk
from balance.staff.drive_on_stalingrad.conduct import conduct_movement, receive_newcomers
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.staff.drive_on_stalingrad.desks import (
    NO_ATTACK,
    SOVIET_MOVES,
    away,
    open_desk,
    places,
    strike,
)

ROOTS = change_cell(change_cell(clear_map(9, 16), 5, 16, ".A-"), 5, 1, ".N")
#: A victory point hex in German hands.
PRIZE = change_cell(ROOTS, 5, 10, ".V-")
#: The game is lost with it.
DECISIVE = change_cell(ROOTS, 5, 15, ".X-")


def wanted(state: State, desk: Desk, name: str) -> int:
    """Units that shall stay in a hex."""
    return int(desk.marks[GARRISON, hex_named(state, name)])


@pytest.mark.rule("drive_on_stalingrad 4.2")
@pytest.mark.parametrize(("enemy", "stays"), [("0502", True), ("0501", False)])
def test_last_unit_stays_in_a_prize_while_an_enemy_could_march_there(enemy: str, stays: bool):
    state = build_position(PRIZE, [infantry("0510"), infantry("0516"), tank_corps(enemy)])
    desk = open_desk(state, AXIS, strike("0502", 0), **NO_ATTACK)
    conduct_movement(state, desk, AXIS)
    assert (places(state, 0) == ["0510"]) is stays, "eight points: eight hexes"


@pytest.mark.rule("drive_on_stalingrad 4.6, 5.5")
@pytest.mark.parametrize(
    ("enemy", "spent", "stays"), [("0501", 0, True), ("0501", 1, False), ("0503", 1, True)]
)
def test_what_loses_the_game_is_held_two_turns_ahead(enemy, spent, stays):
    units = [infantry("0515"), infantry("0516"), rifle(enemy, movement=4)]
    state = build_position(DECISIVE, units, double_move_used=spent)
    desk = open_desk(state, AXIS)
    receive_newcomers(state, desk, AXIS)
    assert bool(wanted(state, desk, "0515")) is stays, "three marches of four, once a game four"


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_all_are_asked_to_come_where_the_game_would_be_lost():
    beyond_the_lake = [infantry(f"07{column}", attack=9) for column in (13, 14, 15) for _ in "ab"]
    cells = DECISIVE
    for column in range(1, 17):
        cells = change_cell(cells, 6, column, "l")
    units = [*beyond_the_lake, infantry("0513", attack=1, defense=1), tank_corps("0508")]
    state = build_position(cells, units)
    state.ground["control"][hex_named(state, "0515")] = AXIS
    receive_newcomers(state, open_desk(state, AXIS), AXIS)
    assert places(state, 6) == ["0515"], "six stronger ones are as near, but can't cross"


def test_of_those_in_a_prize_the_one_least_missed_elsewhere_stays():
    units = [panzer("0510"), infantry("0510"), infantry("0510", attack=5), tank_corps("0505")]
    state = build_position(PRIZE, units)
    desk = open_desk(state, AXIS, strike("0502", 0))
    receive_newcomers(state, desk, AXIS)
    assert desk.crew[SETTLED].tolist() == [0, 0, 1, 0]


def test_a_stack_is_as_fast_as_the_fastest_that_may_be_below_its_top():
    def ask(*at: str) -> int:
        units = [infantry("0510"), *[rifle(name, movement=5) for name in at], tank_corps("0901")]
        state = build_position(PRIZE, units)
        desk = open_desk(state, AXIS)
        receive_newcomers(state, desk, AXIS)
        return wanted(state, desk, "0510")

    assert ask("0503") == 0, "five points for seven hexes"
    assert ask("0503", "0503") == 1


def test_what_the_plan_wants_in_a_prize_is_not_changed():
    state = build_position(PRIZE, [infantry("0510"), tank_corps("0505")])
    desk = open_desk(state, AXIS, garrisons={"0510": 3})
    receive_newcomers(state, desk, AXIS)
    assert wanted(state, desk, "0510") == 3


@pytest.mark.rule("drive_on_stalingrad 7.8")
def test_roots_of_soviet_supply_are_guarded_but_not_beyond_the_volga():
    def ask(cell: str) -> int:
        state = build_position(
            change_cell(ROOTS, 5, 1, cell), [rifle("0501"), panzer("0508")], **SOVIET_MOVES
        )
        desk = open_desk(state, SOVIET)
        receive_newcomers(state, desk, SOVIET)
        return wanted(state, desk, "0501")

    assert ask(".N") == 1
    assert ask(".NG") == 0, "no German unit may cross"


# --- troops called back to where the game would be lost


@pytest.mark.rule("drive_on_stalingrad 2.15f, 4.6")
@pytest.mark.parametrize(
    ("wanted_share", "enemy", "back"), [(0.0, 30, 0), (0.5, 10, 0), (0.5, 20, 1), (0.5, 40, 2)]
)
def test_as_many_are_called_back_as_what_gathers_near_asks_for(wanted_share, enemy, back):
    garrison = infantry("0515", attack=7, defense=7)
    columns = [panzer(name, attack=9, defense=9, movement=8) for name in ("0509", "0508")]
    units = [garrison, *columns, rifle("0112", attack=enemy, movement=0)]
    state = build_position(DECISIVE, units)
    desk = open_desk(
        state, AXIS, strike("0501", 1, 2), call_back=wanted_share, supply_need=0.0, **NO_ATTACK
    )
    conduct_movement(state, desk, AXIS)
    assert sum(away(state, unit, "0515") < 5 for unit in (1, 2)) == back


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_who_holds_near_by_without_an_objective_counts_where_he_is():
    columns = [panzer("0509", attack=9, defense=9), infantry("0612", attack=7, defense=7)]
    units = [infantry("0515", attack=7, defense=7), *columns, rifle("0112", attack=25, movement=0)]
    state = build_position(DECISIVE, units)
    desk = open_desk(state, AXIS, strike("0501", 1), call_back=0.5, supply_need=0.0, **NO_ATTACK)
    conduct_movement(state, desk, AXIS)
    assert away(state, 1, "0515") > 5


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_the_panzers_go_on_where_somebody_else_can_be_called():
    columns = [panzer("0510", attack=9, defense=9), infantry("0609", attack=3, defense=7)]
    units = [infantry("0515", attack=7, defense=7), *columns, rifle("0112", attack=20, movement=0)]
    state = build_position(DECISIVE, units)
    desk = open_desk(state, AXIS, strike("0501", 1, 2), call_back=0.5, supply_need=0.0, **NO_ATTACK)
    conduct_movement(state, desk, AXIS)
    assert away(state, 1, "0515") > 5, "nearer, and better on the attack"
    assert away(state, 2, "0515") < 5
