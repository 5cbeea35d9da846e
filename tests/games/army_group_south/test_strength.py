"""Strengths and odds: terrain, rivers, integrity, supply, mode, headquarters."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.strength import (
    attack_total,
    defense_total,
    has_integrity,
    headquarters_points,
    overrun_total,
    terrain_multiplier,
    unit_attack,
    unit_defense,
)
from balance.games.army_group_south.vocabulary import Mode, Phase
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    SOVIETS_FIGHT,
    attack,
    set_result,
)
from tests.games.army_group_south.positions import (
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
)
from tests.games.text_maps import hex_named

COMBAT, OVERRUN = np.int64(0), np.int64(1)
#: Everything below 0203 to 0206 in German supply; the Soviet edge in the east.
SUPPLIED = [".X .R . . . .E"] * 3
RAIL = {("0106", "0105"): "rail"}
THAW = {"game_turn": 8}


def party(*units):
    return np.array(units, np.int64), len(units)


def multiplier(cell, sides, turn=3, attackers=("0105", "0205"), rules=None):
    rows = [". . . . . .", f". . {cell} . . .", ". . . . . ."]
    units = [panzer(at) for at in attackers] + [rifle("0204")]
    state = build_position(rows, units, sides=sides, game_turn=turn, rules=rules)
    return terrain_multiplier(state, *party(*range(len(attackers))), hex_named(state, "0204"))


@pytest.mark.rule(
    "army_group_south 9.31, 10.0a, 10.24, 10.26, 10.4a, 10.4b2, 10.4e2, 10.4f, 10.4g1"
)
@pytest.mark.rule("army_group_south 10.4i, 10.4k2, 10.32a, 10.32b")
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (".", 1), ("w", 2), ("r", 2), ("s", 1), (".T", 1), ("wT", 2), (".C", 2), ("wC", 3),
        (".R", 1),
    ],
)  # fmt: skip
def test_terrain_of_the_hex_multiplies_the_defense(cell, expected):
    assert multiplier(cell, {}) == expected


WEST, NORTH_WEST = ("0204", "0205"), ("0204", "0105")


@pytest.mark.rule("army_group_south 10.12a, 10.12b, 10.14, 10.4c2, 10.4d2, 19.33, 19.34, 10.32a")
@pytest.mark.parametrize(
    ("cell", "sides", "turn", "expected"),
    [
        (".", {WEST: "minor_river", NORTH_WEST: "minor_river"}, 7, 1),
        (".", {WEST: "minor_river", NORTH_WEST: "minor_river"}, 8, 2),
        (".", {WEST: "minor_river"}, 8, 1),
        (".", {WEST: "major_river", NORTH_WEST: "major_river"}, 3, 3),
        (".", {WEST: "major_river"}, 3, 1),
        (".C", {WEST: "minor_river", NORTH_WEST: "minor_river"}, 8, 3),
        ("wC", {WEST: "major_river", NORTH_WEST: "major_river"}, 3, 3),
    ],
)
def test_rivers_multiply_if_every_attacker_crosses_them(cell, sides, turn, expected):
    assert multiplier(cell, sides, turn) == expected


@pytest.mark.rule("army_group_south 10.12b")
@pytest.mark.parametrize(("choice", "expected"), [("minor", 2), ("none", 1), ("major", 3)])
def test_attacks_over_rivers_of_both_kinds(choice, expected):
    sides = {WEST: "minor_river", NORTH_WEST: "major_river"}
    assert multiplier(".", sides, 8, rules={"combat.mixed_rivers": choice}) == expected


@pytest.mark.rule("army_group_south 19.5, 9.9a, 19.52, 19.51")
@pytest.mark.parametrize(
    ("units", "doubled"),
    [
        ([panzer("0203"), grenadier("0203")], [True, True]),
        ([panzer("0203"), grenadier("0204")], [False, False]),
        ([panzer("0203"), grenadier("0203", division=2)], [False, False]),
        ([panzer("0203"), grenadier("0203"), infantry("0203")], [True, True, False]),
        ([infantry("0203"), infantry("0203")], [False, False]),
    ],
)
def test_regiments_of_a_division_double_one_another_in_a_hex(units, doubled):
    state = build_position(SUPPLIED, units, sides=RAIL)
    assert [bool(has_integrity(state, u)) for u in range(len(units))] == doubled


@pytest.mark.rule("army_group_south 19.5, 10.32c, 9.32a, 9.32b, 12.23a, 11.34a")
def test_strengths_are_raised_first_and_halved_once():
    units = [panzer("0106"), grenadier("0106"), rifle("0305")]
    state = build_position(SUPPLIED, units, sides=RAIL)
    assert [unit_attack(state, 0), unit_attack(state, 1)] == [12, 2]
    assert unit_defense(state, 0, np.int64(3)) == 2 * 3 * 2
    assert unit_attack(state, 2) == 2
    assert unit_defense(state, 2, np.int64(2)) == 5
    lonely = build_position([". . . . . ."] * 3, units)
    assert [unit_attack(lonely, 0), unit_attack(lonely, 1)] == [6, 1]
    assert unit_defense(lonely, 1, np.int64(1)) == 3


@pytest.mark.rule("army_group_south 10.32c")
def test_integrity_may_count_instead_of_terrain():
    units = [panzer("0106"), grenadier("0106")]
    rules = {"combat.integrity_on_top": 0}
    state = build_position(SUPPLIED, units, sides=RAIL, rules=rules)
    assert unit_defense(state, 0, np.int64(3)) == 6
    assert unit_defense(state, 0, np.int64(1)) == 4


@pytest.mark.rule("army_group_south 9.32c, 12.23b, 3.23a")
@pytest.mark.parametrize(("zeros", "expected"), [(0, [1, 0]), (1, [1, 1])])
def test_nothing_above_zero_falls_below_one(zeros, expected):
    units = [infantry("0204", ladder=[(1, 2)]), infantry("0204", ladder=[(0, 1)])]
    rules = {"combat.min_strength_for_zero": zeros}
    state = build_position([". . . . . ."] * 3, units, rules=rules)
    assert [unit_attack(state, 0), unit_attack(state, 1)] == expected
    assert [unit_defense(state, u, np.int64(1)) for u in (0, 1)] == [1, 1]


@pytest.mark.rule("army_group_south 21.23a, 21.23b, 21.12")
@pytest.mark.parametrize(
    ("staff", "attacking", "defending"),
    [
        (headquarters("0203"), 4, 5),
        (headquarters("0203", mode=Mode.DEFENSIVE), 2, 5),
        (None, 2, 2),
    ],
)
def test_defensive_mode_halves_attacks_but_never_twice(staff, attacking, defending):
    units = [rifle("0204")] + ([staff] if staff else [])
    state = build_position(SUPPLIED, units, sides=RAIL, **SOVIETS_FIGHT)
    assert unit_attack(state, 0) == attacking
    assert unit_defense(state, 0, np.int64(1)) == defending


@pytest.mark.rule("army_group_south 11.37a, 11.37c, 11.1b, 11.35b")
@pytest.mark.parametrize(
    ("ladder", "cut_off", "total"),
    [([(6, 8)], False, 10), ([(1, 2)], False, 2), ([(6, 8)], True, 6)],
)
def test_a_headquarters_adds_its_rating_up_to_what_is_there(ladder, cut_off, total):
    rows = [". . . . . ."] * 3 if cut_off else SUPPLIED
    units = [rifle("0204", ladder=ladder), headquarters("0204")]
    state = build_position(rows, units, **SOVIETS_FIGHT)
    both = party(0, 1)
    assert attack_total(state, *both) + headquarters_points(state, *both) == total


@pytest.mark.rule("army_group_south 11.38a, 11.38b, 11.1c")
def test_a_headquarters_defends_only_when_alone():
    state = build_position(SUPPLIED, [headquarters("0203"), headquarters("0305"), rifle("0305")])
    assert [unit_defense(state, u, np.int64(1)) for u in (0, 1)] == [4, 0]
    assert unit_defense(state, 0, np.int64(2)) == 8


@pytest.mark.rule("army_group_south 6.0c, 6.0d, 6.17c")
def test_an_overrun_halves_the_sum_of_the_attack_alone():
    units = [panzer("0205"), grenadier("0205", division=0), rifle("0204"), rifle("0204")]
    state = build_position([". . . . . ."] * 3, units, phase=Phase.AXIS_MOVEMENT)
    assert overrun_total(state, *party(0, 1)) == 3  # of seven
    # Out of supply: five each, halved.
    target = hex_named(state, "0204")
    assert defense_total(state, *party(0, 1), target, OVERRUN) == 4


@pytest.mark.rule("army_group_south 9.0b, 9.21, 10.0b")
def test_a_hex_defends_as_one_and_terrain_leaves_the_attack_alone():
    units = [infantry("0205"), rifle("0204"), rifle("0204"), headquarters("0204")]
    rows = [".X .R . . . .E", ".X w w . . .E", ".X .R . . . .E"]
    state = build_position(rows, units, **AXIS_FIGHTS)
    assert attack_total(state, *party(0)) == 8
    assert defense_total(state, *party(0), hex_named(state, "0204"), COMBAT) == 2 * 10


@pytest.mark.rule("army_group_south 9.4, 9.0c, 9.5b, 9.0d")
@pytest.mark.parametrize(
    ("attacking", "defending", "odds", "column"),
    [(29, 10, 1, 1), (26, 9, 1, 1), (9, 9, 0, 0), (9, 10, -1, -1), (1, 9, -8, -2), (99, 2, 48, 9)],
)
def test_odds_are_rounded_for_the_defender_and_kept_within_the_table(
    attacking, defending, odds, column
):
    units = [infantry("0205", ladder=[(attacking, 9)]), rifle("0204", ladder=[(9, defending)])]
    units += [headquarters("0203")]
    state = build_position(SUPPLIED, units, sides=RAIL, **AXIS_FIGHTS)
    set_result(state, 0, 0)
    battle = attack(state, "0204", [0])
    assert (battle.attack, battle.defense) == (attacking, defending)
    assert (battle.odds, battle.final_odds) == (odds, column)
    assert 1 <= battle.die <= 6


@pytest.mark.rule("army_group_south 9.5a, 9.65a, 9.69a")
@pytest.mark.parametrize(
    ("attacking", "die", "results"),
    [
        (1, 1, (1, 0)),
        (1, 5, (8, 0)),
        (5, 1, (0, 1)),
        (5, 4, (9, 9)),
        (30, 1, (1, 3)),
        (50, 6, (0, 2)),
    ],
)  # fmt: skip
def test_the_table_is_read_by_odds_and_die(attacking, die, results):
    units = [infantry("0205", ladder=[(attacking, 9)]), rifle("0204", ladder=[(9, 5)])]
    for seed in range(99):
        state = build_position(
            SUPPLIED, [*units, headquarters("0203")], sides=RAIL, seed=seed, **AXIS_FIGHTS
        )
        battle = attack(state, "0204", [0])
        if battle.die == die:
            break
    assert battle.die == die
    assert (battle.attacker_result, battle.defender_result) == results
