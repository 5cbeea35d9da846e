"""Odds and column shifts: ground, works, headquarters, arms, divisions (7.1, 7.5, 11, 12, 18)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.battle import rate_attack
from balance.games.stalingrad_1942.shifts import integrity_columns, river_columns
from balance.games.stalingrad_1942.vocabulary import Kind, Nation, Side
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    ids,
    party,
)
from tests.games.stalingrad_1942.positions import (
    MAP,
    grenadiers,
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
    tanks,
)
from tests.games.stalingrad_1942.scenarios import scenario
from tests.games.text_maps import change_cell, hex_named

pytestmark = pytest.mark.plain
EVEN, LEAST = 0, -3  # rungs of 1:1 and 1:4
BESIDE = [regiment("0404"), rifles("0403", ladder=[(4, 4), (2, 2)])]
FLAK = {"kind": Kind.ANTI_TANK, "ladder": [(4, 4)]}


def ground(cell, units=BESIDE, **options):
    """Attack a hex of this ground and return the battle's row."""
    state = build_battle(units, change_cell(MAP, 4, 3, cell), **options)
    return attack(state, list(range(len(units) - 1)), "0403")


# --- odds


@pytest.mark.rule("stalingrad_1942 7.12c, 7.12d")
@pytest.mark.parametrize(
    ("attackers", "defenders", "rung"),
    [(16, 5, 2), (5, 16, LEAST), (4, 5, -1), (5, 5, EVEN), (40, 2, 9), (1, 9, LEAST), (3, 9, -2)],
)
def test_odds_are_rounded_for_the_defender_within_the_table(attackers, defenders, rung):
    state = build_battle(
        [
            regiment("0404", ladder=[(attackers, 1)]),
            rifles("0403", ladder=[(1, defenders)]),
        ]
    )
    assert attack(state, 0, "0403").odds == rung


@pytest.mark.rule("stalingrad_1942 7.12d, 18.5")
def test_limits_of_the_table_apply_after_all_shifts():
    units = [regiment("0404", ladder=[(30, 1)]), rifles("0403", ladder=[(2, 2)])]
    row = ground("h", units)
    # 15:1 less two columns for hills is 13:1, which is treated as 10:1.
    assert (row.odds, row.final_odds, row.terrain_shift) == (9, 9, -2)
    row = ground("h", [regiment("0404", ladder=[(1, 1)]), rifles("0403", ladder=[(9, 9)])])
    assert row.final_odds == LEAST


# --- ground and works


@pytest.mark.rule(
    "stalingrad_1942 7.51, 7.52, 7.53",
    "stalingrad_1942 TEC-S-d2, TEC-S-e2, TEC-S-f2, TEC-S-i2",
    "stalingrad_1942 TEC-W-d2, TEC-W-e2, TEC-W-f2, TEC-W-i2",
)
@pytest.mark.parametrize("scenario", ["on_to_stalingrad", "uranus"])
@pytest.mark.parametrize(
    ("cell", "shift"),
    [(".", 0), ("f", -2), ("h", -2), ("m", 0), (".T", -1), (".C", -2), ("hT", -3), ("fC", -4)],
)
def test_ground_of_the_defenders_shifts_the_odds_to_the_left(cell, shift, scenario):
    row = ground(cell, scenario=scenario)
    assert (row.terrain_shift, row.final_odds) == (shift, max(LEAST, EVEN + shift))


@pytest.mark.rule("stalingrad_1942 7.51")
def test_ground_of_the_attackers_does_not_matter():
    state = build_battle(BESIDE, change_cell(MAP, 4, 4, "hC"))
    assert attack(state, 0, "0403").final_odds == EVEN


@pytest.mark.rule("stalingrad_1942 7.56")
def test_roads_do_not_matter():
    state = build_battle(BESIDE, sides={("0404", "0403"): "main_road"})
    assert attack(state, 0, "0403").final_odds == EVEN


@pytest.mark.rule("stalingrad_1942 9.12, 9.17, 9.21, 9.22")
def test_field_works_and_permanent_ones_shift_two_columns_beside_terrain():
    dug_in = [regiment("0404"), rifles("0403", ladder=[(4, 4)], dug_in=1)]
    assert ground(".", dug_in).works_shift == -2
    row = ground("fW")
    assert (row.terrain_shift, row.works_shift, row.final_odds) == (-2, -2, LEAST)


@pytest.mark.rule("stalingrad_1942 7.54, 7.56, TEC-S-c2, TEC-W-c2")
@pytest.mark.parametrize(("needs_all", "shift"), [(1, 0), (0, -1)])
def test_a_small_river_shifts_if_all_attackers_come_across(needs_all, shift):
    sides = {("0404", "0403"): "river|road", ("0303", "0403"): "river"}
    both = [regiment("0404"), regiment("0303"), rifles("0403")]
    rules = {"combat.river_shift_needs_all": needs_all}
    row = attack(build_battle(both, sides=sides, rules=rules), [0, 1], "0403")
    assert row.river_shift == -1
    one = [regiment("0404"), regiment("0304"), rifles("0403")]
    row = attack(build_battle(one, sides=sides, rules=rules), [0, 1], "0403")
    assert row.river_shift == shift
    # A staff may ask before all of them are there.
    away = build_battle(
        [regiment("0404"), regiment("0406"), rifles("0403")], sides=sides, rules=rules
    )
    assert -river_columns(away, np.array([0, 1]), hex_named(away, "0403")) == shift


@pytest.mark.rule("stalingrad_1942 7.55")
def test_of_several_hexes_the_best_to_defend_counts_for_all():
    units = [panzer("0404"), rifles("0403"), rifles("0405")]
    rows = change_cell(change_cell(MAP, 4, 3, ".T"), 4, 5, "f")
    state = build_battle(units, rows, sides={("0404", "0403"): "river"})
    row = attack(state, 0, ["0403", "0405"])
    assert (row.terrain_shift, row.river_shift) in [(-2, 0), (-1, -1)]
    state = build_battle(units, rows)
    row = attack(state, 0, ["0403", "0405"])
    assert (row.terrain_shift, row.river_shift) == (-2, 0)


# --- headquarters


@pytest.mark.rule("stalingrad_1942 11.31, 11.32, 11.34")
@pytest.mark.parametrize(("where", "shift"), [("0408", 1), ("0409", 0)])
def test_attackers_all_within_four_hexes_of_their_headquarters_gain_a_column(where, shift):
    units = [regiment("0404", formation=1), regiment("0404", formation=1), BESIDE[1], staff(where)]
    state = build_battle(units)
    assert attack(state, [0, 1], "0403").headquarters_shift == shift


@pytest.mark.rule("stalingrad_1942 2.24d, 11.31, 11.32")
def test_one_attacker_without_its_own_headquarters_spoils_the_column():
    units = [regiment("0404", formation=1), regiment("0404", formation=2), BESIDE[1], staff("0405")]
    assert attack(build_battle(units), [0, 1], "0403").headquarters_shift == 0
    units.append(staff("0406", formation=2))
    assert attack(build_battle(units), [0, 1], "0403").headquarters_shift == 1


@pytest.mark.rule("stalingrad_1942 11.33, 11.34")
def test_defenders_all_within_range_lose_the_attacker_a_column_once():
    lead = {"side": Side.SOVIET, "nation": Nation.SOVIET, "formation": 7}
    units = [regiment("0404"), rifles("0403", formation=7), rifles("0403", formation=7)]
    units += [staff("0403", **lead)]
    assert attack(build_battle(units), 0, "0403").headquarters_shift == -1


@pytest.mark.rule("stalingrad_1942 11.32")
def test_a_lost_headquarters_leads_nobody():
    units = [regiment("0404", formation=1), rifles("0403"), staff(None)]
    assert attack(build_battle(units), 0, "0403").headquarters_shift == 0


# --- arms


@pytest.mark.rule("stalingrad_1942 18.2")
def test_each_german_armor_unit_gains_a_column_against_infantry_in_the_open():
    five = [panzer(at) for at in ("0404", "0404", "0404", "0303", "0303")]
    state = build_battle([*five, rifles("0403"), red_guns("0403")])
    assert attack(state, [0, 1, 2, 3, 4], "0403").armor_shift == 5


@pytest.mark.rule("stalingrad_1942 18.2")
@pytest.mark.parametrize(
    ("attacker", "defender", "cell"),
    [
        (panzer("0404", nation=Nation.ROMANIAN), rifles("0403"), "."),
        (panzer("0404"), rifles("0403", guards=1), "."),
        (panzer("0404"), rifles("0403", kind=Kind.CAVALRY), "."),
        (panzer("0404"), red_guns("0403"), "."),
        (panzer("0404"), rifles("0403"), "f"),
        (panzer("0404"), rifles("0403"), ".T"),
    ],
    ids=["romanian", "guards", "cavalry", "guns alone", "forest", "town"],
)
def test_armor_gains_nothing_elsewhere(attacker, defender, cell):
    assert ground(cell, [attacker, defender]).armor_shift == 0


@pytest.mark.rule("stalingrad_1942 18.2")
def test_soviet_armor_gains_nothing_and_defending_armor_neither():
    state = build_battle([regiment("0404"), tanks("0403")], side=Side.SOVIET)
    assert attack(state, 1, "0404").armor_shift == 0
    state = build_battle([panzer("0404"), rifles("0403")], side=Side.SOVIET)
    assert attack(state, 1, "0404").armor_shift == 0


@pytest.mark.rule("stalingrad_1942 18.3, 18.5")
def test_mechanized_units_gain_a_column_once_and_cancel_each_other():
    two = [grenadiers("0404"), grenadiers("0404")]
    row = attack(build_battle([*two, rifles("0403")]), [0, 1], "0403")
    assert row.mechanized_shift == 1
    motor_rifles = rifles("0403", kind=Kind.MECHANIZED)
    row = attack(build_battle([*two, motor_rifles]), [0, 1], "0403")
    assert row.mechanized_shift == 0
    row = attack(build_battle([regiment("0404"), motor_rifles]), 0, "0403")
    assert row.mechanized_shift == -1


@pytest.mark.rule("stalingrad_1942 18.3")
def test_german_armor_spoils_the_column_of_soviet_mechanized_units_only():
    motor_rifles = rifles("0403", kind=Kind.MECHANIZED)
    row = attack(build_battle([panzer("0404"), motor_rifles]), 0, "0403")
    assert row.mechanized_shift == 0
    row = attack(build_battle([grenadiers("0404"), tanks("0403")]), 0, "0403")
    assert row.mechanized_shift == 1


@pytest.mark.rule("stalingrad_1942 18.1a, 18.1b")
def test_anti_tank_guns_cancel_armor_and_gain_a_column_against_it():
    units = [panzer("0404"), grenadiers("0404"), rifles("0403"), red_guns("0403", **FLAK)]
    row = attack(build_battle(units), [0, 1], "0403")
    assert (row.armor_shift, row.mechanized_shift, row.antitank_shift) == (0, 0, -1)
    row = attack(build_battle([grenadiers("0404"), *units[2:]]), 0, "0403")
    assert (row.mechanized_shift, row.antitank_shift) == (0, 0)


@pytest.mark.rule("stalingrad_1942 18.1a, 18.1b")
def test_anti_tank_guns_that_support_from_afar_count():
    units = [regiment("0404"), guns("0406", **FLAK), tanks("0403")]
    assert attack(build_battle(units), 0, "0403", [1]).antitank_shift == 1
    units = [panzer("0404"), rifles("0403"), red_guns("0401", **FLAK)]
    state = build_battle(units)
    state.support[Side.SOVIET, ids(state, "0403")] = 3
    row = attack(state, 0, "0403")
    assert (row.armor_shift, row.antitank_shift, row.defense_support) == (0, -1, 4)


@pytest.mark.rule("stalingrad_1942 18.4")
@pytest.mark.parametrize(("dug_in", "cell", "shift"), [(1, ".", -1), (0, ".W", -1), (0, ".", 0)])
def test_fortress_units_in_works_gain_a_column_once(dug_in, cell, shift):
    fort = [rifles("0403", kind=Kind.FORTRESS, dug_in=dug_in) for _ in range(2)]
    state = build_battle([panzer("0404"), *fort], change_cell(MAP, 4, 3, cell))
    assert attack(state, 0, "0403").fortress_shift == shift


# --- whole divisions


@pytest.mark.rule("stalingrad_1942 12.1a, 12.21, 12.22")
def test_each_whole_division_gains_a_column_wherever_its_units_stand():
    first = [regiment(at, division=1) for at in ("0404", "0404", "0303")]
    second = [regiment(at, division=2) for at in ("0404", "0303", "0304")]
    state = build_battle([*first, *second, rifles("0403")])
    assert attack(state, [0, 1, 2, 3, 4, 5], "0403").integrity_shift == 2


@pytest.mark.rule("stalingrad_1942 12.1a, 12.23")
def test_two_units_of_a_division_are_no_division():
    state = build_battle([*(regiment("0404", division=1) for _ in range(2)), rifles("0403")])
    assert attack(state, [0, 1], "0403").integrity_shift == 0


@pytest.mark.rule("stalingrad_1942 12.1a, 12.1b")
def test_defending_corps_of_three_brigades_gains_a_column():
    state = build_battle([panzer("0404"), *(tanks("0403", division=9) for _ in range(3))])
    assert attack(state, 0, "0403").integrity_shift == -1


@pytest.mark.rule("stalingrad_1942 12.23")
def test_a_corps_of_four_is_whole_with_three():
    state = build_battle([tanks(at, division=9) for at in ("0404", "0404", "0404", None)])
    assert integrity_columns(state, party([0, 1, 2])) == 1
    assert integrity_columns(state, party([0, 1, 2, 3])) == 1


# --- what a staff asks


@pytest.mark.rule("stalingrad_1942 7.12")
def test_a_prospective_attack_is_rated_as_it_is_fought():
    units = [panzer("0404"), grenadiers("0404"), guns("0406"), rifles("0403", dug_in=1)]
    state = build_battle(units, change_cell(MAP, 4, 3, "f"))
    own, target, fire = party([0, 1]), ids(state, "0403"), party(2)
    rated = rate_attack(state, own, target, fire, 0, 0)
    backed = rate_attack(state, own, target, fire, 5, 40)
    row = attack(state, [0, 1], "0403", [2])
    assert rated == row.final_odds - LEAST
    assert backed < rated


@pytest.mark.rule("stalingrad_1942 12.1a, 12.1b")
def test_of_the_counters_german_divisions_and_the_listed_corps_count_together():
    played = scenario("on_to_stalingrad")
    units = played.new_game(1).units
    together = {
        int(number): [played.unit_names[u] for u in np.flatnonzero(units["division"] == number)]
        for number in set(units["division"]) - {0}
    }
    assert ["99 Tank", "189 Tank", "9 Mot Rif"] in together.values()
    soviet = units["side"] == Side.SOVIET
    assert (units["division"][soviet] > 0).sum() == 3
    assert ["260/113", "261/113", "268/113"] in together.values()
    assert min(map(len, together.values())) >= 3
