"""What a side knows and what ground is worth to it."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET
from balance.staff.desk import (
    ENEMY_UNITS,
)
from balance.staff.drive_on_stalingrad.conduct import receive_newcomers
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense, survey
from balance.staff.drive_on_stalingrad.worth import capture_worth
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    tank_corps,
)
from tests.staff.drive_on_stalingrad.desks import SOVIET_MOVES, open_desk, ring_of
from tests.staff.drive_on_stalingrad.kernels import relief_worth

BOARD = change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 5, 1, ".N")


# --- factors


@pytest.mark.rule("drive_on_stalingrad 2.14, 2.15")
def test_factors_are_what_the_owner_knows_of_them():
    hidden = rifle("0505", attack=9, revealed=0, mean_attack_x10=21, mean_defense_x10=24)
    units = [panzer("0510"), panzer("0510", steps=1), hidden, satellite("0511")]
    state = build_position(BOARD, units)
    assert [known_attack(state, np.int64(u)) for u in range(4)] == [10.0, 5.0, 2.1, 1.0]
    assert [known_defense(state, np.int64(u)) for u in range(4)] == [10.0, 5.0, 2.4, 3.5]


@pytest.mark.rule("drive_on_stalingrad 11.7a")
def test_of_an_enemy_stack_only_the_top_and_the_height_count():
    def seen(below: int) -> list[float]:
        lower = rifle("0505", attack=below, defense=below)
        other = rifle("0305", attack=10 - below, defense=10 - below)
        # Whoever comes last lies on top.
        state = build_position(BOARD, [lower, other, rifle("0505"), infantry("0510")])
        desk = open_desk(state, AXIS)
        survey(state, desk, AXIS)
        h = hex_named(state, "0505")
        assert state.ground[h].first == 2
        assert desk.marks[ENEMY_UNITS, h] == 2
        return [float(getattr(desk, row)[h]) for row in ("enemy_attack", "enemy_defense")]

    assert seen(below=1) == seen(below=9)


@pytest.mark.rule("drive_on_stalingrad 11.7")
@pytest.mark.parametrize(
    ("battle", "seen"),
    [
        ({}, 20.0),
        ({"defender_oos": 2}, 40.0),  # halved then
        ({"attacker": SOVIET}, 12.0),  # not our battle
        ({"defenders": 3}, 12.0),  # one has come or gone since
        ({"defender_steps_lost": 1}, 12.0),
        ({"game_turn": 2}, 12.0),  # too long ago
    ],
)
def test_defenders_that_stood_a_battle_are_remembered(battle: dict[str, int], seen: float):
    units = [rifle("0505", defense=6), rifle("0505", defense=6), infantry("0506")]
    state = build_position(BOARD, units, game_turn=4, battle_count=1)
    fought = {"game_turn": 3, "hex": hex_named(state, "0505"), "attacker": AXIS}
    for field, value in (fought | {"defenders": 2, "defense": 20} | battle).items():
        state.battles[0][field] = value
    desk = open_desk(state, AXIS)
    survey(state, desk, AXIS)
    assert desk.enemy_defense[hex_named(state, "0505")] == seen


@pytest.mark.rule("drive_on_stalingrad 11.7a")
def test_hidden_units_of_a_stack_count_as_the_mean_of_what_the_enemy_has():
    state = build_position(
        BOARD, [rifle("0505"), rifle("0505"), tank_corps("0305"), panzer("0510")]
    )
    desk = open_desk(state, AXIS)
    survey(state, desk, AXIS)
    h = hex_named(state, "0505")
    mean = (2.0 + 2.0 + 4.0) / 3
    assert desk.enemy_attack[h] == pytest.approx(2.0 + round(2 * mean) / 2), "to halves"
    assert desk.enemy_defense[h] == pytest.approx(3.0 + 3.0)


def test_own_strength_is_known_to_the_unit():
    state = build_position(BOARD, [panzer("0510"), infantry("0510"), rifle("0505")])
    desk = open_desk(state, AXIS)
    survey(state, desk, AXIS)
    h = hex_named(state, "0510")
    assert (desk.own_attack[h], desk.own_defense[h]) == (17.0, 17.0)
    assert desk.marks[ENEMY_UNITS, h] == 0


@pytest.mark.rule("drive_on_stalingrad 5.4")
def test_soviets_threaten_what_they_stand_beside_alone():
    state = build_position(BOARD, [tank_corps("0507"), infantry("0511")])
    desk = open_desk(state, AXIS)
    receive_newcomers(state, desk, AXIS)
    threatened = {int(h) for h in np.flatnonzero(desk.threat)}
    assert threatened == {hex_named(state, name) for name in ring_of(state, "0507")}


@pytest.mark.rule("drive_on_stalingrad 5.4")
def test_germans_threaten_as_far_as_they_march_and_less_with_distance():
    state = build_position(BOARD, [panzer("0510"), rifle("0502")], **SOVIET_MOVES)
    desk = open_desk(state, SOVIET)
    receive_newcomers(state, desk, SOVIET)
    threat = [desk.threat[hex_named(state, f"05{column:02d}")] for column in (9, 7, 5, 2)]
    assert threat == sorted(threat, reverse=True)
    assert threat[0] == 10.0
    assert threat[2] > threat[3] == 0.0


# --- ground


def worth(cell: str, side: int, name: str = "0506", **wishes: float) -> float:
    """Worth of a hex that is German from the start with a '-' in its text."""
    vp = int(wishes.pop("vp", 0))
    state = build_position(change_cell(BOARD, 5, 6, cell), [], vp=vp)
    desk = open_desk(state, side, **wishes)
    return float(capture_worth(state, desk, side, np.int64(hex_named(state, name))))


@pytest.mark.rule("drive_on_stalingrad 3.4")
def test_ground_already_held_is_worth_nothing_more():
    assert worth(".VT-", AXIS) == 0.0
    assert worth(".VT", SOVIET) == 0.0


@pytest.mark.rule("drive_on_stalingrad 4.2, 7.8")
def test_victory_points_come_before_towns_and_towns_before_open_ground():
    assert worth(".V", AXIS) > worth(".T", AXIS) > worth(".", AXIS) == 0.0
    assert worth(".VT", AXIS) == worth(".V", AXIS) + worth(".T", AXIS)


@pytest.mark.rule("drive_on_stalingrad 4.2, 4.5")
def test_a_victory_hex_is_worth_its_points():
    def worth_of(own: int, **game: int) -> float:
        state = build_position(change_cell(BOARD, 5, 6, ".V"), [], **game)
        h = hex_named(state, "0506")
        state.hexes[h].own_vp = own
        return float(capture_worth(state, open_desk(state, AXIS), AXIS, np.int64(h)))

    assert worth_of(3) == 3 * worth_of(0) == 3 * worth_of(1) > 0.0
    to_win = int(build_position(BOARD).rules.victory_vp_to_win)
    assert worth_of(3, vp=to_win - 3) > 30 * worth_of(3, vp=to_win - 4)


@pytest.mark.rule("drive_on_stalingrad 4.5")
def test_the_point_that_wins_the_game_outweighs_everything():
    last = int(build_position(BOARD).rules.victory_vp_to_win) - 1
    assert worth(".V", AXIS, vp=last) > 50 * worth(".V", AXIS, vp=last - 1)
    assert worth(".V-", SOVIET, vp=last) < 50 * worth(".V-", SOVIET, vp=last - 1)


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_soviets_win_at_once_where_the_germans_must_not_lose():
    assert worth(".CX-", SOVIET) > 50 * worth(".C-", SOVIET)
    assert worth(".CX", AXIS) == worth(".C", AXIS)


def relief(cell: str, besiegers: list[str], garrison: int, target: str) -> float:
    """What driving the Soviets out of a hex saves the Germans, who hold 0506."""
    units = [*[tank_corps(name) for name in besiegers], *[infantry("0506")] * garrison]
    state = build_position(change_cell(BOARD, 5, 6, cell), units)
    return float(relief_worth(state, open_desk(state, AXIS), AXIS, hex_named(state, target)))


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_who_besieges_what_loses_the_game_is_worth_driving_off():
    siege = ["0505", "0507", "0505"]
    one, two = relief(".X-", siege, 1, "0507"), relief(".X-", siege, 1, "0505")
    assert two == pytest.approx(2.0 * one), "by their share in the siege"
    assert one > 50 * relief(".V-", siege, 1, "0507") > 0.0
    assert relief(".T-", siege, 1, "0507") == 0.0


@pytest.mark.rule("drive_on_stalingrad 4.6")
def test_a_place_in_no_danger_needs_no_relief():
    siege = ["0505", "0507", "0505"]
    assert relief(".X-", siege, 0, "0507") > relief(".X-", siege, 1, "0507") > 0.0
    assert relief(".X-", siege, 2, "0507") == 0.0, "12 factors against 14"
    assert relief(".X-", ["0504"], 0, "0504") == 0.0


@pytest.mark.rule("drive_on_stalingrad 7.3, 7.8")
def test_roots_of_supply_are_worth_more_than_other_towns():
    assert worth(".N", AXIS) > worth(".T", AXIS)
    assert worth(".A-", SOVIET) > worth(".T-", SOVIET)


def test_the_plan_adds_its_own_worth():
    assert worth(".", AXIS, worth={"0506": 7.5}) == 7.5


def test_weights_scale_what_they_name():
    assert worth(".V", AXIS, vp_worth=90.0) == 2 * worth(".V", AXIS, vp_worth=45.0)
    assert worth(".T", AXIS, town_worth=0.0) == 0.0


@pytest.mark.parametrize("weight", ["vp_worth", "town_worth"])
def test_open_ground_knows_no_weights(weight):
    assert worth(".", AXIS, **{weight: 100.0}) == 0.0
