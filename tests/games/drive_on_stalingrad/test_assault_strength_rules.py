"""Strength and shifts of prepared assaults: rivers, supply, rolled factors, cities, aircraft."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.announcements import block_sea
from balance.games.drive_on_stalingrad.assault import (
    BARRED,
    FREE,
    attack_permission,
    check_assault,
    make_assault,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.strength import attack_total, defense_total
from balance.games.drive_on_stalingrad.turn import (
    begin_game_turn,
    begin_phase,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    Kind,
    Phase,
    PhaseOrder,
    Policy,
    Result,
    Side,
    Trait,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
    tank_corps,
)

#: A German source in the west, a Soviet one in the east. The target of most tests is 0307; going
#: round it clockwise from the east its neighbours are these.
CUT_OFF = change_cell(clear_map(5, 12), 3, 1, ".N")
BOARD = change_cell(CUT_OFF, 3, 12, ".A-")
TARGET = "0307"
AROUND = ("0306", "0406", "0407", "0308", "0207", "0206")
SOVIET_ASSAULT = {
    "side": Side.SOVIET,
    "phase": Phase.SOVIET_FIRST,
    "phase_order": PhaseOrder.ASSAULT_MOVE,
}


def flak(at=None, **fields):
    return motorized(at, **({"kind": Kind.FLAK, "traits": Trait.FLAK_9} | fields))


def board(units, rows=BOARD, result=Result.AS, **more):
    """Build a German prepared assault phase in which every roll gives the same result."""
    state = build_position(rows, units, **({"phase": Phase.AXIS_SECOND} | more))
    return state._replace(crt=np.full_like(state.crt, result))


def check(state, units, name=TARGET, aircraft=0):
    target = hex_named(state, name)
    return Refusal(check_assault(state, target, np.array(units, np.int64), len(units), aircraft))


def attack(state, units, name=TARGET, aircraft=0, advance=0):
    target = hex_named(state, name)
    members = np.array(units, np.int64)
    return Refusal(make_assault(state, target, members, len(units), aircraft, advance))


def last_battle(state):
    return state.battles[state.game.battle_count - 1]


def fight(units, attackers, **more):
    """Fight one battle and return its row."""
    aircraft = more.pop("aircraft_used", 0)
    state = board(units, **more)
    assert attack(state, attackers, aircraft=aircraft) == Refusal.OK
    return last_battle(state)


SEEDS = range(1, 61)


def attacks(state, units, name=TARGET):
    """Attack strength of units in sixty games that differ by their dice."""
    totals = []
    for seed in SEEDS:
        state.game.seed = seed
        target = hex_named(state, name)
        totals.append(int(attack_total(state, np.array(units, np.int64), len(units), target, 0)))
    return totals


def defenses(state, name=TARGET):
    """Defense strength of a hex in sixty games that differ by their dice."""
    totals = []
    for seed in SEEDS:
        state.game.seed = seed
        totals.append(int(defense_total(state, hex_named(state, name))))
    return totals


# --- strength


@pytest.mark.rule("drive_on_stalingrad 11.19a")
def test_units_attacking_over_a_river_are_halved_together():
    units = [infantry("0308"), infantry("0308"), infantry("0207"), rifle(TARGET)]
    battle = fight(units, [0, 1, 2], sides={("0307", "0308"): "river"})
    assert battle.attack == 14 // 2 + 7


@pytest.mark.rule("drive_on_stalingrad 11.19a")
def test_soviet_artillery_is_not_halved_by_rivers():
    units = [rifle("0306"), artillery("0306"), infantry(TARGET)]
    battle = fight(units, [0, 1], sides={("0306", "0307"): "river"}, **SOVIET_ASSAULT)
    assert battle.attack == 1 + 6


@pytest.mark.rule("drive_on_stalingrad 11.19a, 9.16")
@pytest.mark.parametrize(("halves", "strength"), [(1, 2), (0, 4)])
def test_soviet_attacks_over_the_volga_are_halved_unless_a_variant_says_no(halves, strength):
    units = [tank_corps("0306"), infantry(TARGET)]
    more = {"rules": {"combat.volga_halves_soviet_attack": halves}} | SOVIET_ASSAULT
    battle = fight(units, [0], sides={("0306", "0307"): "volga"}, **more)
    assert battle.attack == strength


@pytest.mark.rule("drive_on_stalingrad 11.19c, 11.16c, 11.20")
@pytest.mark.parametrize("side", ["volga", "blocked", "water"])
def test_germans_attack_neither_over_the_volga_nor_blocked_mountains_nor_lakes(side):
    state = board([infantry("0308"), rifle(TARGET)], sides={("0307", "0308"): side})
    assert check(state, [0]) == Refusal.TERRAIN_BARS_ATTACK


@pytest.mark.rule("drive_on_stalingrad 9.32b")
@pytest.mark.parametrize(("turn", "refusal"), [(5, Refusal.TERRAIN_BARS_ATTACK), (4, Refusal.OK)])
def test_nobody_attacks_over_the_manych_in_flood(turn, refusal):
    sides = {("0307", "0308"): "river|manych"}
    state = board([infantry("0308"), rifle(TARGET)], sides=sides, flood_turn=turn)
    assert check(state, [0]) == refusal


@pytest.mark.rule("drive_on_stalingrad 11.3")
def test_terrain_lets_nobody_attack_a_hex_that_is_not_beside_his():
    state = board([infantry("0308"), rifle("0306")])
    here = hex_named(state, "0308")
    allowed = [attack_permission(state, 0, here, hex_named(state, n)) for n in ("0306", TARGET)]
    assert allowed == [BARRED, FREE]


@pytest.mark.rule("drive_on_stalingrad 11.20")
def test_artillery_across_a_lake_only_supports_others():
    units = [artillery("0306"), rifle("0306"), rifle("0206"), infantry(TARGET)]
    state = board(units, sides={("0306", "0307"): "water"}, **SOVIET_ASSAULT)
    assert check(state, [1]) == Refusal.TERRAIN_BARS_ATTACK
    assert check(state, [0]) == Refusal.ARTILLERY_ALONE
    assert check(state, [0, 2]) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 11.17a, 11.17b")
def test_marsh_bars_vehicles_and_helps_those_who_attack_on_foot():
    rows = change_cell(BOARD, 3, 7, "s")
    units = [panzer("0308"), infantry("0308"), rifle(TARGET)]
    state = board(units, rows=rows)
    assert check(state, [0]) == Refusal.TERRAIN_BARS_ATTACK
    assert check(state, [0, 1]) == Refusal.TERRAIN_BARS_ATTACK
    assert fight(units, [1], rows=rows).shift_terrain == 1


@pytest.mark.rule("drive_on_stalingrad 7.16c, 7.15b")
def test_attackers_out_of_supply_are_halved():
    units = [infantry("0308"), infantry("0308"), rifle(TARGET)]
    assert fight(units, [0, 1]).attack == 14
    battle = fight(units, [0, 1], rows=CUT_OFF)
    assert (battle.attack, battle.attacker_oos) == (7, 2)


@pytest.mark.rule("drive_on_stalingrad 7.16c, 7.15b")
def test_defenders_out_of_supply_are_halved():
    units = [infantry("0308"), rifle(TARGET), rifle(TARGET)]
    assert fight(units, [0]).defense == 6
    battle = fight(units, [0], rows=change_cell(BOARD, 3, 1, "."))
    assert (battle.defense, battle.defender_oos) == (3, 2)


@pytest.mark.rule("drive_on_stalingrad 7.16c, 7.5, 7.6b")
@pytest.mark.parametrize("fallback", ["coastal", "aerial"])
def test_coastal_and_aerial_supply_serve_for_defense_alone(fallback):
    rows = change_cell(CUT_OFF, 3, 8, ".K" if fallback == "coastal" else ".")
    units = [infantry("0308"), rifle(TARGET)]
    for attacker, more in ((0, {}), (1, SOVIET_ASSAULT)):
        state = board(units, rows=rows, **more)
        if fallback == "aerial":
            state.game.aerial_hex = hex_named(state, "0308")
        assert attack(state, [attacker], TARGET if attacker == 0 else "0308") == Refusal.OK
        battle = last_battle(state)
        assert (battle.attack if attacker == 0 else battle.defense) == (3 if attacker == 0 else 7)


@pytest.mark.rule("drive_on_stalingrad 1.3c, 11.12b")
@pytest.mark.parametrize(("grouping", "strength"), [("by_causes", 7), ("per_unit", 6)])
def test_units_halved_for_the_same_cause_are_added_first_or_last_by_the_ruling(grouping, strength):
    units = [infantry("0308"), infantry("0308"), rifle(TARGET)]
    rules = {"combat.halving_grouping": grouping}
    assert fight(units, [0, 1], rows=CUT_OFF, rules=rules).attack == strength


@pytest.mark.rule("drive_on_stalingrad 2.15a, 2.15c, 11.8a")
def test_a_satellite_attacks_with_one_and_rolls_for_its_defense_in_each_battle():
    assert fight([satellite("0308"), rifle(TARGET)], [0]).attack == 1
    state = board([satellite(TARGET)])
    assert set(defenses(state)) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("drive_on_stalingrad 2.15a")
def test_a_satellite_rolls_anew_in_the_next_battle_of_a_phase():
    state = board([satellite(TARGET)])
    first = defenses(state)
    state.ground[hex_named(state, TARGET)].battles = 1
    assert defenses(state) != first


@pytest.mark.rule("drive_on_stalingrad 2.15a")
def test_a_rolled_factor_holds_for_the_game_in_a_variant():
    state = board([satellite(TARGET)], rules={"units.unknown_factor_kept": 1})
    first = defenses(state)
    state.ground[hex_named(state, TARGET)].battles = 1
    state.game.game_turn += 1
    assert defenses(state) == first
    assert set(first) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("drive_on_stalingrad 2.15a")
def test_every_satellite_of_a_stack_rolls_for_itself():
    totals = defenses(board([satellite(TARGET), satellite(TARGET)]))
    assert any(total % 2 for total in totals)
    assert (min(totals), max(totals)) == (2, 12)


@pytest.mark.rule("drive_on_stalingrad 2.15b")
def test_satellite_panzers_roll_for_their_attack_as_well():
    state = board([satellite_panzer("0308"), rifle(TARGET)])
    assert set(attacks(state, [0])) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("drive_on_stalingrad 2.15d")
def test_a_rolled_factor_is_halved_after_the_roll():
    full = defenses(board([satellite(TARGET)]))
    assert 5 in full
    halved = defenses(board([satellite(TARGET)], rows=CUT_OFF))
    assert halved == [max(1, factor // 2) for factor in full]


@pytest.mark.rule("drive_on_stalingrad 2.15e")
def test_soviet_and_satellite_units_die_with_their_single_step():
    for units, more in (
        ([infantry("0308"), rifle(TARGET), tank_corps(TARGET)], {}),
        ([rifle("0306", attack=12), satellite(TARGET), satellite(TARGET)], SOVIET_ASSAULT),
    ):
        assert fight(units, [0], result=Result.DE, **more).defender_units_lost == 2


@pytest.mark.rule("drive_on_stalingrad 11.12c")
def test_units_without_an_attack_factor_take_no_part():
    state = board([infantry("0308", attack=0), infantry("0308"), rifle(TARGET)])
    assert check(state, [0]) == Refusal.ZERO_ATTACK
    assert check(state, [0, 1]) == Refusal.ZERO_ATTACK


# --- towns and cities


@pytest.mark.rule("drive_on_stalingrad 11.21")
@pytest.mark.parametrize(("cell", "shift"), [(".T", 0), ("hT", -1), ("mT", -2), ("dT", 1)])
def test_a_town_gives_no_shift_but_its_terrain_does(cell, shift):
    units = [infantry("0308"), rifle(TARGET)]
    assert fight(units, [0], rows=change_cell(BOARD, 3, 7, cell)).shift_terrain == shift


@pytest.mark.rule("drive_on_stalingrad 11.22b")
def test_a_city_shifts_two_columns_left():
    units = [infantry("0308"), rifle(TARGET)]
    battle = fight(units, [0], rows=change_cell(BOARD, 3, 7, ".C"))
    assert (battle.odds, battle.shift_terrain, battle.final_odds) == (1, -2, -1)


@pytest.mark.rule("drive_on_stalingrad 11.22a, 11.28d")
def test_nobody_gains_by_surrounding_a_city():
    units = [infantry("0308"), infantry("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 2
    assert fight(units, [0, 1], rows=change_cell(BOARD, 3, 7, ".C")).shift_concentric == 0


@pytest.mark.rule("drive_on_stalingrad 11.22c")
@pytest.mark.parametrize(
    ("rolled", "supplied", "result"),
    [
        (Result.AS, True, Result.AL1),
        (Result.DR, True, Result.AL1),
        (Result.DE, True, Result.DE),
        (Result.EX, True, Result.EX),
        (Result.AS, False, Result.AS),
        (Result.DR, False, Result.DR),
    ],
)
def test_a_city_in_supply_is_neither_stalled_at_nor_left(rolled, supplied, result):
    rows = change_cell(BOARD if supplied else change_cell(BOARD, 3, 1, "."), 3, 7, ".C")
    battle = fight([infantry("0308"), rifle(TARGET)], [0], rows=rows, result=rolled)
    assert battle.result == result
    assert battle.attacker_steps_lost == (1 if result in (Result.AL1, Result.EX) else 0)


@pytest.mark.rule("drive_on_stalingrad 11.22c")
@pytest.mark.parametrize(
    ("fallback", "result"), [("aerial", Result.AL1), ("coastal", Result.DR), ("none", Result.DR)]
)
def test_a_german_city_holds_on_aerial_supply_but_not_on_coastal(fallback, result):
    rows = change_cell(CUT_OFF, 3, 7, ".CK" if fallback == "coastal" else ".C")
    units = [tank_corps("0306"), infantry(TARGET)]
    state = board(units, rows=rows, result=Result.DR, **SOVIET_ASSAULT)
    if fallback == "aerial":
        state.game.aerial_hex = hex_named(state, TARGET)
    state.units[0].attack = 14
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).result == result


@pytest.mark.rule("drive_on_stalingrad 11.22e")
def test_panzer_divisions_are_halved_against_a_city():
    rows = change_cell(BOARD, 3, 7, ".C")
    units = [panzer("0308"), motorized("0308"), infantry("0308"), rifle(TARGET)]
    assert fight(units, [0, 1, 2], rows=rows).attack == 5 + 8 + 7
    assert fight(units, [0, 1, 2]).attack == 10 + 8 + 7
    satellites = [satellite_panzer("0308"), rifle(TARGET)]
    full = attacks(board(satellites), [0])
    assert attacks(board(satellites, rows=rows), [0]) == [max(1, factor // 2) for factor in full]


# --- aircraft


@pytest.mark.rule("drive_on_stalingrad 11.25a")
def test_the_german_player_has_two_aircraft_each_game_turn_and_the_soviet_none():
    units = [infantry("0308"), rifle(TARGET)]
    state = board(units, aircraft=0)
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT
    begin_game_turn(state)
    assert state.game.aircraft == 2
    state = board(units, **SOVIET_ASSAULT)
    assert check(state, [1], "0308", aircraft=1) == Refusal.NO_AIRCRAFT


@pytest.mark.rule("drive_on_stalingrad 11.25b")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_aircraft_shifts_an_attack_one_column_right(number):
    battle = fight([infantry("0308"), rifle(TARGET)], [0], aircraft_used=number)
    assert (battle.shift_air, battle.final_odds) == (number, 1 + number)


@pytest.mark.rule("drive_on_stalingrad 11.25b, 11.25d")
@pytest.mark.parametrize(("most", "shift"), [(0, 0), (1, -1), (2, -2), (5, -2)])
def test_aircraft_defend_as_their_owner_has_ordered(most, shift):
    state = board([tank_corps("0306"), infantry(TARGET)], **SOVIET_ASSAULT)
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIRCRAFT] = most
    assert attack(state, [0]) == Refusal.OK
    battle = last_battle(state)
    assert (battle.shift_air, battle.defense) == (shift, 7)
    assert state.game.aircraft == 2 + shift


@pytest.mark.rule("drive_on_stalingrad 11.25b")
@pytest.mark.parametrize(("steps", "shift"), [(2, -1), (3, 0)])
def test_aircraft_defend_no_stack_too_small_for_their_orders(steps, shift):
    state = board([tank_corps("0306"), infantry(TARGET)], **SOVIET_ASSAULT)
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIRCRAFT] = 1
    state.policy[Side.AXIS, Policy.DEFENSIVE_AIR_FROM] = steps
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).shift_air == shift
    assert state.game.aircraft == 2 + shift


@pytest.mark.rule("drive_on_stalingrad 11.25d")
def test_aircraft_add_no_strength_take_no_room_and_pay_no_losses():
    units = [infantry("0308")] * 8 + [rifle(TARGET)]
    battle = fight(units, [0], aircraft_used=2, result=Result.AL1)
    assert (battle.attack, battle.attackers, battle.attacker_steps_lost) == (7, 1, 1)


@pytest.mark.rule("drive_on_stalingrad 11.25e")
def test_an_aircraft_serves_once_in_a_game_turn():
    units = [infantry("0308"), infantry("0308"), rifle(TARGET), rifle("0408")]
    state = board(units)
    assert attack(state, [0], aircraft=1) == Refusal.OK
    assert check(state, [1], "0408", aircraft=2) == Refusal.NO_AIRCRAFT
    assert attack(state, [1], "0408", aircraft=1) == Refusal.OK
    assert state.game.aircraft == 0
    begin_phase(state, 1)
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT


@pytest.mark.rule("drive_on_stalingrad 11.25c, 9.18h")
def test_aircraft_over_the_sea_support_no_assault():
    state = board([infantry("0308"), rifle(TARGET)], phase=Phase.TURN_START)
    assert block_sea(state) == Refusal.OK
    state.game.phase = Phase.AXIS_SECOND
    assert check(state, [0], aircraft=1) == Refusal.NO_AIRCRAFT


# --- the order of the phases


@pytest.mark.rule("drive_on_stalingrad 5.5c, 5.6")
@pytest.mark.parametrize(
    ("order", "phase", "shift"),
    [
        (PhaseOrder.ASSAULT_MOVE, Phase.AXIS_FIRST, 1),
        (PhaseOrder.MOVE_ASSAULT, Phase.AXIS_SECOND, 0),
        (PhaseOrder.ASSAULT_ASSAULT, Phase.AXIS_FIRST, 0),
        (PhaseOrder.ASSAULT_ASSAULT, Phase.AXIS_SECOND, 0),
    ],
)
def test_germans_gain_by_assaulting_before_they_move_but_not_by_assaulting_twice(
    order, phase, shift
):
    units = [infantry("0308"), rifle(TARGET)]
    battle = fight(units, [0], phase=phase, phase_order=order)
    assert (battle.shift_first, battle.final_odds) == (shift, 1 + shift)


@pytest.mark.rule("drive_on_stalingrad 5.6")
def test_soviets_gain_nothing_by_it():
    assert fight([rifle("0306"), infantry(TARGET)], [0], **SOVIET_ASSAULT).shift_first == 0


# --- the 9th FLAK Division


@pytest.mark.rule("drive_on_stalingrad 11.27a")
def test_the_flak_division_fights_like_any_other_in_company():
    units = [flak("0308"), infantry("0308"), rifle(TARGET)]
    assert fight(units, [0, 1]).attack == 8 + 7
    rows = change_cell(BOARD, 3, 7, ".C")
    assert fight(units, [0, 1], rows=rows).attack == 8 + 7
    defenders = [rifle("0306"), flak(TARGET), satellite(TARGET, traits=0, defense=2)]
    assert fight(defenders, [0], **SOVIET_ASSAULT).defense == 8 + 2


@pytest.mark.rule("drive_on_stalingrad 11.27b")
def test_the_flak_division_alone_defends_with_one():
    assert fight([rifle("0306"), flak(TARGET)], [0], **SOVIET_ASSAULT).defense == 1


@pytest.mark.rule("drive_on_stalingrad 11.27c")
def test_the_flak_division_attacks_with_one_unless_others_attack_from_its_hex():
    units = [flak("0308"), infantry("0308"), infantry("0207"), rifle(TARGET)]
    assert fight(units, [0]).attack == 1
    assert fight(units, [0, 2]).attack == 1 + 7
    assert fight(units, [0, 1]).attack == 8 + 7


# --- attack from all around


@pytest.mark.rule("drive_on_stalingrad 11.28a")
@pytest.mark.parametrize(
    ("hexes", "shift"),
    [
        ((0,), 0),
        ((0, 1), 0),
        ((0, 2), 0),
        ((0, 3), 2),
        ((1, 4), 2),
        ((2, 5), 2),
        ((0, 1, 2), 0),
        ((0, 2, 4), 2),
        ((1, 3, 5), 2),
        ((0, 1, 3), 2),
        ((0, 1, 2, 3), 2),
        ((0, 1, 3, 4), 2),
    ],
)
def test_germans_gain_two_columns_by_attacking_from_all_around(hexes, shift):
    units = [infantry(AROUND[i]) for i in hexes] + [rifle(TARGET)]
    assert fight(units, list(range(len(hexes)))).shift_concentric == shift


@pytest.mark.rule("drive_on_stalingrad 11.28a")
def test_units_that_only_stand_around_do_not_count():
    units = [infantry("0308"), infantry("0306"), rifle(TARGET)]
    assert fight(units, [0]).shift_concentric == 0


@pytest.mark.rule("drive_on_stalingrad 11.28b")
def test_satellites_and_soviets_gain_one_column_by_it():
    units = [satellite("0308"), satellite("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 1
    units = [rifle("0308"), rifle("0306"), infantry(TARGET)]
    assert fight(units, [0, 1], **SOVIET_ASSAULT).shift_concentric == 1


@pytest.mark.rule("drive_on_stalingrad 11.28c, 11.39c")
def test_a_mixed_force_gains_one_column_by_it():
    units = [infantry("0308"), satellite("0306"), rifle(TARGET)]
    assert fight(units, [0, 1]).shift_concentric == 1
