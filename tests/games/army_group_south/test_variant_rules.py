"""Rules that only variants and restrictions change: addenda undone, no doctrine, acts forbidden."""

from __future__ import annotations

import pytest

from balance.games.army_group_south.doctrine import check_defensive_mode
from balance.games.army_group_south.exits import check_exit
from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.march import check_move
from balance.games.army_group_south.movement import check_may_act
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.strength import unit_attack
from balance.games.army_group_south.supply import current_mode
from balance.games.army_group_south.vocabulary import ELIMINATION, Mode, Phase, Side
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    MAP,
    SOVIETS_FIGHT,
    attack,
    places,
    refusal_of_overrun,
    set_result,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.army_group_south.test_random_play import play
from tests.games.text_maps import clear_map, hex_named, strip

SUPPLIED = [". . . . . . . .E"] * 5
SOVIETS_MARCH = {"phase": Phase.SOVIET_MOVEMENT}
SOVIETS_ROLL = {"phase": Phase.SOVIET_MECHANIZED}
NO_DOCTRINE = {"hq.doctrine": 0}


def refusal_of(state, unit, name):
    return Refusal(check_move(state, unit, hex_named(state, name)))


# --- the addenda of October 1979


def retreating_soviets(friend, rules):
    """A brigade on the defensive between two panzers, 0303 and 0304 both being in their zones."""
    units = [brigade("0304", movement=3, mode=Mode.DEFENSIVE), panzer("0404"), panzer("0402")]
    if friend:
        units.append(rifle("0303"))
    return build_position(MAP, units, rules=rules, **SOVIETS_MARCH)


@pytest.mark.rule("army_group_south 22.1, 22.11")
@pytest.mark.parametrize(
    ("friend", "reading", "expected"),
    [
        (True, "never", Refusal.OUT_OF_REACH),
        (True, "friend", Refusal.OK),
        (False, "friend", Refusal.OUT_OF_REACH),
    ],
)
def test_before_the_addenda_a_friend_let_soviets_go_from_zone_to_zone(friend, reading, expected):
    state = retreating_soviets(friend, {"movement.soviet_zone_to_zone": reading})
    assert refusal_of(state, 0, "0303") == expected


@pytest.mark.rule("army_group_south 22.1, 22.11")
@pytest.mark.parametrize(
    ("reading", "expected"), [("never", Refusal.OUT_OF_REACH), ("friend", Refusal.OK)]
)
def test_before_the_addenda_soviets_ended_in_another_zone_by_a_detour(reading, expected):
    units = [brigade("0307", mode=Mode.DEFENSIVE), panzer("0308"), panzer("0303")]
    rules = {"movement.soviet_zone_to_zone": reading}
    state = build_position(clear_map(5, 9), units, rules=rules, **SOVIETS_MARCH)
    assert refusal_of(state, 0, "0304") == expected


@pytest.mark.rule("army_group_south 22.12")
@pytest.mark.parametrize(
    ("reading", "expected"), [("friend", Refusal.OUT_OF_REACH), ("always", Refusal.OK)]
)
def test_before_the_addenda_germans_went_from_zone_to_zone_at_will(reading, expected):
    units = [panzer("0304", movement=3), rifle("0404"), rifle("0402")]
    rules = {"movement.german_zone_to_zone": reading}
    state = build_position(clear_map(4, 8), units, rules=rules)
    assert refusal_of(state, 0, "0303") == expected


# --- no doctrine


@pytest.mark.rule("army_group_south 21.0, 21.14a, 21.13, 22.0a")
def test_without_doctrine_soviets_go_any_way_and_disengage():
    units = [rifle("0304"), headquarters("0301")]
    state = build_position(SUPPLIED, units, rules=NO_DOCTRINE, **SOVIETS_MARCH)
    state.units[0].mode = current_mode(state, 0)
    assert state.units[0].mode == Mode.FREE
    assert refusal_of(state, 0, "0303") == Refusal.OK
    state = build_position(SUPPLIED, [*units, panzer("0305")], rules=NO_DOCTRINE, **SOVIETS_MARCH)
    assert refusal_of(state, 0, "0303") == Refusal.IN_ENEMY_ZONE
    state.units[0].mode = current_mode(state, 0)
    assert refusal_of(state, 0, "0303") == Refusal.OK


@pytest.mark.rule("army_group_south 21.2b, 21.22b, 12.23a")
def test_without_doctrine_want_of_supply_halves_attacks_but_sets_no_mode():
    state = build_position(MAP, [tank_corps("0304")], rules=NO_DOCTRINE, **SOVIETS_ROLL)
    state.units[0].mode = current_mode(state, 0)
    assert unit_attack(state, 0) == 4
    assert check_may_act(state, 0) == Refusal.OK


@pytest.mark.rule("army_group_south 21.11, 21.0")
@pytest.mark.parametrize(("doctrine", "place"), [(1, ""), (0, "0303")])
def test_without_doctrine_beaten_attackers_may_retreat(doctrine, place):
    units = [rifle("0304"), headquarters("0301"), infantry("0305")]
    state = build_position(SUPPLIED, units, rules={"hq.doctrine": doctrine}, **SOVIETS_FIGHT)
    set_result(state, 1, 0)
    state.retreat_value[Side.SOVIET, hex_named(state, "0303")] = 9
    attack(state, "0305", [0], advance=0)
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 21.0")
def test_without_doctrine_no_headquarters_takes_a_mode():
    phase = {"phase": Phase.SOVIET_START}
    with_it = build_position(MAP, [headquarters("0304")], **phase)
    without = build_position(MAP, [headquarters("0304")], rules=NO_DOCTRINE, **phase)
    assert check_defensive_mode(with_it, 0) == Refusal.OK
    assert check_defensive_mode(without, 0) == Refusal.NO_DOCTRINE


@pytest.mark.parametrize(
    "rules",
    [
        NO_DOCTRINE,
        {"movement.soviet_zone_to_zone": "friend", "movement.german_zone_to_zone": "always"},
    ],
)
def test_random_games_break_no_rule_under_other_rules(rules):
    state, _, faults = play(11, rules=rules)
    assert faults == []
    assert state.game.ended
    assert find_faults(state) == []


# --- what a study forbids


@pytest.mark.rule("army_group_south 6.0a")
@pytest.mark.parametrize("side", [Side.AXIS, Side.SOVIET])
def test_overruns_are_forbidden_to_one_side_alone(side):
    rules = {f"restriction.overruns_{side.name.lower()}": 0}
    german = build_position(MAP, [panzer("0305"), rifle("0304")], rules=rules)
    units = [brigade("0304"), infantry("0305")]
    soviet = build_position(MAP, units, rules=rules, **SOVIETS_MARCH)
    expected = [Refusal.FORBIDDEN if side == each else Refusal.OK for each in Side]
    found = [refusal_of_overrun(german, "0304", (0,)), refusal_of_overrun(soviet, "0305", (0,))]
    assert found == expected


@pytest.mark.rule("army_group_south 5.0b, 4.2-A3, 4.2-B3")
@pytest.mark.parametrize("side", [Side.AXIS, Side.SOVIET])
def test_the_mechanized_phase_is_forbidden_to_one_side_alone(side):
    rules = {f"restriction.mechanized_movement_{side.name.lower()}": 0}
    german = build_position(MAP, [panzer("0305")], rules=rules, phase=Phase.AXIS_MECHANIZED)
    soviet = build_position(MAP, [brigade("0305")], rules=rules, **SOVIETS_ROLL)
    expected = [Refusal.FORBIDDEN if side == each else Refusal.OK for each in Side]
    assert [check_may_act(german, 0), check_may_act(soviet, 0)] == expected
    first = build_position(MAP, [brigade("0305")], rules=rules, **SOVIETS_MARCH)
    assert check_may_act(first, 0) == Refusal.OK


@pytest.mark.rule("army_group_south 22.0a")
@pytest.mark.parametrize("side", [Side.AXIS, Side.SOVIET])
def test_disengaging_is_forbidden_to_one_side_alone(side):
    rules = {f"restriction.disengaging_{side.name.lower()}": 0}
    german = build_position(MAP, [panzer("0305"), rifle("0304")], rules=rules)
    units = [brigade("0304", mode=Mode.DEFENSIVE), panzer("0305")]
    soviet = build_position(MAP, units, rules=rules, **SOVIETS_MARCH)
    expected = [Refusal.IN_ENEMY_ZONE if side == each else Refusal.OK for each in Side]
    assert [refusal_of(german, 0, "0306"), refusal_of(soviet, 0, "0303")] == expected


@pytest.mark.rule("army_group_south 9.8a")
@pytest.mark.parametrize("side", [Side.AXIS, Side.SOVIET])
def test_advances_are_forbidden_to_one_side_alone(side):
    rules = {f"restriction.advances_{side.name.lower()}": 0}
    units = [brigade("0304"), headquarters("0301"), infantry("0305")]
    found = []
    for target, attacker, game in (("0304", 2, AXIS_FIGHTS), ("0305", 0, SOVIETS_FIGHT)):
        state = build_position(SUPPLIED, units, rules=rules, **game)
        set_result(state, 0, ELIMINATION)
        found.append(attack(state, target, [attacker]).advanced)
    assert found == [0 if side == each else 1 for each in Side]


@pytest.mark.rule("army_group_south 25.1a, 21.0b")
def test_leaving_the_map_and_defensive_mode_are_forbidden():
    rules = {"restriction.exits": 0, "restriction.defensive_mode": 0}
    rows = strip(9, {9: ".L"})
    state = build_position(rows, [brigade("0109")], rules=rules, **SOVIETS_MARCH)
    assert check_exit(state, 0) == Refusal.FORBIDDEN
    state = build_position(MAP, [headquarters("0304")], rules=rules, phase=Phase.SOVIET_START)
    assert check_defensive_mode(state, 0) == Refusal.FORBIDDEN


@pytest.mark.rule("army_group_south 11.37a")
@pytest.mark.parametrize(("adds", "points"), [(1, 4), (0, 0)])
def test_headquarters_add_to_attacks_or_dont(adds, points):
    units = [rifle("0304"), headquarters("0304"), infantry("0305")]
    rules = {"hq.adds_to_attack": adds}
    state = build_position(SUPPLIED, units, rules=rules, **SOVIETS_FIGHT)
    set_result(state, 0, 0)
    assert attack(state, "0305", [0, 1]).headquarters == points
