"""Strengths: what halves a unit, and what a side comes to (7.1, 7.5, 8.5, 14.2)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.strength import (
    attack_total,
    defense_total,
    unit_attack,
    unit_defense,
)
from balance.games.stalingrad_1942.vocabulary import Kind, Side
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    ids,
    party,
    refusal_of_attack,
)
from tests.games.stalingrad_1942.positions import (
    MAP,
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import change_cell

pytestmark = pytest.mark.plain
BESIDE = [regiment("0404"), rifles("0403")]


@pytest.mark.rule("stalingrad_1942 2.24a, 2.24b")
def test_guns_have_two_factors_and_others_one():
    state = build_battle([guns("0406"), regiment("0404")])
    assert (unit_attack(state, 0), unit_defense(state, 0)) == (5, 2)
    assert (unit_attack(state, 1), unit_defense(state, 1)) == (4, 4)


@pytest.mark.rule("stalingrad_1942 11.1, 11.21, 11.36")
def test_headquarters_add_nothing():
    state = build_battle([staff("0404")])
    assert (unit_attack(state, 0), unit_defense(state, 0)) == (0, 0)


@pytest.mark.rule("stalingrad_1942 14.23, 14.24")
def test_unsupplied_units_attack_with_half_rounded_up_and_defend_in_full():
    state = build_battle([panzer("0404", unsupplied=1), regiment("0405", unsupplied=3)])
    assert [unit_attack(state, u) for u in (0, 1)] == [5, 2]
    assert [unit_defense(state, u) for u in (0, 1)] == [9, 4]


@pytest.mark.rule("stalingrad_1942 14.25")
def test_both_factors_of_unsupplied_guns_are_halved_rounded_down():
    state = build_battle([guns("0406", unsupplied=1), red_guns("0202", unsupplied=1)])
    assert (unit_attack(state, 0), unit_defense(state, 0)) == (2, 1)
    assert (unit_attack(state, 1), unit_defense(state, 1)) == (2, 0)


@pytest.mark.rule("stalingrad_1942 7.395")
def test_disorganized_units_fight_with_half_at_least_one():
    state = build_battle([panzer("0404"), regiment("0405", ladder=[(1, 1)])])
    state.units["disorganized"] = 1
    assert [unit_attack(state, u) for u in (0, 1)] == [4, 1]
    assert [unit_defense(state, u) for u in (0, 1)] == [4, 1]


@pytest.mark.rule("stalingrad_1942 7.395, 14.23")
def test_disorder_halves_first_then_want_of_supply():
    state = build_battle([panzer("0404", unsupplied=1)])
    state.units[0].disorganized = 1
    assert unit_attack(state, 0) == 2


@pytest.mark.rule("stalingrad_1942 8.51b, 8.51c")
def test_guns_in_an_enemy_zone_defend_with_their_factor_on_wheels_and_with_one_on_foot():
    units = [rifles("0404"), guns("0403", ladder=[(5, 3)]), guns("0405", motorized=0)]
    state = build_battle(units, side=Side.SOVIET)
    assert [unit_defense(state, u) for u in (1, 2)] == [3, 1]
    assert [unit_attack(state, u) for u in (1, 2)] == [5, 5]


@pytest.mark.rule("stalingrad_1942 8.51c")
def test_guns_on_foot_outside_zones_defend_with_their_factor():
    state = build_battle([guns("0406", motorized=0, ladder=[(5, 3)])])
    assert unit_defense(state, 0) == 3


@pytest.mark.rule("stalingrad_1942 7.54, TEC-S-b2, TEC-S-k2, TEC-W-b2, TEC-W-k2")
@pytest.mark.parametrize("scenario", ["on_to_stalingrad", "uranus"])
@pytest.mark.parametrize(("river", "strength"), [("major_river", 4), ("volga", 3), ("river", 9)])
def test_attacks_across_great_rivers_are_divided_and_rounded_down(river, strength, scenario):
    state = build_battle(
        [panzer("0404"), rifles("0403")], sides={("0404", "0403"): river}, scenario=scenario
    )
    assert attack_total(state, party(0), ids(state, "0403")) == strength


@pytest.mark.rule("stalingrad_1942 7.54")
@pytest.mark.parametrize(("switch", "strength"), [(1, 4), (0, 9)])
def test_an_attack_over_a_bridge_is_halved_unless_a_variant_says_otherwise(switch, strength):
    state = build_battle(
        [panzer("0404"), rifles("0403")],
        sides={("0404", "0403"): "major_river|bridge"},
        rules={"combat.bridges_halve_too": switch},
    )
    assert attack_total(state, party(0), ids(state, "0403")) == strength


@pytest.mark.rule("stalingrad_1942 7.54")
@pytest.mark.parametrize(("by_unit", "strength"), [(1, 8), (0, 9)])
def test_strengths_are_rounded_unit_by_unit_or_on_the_sum(by_unit, strength):
    state = build_battle(
        [panzer("0404"), panzer("0404"), rifles("0403")],
        sides={("0404", "0403"): "major_river"},
        rules={"combat.halving_by_unit": by_unit},
    )
    assert attack_total(state, party([0, 1]), ids(state, "0403")) == strength


@pytest.mark.rule("stalingrad_1942 7.54")
def test_who_attacks_two_hexes_is_divided_by_the_worse_side():
    state = build_battle(
        [panzer("0404"), rifles("0403"), rifles("0405")],
        sides={("0404", "0403"): "major_river", ("0404", "0405"): "volga"},
    )
    assert attack_total(state, party(0), ids(state, ["0403", "0405"])) == 3


@pytest.mark.rule("stalingrad_1942 7.51, TEC-S-j2")
@pytest.mark.parametrize(("scenario", "strength"), [("on_to_stalingrad", 2), ("uranus", 4)])
def test_attacks_out_of_marsh_are_halved_in_summer(scenario, strength):
    state = build_battle(BESIDE, change_cell(MAP, 4, 4, "m"), scenario=scenario)
    assert attack_total(state, party(0), ids(state, "0403")) == strength


@pytest.mark.rule("stalingrad_1942 7.51, 7.54")
def test_marsh_and_don_divide_one_after_the_other():
    state = build_battle(
        [panzer("0404"), rifles("0403")],
        change_cell(MAP, 4, 4, "m"),
        sides={("0404", "0403"): "major_river"},
    )
    assert attack_total(state, party(0), ids(state, "0403")) == 2


@pytest.mark.rule("stalingrad_1942 7.54, 8.31")
def test_rivers_do_not_weaken_the_fire_of_guns():
    state = build_battle(
        [*BESIDE, guns("0405")], sides={("0404", "0403"): "major_river"}, result=None
    )
    row = attack(state, 0, "0403", [2])
    assert (row.attack, row.attack_support) == (2 + 5, 5)


@pytest.mark.rule("stalingrad_1942 7.23b, 7.24")
def test_all_units_of_all_hexes_attacked_defend_together():
    state = build_battle([panzer("0404"), rifles("0403"), rifles("0403"), red_guns("0405")])
    assert defense_total(state, ids(state, ["0403", "0405"])) == 6 + 6 + 1


@pytest.mark.rule("stalingrad_1942 7.24, 7.27")
def test_units_beaten_into_a_hex_stay_out_of_its_defense():
    state = build_battle([panzer("0404"), rifles("0403"), rifles("0403")])
    state.units[2].defended = 1
    assert defense_total(state, ids(state, "0403")) == 6


@pytest.mark.rule("stalingrad_1942 7.12c")
def test_an_attack_without_strength_is_made_on_the_worst_column():
    units = [regiment("0404", ladder=[(1, 1)]), rifles("0403")]
    state = build_battle(units, sides={("0404", "0403"): "major_river"})
    row = attack(state, 0, "0403")
    assert (row.attack, row.odds, row.final_odds) == (0, -3, -3)


@pytest.mark.rule("stalingrad_1942 8.51a, 8.51b")
def test_guns_in_a_zone_attack_as_neighbours_with_their_attack_factor():
    state = build_battle([guns("0404", kind=Kind.ARTILLERY), rifles("0403")])
    assert refusal_of_attack(state, 0, "0403") == 0
    assert attack(state, 0, "0403").attack == 5
