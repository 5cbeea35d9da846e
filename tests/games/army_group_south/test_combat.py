"""Attacks of the Combat Phase: who may make them, how results are paid, who advances."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    Mode,
    Phase,
    Side,
    Status,
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
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
    untried,
)
from tests.games.text_maps import hex_named

# --- legality


@pytest.mark.rule("army_group_south 9.11a, 9.11b, 9.12a, 9.13, 9.0a, 4.2-A2a, 4.2-B2, 5.26")
def test_units_attack_adjacent_enemies_in_their_own_combat_phase():
    units = [panzer("0305"), rifle("0304"), rifle("0302"), grenadier("0204")]
    state = battlefield(units, 0, 0)
    assert refusal_of_attack(state, "0304", [0, 3]) == Refusal.OK
    assert refusal_of_attack(state, "0302", [0]) == Refusal.NOT_ADJACENT
    assert refusal_of_attack(state, "0303", [0]) == Refusal.NO_ENEMY
    assert refusal_of_attack(state, "0305", [1]) == Refusal.NO_ENEMY
    assert refusal_of_attack(state, "0304", [2]) == Refusal.WRONG_SIDE
    assert refusal_of_attack(state, "0304", []) == Refusal.NO_ATTACKERS
    state.game.phase = Phase.AXIS_MOVEMENT
    assert refusal_of_attack(state, "0304", [0]) == Refusal.WRONG_PHASE


@pytest.mark.rule("army_group_south 9.14a, 9.14b, 9.22, 9.12b, 2.0b")
def test_each_unit_attacks_and_is_attacked_once_a_phase():
    units = [panzer("0305"), grenadier("0305", division=2), rifle("0304"), rifle("0204")]
    state = battlefield(units, 0, 0)
    attack(state, "0304", [0])
    assert refusal_of_attack(state, "0204", [0]) == Refusal.ALREADY_ATTACKED
    assert refusal_of_attack(state, "0304", [1]) == Refusal.ALREADY_DEFENDED
    assert refusal_of_attack(state, "0204", [1]) == Refusal.OK


@pytest.mark.rule("army_group_south 9.23a, 9.23b, 9.24")
def test_one_battle_may_strike_several_hexes_beside_every_attacker():
    units = [panzer("0305"), grenadier("0405", division=2), rifle("0304"), rifle("0204")]
    state = battlefield(units, 0, 0)
    assert refusal_of_attack(state, ["0304", "0204"], [0]) == Refusal.OK
    assert refusal_of_attack(state, ["0304", "0204"], [0, 1]) == Refusal.NOT_ADJACENT
    assert refusal_of_attack(state, ["0304", "0304"], [0]) == Refusal.NAMED_TWICE
    assert refusal_of_attack(state, "0304", [0, 0]) == Refusal.NAMED_TWICE
    battle = attack(state, ["0304", "0204"], [0])
    assert (battle.hexes, battle.defense) == (2, 2 + 2)  # each out of supply


@pytest.mark.rule("army_group_south 10.16")
def test_no_attack_goes_over_the_sea():
    sides = {("0305", "0304"): "sea"}
    state = build_position(MAP, [panzer("0305"), rifle("0304")], sides=sides, **AXIS_FIGHTS)
    assert refusal_of_attack(state, "0304", [0]) == Refusal.SIDE_BARS_ATTACK


@pytest.mark.rule("army_group_south 9.15, 11.33a, 11.3")
@pytest.mark.parametrize(
    ("staff", "refusal"), [("0301", Refusal.OK), (None, Refusal.NO_COMMUNICATION)]
)
def test_a_soviet_unit_attacks_only_in_reach_of_a_headquarters(staff, refusal):
    units = [rifle("0304"), infantry("0305")] + ([headquarters(staff)] if staff else [])
    state = battlefield(units, 0, 0, **SOVIETS_FIGHT)
    assert refusal_of_attack(state, "0305", [0]) == refusal


@pytest.mark.rule("army_group_south 6.32a")
def test_disrupted_units_dont_attack():
    state = battlefield([panzer("0305", disrupted=1), rifle("0304")], 0, 0)
    assert refusal_of_attack(state, "0304", [0]) == Refusal.DISRUPTED


@pytest.mark.rule("army_group_south 11.35b, 11.37b, 11.36c")
def test_a_headquarters_attacks_once_and_beside_units_of_its_hex():
    units = [headquarters("0304"), rifle("0304"), rifle("0304"), infantry("0305")]
    units += [infantry("0205"), rifle("0204")]
    state = battlefield(units, 0, 0, rows=SUPPLIED, **SOVIETS_FIGHT)
    assert refusal_of_attack(state, "0305", [0]) == Refusal.HEADQUARTERS_ALONE
    assert refusal_of_attack(state, "0305", [0, 5]) == Refusal.HEADQUARTERS_ALONE
    assert attack(state, "0305", [0, 1]).headquarters == 4
    assert refusal_of_attack(state, "0205", [0, 2]) == Refusal.ALREADY_ATTACKED


@pytest.mark.rule("army_group_south 9.32c, 13.3a")
def test_units_without_attack_strength_only_join_others():
    weak = grenadier("0305", ladder=[(0, 1)])
    state = battlefield([weak, panzer("0305", division=2), rifle("0304")], 0, 0)
    assert refusal_of_attack(state, "0304", [0]) == Refusal.NO_ATTACK_STRENGTH
    assert refusal_of_attack(state, "0304", [0, 1]) == Refusal.OK


# --- results


@pytest.mark.rule("army_group_south 9.6a, 9.6b, 9.61a, 9.61b, 9.65a, 25.3a")
def test_a_division_falls_down_its_ladder_step_by_step():
    state = battlefield([infantry("0305"), rifle("0304")], 2, 0)
    set_policy(state, Side.AXIS, attack_steps=3)
    battle = attack(state, "0304", [0])
    assert state.units[0].steps == 2
    assert state.strengths[0, 2].tolist() == [3, 4]
    assert (battle.attacker_steps_lost, battle.attacker_units_lost) == (2, 0)
    assert state.game.vp_soviet == 4


@pytest.mark.rule("army_group_south 9.62, 25.2b")
def test_a_soviet_division_of_one_step_dies_of_one():
    state = battlefield([infantry("0305"), rifle("0304"), rifle("0304")], 0, 1)
    set_policy(state, Side.SOVIET, defend_steps=1)
    battle = attack(state, "0304", [0])
    assert state.units["status"].tolist() == [Status.ON_MAP, Status.ELIMINATED, Status.ON_MAP]
    assert (battle.defender_units_lost, battle.advanced) == (1, 0)
    assert state.game.vp_axis == 3


@pytest.mark.rule("army_group_south 9.65b, 9.5c, 9.84a")
def test_e_kills_all_and_lets_the_victor_advance_two_hexes():
    units = [panzer("0305"), rifle("0304"), guards("0304"), headquarters("0304")]
    state = battlefield(units, 0, ELIMINATION)
    state.advance_value[Side.AXIS, hex_named(state, "0303")] = 5
    battle = attack(state, "0304", [0])
    assert state.units["status"].tolist() == [Status.ON_MAP] + 3 * [Status.ELIMINATED]
    assert battle.defender_steps_lost == 4
    assert places(state)[0] == "0303"
    assert state.game.vp_axis == 3 + 2 * 3 + 6


@pytest.mark.rule("army_group_south 9.66a, 9.66b, 9.67, 9.7a, 9.71a")
@pytest.mark.parametrize(("steps", "stays", "dead"), [(0, False, 0), (1, True, 1)])
def test_one_dies_or_all_retreat(steps, stays, dead):
    units = [panzer("0305"), *3 * [rifle("0304")]]
    state = battlefield(units, 0, 1)
    set_policy(state, Side.SOVIET, defend_steps=steps)
    battle = attack(state, "0304", [0], advance=0)
    assert np.count_nonzero(state.units["status"] == Status.ELIMINATED) == dead
    assert (state.ground[hex_named(state, "0304")].first >= 0) == stays
    assert battle.defenders_retreated == (0 if stays else 3)


@pytest.mark.rule("army_group_south 9.67, 11.36a")
def test_the_owner_says_who_pays():
    units = [panzer("0305"), rifle("0304", loss_priority=2), headquarters("0304", loss_priority=1)]
    state = battlefield([*units, brigade("0304", loss_priority=3)], 0, 2)
    set_policy(state, Side.SOVIET, defend_steps=3)
    attack(state, "0304", [0])
    assert (state.units["status"] == Status.ELIMINATED).tolist() == [False, True, True, False]


@pytest.mark.rule("army_group_south 9.66a, 9.67")
@pytest.mark.parametrize(
    ("keep", "spread", "steps"), [(0, 1, [0, 2]), (1, 1, [1, 1]), (0, 0, [0, 2]), (1, 0, [0, 2])]
)
def test_two_steps_fall_on_one_unit_or_are_spread_to_keep_both(keep, spread, steps):
    units = [panzer("0305"), guards("0304"), guards("0304", loss_priority=1)]
    state = battlefield(units, 0, 2, rules={"combat.spread_losses": spread})
    set_policy(state, Side.SOVIET, defend_steps=3, keep_units=keep)
    attack(state, "0304", [0])
    assert state.units["steps"][1:].tolist() == steps


@pytest.mark.rule("army_group_south 9.66a")
@pytest.mark.parametrize(("spread", "steps"), [(1, [0, 1]), (0, [0, 2])])
def test_what_one_unit_cant_pay_falls_on_the_next_if_losses_spread(spread, steps):
    units = [panzer("0305"), rifle("0304"), guards("0304", loss_priority=1)]
    state = battlefield(units, 0, 2, rules={"combat.spread_losses": spread})
    set_policy(state, Side.SOVIET, defend_steps=3)
    attack(state, "0304", [0])
    assert state.units["steps"][1:].tolist() == steps


@pytest.mark.rule("army_group_south 9.69a, 9.69b")
def test_engaged_costs_each_side_a_step_and_moves_nobody():
    state = battlefield([panzer("0305"), guards("0304")], ENGAGED, ENGAGED)
    battle = attack(state, "0304", [0])
    assert state.units["steps"].tolist() == [1, 1]
    assert battle.advanced == 0
    assert places(state) == ["0305", "0304"]


@pytest.mark.rule("army_group_south 9.69a, 9.69b")
@pytest.mark.parametrize(
    ("attacker", "defender", "left"),
    [
        (panzer("0305"), rifle("0304"), ["0305", ""]),
        (brigade("0304"), infantry("0305"), ["", "0305"]),
    ],
)
def test_nobody_advances_into_a_hex_that_engaged_has_emptied(attacker, defender, left):
    soviet = defender["side"] == Side.SOVIET
    units = [attacker, defender] + ([] if soviet else [headquarters("0301")])
    state = battlefield(units, ENGAGED, ENGAGED, rows=SUPPLIED, **({} if soviet else SOVIETS_FIGHT))
    set_policy(state, Side(defender["side"]), defender_advance=3)
    battle = attack(state, defender["at"], [0])
    assert places(state)[:2] == left
    assert battle.advanced == 0


@pytest.mark.rule("army_group_south 9.68a, 9.68b, 9.5d")
@pytest.mark.parametrize(("steps", "place"), [(1, "0304"), (0, "0306")])
def test_in_a_split_result_who_pays_in_steps_may_advance(steps, place):
    state = battlefield([panzer("0305"), rifle("0304")], 1, 1)
    set_policy(state, Side.AXIS, attack_steps=steps)
    state.retreat_value[Side.AXIS, hex_named(state, "0306")] = 5
    battle = attack(state, "0304", [0])
    assert places(state)[0] == place
    assert (battle.attackers_retreated, battle.advanced) == (1 - steps, steps)


@pytest.mark.rule("army_group_south 9.68c, 9.81b")
@pytest.mark.parametrize(("defender", "place"), [(0, "0305"), (1, "0304")])
def test_defenders_advance_only_on_a_result_that_spares_them(defender, place):
    state = battlefield([panzer("0305"), guards("0304")], 1, defender)
    set_policy(state, Side.SOVIET, defend_steps=1, defender_advance=3)
    attack(state, "0304", [0])
    assert places(state)[1] == place


@pytest.mark.rule("army_group_south 21.11, 9.71a")
@pytest.mark.parametrize(
    ("mode", "place", "steps"), [(Mode.OFFENSIVE, "0304", 1), (Mode.DEFENSIVE, "0303", 2)]
)
def test_attackers_in_offensive_mode_never_retreat(mode, place, steps):
    units = [guards("0304"), infantry("0305"), headquarters("0301", mode=mode)]
    state = battlefield(units, 1, 0, rows=SUPPLIED, **SOVIETS_FIGHT)
    state.retreat_value[Side.SOVIET, hex_named(state, "0303")] = 5
    attack(state, "0305", [0])
    assert (places(state)[0], state.units[0].steps) == (place, steps)


@pytest.mark.rule("army_group_south 21.11")
@pytest.mark.parametrize(("switch", "status"), [(1, Status.ELIMINATED), (0, Status.ON_MAP)])
def test_offensive_attackers_who_owe_more_than_they_have(switch, status):
    rules = {"combat.attackers_pay_all_they_have": switch}
    units = [rifle("0304"), infantry("0305"), headquarters("0301")]
    state = battlefield(units, 2, 0, rows=SUPPLIED, rules=rules, **SOVIETS_FIGHT)
    attack(state, "0305", [0])
    assert state.units[0].status == status


@pytest.mark.rule("army_group_south 21.0e, 21.2b, 21.11, 12.22")
@pytest.mark.parametrize("driven", [0, 2])
def test_attackers_who_were_cut_off_may_retreat_though_the_battle_opens_their_line(driven):
    units = [guards("0204"), infantry("0203"), headquarters("0205")]
    state = battlefield(units, 1, driven, rows=SUPPLIED[:3], **SOVIETS_FIGHT)
    for unit, wish in ((0, "0305"), (1, "0102")):
        state.retreat_value[state.units[unit].side, hex_named(state, wish)] = 5
    assert not is_supplied(state, 2)
    battle = attack(state, "0203", [0], advance=0)
    assert bool(is_supplied(state, 2)) == (driven > 0)
    assert (battle.attackers_retreated, state.units[0].steps) == (1, 2)


@pytest.mark.rule("army_group_south 21.12")
def test_units_in_offensive_mode_retreat_in_defense():
    units = [infantry("0305"), rifle("0304"), headquarters("0301")]
    state = battlefield(units, 0, 1, rows=SUPPLIED)
    assert attack(state, "0304", [0]).defenders_retreated == 1


@pytest.mark.rule("army_group_south 9.71a")
@pytest.mark.parametrize(
    ("orders", "steps"),
    [
        ({}, 0), ({"steps_if_trapped": 1}, 1), ({"steps_if_trapped": 2}, 1),
        ({"defend_steps": 1}, 1), ({"defend_steps": 2}, 1),
    ],
)  # fmt: skip
def test_who_is_trapped_pays_in_steps_if_his_orders_say_so(orders, steps):
    ring = [infantry(at) for at in ("0305", "0204", "0203", "0303", "0403", "0404")]
    state = battlefield([*ring, guards("0304")], 0, 1)
    set_policy(state, Side.SOVIET, **orders)
    attack(state, "0304", [0], advance=0)
    assert state.units[6].steps == steps


@pytest.mark.rule("army_group_south 9.71a")
@pytest.mark.parametrize(("last", "place"), [(0, "0302"), (1, "")])
def test_nobody_pays_with_his_last_step_unless_told_so(last, place):
    state = battlefield([infantry("0305"), rifle("0304")], 0, 2)
    set_policy(state, Side.SOVIET, defend_steps=3, steps_to_the_last=last)
    state.retreat_value[Side.SOVIET, hex_named(state, "0302")] = 5
    attack(state, "0304", [0], advance=0)
    assert places(state)[1] == place


# --- untried units


@pytest.mark.rule("army_group_south 13.0b, 13.2a, 2.0d, 13.0a")
def test_battle_reveals_those_in_it_for_good():
    units = [infantry("0305"), untried("0304"), untried("0204")]
    state = battlefield(units, 0, 0)
    attack(state, "0304", [0])
    assert state.units["revealed"].tolist() == [0, 1, 0]


@pytest.mark.rule("army_group_south 13.3a, 9.84a, 25.2g")
@pytest.mark.parametrize(("switch", "place"), [(1, "0303"), (0, "0305")])
def test_a_hex_that_vanishes_is_won_without_a_roll(switch, place):
    rules = {"untried.vanishing_is_elimination": switch}
    units = [panzer("0305"), untried("0304", ladder=[(0, 0)])]
    state = battlefield(units, 0, 0, rules=rules)
    state.advance_value[Side.AXIS, hex_named(state, "0303")] = 5
    battle = attack(state, "0304", [0])
    assert (battle.die, battle.no_strength) == (0, 1)
    assert state.units[1].status == Status.ELIMINATED
    assert state.game.vp_axis == 0
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 13.2b, 13.3a")
def test_attackers_without_strength_vanish_and_the_battle_with_them():
    units = [untried("0304", ladder=[(0, 0)]), infantry("0305"), headquarters("0301")]
    state = battlefield(units, 0, 3, rows=SUPPLIED, **SOVIETS_FIGHT)
    battle = attack(state, "0305", [0])
    assert (battle.die, state.units[1].steps) == (0, 4)
    assert state.units[0].status == Status.ELIMINATED


@pytest.mark.rule("army_group_south 11.35b, 11.37b")
def test_a_headquarters_whose_escort_vanishes_behind_a_river_stays_and_adds_nothing():
    sides = {("0304", "0305"): "major_river"}
    units = [untried("0304", ladder=[(0, 0)]), headquarters("0304"), brigade("0204")]
    state = battlefield(
        [*units, infantry("0305")], 0, 0, rows=SUPPLIED, sides=sides, **SOVIETS_FIGHT
    )
    battle = attack(state, "0305", [0, 1, 2])
    assert places(state)[:3] == ["", "0304", "0204"]
    assert (battle.headquarters, battle.attack) == (0, 2)


@pytest.mark.rule("army_group_south 25.2b")
def test_a_division_scores_only_with_its_last_step():
    state = battlefield([panzer("0305"), rifle("0304", ladder=[(4, 5), (2, 2)])], 0, 1)
    set_policy(state, Side.SOVIET, defend_steps=1)
    attack(state, "0304", [0])
    assert (state.units[1].steps, state.game.vp_axis) == (1, 0)


@pytest.mark.rule("army_group_south 25.2a, 25.2c, 25.2d, 25.2e, 25.3b, 9.63, 9.64a")
@pytest.mark.parametrize(
    ("unit", "points"),
    [(brigade, 1), (rifle, 3), (guards, 6), (tank_corps, 6), (headquarters, 6)],
)
def test_losses_score_by_kind(unit, points):
    state = battlefield([panzer("0305"), unit("0304")], 0, ELIMINATION)
    attack(state, "0304", [0])
    assert state.game.vp_axis == points
    state = battlefield([panzer("0305"), unit("0304")], ELIMINATION, 0)
    attack(state, "0304", [0])
    assert state.game.vp_soviet == 8
