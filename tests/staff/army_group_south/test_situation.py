"""What a side knows, and what it has to fear."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Mode, Phase
from balance.kernel.hexes import distance
from balance.staff.desk import ENEMY_UNITS, Desk, new_desk
from tests.games.army_group_south.positions import (
    Unit,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
    untried,
)
from tests.games.text_maps import hex_named
from tests.staff.army_group_south.craft import assess_reach, known_attack, survey

#: Sixteen hexes from the east edge to a railroad in the west, nine rows.
BOARD = [".X " + ". " * 14 + ".E"] * 9


def look(units: list[Unit], side: int, **game: int) -> tuple[object, Desk]:
    state = build_position(BOARD, units, **game)
    desk = new_desk(len(state.ground) - 1, len(units), 0)
    survey(state, desk, side)
    assess_reach(state, desk, side)
    return state, desk


def at(state: object, desk: Desk, numbers: str, name: str) -> float:
    return float(getattr(desk, numbers)[hex_named(state, name)])


@pytest.mark.rule("army_group_south 13.2")
def test_an_untried_unit_counts_as_its_pools_mean_to_both_sides():
    hidden = untried("0504", ladder=[(9, 9)], mean_attack_x10=34, mean_defense_x10=45)
    for side, whose in ((AXIS, "enemy"), (SOVIET, "own")):
        state, desk = look([hidden, headquarters("0503"), infantry("0514")], side)
        assert at(state, desk, f"{whose}_attack", "0504") == 3.4
        assert at(state, desk, f"{whose}_defense", "0504") == 4.5


@pytest.mark.rule("army_group_south 19.5, 12.23")
def test_integrity_doubles_and_lack_of_supply_halves():
    state, desk = look([panzer("0514"), grenadier("0514"), rifle("0302")], AXIS)
    assert at(state, desk, "own_attack", "0514") == 14.0
    # No headquarters: nobody supplies the division.
    assert at(state, desk, "enemy_defense", "0302") == 2.5
    assert known_attack(state, np.int64(2)) == 2.0


@pytest.mark.rule("army_group_south 25.2")
def test_a_step_of_the_enemy_is_worth_its_victory_points():
    state, desk = look([tank_corps("0504"), headquarters("0504"), infantry("0514")], AXIS)
    h = hex_named(state, "0504")
    assert desk.marks[ENEMY_UNITS, h] == 2
    assert desk.enemy_worth[h] == pytest.approx((3 + 6) / 2)


@pytest.mark.rule("army_group_south 21.14")
def test_units_on_the_offensive_threaten_nothing_behind_them():
    state, desk = look([rifle("0506"), headquarters("0505"), infantry("0514")], AXIS)
    assert at(state, desk, "threat", "0509") == 4.0
    assert at(state, desk, "threat", "0503") == 0.0


@pytest.mark.rule("army_group_south 21.13, 21.21")
@pytest.mark.parametrize(("mode", "threat"), [(Mode.OFFENSIVE, 0.0), (Mode.DEFENSIVE, 4.0)])
def test_who_cannot_disengage_threatens_his_neighbours_alone(mode: Mode, threat: float):
    units = [rifle("0507", mode=mode), headquarters("0506", mode=mode), infantry("0508")]
    state, desk = look(units, AXIS)
    assert at(state, desk, "threat", "0508") == 4.0
    assert at(state, desk, "threat", "0407") == 4.0, "the hex beside the stack"
    assert at(state, desk, "threat", "0208") == threat


def reached_plainly(state: object, start: str, march: int, west: bool) -> list[float]:
    """Threat of one attack factor in a hex to each hex of the map, each looked at by itself."""
    h = hex_named(state, start)
    row, x2 = state.hexes.row.tolist(), state.hexes.x2.tolist()
    found = []
    for other in range(len(row) - 1):
        away = distance(row[h], x2[h], row[other], x2[other])
        behind = west and away > 1 and x2[other] - x2[h] < abs(row[other] - row[h]) - 2
        share = 1.0 if away <= 3 else 1.0 - (away - 3) / (march + 2.0 - 3)
        found.append(0.0 if behind or away > march + 1 else share)
    return found


@pytest.mark.rule("army_group_south 5.23, 21.14")
@pytest.mark.parametrize("start", ["0101", "0116", "0508", "0402", "0915", "0901"])
def test_a_stack_reaches_what_a_look_at_every_hex_finds(start: str):
    for stack, side, offensive in (
        (infantry(start, ladder=[(1, 1)]), SOVIET, False),
        (rifle(start, ladder=[(1, 1)]), AXIS, True),
    ):
        state, desk = look([stack, headquarters(start)] if offensive else [stack], side)
        state.units[0].supplied = 1
        strength = float(known_attack(state, np.int64(0)))
        assert strength > 0.0
        expected = reached_plainly(state, start, int(stack["movement"]), offensive)
        found = desk.open_threat[:-1] / strength
        assert found.tolist() == pytest.approx(expected)


@pytest.mark.rule("army_group_south 5.23, 8.21")
def test_nobody_comes_through_a_line_of_zones():
    line = [infantry(f"{row:02d}08") for row in (1, 3, 5, 7, 9)]
    state, desk = look([*line, rifle("0504"), headquarters("0503")], AXIS)
    assert at(state, desk, "threat", "0508") > 0.0
    assert at(state, desk, "threat", "0511") == 0.0, "three hexes behind the line"
    state, desk = look([rifle("0504"), headquarters("0503"), infantry("0114")], AXIS)
    assert at(state, desk, "threat", "0510") > 0.0


@pytest.mark.rule("army_group_south 8.12")
def test_threat_falls_with_distance():
    units = [panzer("0512"), grenadier("0512"), rifle("0302")]
    state, desk = look(units, SOVIET, phase=Phase.SOVIET_MOVEMENT)
    threat = [at(state, desk, "threat", f"05{column:02d}") for column in (11, 9, 6, 4)]
    assert threat[:2] == [14.0, 14.0]
    assert 14.0 > threat[2] > threat[3] > 0.0
