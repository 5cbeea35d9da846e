"""Massing: who marches to which attack, and who stays where he is."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.shifts import assault_shifts, is_concentric
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Army, Nation, PhaseOrder
from balance.staff.drive_on_stalingrad.assaults import FROM, UNIT, conduct_assaults
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.situation import survey
from tests.games.drive_on_stalingrad.positions import (
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
from tests.staff.drive_on_stalingrad.desks import (
    AXIS_ASSAULTS,
    SOVIET_MOVES,
    Task,
    hold,
    launch_mask,
    mass,
    open_desk,
    places,
    ring_of,
    strike,
)
from tests.staff.drive_on_stalingrad.kernels import (
    plan_attack,
    rate_launch,
    rate_shapes,
    worth_of_attacks,
)

BOARD = change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 5, 1, ".N")
#: No ring is closed: what moves, moves to attack.
NO_POCKETS = {"pocket_worth": 0.0}


def offensive(units: list, *tasks: Task, rows: list[str] = BOARD, **weights: float) -> State:
    """A German offensive as the movement phase begins, everybody massed."""
    state = build_position(rows, units)
    mass(state, open_desk(state, AXIS, *tasks, **(NO_POCKETS | weights)), AXIS)
    return state


# --- around the enemy


@pytest.mark.rule("drive_on_stalingrad 11.28")
@pytest.mark.parametrize("cell", [".", "f", "h", ".T"])
def test_strong_troops_on_both_sides_of_a_stack_attack_it_from_opposite_hexes(cell):
    rows = change_cell(BOARD, 5, 8, cell)
    units = [rifle("0508"), rifle("0508"), *[panzer("0311"), panzer("0711")] * 2]
    state = offensive(units, strike("0501", 2, 3, 4, 5), rows=rows)
    mask = launch_mask(state, "0508", AXIS)
    assert is_concentric(state, np.int64(mask)), f"attacked from {mask:06b}"


@pytest.mark.rule("drive_on_stalingrad 11.28")
def test_strong_soviets_stand_on_opposite_sides_too():
    units = [satellite("0506"), *[tank_corps(name) for name in ["0403", "0603"] * 2]]
    state = build_position(BOARD, units, **SOVIET_MOVES)
    desk = open_desk(
        state, SOVIET, strike("0510", *range(1, 5)), worth={"0506": 10.0}, **NO_POCKETS
    )
    mass(state, desk, SOVIET)
    assert is_concentric(state, np.int64(launch_mask(state, "0506", SOVIET)))


@pytest.mark.rule("drive_on_stalingrad 4.6")
@pytest.mark.parametrize(("cell", "target"), [(".X-", "0306"), (".", "0706")])
def test_the_siege_of_what_loses_the_game_is_raised_first(cell, target):
    siege, passers_by = [[tank_corps(h, attack=10)] * 2 for h in ("0306", "0706")]
    guards = [infantry("0305"), infantry("0305"), infantry("0513")]
    units = [*siege, *passers_by, *guards, *[panzer("0509")] * 2]
    rows = change_cell(BOARD, 3, 5, cell)
    state = offensive(units, strike("0701", 7, 8), rows=rows, worth={"0706": 10.0})
    assert set(places(state, 7, 8)) <= set(ring_of(state, target))


# --- who stays


@pytest.mark.rule("drive_on_stalingrad 11.29")
def test_nobody_marches_to_an_attack_that_is_worth_too_little():
    units = [rifle("0508"), panzer("0510"), panzer("0510")]
    assert places(offensive(units, strike("0501", 1, 2)), 1, 2) != ["0510", "0510"]
    assert places(offensive(units, strike("0501", 1, 2), min_value=100.0), 1, 2) == ["0510"] * 2


@pytest.mark.rule("drive_on_stalingrad 11.29")
def test_the_weak_do_not_march_against_the_strong():
    units = [*[rifle("0508", attack=6, defense=8)] * 8, infantry("0510"), infantry("0510")]
    assert places(offensive(units, strike("0501", 8, 9)), 8, 9) == ["0510", "0510"]


@pytest.mark.parametrize("task", [(), (hold(1),)])
def test_units_of_the_line_attack_only_from_where_they_stand(task):
    units = [infantry("0509"), infantry("0511"), panzer("0311"), panzer("0311")]
    # Seven factors more would better the odds.
    units = [rifle("0508", defense=8), *units]
    state = offensive(units, strike("0501", 3, 4), *task)
    assert places(state, 1, 2) == ["0509", "0511"]
    assert launch_mask(state, "0508", AXIS) & 0b000010, "the strike units complete the circle"


def test_garrisons_do_not_march_to_attacks():
    units = [rifle("0508"), panzer("0510"), panzer("0411"), panzer("0411")]
    state = build_position(BOARD, units)
    desk = open_desk(state, AXIS, strike("0501", 1, 2, 3), garrisons={"0510": 1}, **NO_POCKETS)
    mass(state, desk, AXIS)
    assert places(state, 1) == ["0510"]
    assert set(places(state, 2, 3)) <= set(ring_of(state, "0508"))


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_armies_not_yet_released_take_no_part():
    army = Army.AXIS_4PA
    areas = dict.fromkeys(["0510", "0509", "0409"], army)
    units = [rifle("0508"), panzer("0510", army=army), panzer("0510", army=army)]

    def massed(**game: Any) -> list[str]:
        state = build_position(BOARD, units, areas=areas, game_turn=2, **game)
        mass(state, open_desk(state, AXIS, strike("0508", 1, 2), **NO_POCKETS), AXIS)
        return places(state, 1, 2)

    assert set(massed(frozen=[army])) == {"0510"}
    assert "0510" not in massed()


# --- nobody twice


def test_one_unit_between_two_enemies_counts_for_one_attack_and_two_for_both():
    def value(*enemies: str, count: int = 1) -> float:
        panzers = [panzer("0507", attack=20)] * count
        state = build_position(BOARD, [*panzers, *[rifle(name) for name in enemies]])
        desk = open_desk(state, AXIS, strike("0501", *range(count)))
        refresh_supply(state, AXIS)
        survey(state, desk, AXIS)
        return float(worth_of_attacks(state, desk, AXIS))

    north, south = value("0406"), value("0607")
    assert min(north, south) > 0.0
    assert value("0406", "0607") == max(north, south)
    assert value("0406", "0607", count=2) >= north + south


def random_camp(seed: int) -> State:
    """A Soviet stack in the middle with all sorts of attackers near it."""
    rng = np.random.default_rng(seed)
    rows = BOARD
    for _ in range(8):
        cell = str(rng.choice(["f", "h", "s", "m", ".T"]))
        rows = change_cell(rows, int(rng.integers(2, 9)), int(rng.integers(5, 11)), cell)
    rows = change_cell(rows, 5, 8, str(rng.choice([".", "f", ".T", ".C"])))
    makers = [panzer, motorized, infantry, satellite, satellite_panzer]
    units = [rifle("0508", defense=int(rng.integers(1, 9)))] * int(rng.integers(1, 4))
    nation_of: dict[str, int] = {}
    for _ in range(14):
        make = makers[int(rng.integers(len(makers)))]
        name = f"{rng.integers(3, 8):02d}{rng.integers(9, 13):02d}"
        fields = {}
        if make in (satellite, satellite_panzer):
            fields["nation"] = int(rng.choice([Nation.ROMANIAN, Nation.ITALIAN]))
        unit = make(name, **fields)
        if nation_of.setdefault(name, unit["nation"]) == unit["nation"]:
            units.append(unit)
    return build_position(rows, units)


def planned_attack(state: State, name: str = "0508") -> list[tuple[int, int]]:
    """Units of the attack planned on a hex, and the hexes they would make it from."""
    everybody = np.flatnonzero(state.units["side"] == AXIS).tolist()
    desk = open_desk(state, AXIS, strike(name, *everybody))
    survey(state, desk, AXIS)
    camp = np.zeros(len(state.units), np.int64)
    target = hex_named(state, name)
    count = plan_attack(state, desk, AXIS, np.int64(target), camp)
    around = state.neighbour[target]
    return [
        (int(camp[desk.party[UNIT, i]]), int(around[(int(desk.party[FROM, i]) + 3) % 6]))
        for i in range(count)
    ]


@pytest.mark.rule("drive_on_stalingrad 6.1, 6.3, 11.3, 11.39")
def test_planned_attacks_use_nobody_twice_and_keep_to_stacking_and_nations():
    planned = 0
    for seed in range(40):
        state = random_camp(seed)
        party = planned_attack(state)
        planned += len(party) > 0
        units = [u for u, _ in party]
        assert len(set(units)) == len(units), f"seed {seed}: a unit twice"
        for h in {h for _, h in party}:
            there = {u for u in range(len(state.units)) if state.units[u].hex == h}
            there |= {u for u, launch in party if launch == h}
            assert len(there) <= state.rules.stacking_limit, f"seed {seed}: too many"
            assert len({int(state.units[u].nation) for u in there}) == 1, f"seed {seed}: mixed"
        satellites = {int(state.units[u].nation) for u in units} - {Nation.GERMAN}
        assert len(satellites) <= 1, f"seed {seed}: satellites of two nations"
    assert planned > 20, "hardly an attack was planned"


def test_no_attack_is_worth_more_than_its_bound_says():
    attacks = 0
    for seed in range(40):
        state = random_camp(seed)
        desk = open_desk(state, AXIS, strike("0508", *range(len(state.units))))
        survey(state, desk, AXIS)
        target = np.int64(hex_named(state, "0508"))
        nets, mosts = np.zeros(6), np.zeros(6)
        rate_shapes(state, desk, AXIS, target, nets, mosts)
        assert (nets <= mosts).all(), f"seed {seed}"
        attacks += int((nets > -1e9).sum())
    assert attacks > 100, "hardly an attack was rated"


@pytest.mark.rule("drive_on_stalingrad 6.1")
def test_no_more_units_are_planned_for_a_hex_than_may_stand_there():
    neck = ["w w w w w w w w", ".A- . . . . . . .", "w w w w w w w w"]
    units = [rifle("0204", defense=6)] * 8 + [panzer("0206")] * 4 + [panzer("0207")] * 8
    state = build_position(neck, units)
    party = planned_attack(state, "0204")
    assert len(party) == state.rules.stacking_limit


# --- the odds expected are the referee's


@pytest.mark.rule("drive_on_stalingrad 11.11, 11.24, 11.28, 11.39")
@pytest.mark.parametrize("order", [PhaseOrder.ASSAULT_MOVE, PhaseOrder.MOVE_ASSAULT])
@pytest.mark.parametrize("cell", [".", "f", "h", "m", "d", ".T", ".C", ".L", "hL"])
def test_expected_odds_follow_the_shifts_of_the_referee(cell, order):
    rng = np.random.default_rng(len(cell) + 10 * order)
    rows = change_cell(BOARD, 5, 7, cell)
    around = ring_of(build_position(rows), "0507")
    ring = [name for name in around if rng.random() < 0.5]
    state = build_position(rows, [rifle("0507")], sides={("0507", h): "o_ring" for h in ring})
    desk = open_desk(state, AXIS)
    survey(state, desk, AXIS)
    desk.order[RATED_ORDER] = order
    target = np.int64(hex_named(state, "0507"))
    romanian, german = 1 << Nation.ROMANIAN, 1 << Nation.GERMAN
    for mask, nations in itertools.product(range(1, 64), [german, romanian, german | romanian]):
        held = np.array([(mask >> d) & 1 for d in range(6)], np.int64)
        germans, others = int(nations & german > 0), int(nations & romanian > 0)
        told = rate_launch(state, desk, AXIS, target, held, np.int64(germans), np.int64(others))
        shifts = assault_shifts(
            state,
            target,
            *[np.int64(number) for number in (mask, nations, order, AXIS, 0, 0)],
        )
        assert told == max(0, 3 + sum(shifts)), (
            f"from {mask:06b} by nations {nations:05b}, ring {ring}"
        )


@pytest.mark.rule("drive_on_stalingrad 11.11, 11.28")
def test_expected_odds_of_soviet_attacks_follow_the_shifts_of_the_referee():
    rows = change_cell(BOARD, 5, 7, "f")
    state = build_position(rows, [infantry("0507")], **SOVIET_MOVES)
    desk = open_desk(state, SOVIET)
    survey(state, desk, SOVIET)
    desk.order[RATED_ORDER] = PhaseOrder.ASSAULT_MOVE
    target = np.int64(hex_named(state, "0507"))
    soviets = 1 << Nation.SOVIET
    for mask in range(1, 64):
        held = np.array([2 * ((mask >> d) & 1) for d in range(6)], np.int64)
        told = rate_launch(state, desk, SOVIET, target, held, np.int64(0), np.int64(held.sum()))
        numbers = (mask, soviets, PhaseOrder.ASSAULT_MOVE, SOVIET, 0, 0)
        shifts = assault_shifts(state, target, *[np.int64(number) for number in numbers])
        assert told == max(0, 3 + sum(shifts)), f"from {mask:06b}"


# --- after the battle


def overrun(garrisons: dict[str, int]) -> State:
    """Three panzers in 0509 and one in 0408 have just eliminated the division in 0508."""
    units = [rifle("0508"), *[panzer("0509")] * 3, panzer("0408")]
    state = build_position(BOARD, units, **AXIS_ASSAULTS)
    desk = open_desk(state, AXIS, strike("0501", 1, 2, 3, 4), garrisons=garrisons)
    conduct_assaults(state, desk, AXIS)
    assert state.battles[0].attackers > 0
    assert state.ground[hex_named(state, "0508")].occupant != SOVIET
    return state


@pytest.mark.rule("drive_on_stalingrad 11.38")
def test_victors_advance_unless_they_are_a_garrison():
    assert "0508" in places(overrun({}), 1, 2, 3, 4)
    assert "0508" not in places(overrun({"0509": 3, "0408": 1}), 1, 2, 3, 4)


@pytest.mark.rule("drive_on_stalingrad 11.38")
def test_others_advance_past_a_garrison_that_stays():
    units = [rifle("0508", defense=4), *[panzer("0509")] * 2, panzer("0408")]
    state = build_position(BOARD, units, **AXIS_ASSAULTS)
    desk = open_desk(state, AXIS, strike("0501", 1, 2, 3), garrisons={"0509": 2})
    conduct_assaults(state, desk, AXIS)
    assert state.battles[0].attackers == 3
    assert places(state, 1, 2, 3) == ["0509", "0509", "0508"]


@pytest.mark.rule("drive_on_stalingrad 4.6")
@pytest.mark.parametrize(("garrison", "attacks"), [(2, 0), (1, 1)])
def test_a_garrison_that_must_not_fall_attacks_only_with_troops_to_spare(garrison, attacks):
    rows = change_cell(BOARD, 5, 9, ".CX-")
    state = build_position(rows, [rifle("0508"), *[panzer("0509")] * 2], **AXIS_ASSAULTS)
    desk = open_desk(state, AXIS, strike("0501", 1, 2), garrisons={"0509": garrison})
    conduct_assaults(state, desk, AXIS)
    assert int(state.game.battle_count) == attacks
    assert int(state.battles[0].attackers) == (2 - garrison) * attacks


@pytest.mark.rule("drive_on_stalingrad 11.38")
def test_as_many_stay_in_a_garrison_hex_as_are_wanted_there():
    units = [rifle("0508", defense=1), *[panzer("0509")] * 5]
    state = build_position(BOARD, units, **AXIS_ASSAULTS)
    desk = open_desk(state, AXIS, strike("0501", 1, 2, 3, 4, 5), garrisons={"0509": 1})
    conduct_assaults(state, desk, AXIS)
    stayed = places(state, 1, 2, 3, 4, 5).count("0509")
    attacked = int(state.battles[0].attackers)
    assert stayed == max(1, 5 - attacked)
