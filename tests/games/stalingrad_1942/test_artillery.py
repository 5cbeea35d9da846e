"""Guns: range, fire alone, support of attack and defense, bridges (8, 17.2)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.artillery import (
    check_bridge_fire,
    fire_at_bridge,
)
from balance.games.stalingrad_1942.attack import check_fire
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.vocabulary import Kind, Phase, Result, Side
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    fire,
    ids,
    next_combat,
    party,
    places,
    refusal_of_attack,
    refusal_of_fire,
    set_policy,
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
from tests.games.text_maps import change_cell, hex_named

pytestmark = pytest.mark.plain
FREE = {"combat.compulsory": 0}
BESIDE = [panzer("0404"), rifles("0403")]


# --- range and whose turn


@pytest.mark.rule("stalingrad_1942 8.11, 8.13, 8.24, 8.32")
@pytest.mark.parametrize(
    ("where", "refusal"), [("0406", Refusal.OK), ("0407", Refusal.OUT_OF_RANGE)]
)
def test_guns_reach_three_hexes(where, refusal):
    state = build_battle([*BESIDE, guns(where)], rules=FREE)
    assert refusal_of_fire(state, 2, "0403") == refusal
    assert refusal_of_attack(state, 0, "0403", 2) == refusal


@pytest.mark.rule("stalingrad_1942 8.32")
def test_of_several_hexes_attacked_one_in_range_is_enough():
    state = build_battle([panzer("0404"), rifles("0403"), rifles("0405"), guns("0407")])
    assert refusal_of_attack(state, 0, ["0403", "0405"], 3) == Refusal.OK
    assert attack(state, 0, ["0403", "0405"], 3).attack_support == 5


@pytest.mark.rule("stalingrad_1942 8.11")
def test_only_guns_fire_from_afar():
    state = build_battle([*BESIDE, regiment("0405")], rules=FREE)
    assert refusal_of_fire(state, 2, "0403") == Refusal.NOT_A_GUN
    assert refusal_of_attack(state, 0, "0403", 2) == Refusal.NOT_A_GUN
    assert refusal_of_fire(state, [], "0403") == Refusal.NO_ATTACKERS


@pytest.mark.rule("stalingrad_1942 8.21a, 21.13")
def test_guns_fire_alone_in_their_own_combat_phase():
    for options, refusal in (
        ({"phase": Phase.AXIS_MOVEMENT}, Refusal.WRONG_PHASE),
        ({"pause": 1}, Refusal.PAUSE),
        ({"side": Side.SOVIET}, Refusal.NO_ENEMY),
    ):
        state = build_battle([*BESIDE, guns("0406")], rules=FREE, **options)
        assert refusal_of_fire(state, 2, "0403") == refusal


@pytest.mark.rule("stalingrad_1942 8.51a")
def test_guns_that_began_in_an_enemy_zone_neither_fire_nor_support():
    state = build_battle([*BESIDE, guns("0404")], rules=FREE)
    assert refusal_of_fire(state, 2, "0403") == Refusal.GUN_IN_ZONE
    assert refusal_of_attack(state, 0, "0403", 2) == Refusal.GUN_IN_ZONE


# --- fire alone


@pytest.mark.rule("stalingrad_1942 8.21b, 8.21c")
@pytest.mark.parametrize(
    ("result", "steps"),
    [
        (Result.A2_1, 0),
        (Result.A1_1, 0),
        (Result.BOTH_LOSE, 0),
        (Result.BOTH_DISORGANIZED, 0),
        (Result.LOSS_AND_B1, 0),
        (Result.B1, 0),
        (Result.B2, 1),
        (Result.B3, 1),
        (Result.B4, 2),
        (Result.B4S, 2),
    ],
)
def test_fire_alone_costs_steps_and_nothing_else(result, steps):
    state = build_battle([guns("0406"), rifles("0403"), rifles("0403")], result=result)
    row = fire(state, 0, "0403")
    assert row.defender_steps_lost == steps
    assert state.units["steps"][1:].sum() == 4 - steps
    assert set(places(state)) <= {"0406", "0403", ""}
    assert (state.units[0].steps, row.attacker_steps_lost, row.bombardment) == (1, 0, 1)
    assert state.units["disorganized"].tolist() == [0, 0, 0]
    assert state.units["zoneless_turn"].tolist() == [0, 0, 0]


@pytest.mark.rule("stalingrad_1942 8.23, 8.25")
def test_several_guns_and_all_defenders_add_up():
    units = [guns("0406"), guns("0405", ladder=[(7, 2)]), rifles("0403"), red_guns("0403")]
    row = fire(build_battle(units), [0, 1], "0403")
    assert (row.attack, row.defense, row.odds) == (12, 7, 0)


@pytest.mark.rule("stalingrad_1942 8.22, 8.26a, 8.34")
def test_a_gun_fires_once_a_phase_for_whatever():
    units = [*BESIDE, guns("0406"), rifles("0604"), guns("0406"), rifles("0605")]
    state = build_battle(units, rules=FREE)
    fire(state, 2, "0604")
    assert refusal_of_attack(state, 0, "0403", 2) == Refusal.ALREADY_ATTACKED
    attack(state, 0, "0403", 4)
    assert refusal_of_fire(state, 4, "0605") == Refusal.ALREADY_ATTACKED
    assert state.units["fought"].tolist() == [1, 0, 1, 0, 1, 0]


@pytest.mark.rule("stalingrad_1942 7.27, 8.21a")
@pytest.mark.parametrize(("switch", "refusal"), [(1, Refusal.ALREADY_DEFENDED), (0, Refusal.OK)])
def test_fire_alone_is_the_one_attack_on_a_hex_or_comes_on_top(switch, refusal):
    rules = FREE | {"artillery.bombard_uses_attack": switch}
    state = build_battle([*BESIDE, guns("0406")], rules=rules, result=Result.B1)
    fire(state, 2, "0403")
    assert refusal_of_attack(state, 0, "0403") == refusal


@pytest.mark.rule("stalingrad_1942 11.37")
def test_lone_headquarters_are_no_target_of_guns():
    state = build_battle([guns("0406"), staff("0403", side=Side.SOVIET)])
    assert check_fire(state, party(0), hex_named(state, "0403")) == Refusal.NO_ENEMY


@pytest.mark.rule("stalingrad_1942 7.54, 11.32")
def test_fire_alone_gets_no_river_shift_and_a_column_for_its_headquarters():
    units = [guns("0404", formation=1), red_guns("0403"), staff("0405")]
    row = fire(build_battle(units, sides={("0404", "0403"): "river"}), 0, "0403")
    assert (row.river_shift, row.headquarters_shift) == (0, 1)


# --- support of the defense


@pytest.mark.rule("stalingrad_1942 8.41, 8.43, 8.44, 8.49")
def test_guns_in_range_add_their_attack_factors_to_the_defense():
    units = [*BESIDE, red_guns("0401"), red_guns("0402"), red_guns("0701")]
    state = build_battle(units)
    set_policy(state, Side.SOVIET, support_defense=2)
    row = attack(state, 0, "0403")
    # 0701 is four hexes away.
    assert (row.defense_support, row.defense) == (8, 14)
    assert state.units["supported"].tolist() == [0, 0, 1, 1, 0]


@pytest.mark.rule("stalingrad_1942 8.43, 2.24a")
def test_by_another_reading_they_add_their_defense_factors():
    state = build_battle([*BESIDE, red_guns("0401")], rules={"artillery.support_factor": "defense"})
    set_policy(state, Side.SOVIET, support_defense=2)
    assert attack(state, 0, "0403").defense_support == 1


@pytest.mark.rule("stalingrad_1942 8.46")
@pytest.mark.parametrize(
    ("order", "support"), [(0, 0), (1, 4), (2, 8)], ids=["none", "enough", "all"]
)
def test_the_standing_order_says_how_many_guns_fire(order, support):
    # 9 to 6 is 1:1, 9 to 10 is 1:2, 9 to 14 too.
    state = build_battle([*BESIDE, red_guns("0401"), red_guns("0402")])
    set_policy(state, Side.SOVIET, support_defense=order)
    assert attack(state, 0, "0403").defense_support == support


@pytest.mark.rule("stalingrad_1942 8.46")
def test_guns_hold_their_fire_where_all_together_do_not_change_the_odds():
    state = build_battle([panzer("0404", ladder=[(6, 6)]), rifles("0403"), red_guns("0401")])
    state.units[2].unsupplied = 1
    state.strengths[2, 1, 0] = 1
    set_policy(state, Side.SOVIET, support_defense=1)
    assert attack(state, 0, "0403").defense_support == 0


def support_against(attacker, defender, gun, **options):
    """What support one gun gives that fires where that lowers the column."""
    state = build_battle([attacker, defender, gun], **options)
    set_policy(state, Side.SOVIET, support_defense=1)
    return attack(state, 0, "0403").defense_support


@pytest.mark.rule("stalingrad_1942 7.12d, 8.46")
@pytest.mark.parametrize(
    ("strength", "defense", "terrain", "support"),
    [
        (45, 3, ".", 0),  # 15:1 and 11:1 are read at 10:1
        (27, 3, ".", 1),  # 9:1, then 6:1
        (45, 3, "hT", 1),  # three columns to the left, 10:1 and 8:1
        (3, 12, ".", 0),  # 1:4 and 1:5 are read at 1:4
        (6, 6, "hT", 0),  # shifted, 1:1 and 1:2 are no more than 1:4 either
    ],
)
def test_guns_hold_their_fire_where_the_column_of_the_table_stays(
    strength, defense, terrain, support
):
    attacker = regiment("0404", ladder=[(strength, strength)])
    defender = rifles("0403", ladder=[(defense, defense)])
    rows = change_cell(MAP, 4, 3, terrain)
    gun = red_guns("0401", ladder=[(1, 1)])
    assert support_against(attacker, defender, gun, rows=rows) == support


@pytest.mark.rule("stalingrad_1942 8.46, 18.1")
def test_an_anti_tank_gun_fires_for_the_columns_that_it_takes():
    # 9 to 6 is 1:1 with a gun of 1 or without; the column for armor in the open is lost to it.
    weak = {"ladder": [(1, 1)]}
    gun = red_guns("0401", **weak)
    assert support_against(panzer("0404"), rifles("0403"), gun) == 0
    anti_tank = red_guns("0401", kind=Kind.ANTI_TANK, **weak)
    assert support_against(panzer("0404"), rifles("0403"), anti_tank) == 1


@pytest.mark.rule("stalingrad_1942 8.46, 18.1")
@pytest.mark.parametrize(("first", "fires"), [(2, [0, 1]), (4, [1, 0])])
def test_a_stronger_gun_fires_before_an_anti_tank_gun_if_one_of_them_is_enough(first, fires):
    guns_there = [
        red_guns("0401", ladder=[(first, 1)]),
        red_guns("0402", kind=Kind.ANTI_TANK, ladder=[(1, 1)]),
    ]
    state = build_battle([*BESIDE, *guns_there])
    set_policy(state, Side.SOVIET, support_defense=1)
    attack(state, 0, "0403")
    assert state.units["supported"][2:].tolist() == fires


@pytest.mark.rule("stalingrad_1942 8.46")
def test_an_order_for_the_hex_goes_before_the_policy():
    for hex_order, support in ((1, 0), (3, 4), (0, 4)):
        state = build_battle([*BESIDE, red_guns("0401")])
        set_policy(state, Side.SOVIET, support_defense=2)
        state.support[Side.SOVIET, ids(state, "0403")] = hex_order
        assert attack(state, 0, "0403").defense_support == support


@pytest.mark.rule("stalingrad_1942 8.42, 8.47, 8.51a")
def test_no_gun_supports_twice_or_out_of_an_enemy_zone():
    units = [*BESIDE, panzer("0504"), rifles("0503"), red_guns("0401"), red_guns("0602")]
    units.append(regiment("0702"))
    state = build_battle(units, rules=FREE)
    set_policy(state, Side.SOVIET, support_defense=2)
    assert attack(state, 0, "0403").defense_support == 4
    assert attack(state, 2, "0503").defense_support == 0


@pytest.mark.rule("stalingrad_1942 8.26b, 8.47")
def test_guns_that_fired_may_still_support_the_defense():
    units = [regiment("0404"), rifles("0403"), guns("0406")]
    state = build_battle(units, rules=FREE, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0403", 2)
    next_combat(state)
    set_policy(state, Side.AXIS, support_defense=2)
    assert attack(state, 1, "0404").defense_support == 5


@pytest.mark.rule("stalingrad_1942 8.45")
def test_of_several_hexes_defended_one_in_range_is_enough():
    units = [panzer("0404"), rifles("0403"), rifles("0405"), red_guns("0407")]
    state = build_battle(units)
    set_policy(state, Side.SOVIET, support_defense=2)
    assert attack(state, 0, ["0403", "0405"]).defense_support == 4


@pytest.mark.rule("stalingrad_1942 8.21a, 8.41")
def test_guns_answer_fire_from_afar_too():
    state = build_battle([guns("0406"), rifles("0403"), red_guns("0401")])
    set_policy(state, Side.SOVIET, support_defense=2)
    assert fire(state, 0, "0403").defense_support == 4


@pytest.mark.rule("stalingrad_1942 8.25, 8.43")
def test_a_gun_fired_at_defends_with_its_defense_factor_and_does_not_support_itself():
    state = build_battle([guns("0406"), red_guns("0403"), red_guns("0403")])
    set_policy(state, Side.SOVIET, support_defense=2)
    row = fire(state, 0, "0403")
    assert (row.defense, row.defense_support) == (2, 0)


@pytest.mark.rule("stalingrad_1942 8.45, 8.46")
def test_of_several_hexes_the_most_generous_order_holds():
    units = [panzer("0404"), rifles("0403"), rifles("0405"), red_guns("0401")]
    state = build_battle(units)
    set_policy(state, Side.SOVIET, support_defense=2)
    state.support[Side.SOVIET, ids(state, "0403")] = 1
    assert attack(state, 0, ["0403", "0405"]).defense_support == 4


# --- bridges


@pytest.mark.rule("stalingrad_1942 17.2a")
def test_guns_fire_at_a_bridge_if_one_of_its_ends_is_in_range():
    sides = {("0403", "0402"): "major_river|bridge", ("0402", "0401"): "major_river"}
    state = build_battle([guns("0406"), guns("0407"), regiment("0405")], sides=sides)
    h, d = hex_named(state, "0402"), 4
    assert state.neighbour[h, d] == hex_named(state, "0403")
    assert check_bridge_fire(state, 0, h, d) == Refusal.OK
    assert check_bridge_fire(state, 1, h, d) == Refusal.OUT_OF_RANGE
    assert check_bridge_fire(state, 2, h, d) == Refusal.NOT_A_GUN
    assert check_bridge_fire(state, 0, h, 1) == Refusal.NO_BRIDGE


@pytest.mark.rule("stalingrad_1942 8.26a, 17.2b")
def test_two_dice_below_five_destroy_it_one_time_in_six():
    sides = {("0403", "0402"): "major_river|bridge"}
    fallen = 0
    for seed in range(60):
        state = build_battle([guns("0406"), rifles("0404")], sides=sides, seed=seed)
        h = hex_named(state, "0402")
        assert fire_at_bridge(state, 0, h, 4) == Refusal.OK
        assert fire_at_bridge(state, 0, h, 4) in (Refusal.ALREADY_ATTACKED, Refusal.NO_BRIDGE)
        fallen += int(state.hexside[h, 4] & 64 == 0)
    # Six in thirty-six: 10 of 60 expected, 3.1 and more standard deviations outside.
    assert 1 <= fallen <= 19
