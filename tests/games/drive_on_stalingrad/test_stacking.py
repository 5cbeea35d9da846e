"""Stacking limits, nationalities, and the price of breaking them."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.overstacking import (
    punish_mixed_stacks,
    punish_overstacking,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import (
    check_stacking,
    lift_unit,
    place_unit,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    EventKind,
    Nation,
    Phase,
    PhaseOrder,
    Side,
    Status,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
    strip,
)

#: A supplied row for the German side, and one without any source.
SUPPLIED = strip(5, {5: ".A-"})
CUT_OFF = strip(5, {})


def refusal_for(stack, newcomer, rows=SUPPLIED, **more):
    units = [dict(unit, at="0102") for unit in stack] + [dict(newcomer, at="0103")]
    state = build_position(rows, units, **more)
    return Refusal(check_stacking(state, len(stack), hex_named(state, "0102")))


@pytest.mark.rule("drive_on_stalingrad 2.2a")
def test_a_unit_stands_in_one_hex_and_leaves_it_when_lifted():
    state = build_position(SUPPLIED, [infantry("0102"), infantry("0102"), infantry("0102")])
    h = hex_named(state, "0102")
    lift_unit(state, 1)
    assert state.ground[h].stack == 2
    place_unit(state, 1, hex_named(state, "0103"))
    lift_unit(state, 0)
    lift_unit(state, 2)
    assert (state.ground[h].stack, state.ground[h].occupant, state.ground[h].first) == (0, -1, -1)
    assert state.ground[hex_named(state, "0103")].first == 1


@pytest.mark.rule("drive_on_stalingrad 6.1a, 6.2a")
def test_eight_units_fill_a_hex():
    assert refusal_for([rifle()] * 7, rifle()) == Refusal.OK
    assert refusal_for([rifle()] * 8, rifle()) == Refusal.STACK_FULL
    assert refusal_for([infantry()] * 8, infantry()) == Refusal.STACK_FULL


@pytest.mark.rule("drive_on_stalingrad 6.1a")
def test_stacking_limit_is_read_from_the_rules():
    rules = {"stacking.limit": 2}
    assert refusal_for([rifle()], rifle(), rules=rules) == Refusal.OK
    assert refusal_for([rifle()] * 2, rifle(), rules=rules) == Refusal.STACK_FULL


@pytest.mark.rule("drive_on_stalingrad 6.1b")
def test_reduced_and_small_units_count_as_much_as_any():
    assert refusal_for([infantry(steps=1)] * 8, infantry(steps=1)) == Refusal.STACK_FULL


@pytest.mark.rule("drive_on_stalingrad 6.2b")
def test_hex_that_was_full_takes_units_again_once_others_left():
    state = build_position(SUPPLIED, [infantry("0102")] * 8 + [infantry("0103")])
    h = hex_named(state, "0102")
    assert check_stacking(state, 8, h) != Refusal.OK
    lift_unit(state, 0)
    assert check_stacking(state, 8, h) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.24d")
def test_enemies_in_the_hex_do_not_count():
    assert refusal_for([rifle()] * 8, panzer()) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.4a")
def test_three_artillery_units_join_a_full_stack():
    full = [rifle()] * 8
    assert refusal_for([*full, artillery(), artillery()], artillery()) == Refusal.OK
    assert refusal_for([*full, *[artillery()] * 3], artillery()) == Refusal.ARTILLERY_FULL
    assert refusal_for([artillery()] * 3, rifle()) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.3a, 1.5a")
def test_nationalities_of_the_german_side_stay_apart():
    romanian, italian = satellite(), satellite(nation=Nation.ITALIAN)
    assert refusal_for([infantry()], romanian) == Refusal.NATIONS_MIXED
    assert refusal_for([romanian], italian) == Refusal.NATIONS_MIXED
    assert refusal_for([romanian], romanian) == Refusal.OK
    assert refusal_for([romanian], italian, rules={"stacking.mixed_nationality": 1}) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.3b")
def test_nationalities_mix_while_out_of_supply_or_on_aerial_supply():
    assert refusal_for([infantry()], satellite(), CUT_OFF) == Refusal.OK
    assert refusal_for([infantry()] * 8, satellite(), CUT_OFF) == Refusal.STACK_FULL
    state = build_position(CUT_OFF, [infantry("0102"), satellite("0103")])
    state.game.aerial_hex = hex_named(state, "0102")
    assert check_stacking(state, 1, hex_named(state, "0102")) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.3b")
def test_nationalities_do_not_mix_on_coastal_supply():
    coast = strip(5, {2: ".K"})
    assert refusal_for([infantry()], satellite(), coast) == Refusal.NATIONS_MIXED


@pytest.mark.rule("drive_on_stalingrad 6.3c")
def test_satellite_panzers_join_german_mechanized_units_alone():
    assert refusal_for([panzer(), motorized()], satellite_panzer()) == Refusal.OK
    assert refusal_for([satellite_panzer()], panzer()) == Refusal.OK
    assert refusal_for([infantry()], satellite_panzer()) == Refusal.NATIONS_MIXED
    assert refusal_for([panzer(), infantry()], satellite_panzer()) == Refusal.NATIONS_MIXED
    mixed = [panzer(), satellite_panzer()]
    assert refusal_for(mixed, infantry()) == Refusal.NATIONS_MIXED
    assert refusal_for(mixed, satellite()) == Refusal.NATIONS_MIXED


@pytest.mark.rule("drive_on_stalingrad 6.3d")
def test_satellite_panzers_of_two_nations_never_share_a_supplied_hex():
    hungarian = satellite_panzer(nation=Nation.HUNGARIAN)
    assert refusal_for([satellite_panzer()], hungarian) == Refusal.NATIONS_MIXED
    assert refusal_for([panzer(), satellite_panzer()], hungarian) == Refusal.NATIONS_MIXED
    assert refusal_for([satellite_panzer()], hungarian, CUT_OFF) == Refusal.OK


# --- penalties


@pytest.mark.rule("drive_on_stalingrad 6.2c")
def test_overstacked_hex_loses_the_fewest_units_strongest_first():
    units = [rifle("0102")] * 8 + [rifle("0102", attack=5, defense=5)] + [artillery("0102")] * 4
    state = build_position(SUPPLIED, units)
    punish_overstacking(state)
    h = hex_named(state, "0102")
    assert (state.ground[h].stack, state.ground[h].guns) == (8, 3)
    assert state.units[8].status == Status.ELIMINATED
    assert state.game.soviet_units_lost == 2
    assert [e.kind for e in state.events[:2]] == [EventKind.OVERSTACK_REMOVED, EventKind.ELIMINATED]


@pytest.mark.rule("drive_on_stalingrad 6.2c")
def test_stacks_within_the_limits_lose_nothing():
    state = build_position(SUPPLIED, [rifle("0102")] * 8 + [artillery("0102")] * 3)
    punish_overstacking(state)
    assert state.game.soviet_units_lost == 0


@pytest.mark.rule("drive_on_stalingrad 6.3f, 6.2c")
def test_mixed_stack_back_in_supply_is_thinned_when_a_german_movement_phase_ends():
    units = [infantry("0102"), satellite("0102"), satellite("0102")]
    state = build_position(SUPPLIED, units)
    punish_mixed_stacks(state)
    assert [int(unit.status) for unit in state.units] == [
        Status.ELIMINATED,
        Status.ON_MAP,
        Status.ON_MAP,
    ]
    assert state.game.axis_steps_lost == 2


@pytest.mark.rule("drive_on_stalingrad 6.3f")
@pytest.mark.parametrize(
    ("side", "phase", "order"),
    [
        (Side.AXIS, Phase.AXIS_FIRST, PhaseOrder.ASSAULT_MOVE),
        (Side.SOVIET, Phase.SOVIET_FIRST, PhaseOrder.ASSAULT_MOVE),
        (Side.SOVIET, Phase.SOVIET_SECOND, PhaseOrder.ASSAULT_MOVE),
    ],
)
def test_mixed_stack_has_grace_at_the_end_of_any_other_phase(side, phase, order):
    units = [infantry("0102"), satellite("0102")]
    state = build_position(SUPPLIED, units, side=side, phase=phase, phase_order=order)
    punish_mixed_stacks(state)
    assert state.game.axis_units_lost == 0


@pytest.mark.rule("drive_on_stalingrad 6.3f")
def test_mixed_stack_out_of_supply_is_left_alone():
    state = build_position(CUT_OFF, [infantry("0102"), satellite("0102")])
    punish_mixed_stacks(state)
    assert state.game.axis_units_lost == 0


@pytest.mark.rule("drive_on_stalingrad 6.3f")
def test_variant_spares_mixed_stacks():
    rules = {"stacking.grace_penalty": "none"}
    state = build_position(SUPPLIED, [infantry("0102"), satellite("0102")], rules=rules)
    punish_mixed_stacks(state)
    assert state.game.axis_units_lost == 0


@pytest.mark.rule("drive_on_stalingrad 6.3f")
def test_units_with_grace_are_spared_where_others_are_sorted():
    fresh = satellite("0102", nation=Nation.HUNGARIAN, mixed_grace=2)
    units = [infantry("0102"), satellite("0102"), satellite("0102"), fresh]
    state = build_position(SUPPLIED, units)
    punish_mixed_stacks(state)
    alive = [int(unit.status) == Status.ON_MAP for unit in state.units]
    assert alive == [False, True, True, True]


@pytest.mark.rule("drive_on_stalingrad 6.3f, 6.3c")
def test_thinning_keeps_the_largest_lawful_group():
    units = [panzer("0102"), motorized("0102"), satellite_panzer("0102"), infantry("0102")]
    state = build_position(SUPPLIED, units)
    punish_mixed_stacks(state)
    alive = [int(unit.status) == Status.ON_MAP for unit in state.units]
    # One must go either way, the infantry or the satellite's panzers: the enemy takes the better.
    assert alive == [True, True, True, False]
