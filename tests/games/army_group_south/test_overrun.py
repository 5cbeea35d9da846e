"""Overruns: who may make them, what they cost and win, and disruption."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.march import check_move, move_unit
from balance.games.army_group_south.movement import points_left
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import check_rail_entry, enter_map
from balance.games.army_group_south.stacks import lift_unit
from balance.games.army_group_south.turn import begin_phase, play_removal
from balance.games.army_group_south.vocabulary import (
    ENGAGED,
    EventKind,
    Mode,
    Phase,
    Side,
    Status,
)
from tests.games.army_group_south.battles import (
    MAP,
    overrun,
    places,
    refusal_of_overrun,
    set_policy,
    set_result,
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
    untried,
)
from tests.games.text_maps import hex_named

MARCH = {"phase": Phase.AXIS_MOVEMENT}
SOVIET_MARCH = {"phase": Phase.SOVIET_MOVEMENT}


def refusal(units, target="0304", members=(0,), **game):
    state = build_position(MAP, units, **(MARCH | game))
    return refusal_of_overrun(state, target, members)


def march(units, attacker, defender, **keywords):
    state = build_position(MAP, units, **(MARCH | keywords))
    set_result(state, attacker, defender)
    return state


# --- legality


@pytest.mark.rule("army_group_south 6.0a, 6.11, 6.12a, 4.2-A1d, 4.2-A3, 6.32a, 12.0d, 12.21a")
@pytest.mark.parametrize(
    ("unit", "game", "expected"),
    [
        (panzer("0305"), {}, Refusal.OK),
        (infantry("0305"), {}, Refusal.OK),
        (panzer("0305"), {"phase": Phase.AXIS_MECHANIZED}, Refusal.OK),
        (infantry("0305"), {"phase": Phase.AXIS_MECHANIZED}, Refusal.NOT_MECHANIZED),
        (panzer("0305"), {"phase": Phase.AXIS_COMBAT}, Refusal.WRONG_PHASE),
        (panzer("0305", supplied=0), {}, Refusal.NO_SUPPLY),
        (panzer("0305", disrupted=1), {}, Refusal.DISRUPTED),
        (panzer("0305", ladder=[(0, 2)]), {}, Refusal.NO_ATTACK_STRENGTH),
        (panzer("0305", movement=2), {}, Refusal.NOT_ENOUGH_POINTS),
    ],
)
def test_supplied_units_with_points_overrun_while_they_may_move(unit, game, expected):
    assert refusal([unit, rifle("0304")], **game) == expected


@pytest.mark.rule("army_group_south 10.13d, 10.16, 6.14")
@pytest.mark.parametrize(
    ("side", "expected"),
    [("major_river", Refusal.SIDE_BARS_ATTACK), ("sea", Refusal.SIDE_BARS_ATTACK),
     ("minor_river", Refusal.OK)],
)  # fmt: skip
def test_no_overrun_goes_over_a_major_river(side, expected):
    units = [panzer("0305"), rifle("0304")]
    assert refusal(units, sides={("0305", "0304"): side}) == expected
    assert refusal(units, target="0204") == Refusal.NO_ENEMY
    assert refusal([panzer("0305"), rifle("0303")], target="0303") == Refusal.NOT_ADJACENT


@pytest.mark.rule("army_group_south 21.14b, 21.22a, 21.21")
@pytest.mark.parametrize(
    ("unit", "target", "expected"),
    [
        (rifle("0304"), "0305", Refusal.OK),
        (rifle("0304"), "0204", Refusal.OK),
        (rifle("0304"), "0303", Refusal.WRONG_DIRECTION),
        (rifle("0304", mode=Mode.DEFENSIVE), "0305", Refusal.DEFENSIVE_MODE),
    ],
)
def test_soviets_overrun_westward_and_only_in_offensive_mode(unit, target, expected):
    units = [unit, infantry("0305"), infantry("0303"), infantry("0204")]
    assert refusal(units, target, **SOVIET_MARCH) == expected


@pytest.mark.rule("army_group_south 6.13a, 6.13b, 6.17a")
def test_a_stack_overruns_together_if_it_has_come_together():
    units = [panzer("0305"), grenadier("0305"), rifle("0304"), grenadier("0307")]
    state = march(units, 0, 0)
    assert refusal_of_overrun(state, "0304", [0, 1]) == Refusal.OK
    assert refusal_of_overrun(state, "0304", [0]) == Refusal.OTHERS_IN_HEX
    move_unit(state, 3, hex_named(state, "0305"))
    assert refusal_of_overrun(state, "0304", [0, 1, 3]) == Refusal.NOT_MOVED_TOGETHER
    state = march([panzer("0306"), grenadier("0306"), rifle("0304")], 0, 0)
    for unit in (0, 1):
        move_unit(state, unit, hex_named(state, "0305"))
    assert refusal_of_overrun(state, "0304", [0, 1]) == Refusal.NOT_MOVED_TOGETHER


@pytest.mark.rule("army_group_south 6.17b, 6.17c, 11.35b")
def test_a_headquarters_may_stay_in_the_launch_hex_and_shares_the_loss():
    units = [brigade("0304"), headquarters("0304", loss_priority=-1), infantry("0305")]
    state = march(units, 1, 0, **SOVIET_MARCH)
    assert refusal_of_overrun(state, "0305", [0, 1]) == Refusal.HEADQUARTERS_ALONE
    battle = overrun(state, "0305", [0])
    assert battle.attack == 1  # half of two, nothing added
    assert state.units["status"].tolist()[:2] == [Status.ON_MAP, Status.ELIMINATED]


# --- what it wins and costs


@pytest.mark.rule("army_group_south 6.0b, 6.0e, 6.0f, 6.24a, 6.24b, 6.16, 6.15, 9.86")
def test_victors_enter_for_three_points_and_go_on():
    units = [panzer("0305"), rifle("0304"), rifle("0302")]
    state = march(units, 0, 1)
    state.retreat_value[Side.SOVIET, hex_named(state, "0403")] = 9
    assert overrun(state, "0304", [0]).advanced == 1
    assert places(state)[0] == "0304"
    assert points_left(state, 0) == 7
    # In the zone of the beaten unit it can only overrun again.
    assert check_move(state, 0, hex_named(state, "0305")) == Refusal.IN_ENEMY_ZONE
    assert refusal_of_overrun(state, "0403", [0]) == Refusal.OK
    overrun(state, "0403", [0])
    assert points_left(state, 0) == 4


@pytest.mark.rule("army_group_south 6.0b")
def test_terrain_may_cost_extra_by_the_other_reading():
    rows = [row.replace(".", "w") for row in MAP]
    rules = {"overrun.terrain_extra": 1}
    state = build_position(rows, [panzer("0305"), rifle("0304")], rules=rules, **MARCH)
    set_result(state, 0, 8)
    overrun(state, "0304", [0])
    assert points_left(state, 0) == 10 - 3 - 2


@pytest.mark.rule("army_group_south 6.22, 6.25")
def test_who_doesnt_dislodge_the_enemy_is_finished():
    state = march([panzer("0305"), guards("0304")], 0, 1)
    set_policy(state, Side.SOVIET, defend_steps=1, defender_advance=3)
    overrun(state, "0304", [0])
    assert places(state) == ["0305", "0304"]
    assert points_left(state, 0) == 0


@pytest.mark.rule("army_group_south 6.23, 9.68b")
@pytest.mark.parametrize(("steps", "place"), [(1, "0305"), (0, "0306")])
def test_who_is_hurt_goes_no_farther_though_the_hex_is_empty(steps, place):
    state = march([panzer("0305"), rifle("0304")], 1, 1)
    set_policy(state, Side.AXIS, attack_steps=steps)
    state.retreat_value[Side.AXIS, hex_named(state, "0306")] = 9
    overrun(state, "0304", [0])
    assert places(state)[0] == place
    assert points_left(state, 0) == 0


@pytest.mark.rule("army_group_south 21.11")
@pytest.mark.parametrize(("switch", "steps"), [(1, 1), (0, 2)])
def test_offensive_overrunners_pay_in_steps(switch, steps):
    rules = {"overrun.offensive_attackers_pay_steps": switch}
    units = [guards("0304"), infantry("0305"), headquarters("0302")]
    rows = [". . . . . . . .E"] * 5
    state = build_position(rows, units, rules=rules, **SOVIET_MARCH)
    set_result(state, 1, 0)
    overrun(state, "0305", [0])
    assert state.units[0].steps == steps


@pytest.mark.rule("army_group_south 6.31a, 6.31b, 6.31c, 6.32d")
@pytest.mark.parametrize(
    ("result", "orders", "disrupted"),
    [
        (1, {}, [1, 1]),
        (1, {"defend_steps": 1}, [1, 0]),
        (ENGAGED, {}, [0, 0]),
        (0, {}, [0, 0]),
    ],
)
def test_defenders_who_pay_or_retreat_are_disrupted(result, orders, disrupted):
    units = [panzer("0305"), guards("0304"), guards("0304", loss_priority=1)]
    state = march(units, 0 if result == 1 else result, result)
    set_policy(state, Side.SOVIET, **orders)
    overrun(state, "0304", [0])
    assert state.units["disrupted"][1:].tolist() == disrupted
    assert state.units[0].disrupted == 0


@pytest.mark.rule("army_group_south 6.21, 6.12b")
def test_the_defenders_supply_is_that_of_the_instant_the_attackers_that_of_the_phase():
    state = march([panzer("0305"), rifle("0304", supplied=1)], 0, 0)
    battle = overrun(state, "0304", [0])
    assert (battle.attack, battle.defense, battle.defender_oos) == (3, 2, 1)


@pytest.mark.rule("army_group_south 13.2a, 13.3a")
@pytest.mark.parametrize(("reveals", "revealed"), [(1, 1), (0, 0)])
def test_overruns_reveal_untried_units(reveals, revealed):
    rules = {"overrun.reveals": reveals}
    state = march([panzer("0305"), untried("0304")], 0, 0, rules=rules)
    overrun(state, "0304", [0])
    assert state.units[1].revealed == revealed


@pytest.mark.rule("army_group_south 13.3a, 6.24a")
@pytest.mark.parametrize(("switch", "place"), [(1, "0304"), (0, "0305")])
def test_a_hex_that_vanishes_is_overrun(switch, place):
    rules = {"untried.vanishing_is_elimination": switch}
    units = [panzer("0305"), untried("0304", ladder=[(0, 0)])]
    state = march(units, 0, 0, rules=rules)
    overrun(state, "0304", [0])
    assert places(state)[0] == place


@pytest.mark.rule("army_group_south 19.6b")
@pytest.mark.parametrize(("switch", "steps"), [(1, 3), (0, 4)])
def test_germans_driven_back_by_an_overrun_pay_for_zones(switch, steps):
    rules = {"overrun.zone_losses": switch}
    state = march([brigade("0304"), infantry("0305")], 0, 1, rules=rules, **SOVIET_MARCH)
    state.zones[Side.SOVIET, :] += 1
    overrun(state, "0305", [0])
    assert state.units[1].steps == steps


@pytest.mark.rule("army_group_south 24.0a")
@pytest.mark.parametrize(("switch", "status"), [(1, Status.RETREATED_OFF), (0, Status.ELIMINATED)])
def test_units_driven_off_the_map_by_an_overrun(switch, status):
    rules = {"overrun.retreat_off_map": switch}
    state = march([panzer("0302"), rifle("0301")], 0, 1, rules=rules)
    state.zones[Side.AXIS, :] += 1
    overrun(state, "0301", [0])
    assert state.units[1].status == status


@pytest.mark.rule("army_group_south 6.31a, 6.32a, 6.33, 24.0a")
def test_germans_driven_off_by_an_overrun_return_disrupted_until_their_removal_phase():
    units = [brigade("0202"), infantry("0203", ladder=[(1, 2)])]
    state = build_position(["~ ~ ~", ".X . .", "~ ~ ~"], units, **SOVIET_MARCH)
    set_result(state, 0, 1)
    edge = hex_named(state, "0203")
    overrun(state, "0203", [0])
    assert (state.units[1].status, state.units[1].disrupted) == (Status.RETREATED_OFF, 1)
    assert find_faults(state) == []
    assert state.events["hex"][state.events["kind"] == EventKind.DISRUPTED].tolist() == [edge]
    lift_unit(state, 0)
    state.game.game_turn = 4
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    assert check_rail_entry(state, 1, edge, edge) == Refusal.DISRUPTED
    assert enter_map(state, 1, edge) == Refusal.OK
    assert check_move(state, 1, hex_named(state, "0202")) == Refusal.DISRUPTED
    play_removal(state, np.int64(Phase.AXIS_REMOVAL))
    assert state.units[1].disrupted == 0


@pytest.mark.rule("army_group_south 6.31a, 6.33, 24.1a")
def test_soviets_driven_off_by_an_overrun_recover_beyond_the_map():
    units = [panzer("0202"), rifle("0201")]
    state = build_position(["~ ~ ~", ". . .", "~ ~ ~"], units, **MARCH)
    set_result(state, 0, 1)
    overrun(state, "0201", [0])
    assert (state.units[1].status, state.units[1].disrupted) == (Status.RETREATED_OFF, 1)
    play_removal(state, np.int64(Phase.SOVIET_REMOVAL))
    assert state.units[1].disrupted == 0
