"""Results as steps or hexes, losses, and what stands in the log (7.31 to 7.36, 7.395, 11.35)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.attack import close_combat
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import refresh_zones
from balance.games.stalingrad_1942.turn import begin_phase
from balance.games.stalingrad_1942.vocabulary import EventKind, Phase, Result, Side, Status
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    ids,
    next_combat,
    places,
    set_policy,
)
from tests.games.stalingrad_1942.positions import (
    guns,
    may_move,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import hex_named

pytestmark = pytest.mark.plain
RED_STAFF = {"side": Side.SOVIET}


def fought(result, units=None, *, attackers=(0,), **orders):
    """Fight a battle of this result; defenders are Soviet and have these standing orders."""
    units = units or [panzer("0404"), rifles("0403")]
    state = build_battle(units, result=result)
    set_policy(state, Side.SOVIET, **orders)
    return state, attack(state, list(attackers), "0403")


def distance_from(state, unit, name):
    """Hexes between a unit and a hex on this small open map."""
    seen, ring = {hex_named(state, name)}, {hex_named(state, name)}
    away = 0
    while int(state.units[unit].hex) not in seen:
        ring = {int(h) for each in ring for h in state.neighbour[each]} - {len(state.ground) - 1}
        seen |= ring
        away += 1
    return away


# --- codes


@pytest.mark.rule("stalingrad_1942 7.31a, 7.31b, 7.31c, 7.32")
@pytest.mark.parametrize(("result", "hexes"), [(Result.A2_1, 2), (Result.A1_1, 1)])
def test_attackers_lose_a_step_and_go_or_pay_in_steps(result, hexes):
    units = [panzer("0404"), panzer("0404"), rifles("0403")]
    state = build_battle(units, result=result)
    row = attack(state, [0, 1], "0403")
    assert state.units["steps"][:2].sum() == 3
    assert [distance_from(state, u, "0404") for u in (0, 1)] == [hexes, hexes]
    assert (row.attackers_retreated, row.attacker_steps_lost, row.defender_steps_lost) == (2, 1, 0)
    state = build_battle(units, result=result)
    set_policy(state, Side.AXIS, attack_steps=1)
    row = attack(state, [0, 1], "0403")
    assert set(places(state)[:2]) <= {"0404", ""}
    assert row.attacker_steps_lost == 1 + hexes
    assert row.attackers_retreated == 0


@pytest.mark.rule("stalingrad_1942 7.31d")
def test_each_side_loses_a_step():
    state, row = fought(Result.BOTH_LOSE)
    assert state.units["steps"].tolist() == [1, 1]
    assert places(state) == ["0404", "0403"]
    assert (row.attacker_steps_lost, row.defender_steps_lost) == (1, 1)


@pytest.mark.rule("stalingrad_1942 7.31e, 7.31f, 7.31g, 7.31h, 7.32")
@pytest.mark.parametrize(
    ("result", "hexes"),
    [
        (Result.LOSS_AND_B1, 1),
        (Result.B1, 1),
        (Result.B2, 2),
        (Result.B3, 3),
        (Result.B4, 4),
        (Result.B4S, 4),
    ],
)
def test_defenders_go_so_many_hexes(result, hexes):
    state, row = fought(result)
    assert distance_from(state, 1, "0403") == hexes
    assert state.units[1].steps == 2
    assert row.defenders_retreated == 1
    assert state.units[0].steps == (1 if result == Result.LOSS_AND_B1 else 2)


@pytest.mark.rule("stalingrad_1942 7.31g, 7.32, 7.34b")
@pytest.mark.parametrize("steps", range(5))
def test_defenders_pay_any_mixture_of_steps_and_hexes(steps):
    units = [panzer("0404"), *(rifles("0403") for _ in range(3))]
    state, row = fought(Result.B4, units, defend_steps=steps)
    assert row.defender_steps_lost == steps
    assert state.units["steps"][1:].sum() == 6 - steps
    alive = [u for u in (1, 2, 3) if state.units[u].status == Status.ON_MAP]
    assert {distance_from(state, u, "0403") for u in alive} == {4 - steps}


@pytest.mark.rule("stalingrad_1942 7.34b")
def test_a_stack_that_loses_two_steps_of_three_goes_one_hex_together():
    units = [panzer("0404"), *(rifles("0403") for _ in range(3)), staff("0403", **RED_STAFF)]
    state, row = fought(Result.B3, units, defend_steps=2, spare_headquarters=1)
    assert row.defender_steps_lost == 2
    assert len(set(places(state)[1:]) - {""}) == 1
    assert distance_from(state, 4, "0403") == 1


def held(result, steps, units=None, *, targets="0403", **orders):
    """Fight a battle of this result where 0403 is to be held for so many steps."""
    state = build_battle(units or [panzer("0404"), rifles("0403")], result=result)
    set_policy(state, Side.SOVIET, **orders)
    state.hold_steps[Side.SOVIET, ids(state, "0403")] = steps
    attack(state, 0, targets)
    return state


@pytest.mark.rule("stalingrad_1942 7.32")
def test_defenders_do_not_pay_their_last_step():
    lone = [panzer("0404"), rifles("0403", ladder=[(3, 3)])]
    state, _ = fought(Result.B1, lone, defend_steps=4)
    assert state.units[1].status == Status.ON_MAP
    # Not for a hex to be held either: whoever dies there gives it away.
    for result, hexes in ((Result.B1, 1), (Result.B2, 2)):
        state = held(result, 2, lone)
        assert state.units[1].steps == 1
        assert distance_from(state, 1, "0403") == hexes


@pytest.mark.rule("stalingrad_1942 7.31g, 7.32")
@pytest.mark.parametrize(("steps", "policy"), [(1, 0), (2, 0), (4, 0), (1, 1), (2, 1)])
def test_nothing_is_paid_for_a_hex_that_cannot_be_held(steps, policy):
    # Two are due of a lone division of two: one is too few, two would destroy it.
    state = held(Result.B2, steps, defend_steps=policy)
    assert state.units[1].steps == 2 - policy
    assert distance_from(state, 1, "0403") == 2 - policy


@pytest.mark.rule("stalingrad_1942 7.31g, 7.32, 7.34")
@pytest.mark.parametrize(("steps", "left"), [(1, 4), (2, 2), (3, 2)])
def test_a_hex_is_held_where_its_price_covers_what_is_due(steps, left):
    state = held(Result.B2, steps, [panzer("0404"), rifles("0403"), rifles("0403")])
    assert state.units["steps"][1:].sum() == left
    assert ("0403" in places(state)[1:]) == (left == 2)


@pytest.mark.rule("stalingrad_1942 7.32, 11.35, 11.37")
def test_a_headquarters_may_pay_for_a_hex_but_does_not_hold_it_alone():
    def places_after(first):
        weak = rifles("0403", ladder=[(3, 3)], loss_priority=5)
        lead = staff("0403", **RED_STAFF, loss_priority=first)
        state = held(Result.B1, 1, [panzer("0404"), weak, lead], spare_headquarters=0)
        return places(state)[1:]

    assert places_after(1) == ["0403", ""]
    assert "0403" not in places_after(9)
    assert "" not in places_after(9)


@pytest.mark.rule("stalingrad_1942 7.34a")
@pytest.mark.parametrize(("first", "stays"), [(1, False), (9, True)])
def test_of_several_hexes_one_is_held_if_others_pay_first(first, stays):
    red = [rifles("0403", loss_priority=first), rifles("0405", loss_priority=5)]
    state = held(Result.B2, 2, [panzer("0404"), *red], targets=["0403", "0405"])
    assert (places(state)[1] == "0403") == stays
    assert (places(state)[2] == "") == stays


@pytest.mark.rule("stalingrad_1942 7.32")
def test_orders_for_a_hex_go_before_the_policy():
    state = build_battle([panzer("0404"), rifles("0403")], result=Result.B1)
    state.hold_steps[Side.SOVIET, ids(state, "0403")] = 1
    attack(state, 0, "0403")
    assert (places(state)[1], state.units[1].steps) == ("0403", 1)


@pytest.mark.rule("stalingrad_1942 6.12b, 7.31h")
def test_a_unit_hit_by_b4s_has_no_zone_in_the_next_game_turn():
    state, _ = fought(Result.B4S)
    assert state.units[1].zoneless_turn == 4
    there = int(state.units[1].hex)
    beside = next(int(h) for h in state.neighbour[there] if h < len(state.ground) - 1)
    assert state.zones[Side.SOVIET, beside] > 0
    assert EventKind.ZONE_LOST in state.events["kind"][: state.game.event_count]
    for turn, zone in ((4, False), (5, True)):
        state.game.game_turn = turn
        refresh_zones(state)
        assert (state.zones[Side.SOVIET, beside] > 0) == zone


@pytest.mark.rule("stalingrad_1942 7.31i, 7.395")
def test_both_sides_are_disorganized():
    units = [panzer("0404"), rifles("0403"), staff("0403", **RED_STAFF)]
    state, row = fought(Result.BOTH_DISORGANIZED, units)
    assert (state.units["disorganized"] > 0).tolist() == [True, True, False]
    assert row.attacker_steps_lost == row.defender_steps_lost == 0


@pytest.mark.rule("stalingrad_1942 7.395")
def test_a_disorganized_attacker_is_halved_through_the_enemys_phase_and_its_own_next():
    units = [regiment("0404", dug_in=1), rifles("0403", dug_in=1)]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0403")
    next_combat(state)
    assert attack(state, 1, "0404").defense == 2
    next_combat(state)
    assert attack(state, 0, "0403").attack == 2
    close_combat(state)
    # Disorganized anew in that attack, once more until the end of the phase after next.
    assert state.units[0].disorganized == 1


# --- whose steps


@pytest.mark.rule("stalingrad_1942 7.34a, 7.36")
def test_losses_fall_by_standing_order():
    units = [panzer("0404", loss_priority=2), panzer("0404", loss_priority=1), rifles("0403")]
    state, _ = fought(Result.BOTH_LOSE, units, attackers=(0, 1))
    assert state.units["steps"].tolist() == [2, 1, 1]


@pytest.mark.rule("stalingrad_1942 7.34a, 7.35a")
@pytest.mark.parametrize(("keep", "steps"), [(0, [2, 0]), (1, [1, 1])])
def test_steps_may_be_taken_from_units_that_live_on(keep, steps):
    units = [panzer("0404"), rifles("0403", loss_priority=9), rifles("0403", steps=1)]
    state, _ = fought(Result.BOTH_LOSE, units, keep_units=keep)
    assert state.units["steps"][1:].tolist() == steps


@pytest.mark.rule("stalingrad_1942 7.33, 7.35a, 7.35b, 8.12")
def test_a_unit_of_two_steps_dies_with_the_second_and_a_gun_with_its_first():
    state, row = fought(Result.BOTH_LOSE, [panzer("0404"), red_guns("0403")])
    assert state.units[1].status == Status.ELIMINATED
    assert row.defender_units_lost == 1
    units = [panzer("0404", steps=1), rifles("0403")]
    state, row = fought(Result.BOTH_LOSE, units)
    assert state.units[0].status == Status.ELIMINATED
    assert row.attacker_units_lost == 1


@pytest.mark.rule("stalingrad_1942 11.21, 11.35")
@pytest.mark.parametrize(("spare", "lost"), [(0, 2), (1, 1)])
def test_a_headquarters_may_be_given_for_a_step(spare, lost):
    units = [
        panzer("0404"),
        rifles("0403", loss_priority=5),
        staff("0403", **RED_STAFF, loss_priority=1),
    ]
    state, _ = fought(Result.BOTH_LOSE, units, spare_headquarters=spare)
    assert state.units[lost].steps == (0 if spare == 0 else 1)
    assert state.units[3 - lost].steps == (2 if spare == 0 else 1)


@pytest.mark.rule("stalingrad_1942 11.35")
def test_a_headquarters_alone_with_attackers_shares_their_losses_and_their_retreat():
    units = [panzer("0404", loss_priority=5), rifles("0403"), staff("0404")]
    state = build_battle(units, result=Result.A1_1)
    set_policy(state, Side.AXIS, spare_headquarters=0)
    attack(state, 0, "0403")
    assert state.units[2].status == Status.ELIMINATED
    assert state.units[0].steps == 2
    state, row = fought(Result.A1_1, units)
    assert places(state)[0] == places(state)[2] != "0404"
    assert row.attackers_retreated == 2


@pytest.mark.rule("stalingrad_1942 13.12, 11.35")
@pytest.mark.parametrize(
    ("result", "answer"), [(Result.A2_1, Refusal.HAS_FOUGHT), (Result.B1, Refusal.OK)]
)
def test_a_headquarters_driven_back_with_attackers_moves_no_more_that_turn(result, answer):
    state, _ = fought(result, [panzer("0404"), rifles("0403"), staff("0404", marked=1)])
    begin_phase(state, Phase.AXIS_STRATEGIC)
    assert may_move(state, 2, "0607") == answer


@pytest.mark.rule("stalingrad_1942 7.34b")
def test_units_of_the_hex_that_do_not_attack_stay_and_shelter_the_headquarters():
    units = [panzer("0404"), panzer("0404"), rifles("0403"), rifles("0405"), staff("0404")]
    state, _ = fought(Result.A1_1, units)
    assert places(state)[1:2] + places(state)[4:] == ["0404", "0404"]
    assert places(state)[0] != "0404"


@pytest.mark.rule("stalingrad_1942 8.35, 8.48")
def test_supporting_guns_are_never_hurt():
    units = [panzer("0404"), rifles("0403"), guns("0406"), red_guns("0401")]
    for result in Result:
        state = build_battle(units, result=result)
        set_policy(state, Side.SOVIET, support_defense=2)
        row = attack(state, 0, "0403", [2])
        assert (row.attack_support, row.defense_support) == (5, 4)
        assert state.units["steps"][2:].tolist() == [1, 1]
        assert places(state)[2:] == ["0406", "0401"]
        assert state.units["disorganized"][2:].tolist() == [0, 0]


# --- guests


@pytest.mark.rule("stalingrad_1942 7.24, 7.27")
def test_units_beaten_into_a_hex_suffer_what_it_suffers_later():
    # The first is driven into the hex of the second, which lies in nobody's zone.
    units = [panzer("0404"), panzer("0502", zoneless=1), rifles("0403"), rifles("0402")]
    state = build_battle(units, result=Result.B1, rules={"combat.compulsory": 0})
    state.retreat_value[Side.SOVIET, ids(state, "0402")] = 9
    attack(state, 0, "0403")
    assert places(state)[2] == "0402"
    row = attack(state, 1, "0402")
    assert (row.defense, row.defenders, row.defenders_retreated) == (6, 2, 2)
    assert places(state)[2] == places(state)[3] != "0402"


# --- the log


@pytest.mark.rule("stalingrad_1942 7.12")
def test_the_log_has_strengths_shifts_and_losses():
    units = [panzer("0404"), panzer("0404"), rifles("0403"), guns("0406"), rifles("0403")]
    state = build_battle(units, result=Result.BOTH_LOSE)
    row = attack(state, [0, 1], "0403", [3])
    assert (row.attackers, row.defenders, row.hexes) == (2, 2, 1)
    assert (row.attack, row.attack_support, row.defense) == (23, 5, 12)
    assert (row.odds, row.armor_shift, row.final_odds) == (0, 2, 2)
    assert 1 <= row.die <= 6
    assert row.result == Result.BOTH_LOSE


@pytest.mark.rule("stalingrad_1942 7.12e")
def test_the_die_is_addressed_by_the_hex():
    dice = set()
    for seed in range(30):
        state = build_battle([panzer("0404"), rifles("0403")], seed=seed)
        first = attack(state, 0, "0403").die
        state = build_battle([regiment("0404"), rifles("0403")], seed=seed)
        assert attack(state, 0, "0403").die == first
        dice.add(int(first))
    assert dice == {1, 2, 3, 4, 5, 6}
