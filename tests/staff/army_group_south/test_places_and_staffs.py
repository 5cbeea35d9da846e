"""Who stays behind in a place, who walks into one at the end, who goes with a headquarters."""

from __future__ import annotations

import pytest

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import AXIS, SOVIET
from balance.kernel.compiled import entry
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.choices import (
    EVERYWHERE,
    EXIT_GUARD,
    GUARDS,
    NOWHERE,
    WORTHWHILE,
)
from balance.staff.army_group_south.conduct import conduct_movement, look_around
from balance.staff.army_group_south.exit_guard import guard_exit
from balance.staff.army_group_south.headquarters import move_headquarters
from balance.staff.craft import escorts, rear_guards
from balance.staff.desk import GARRISON, SETTLED, Desk
from tests.games.army_group_south.positions import (
    brigade,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import change_cell, hex_named
from tests.staff.army_group_south.test_moving import BOARD, apart, place, set_up, strike

TOWN = change_cell(BOARD, 8, 9, ".T2")
#: Three hexes of the exit area on the west edge.
EXIT = BOARD
for _row in (7, 8, 9):
    EXIT = change_cell(EXIT, _row, 20, ".L")
#: Tank corps before the exit: 64 attack factors, twice what wins the game.
MASS = [tank_corps(f"{row:02d}{column}") for row in (7, 8, 9) for column in (12, 13)] * 2


@entry
def leave_rear_guards(state: State, desk: Desk, side: int) -> None:
    """Settle one unit in each place of ours that the enemy could come to."""
    rear_guards.leave_rear_guards(state, ASK, desk, side)


@entry
def take_last_places(state: State, desk: Desk, side: int) -> None:
    """In the last turns send a unit into each empty place of the enemy in reach."""
    rear_guards.take_last_places(state, ASK, desk, side)


@entry
def escort_headquarters(state: State, desk: Desk, side: int) -> None:
    """Send units without a task to each headquarters that the enemy could beat."""
    escorts.escort_headquarters(state, ASK, desk, side)


@entry
def risk_of_loss(
    state: State, desk: Desk, h: int, alone: float, company: float, safe: float
) -> float:
    """How surely a headquarters in a hex is lost, with company of some defense."""
    return escorts.risk_of_loss(state, ASK, desk, h, alone, company, safe)


@entry
def guard_the_exit(state: State, desk: Desk) -> None:
    """Settle troops in the hexes of the exit area while it is in danger."""
    guard_exit(state, desk)


# --- rear guards


def guard(units, side, choice=WORTHWHILE, board=TOWN, **game):
    state, desk = set_up(units, side, board, **game)
    state.ground[hex_named(state, "0809")].control = SOVIET if side == SOVIET else AXIS
    desk.order[GUARDS] = choice
    look_around(state, desk, side)
    leave_rear_guards(state, desk, side)
    return state, desk


@pytest.mark.rule("army_group_south 25.3")
def test_the_soviets_leave_the_unit_they_miss_least_in_a_town_that_panzers_could_come_to():
    units = [tank_corps("0809"), brigade("0809"), headquarters("0805"), panzer("0814")]
    _, desk = guard(units, SOVIET)
    assert desk.crew[SETTLED, :2].tolist() == [0, 1]


@pytest.mark.rule("army_group_south 25.3")
def test_nobody_stays_where_no_enemy_could_come():
    units = [tank_corps("0809"), brigade("0809"), headquarters("0805"), infantry("0120")]
    _, desk = guard(units, SOVIET)
    assert not desk.crew[SETTLED].any()


@pytest.mark.rule("army_group_south 25.3")
def test_somebody_near_by_comes_into_a_threatened_town_that_stands_empty():
    units = [brigade("0807"), headquarters("0805"), panzer("0814")]
    state, _ = guard(units, SOVIET)
    assert place(state, 0) == "0809"


@pytest.mark.rule("army_group_south 25.3")
def test_who_has_an_objective_is_not_called_back():
    units = [brigade("0807"), headquarters("0805"), panzer("0814")]
    state, desk = set_up(units, SOVIET, TOWN)
    state.ground[hex_named(state, "0809")].control = SOVIET
    strike(state, desk, "0613", 0)
    look_around(state, desk, SOVIET)
    leave_rear_guards(state, desk, SOVIET)
    assert place(state, 0) == "0807"


@pytest.mark.rule("army_group_south 25.2, 25.3")
@pytest.mark.parametrize(
    ("turn", "choice", "stays"),
    [
        (2, WORTHWHILE, False),
        (10, WORTHWHILE, True),
        (2, EVERYWHERE, True),
        (10, NOWHERE, False),
    ],
)
def test_a_german_regiment_stays_late_in_the_game_or_as_the_plan_says(turn, choice, stays):
    units = [infantry("0809", ladder=[(2, 3), (1, 1)]), tank_corps("0804"), headquarters("0803")]
    _, desk = guard(units, AXIS, choice, game_turn=turn)
    assert bool(desk.crew[SETTLED, 0]) == stays


@pytest.mark.rule("army_group_south 25.2, 25.3")
@pytest.mark.parametrize(("enemy", "stays"), [(brigade("0804"), True), (tank_corps("0804"), False)])
def test_a_german_regiment_stays_early_where_too_little_can_come_to_beat_it(enemy, stays):
    _, desk = guard([infantry("0809"), enemy, headquarters("0803")], AXIS, game_turn=2)
    assert bool(desk.crew[SETTLED, 0]) == stays


@pytest.mark.rule("army_group_south 4.1")
def test_the_soviets_who_move_last_leave_no_guards_in_their_last_turn():
    units = [brigade("0809"), headquarters("0805"), panzer("0814")]
    _, desk = guard(units, SOVIET, game_turn=10)
    assert not desk.crew[SETTLED].any()


# --- the last turns


def take(turn, board=TOWN, **fields):
    units = [panzer("0813", **fields), tank_corps("0806"), tank_corps("0906"), headquarters("0805")]
    state, desk = set_up(units, AXIS, board, game_turn=turn)
    state.ground[hex_named(state, "0809")].control = SOVIET
    look_around(state, desk, AXIS)
    take_last_places(state, desk, AXIS)
    return place(state, 0)


@pytest.mark.rule("army_group_south 25.3")
@pytest.mark.parametrize(("turn", "end"), [(8, "0813"), (9, "0809"), (10, "0809")])
def test_an_empty_town_is_walked_into_in_the_last_two_turns_whatever_threatens(turn, end):
    assert take(turn) == end


@pytest.mark.rule("army_group_south 4.1, 25.3")
@pytest.mark.parametrize(("turn", "end"), [(9, "0806"), (10, "0809")])
def test_a_garrison_goes_for_an_empty_town_once_no_enemy_comes_any_more(turn, end):
    board = change_cell(TOWN, 8, 6, ".T5")
    units = [rifle("0806"), headquarters("0805"), panzer("1013")]
    state, desk = set_up(units, SOVIET, board, game_turn=turn)
    state.ground[hex_named(state, "0806")].control = SOVIET
    desk.marks[GARRISON, hex_named(state, "0806")] = 1
    conduct_movement(state, desk, SOVIET)
    assert place(state, 0) == end


@pytest.mark.rule("army_group_south 25.2, 25.3")
def test_a_whole_division_is_not_thrown_away_for_a_village():
    village = change_cell(BOARD, 8, 9, ".T1")
    assert take(10, village, ladder=[(6, 2), (3, 1)]) == "0813"
    assert take(10, village, ladder=[(3, 1)]) == "0809"


# --- headquarters


@pytest.mark.rule("army_group_south 11.38")
def test_a_lone_headquarters_is_lost_to_any_attack_and_one_in_company_to_a_strong_one():
    units = [headquarters("0805"), rifle("1005"), panzer("0809"), headquarters("1505")]
    state, desk = set_up(units, SOVIET)
    look_around(state, desk, SOVIET)
    alone, beside, far = (
        risk_of_loss(state, desk, hex_named(state, name), 4.0, company, 1.5)
        for name, company in (("0805", 0.0), ("1005", 9.0), ("1501", 0.0))
    )
    assert alone > 0.5
    assert beside < 0.25
    assert far < alone


@pytest.mark.rule("army_group_south 9.11, 11.38")
def test_a_headquarters_is_safer_the_more_troops_stand_around_it():
    army = [panzer(f"{row:02d}13", division=0) for row in (7, 8, 9)] * 2
    risks = []
    for around in ([], ["0806", "0706"], ["0806", "0706", "0906", "0804"]):
        troops = [headquarters("0805"), rifle("0805"), *(rifle(name) for name in around)]
        state, desk = set_up([*troops, *army], SOVIET)
        look_around(state, desk, SOVIET)
        risks.append(risk_of_loss(state, desk, hex_named(state, "0805"), 4.0, 5.0, 1.5))
    assert risks[0] > risks[1] > risks[2]


@pytest.mark.rule("army_group_south 11.38")
def test_company_counts_for_less_the_better_the_odds_that_it_is_to_withstand():
    state, desk = set_up([headquarters("0805"), rifle("0805"), panzer("0809")], SOVIET)
    look_around(state, desk, SOVIET)
    at = hex_named(state, "0805")
    risks = [risk_of_loss(state, desk, at, 4.0, 5.0, safe) for safe in (0.5, 1.0, 1.5)]
    assert risks == sorted(risks, reverse=True)
    assert risks[0] > risks[2]


@pytest.mark.rule("army_group_south 11.38, 25.3")
def test_a_division_goes_to_a_headquarters_that_panzers_could_reach():
    units = [headquarters("0806"), rifle("1005"), brigade("1005"), panzer("0811")]
    state, desk = set_up(units, SOVIET)
    look_around(state, desk, SOVIET)
    escort_headquarters(state, desk, SOVIET)
    assert apart(state, 0, 1) == 0


@pytest.mark.rule("army_group_south 11.38")
@pytest.mark.parametrize(("panzers", "stays"), [(["0811"] * 3, True), ([], False)])
def test_a_division_that_would_march_on_stays_with_a_headquarters_in_danger(panzers, stays):
    enemies = [*(panzer(name, division=0) for name in panzers), infantry("0820")]
    state, desk = set_up([headquarters("0804"), rifle("0804"), *enemies], SOVIET)
    look_around(state, desk, SOVIET)
    escort_headquarters(state, desk, SOVIET)
    assert bool(desk.crew[SETTLED, 1]) == stays


@pytest.mark.rule("army_group_south 11.38")
def test_nobody_goes_to_a_headquarters_far_from_the_enemy():
    units = [headquarters("0804"), rifle("1003"), infantry("0819")]
    state, desk = set_up(units, SOVIET)
    look_around(state, desk, SOVIET)
    escort_headquarters(state, desk, SOVIET)
    assert place(state, 1) == "1003"


@pytest.mark.rule("army_group_south 11.3, 11.38")
def test_a_headquarters_keeps_out_of_reach_of_panzers_rather_than_go_where_it_serves_most():
    units = [rifle("0811"), rifle("0611"), rifle("1011"), headquarters("0805")]
    safe, desk = set_up([*units, infantry("0119")], SOVIET)
    look_around(safe, desk, SOVIET)
    move_headquarters(safe, desk)
    army = [panzer(f"{row:02d}13", division=0) for row in (5, 7, 9)]
    hunted, desk = set_up([*units, *army, *army], SOVIET)
    look_around(hunted, desk, SOVIET)
    move_headquarters(hunted, desk)
    assert int(place(hunted, 3)[2:]) < int(place(safe, 3)[2:])


@pytest.mark.rule("army_group_south 11.3, 11.38")
def test_a_headquarters_risks_more_while_the_offensive_wins_ground_than_when_panzers_are_back():
    units = [rifle("0811"), rifle("0611"), rifle("1011"), headquarters("0805")]
    army = [panzer("0716", division=0), panzer("0916", division=0)]
    columns = []
    for turn in (4, 5):
        state, desk = set_up([*units, *army], SOVIET, game_turn=turn)
        look_around(state, desk, SOVIET)
        move_headquarters(state, desk)
        columns.append(int(place(state, 3)[2:]))
    assert columns[0] > columns[1]


# --- the exit


def defend_exit(units, turn=4):
    state, desk = set_up([*units, headquarters("0808")], AXIS, EXIT, game_turn=turn)
    look_around(state, desk, AXIS)
    guard_the_exit(state, desk)
    return state, desk


@pytest.mark.rule("army_group_south 25.1")
def test_the_germans_fill_the_exit_when_tank_corps_mass_before_it():
    units = [infantry("0519"), grenadier("1119"), panzer("1119")]
    state, desk = defend_exit([*units, *MASS])
    exits = {"0720", "0820", "0920"}
    assert place(state, 0) == "0820", "the strongest where its zone bars the other two"
    assert {place(state, u) for u in range(3)} <= exits
    assert desk.crew[SETTLED, :3].all()


@pytest.mark.rule("army_group_south 25.1")
@pytest.mark.parametrize(("enemies", "turn"), [(MASS, 1), (MASS[:3], 4)])
def test_they_go_on_with_their_own_business_as_long_as_nothing_threatens_it(enemies, turn):
    state, desk = defend_exit([infantry("0519"), *enemies], turn)
    assert place(state, 0) == "0519"
    assert desk.crew[SETTLED, 0] == 0


@pytest.mark.rule("army_group_south 25.1")
def test_troops_two_marches_off_are_called_to_the_exit():
    state, _ = defend_exit([panzer("0305"), *MASS])
    before = apart_from(state, "0305")
    assert apart_from(state, place(state, 0)) < before


@pytest.mark.rule("army_group_south 25.1")
@pytest.mark.parametrize(("wanted", "end"), [(0, False), (1, True)])
def test_a_plan_may_leave_the_exit_alone(wanted, end):
    units = [infantry("0519"), *MASS, headquarters("0808")]
    state, desk = set_up(units, AXIS, EXIT, game_turn=4)
    desk.order[EXIT_GUARD] = wanted
    conduct_movement(state, desk, AXIS)
    assert (place(state, 0) == "0820") == end


@pytest.mark.rule("army_group_south 5.23, 25.1")
def test_a_unit_stands_beside_enemies_in_the_exit_so_that_they_cannot_leave():
    taken = [tank_corps(name) for name in ("0720", "0820", "0920")]
    state, _ = defend_exit([infantry("0420"), *taken, *MASS])
    assert state.zones[SOVIET, hex_named(state, "0720")] > 0


def apart_from(state: State, name: str) -> int:
    """Hexes from a hex to the middle of the exit."""
    a, b = (state.hexes[hex_named(state, each)] for each in (name, "0820"))
    rows, halves = abs(int(a.row) - int(b.row)), abs(int(a.x2) - int(b.x2))
    return rows + max(0, (halves - rows) // 2)
