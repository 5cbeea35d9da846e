"""Strength of prepared assaults: rivers, supply, rolled factors, the 9th FLAK Division."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.assault import (
    BARRED,
    FREE,
    attack_permission,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.strength import GUEST, IN_PLACE
from balance.games.drive_on_stalingrad.vocabulary import (
    Result,
)
from tests.games.drive_on_stalingrad.assaults import (
    BOARD,
    CUT_OFF,
    SOVIET_ASSAULT,
    TARGET,
    attack,
    attacks,
    board,
    check,
    defenses,
    fight,
    flak,
    last_battle,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    change_cell,
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
    tank_corps,
)

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


@pytest.mark.rule("drive_on_stalingrad 11.27b, 11.35a")
@pytest.mark.parametrize(("retreated", "defense"), [(GUEST, 1), (IN_PLACE, 8 + 7)])
def test_units_that_have_just_retreated_are_no_company_for_the_flak_division(retreated, defense):
    state = board([rifle("0306"), flak(TARGET), infantry(TARGET)], **SOVIET_ASSAULT)
    state.units[2].retreated = retreated
    assert attack(state, [0]) == Refusal.OK
    assert last_battle(state).defense == defense


@pytest.mark.rule("drive_on_stalingrad 11.27c")
def test_the_flak_division_attacks_with_one_unless_others_attack_from_its_hex():
    units = [flak("0308"), infantry("0308"), infantry("0207"), rifle(TARGET)]
    assert fight(units, [0]).attack == 1
    assert fight(units, [0, 2]).attack == 1 + 7
    assert fight(units, [0, 1]).attack == 8 + 7
