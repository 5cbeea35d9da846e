"""Soviet movement by sea between the Black Sea ports."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.allowance import points_left
from balance.games.drive_on_stalingrad.announcements import block_sea, check_panzer_support
from balance.games.drive_on_stalingrad.movement import check_move, move_unit
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.reinforcements import check_entry, enter_reinforcement
from balance.games.drive_on_stalingrad.sea import check_sea_move, move_by_sea, sea_moves_left
from balance.games.drive_on_stalingrad.turn import begin_phase
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    EventKind,
    Phase,
    PhaseOrder,
    Side,
    Status,
    Trait,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    hex_named,
    infantry,
    rifle,
    strip,
    tank_corps,
)

#: Three ports on a southern row, sea between them: an ultimate source each.
PORTS = strip(9, {9: ".PS", 8: "w", 7: "w", 5: ".PS", 4: "w", 3: "w", 2: ".", 1: "hPS"})
COAST = {"first_row": 39, "side": Side.SOVIET, "phase": Phase.SOVIET_SECOND}


def coast(units, rows=PORTS, **more):
    march = COAST | {"phase_order": PhaseOrder.ASSAULT_MOVE}
    return build_position(rows, units, **(march | more))


def refusal_of_voyage(state, unit, name):
    return Refusal(check_sea_move(state, unit, hex_named(state, name)))


def sail(state, unit, name):
    return Refusal(move_by_sea(state, unit, hex_named(state, name)))


@pytest.mark.rule("drive_on_stalingrad 9.18a, 9.18e")
def test_a_rifle_division_sails_from_port_to_port_and_may_march_on():
    state = coast([rifle("3909")])
    assert sail(state, 0, "3905") == Refusal.OK
    assert state.units[0].hex == hex_named(state, "3905")
    assert points_left(state, 0) == 3
    assert check_move(state, 0, hex_named(state, "3906")) == Refusal.OK
    kinds = [int(e.kind) for e in state.events[: state.game.event_count]]
    assert EventKind.SEA_MOVE in kinds


@pytest.mark.rule("drive_on_stalingrad 9.18e")
def test_landing_costs_what_the_port_costs_to_enter():
    state = coast([rifle("3909")])
    assert sail(state, 0, "3901") == Refusal.OK
    assert points_left(state, 0) == 2


@pytest.mark.rule("drive_on_stalingrad 9.18a")
def test_mechanized_units_and_germans_do_not_sail():
    state = coast([tank_corps("3909"), infantry("3905")])
    assert refusal_of_voyage(state, 0, "3901") == Refusal.SEA_NOT_ALLOWED
    state.game.side = Side.AXIS
    state.game.phase = Phase.AXIS_SECOND
    assert refusal_of_voyage(state, 1, "3901") == Refusal.SEA_NOT_ALLOWED


@pytest.mark.rule("drive_on_stalingrad 9.18a")
def test_ships_sail_in_soviet_movement_phases_alone():
    state = coast([rifle("3909")], phase=Phase.SOVIET_FIRST)
    assert refusal_of_voyage(state, 0, "3905") == Refusal.WRONG_PHASE


@pytest.mark.rule("drive_on_stalingrad 9.18b")
@pytest.mark.parametrize(("lost", "allowed"), [(0, 3), (1, 2), (2, 1)])
def test_as_many_units_sail_as_ports_are_held(lost, allowed):
    state = coast([rifle("3909")] * 4)
    for name in ("3905", "3901")[:lost]:
        state.ground[hex_named(state, name)].control = Side.AXIS
    assert sea_moves_left(state) == allowed


@pytest.mark.rule("drive_on_stalingrad 9.18b")
def test_no_unit_sails_beyond_the_limit_of_the_phase():
    state = coast([rifle("3909")] * 3 + [infantry("3901")])
    for unit in (0, 1):
        assert sail(state, unit, "3905") == Refusal.OK
    assert sail(state, 2, "3905") == Refusal.SEA_LIMIT
    state.game.phase_order = PhaseOrder.MOVE_MOVE
    begin_phase(state, 1)
    assert sail(state, 2, "3905") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.18c")
def test_only_a_unit_that_began_the_phase_in_port_may_sail():
    state = coast([rifle("3906"), rifle("3909"), rifle("3905")])
    assert refusal_of_voyage(state, 0, "3909") == Refusal.SEA_NOT_ALLOWED
    assert move_unit(state, 0, hex_named(state, "3905")) == Refusal.OK
    assert refusal_of_voyage(state, 0, "3909") == Refusal.SEA_NOT_ALLOWED
    assert refusal_of_voyage(state, 2, "3909") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.18c, 9.18d")
def test_a_southern_newcomer_lands_in_a_port_for_its_entry_cost_and_marches_on():
    waiting = {"traits": Trait.UNTRIED | Trait.SOUTH_POOL, "status": Status.POOL}
    state = coast([rifle(**waiting), rifle(**waiting)], south_open=1)
    assert enter_reinforcement(state, 0, hex_named(state, "3901")) == Refusal.OK
    assert points_left(state, 0) == 2
    assert sea_moves_left(state) == 2
    assert check_move(state, 0, hex_named(state, "3902")) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.18e, 9.20")
def test_nobody_lands_in_terrain_that_a_variant_closes_to_him():
    rows = change_cell(PORTS, 1, 5, "sPS")
    rules = {"terrain:marsh:nonmech_cost": "-"}
    assert refusal_of_voyage(coast([rifle("3909")], rows), 0, "3905") == Refusal.OK
    state = coast([rifle("3909")], rows, rules=rules)
    assert refusal_of_voyage(state, 0, "3905") == Refusal.HEX_CLOSED


@pytest.mark.rule("drive_on_stalingrad 3.2p, 9.18e")
def test_who_lands_beside_a_frozen_army_goes_no_farther():
    units = [rifle("3909"), rifle("3905", army=Army.SOVIET_9)]
    state = coast(units, frozen=[Army.SOVIET_9])
    assert sail(state, 0, "3905") == Refusal.OK
    assert check_move(state, 0, hex_named(state, "3906")) == Refusal.FROZEN
    assert points_left(state, 0) == 0


@pytest.mark.rule("drive_on_stalingrad 9.18f")
def test_the_sea_takes_no_unit_off_the_map():
    state = coast([rifle("3909")])
    assert check_sea_move(state, 0, len(state.ground) - 1) == Refusal.NOT_A_PORT
    assert refusal_of_voyage(state, 0, "3908") == Refusal.NOT_A_PORT


@pytest.mark.rule("drive_on_stalingrad 9.18g")
@pytest.mark.parametrize("garrison", [[], [infantry("3905")]])
def test_nobody_lands_in_a_port_in_german_hands(garrison):
    state = coast([rifle("3909"), *garrison])
    state.ground[hex_named(state, "3905")].control = Side.AXIS
    assert refusal_of_voyage(state, 0, "3905") == Refusal.NOT_A_PORT
    assert refusal_of_voyage(state, 0, "3906") == Refusal.NOT_A_PORT
    assert refusal_of_voyage(state, 0, "3901") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.18h")
def test_both_aircraft_bar_the_sea_for_the_game_turn_and_do_nothing_else():
    waiting = {"traits": Trait.UNTRIED | Trait.SOUTH_POOL, "status": Status.POOL}
    state = coast([rifle("3909"), rifle(**waiting)], south_open=1, phase=Phase.TURN_START)
    assert sea_moves_left(state) == 3
    assert block_sea(state) == Refusal.OK
    assert (state.game.aircraft, sea_moves_left(state)) == (0, 0)
    state.game.phase = Phase.AXIS_START
    assert check_panzer_support(state) == Refusal.AIRCRAFT_SPENT
    state.game.phase = Phase.SOVIET_SECOND
    assert refusal_of_voyage(state, 0, "3905") == Refusal.SEA_BLOCKED
    assert check_entry(state, 1, hex_named(state, "3905")) == Refusal.SEA_BLOCKED


@pytest.mark.rule("drive_on_stalingrad 9.18h")
def test_the_sea_block_needs_both_aircraft_and_the_start_of_the_game_turn():
    state = coast([], phase=Phase.TURN_START, aircraft=1)
    assert block_sea(state) == Refusal.AIRCRAFT_SPENT
    state = coast([], phase=Phase.AXIS_START)
    assert block_sea(state) == Refusal.TOO_LATE
    assert sea_moves_left(state) == 3
