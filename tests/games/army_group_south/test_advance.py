"""Advance after the attacks of the Combat Phase: who follows whom, and how far."""

from __future__ import annotations

import pytest

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import lift_unit, place_unit
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    Side,
)
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    MAP,
    SOVIETS_FIGHT,
    SUPPLIED,
    attack,
    battlefield,
    places,
    refusal_of_attack,
    set_policy,
    set_result,
)
from tests.games.army_group_south.positions import (
    brigade,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
)
from tests.games.text_maps import change_cell, hex_named, strip


@pytest.mark.rule("army_group_south 9.8a, 9.81a, 9.82c, 9.85")
@pytest.mark.parametrize(
    ("hexes", "wanted", "place"),
    [(1, "0303", "0304"), (2, "0303", "0303"), (2, "0302", "0304"), (2, "0203", "0304")],
)
def test_victors_follow_the_path_as_far_as_the_enemy_went(hexes, wanted, place):
    state = battlefield([panzer("0305"), rifle("0304")], 0, hexes)
    for name, value in (("0303", 5), ("0302", 9), ("0301", 9)):
        state.retreat_value[Side.SOVIET, hex_named(state, name)] = value
    state.advance_value[Side.AXIS, hex_named(state, wanted)] = 5
    attack(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 9.81a, 9.82c")
def test_victors_follow_those_alone_who_left_the_hex_that_they_enter():
    state = battlefield([panzer("0305"), rifle("0304"), rifle("0204")], 0, 2)
    for name, value in (("0302", 9), ("0202", 5)):
        state.retreat_value[Side.SOVIET, hex_named(state, name)] = value
    for name, value in (("0203", 9), ("0303", 5)):
        state.advance_value[Side.AXIS, hex_named(state, name)] = value
    attack(state, ["0304", "0204"], [0], advance=1)
    assert places(state) == ["0303", "0302", "0202"]


@pytest.mark.rule("army_group_south 9.81a, 9.85")
@pytest.mark.parametrize(("bystanders", "place"), [([], "0102"), ([rifle("0103")], "0104")])
def test_enemies_on_the_way_of_the_beaten_stop_those_who_follow(bystanders, place):
    state = battlefield([panzer("0105"), rifle("0104"), *bystanders], 0, 3, rows=strip(8))
    set_policy(state, Side.AXIS, advance_hexes=3)
    state.advance_value[Side.AXIS, hex_named(state, "0102")] = 5
    attack(state, "0104", [0])
    assert places(state)[:2] == [place, "0101"]


@pytest.mark.rule("army_group_south 9.82b, 9.85")
@pytest.mark.parametrize(("controlled", "place"), [(False, "0107"), (True, "0106")])
def test_soviets_who_follow_stop_at_the_first_zone(controlled, place):
    units = [brigade("0104"), infantry("0105"), headquarters("0102")]
    rows = [". . . . . . . . . .E", "~ ~ ~ ~ . ~ ~ ~ ~ ~" if controlled else "~ " * 10]
    if controlled:
        units.append(panzer("0206"))
    state = battlefield(units, 0, 3, rows=rows, **SOVIETS_FIGHT)
    set_policy(state, Side.SOVIET, advance_hexes=3)
    for name, value in (("0106", 4), ("0107", 5)):
        state.advance_value[Side.SOVIET, hex_named(state, name)] = value
    attack(state, "0105", [0])
    assert places(state)[:2] == [place, "0108"]


@pytest.mark.rule("army_group_south 9.82a, 9.82b, 21.15")
@pytest.mark.parametrize(("side", "place"), [(Side.AXIS, "0303"), (Side.SOVIET, "0304")])
def test_soviets_stop_in_zones_where_germans_go_on(side, place):
    if side == Side.AXIS:
        units, phase = [panzer("0305"), rifle("0304"), rifle("0203")], AXIS_FIGHTS
    else:
        units = [brigade("0305"), infantry("0304"), infantry("0203"), headquarters("0307")]
        phase = SOVIETS_FIGHT
    state = battlefield(units, 0, ELIMINATION, **phase)
    state.advance_value[side, hex_named(state, "0303")] = 5
    attack(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 9.84b")
@pytest.mark.parametrize(("held", "place"), [(None, "0204"), ("friend", "0204"), ("foe", "0304")])
def test_the_second_hex_after_elimination_is_empty_or_friendly(held, place):
    units = [panzer("0305"), rifle("0304")]
    units += {"friend": [grenadier("0204")], "foe": [rifle("0204")]}.get(held, [])
    state = battlefield(units, 0, ELIMINATION)
    state.advance_value[Side.AXIS, hex_named(state, "0204")] = 5
    attack(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 9.84a, 10.16, 10.13b")
@pytest.mark.parametrize(
    ("side", "enemies", "place"),
    [
        ("sea", [], "0304"),
        ("major_river", [], "0303"),
        ("major_river", [rifle("0302")], "0304"),
        ("minor_river", [rifle("0302")], "0303"),
    ],
)
def test_the_second_hex_after_elimination_is_one_that_a_march_could_enter(side, enemies, place):
    sides = {("0304", "0303"): side}
    state = battlefield([panzer("0305"), rifle("0304"), *enemies], 0, ELIMINATION, sides=sides)
    state.advance_value[Side.AXIS, hex_named(state, "0303")] = 5
    attack(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 9.84a")
def test_nobody_advances_off_the_map():
    state = battlefield([panzer("0302"), rifle("0301")], 0, ELIMINATION)
    state.advance_value[Side.AXIS, len(state.ground) - 1] = 9
    state.advance_value[Side.AXIS, hex_named(state, "0301")] = 5
    attack(state, "0301", [0])
    assert places(state)[0] == "0301"


@pytest.mark.rule("army_group_south 9.8a, 10.0a")
@pytest.mark.parametrize(("price", "place"), [("2", "0304"), ("P", "0305")])
def test_victors_enter_no_terrain_that_a_variant_closes_to_them(price, place):
    rows = change_cell(MAP, 3, 4, "w")
    rules = {"terrain:Woods:mech_mp": price}
    state = battlefield([panzer("0305"), rifle("0304")], 0, ELIMINATION, rows=rows, rules=rules)
    attack(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 9.83a, 9.12b, 7.0a")
def test_as_many_advance_as_are_told_to_and_find_room():
    units = [*3 * [panzer("0305")], grenadier("0305"), rifle("0304")]
    state = battlefield(units[:3] + units[4:], 0, ELIMINATION)
    assert attack(state, "0304", [0, 1, 2], advance=2).advanced == 2
    assert places(state)[:3] == ["0304", "0304", "0305"]
    state = battlefield(units[:3] + units[4:], 0, ELIMINATION)
    assert attack(state, "0304", [0, 1], advance=0).advanced == 0


@pytest.mark.rule("army_group_south 9.83c")
@pytest.mark.parametrize(("advance", "open_way"), [(0, True), (1, False)])
def test_an_advance_cuts_the_way_back_of_the_next_battle(advance, open_way):
    units = [panzer("0305"), rifle("0304"), infantry("0104"), rifle("0203")]
    state = battlefield(units, 0, ELIMINATION)
    set_policy(state, Side.AXIS, advance_hexes=1)
    attack(state, "0304", [0], advance=advance)
    set_result(state, 0, 1)
    state.retreat_value[Side.SOVIET, hex_named(state, "0303")] = 9
    attack(state, "0203", [2], advance=0)
    assert (places(state)[3] == "0303") == open_way


@pytest.mark.rule("army_group_south 9.83b, 9.14b")
def test_defenders_who_advanced_are_not_attacked_again():
    units = [panzer("0305"), guards("0304"), grenadier("0307", division=2)]
    state = battlefield(units, 1, 0)
    set_policy(state, Side.SOVIET, defender_advance=1)
    state.retreat_value[Side.AXIS, hex_named(state, "0205")] = 9
    attack(state, "0304", [0])
    assert places(state)[1] == "0305"
    lift_unit(state, 2)
    place_unit(state, 2, hex_named(state, "0306"))
    assert refusal_of_attack(state, "0305", [2]) == Refusal.ALREADY_DEFENDED


@pytest.mark.rule("army_group_south 9.83b")
def test_who_advanced_attacks_no_more():
    state = battlefield([panzer("0305"), rifle("0304"), rifle("0303")], 0, ELIMINATION)
    set_policy(state, Side.AXIS, advance_hexes=1)
    attack(state, "0304", [0])
    assert refusal_of_attack(state, "0303", [0]) == Refusal.ALREADY_ATTACKED


@pytest.mark.rule("army_group_south 10.13c")
def test_victors_cross_the_major_river_they_attacked_over():
    sides = {("0305", "0304"): "major_river"}
    state = battlefield([panzer("0305"), rifle("0304"), rifle("0303")], 0, ELIMINATION, sides=sides)
    attack(state, "0304", [0])
    assert places(state)[0] == "0304"


@pytest.mark.rule("army_group_south 11.36b, 11.23a")
def test_a_headquarters_advances_with_its_company():
    units = [brigade("0304"), headquarters("0304"), infantry("0305"), infantry("0306")]
    state = battlefield(units, 0, ELIMINATION, rows=SUPPLIED, **SOVIETS_FIGHT)
    state.units[3].loss_priority = 1
    attack(state, "0305", [0, 1])
    assert places(state)[:2] == ["0305", "0305"]
    state = battlefield(units, 0, ELIMINATION, rows=SUPPLIED, **SOVIETS_FIGHT)
    attack(state, "0305", [1, 0])  # the headquarters would have to go first, alone
    assert places(state)[:2] == ["0305", "0304"]
