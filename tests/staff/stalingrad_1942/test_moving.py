"""How the staff of 1942 moves a side: line, garrisons, newcomers, second waves, rings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from balance.games.stalingrad_1942.sequence import (
    StepKind,
    close_step,
    open_step,
    play_sequence,
)
from balance.games.stalingrad_1942.stacks import lift_unit, place_unit
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.vocabulary import (
    Feature,
    Kind,
    Phase,
    Side,
    Status,
    Terrain,
)
from balance.kernel.hexes import distances
from balance.staff.desk import LINE, LINE_LENGTH, MISSION, Desk
from balance.staff.plan import Mission, Plan, select
from balance.staff.stalingrad_1942.playing import Playable
from balance.staff.weights import Weights
from tests.games.stalingrad_1942.scenarios import scenario

pytestmark = pytest.mark.compiled


def act(playable: Playable, state: State, desk: Desk, kind: StepKind) -> None:
    """Have the phasing side act in the open step, by the code that games are played with."""
    playable.conduct(state, {int(state.game.side): desk}, int(kind), (False, False))


def moved(
    name: str,
    side: Side,
    turn: int,
    plan: Plan | None = None,
    change: Callable[[Playable, State], None] = lambda playable, state: None,
) -> tuple[Playable, State, Desk]:
    """A game after the staff has moved a side by a plan; nobody has done anything before.

    ``change`` makes another position of the one that it finds.
    """
    playable = Playable(scenario(name))
    state = scenario(name).new_game(1)
    for step in play_sequence(state):
        if (step.kind, step.side, step.game_turn) == (StepKind.MOVEMENT, side, turn):
            break
    change(playable, state)
    weights = Weights(vp_worth=1.5, advance=9.0, stand_off=2.0)
    desk = playable.draft(replace(plan or Plan(), weights=weights), int(side))
    act(playable, state, desk, StepKind.MOVEMENT)
    return playable, state, desk


def destroy_the_axis(state: State) -> None:
    """Eliminate all Axis units, those to come included."""
    for u in np.flatnonzero(state.units["side"] == Side.AXIS):
        if state.units["status"][u] == Status.ON_MAP:
            lift_unit(state, np.int64(u))
        state.units["status"][u] = Status.ELIMINATED


def move_soviets(playable: Playable, state: State, desk: Desk, last: int) -> None:
    """Play on through a game turn: the Soviets move by a plan, and nobody does anything else."""
    for step in play_sequence(state):
        if (step.kind, step.side) == (StepKind.MOVEMENT, Side.SOVIET):
            act(playable, state, desk, StepKind.MOVEMENT)
        if step.game_turn > last:
            break


def row(playable: Playable, name: str) -> int:
    return playable.unit_names.index(name)


def hex_of(playable: Playable, name: str) -> int:
    return playable.hex_names.index(name)


@pytest.mark.rule("stalingrad_1942 5.0, 21.12a")
@pytest.mark.parametrize("pause", [0, 1])
def test_whom_battles_have_driven_into_one_hex_march_apart(pause: int):
    crowd = ("304 Rif", "321 Rif", "27 Gds", "252 Rif", "258 Rif", "76 Rif")
    stay = Plan(missions=(Mission(select(*crowd), "garrison", ("4102",)),))

    def crowded(playable: Playable, state: State) -> None:
        state.game.pause = pause
        for name in crowd:
            lift_unit(state, np.int64(row(playable, name)))
            place_unit(state, np.int64(row(playable, name)), np.int64(hex_of(playable, "4102")))

    playable, state, _ = moved("uranus", Side.SOVIET, 2, stay, crowded)
    assert state.ground[hex_of(playable, "4102")].stack == state.rules.stacking_limit
    assert {state.units[row(playable, name)].status for name in crowd} == {Status.ON_MAP}


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", ["uranus", "winter_storm", "on_to_stalingrad"])
def test_the_line_parts_the_map_from_the_north_or_west_edge_to_the_south(name, side):
    _, state, desk = moved(name, side, 2)
    line = desk.marks[LINE, : int(desk.tally[LINE_LENGTH])]
    features = state.hexes["features"]
    assert features[line[0]] & (Feature.EDGE_SOUTH | Feature.EDGE_WEST)
    assert features[line[-1]] & (Feature.EDGE_NORTH | Feature.EDGE_WEST)
    assert len(line) > 20
    land = state.hexes["terrain"][line] != Terrain.OFF_MAP
    posts = (desk.wanted[line] > 0) | ~land
    assert (posts[1:] | posts[:-1]).all(), "one empty hex between two posts at most"


def test_a_garrison_goes_to_its_objective_and_stays():
    mission = Mission(select("24/24 Pz"), "garrison", ("Bolshaya Rossoshka",))
    playable, state, _ = moved("uranus", Side.AXIS, 2, Plan(missions=(mission,)))
    goal = playable.roster.find_hex("Bolshaya Rossoshka")
    assert state.units["hex"][row(playable, "24/24 Pz")] == goal


def test_a_garrison_is_shared_out_among_its_objectives():
    goals = ("1624", "1523", "1424", "1323", "1223")
    mission = Mission(select(armies=["64"], kinds=["infantry"]), "garrison", goals)
    playable = Playable(scenario("winter_storm"))
    state = scenario("winter_storm").new_game(1)
    destroy_the_axis(state)
    plan = Plan(missions=(mission,), weights=Weights(vp_worth=1.5, advance=9.0))
    desk = playable.draft(plan, int(Side.SOVIET))
    move_soviets(playable, state, desk, 9)
    sent = (desk.crew[MISSION] >= 0) & (state.units["status"] == Status.ON_MAP)
    places = [playable.roster.find_hex(goal) for goal in goals]
    manned = [int(np.sum(state.units["hex"][sent] == h)) for h in places]
    assert sum(manned) == np.sum(sent), manned
    assert max(manned) - min(manned) <= 1, manned


@pytest.mark.rule("stalingrad_1942 S1f, S3d")
def test_an_army_whom_nobody_faces_goes_for_what_the_enemy_holds():
    playable = Playable(scenario("winter_storm"))
    state = scenario("winter_storm").new_game(1)
    destroy_the_axis(state)
    city, towns = (state.hexes["features"] & kind != 0 for kind in (Feature.CITY, Feature.TOWN))
    state.ground["control"][city] = Side.SOVIET
    held = towns & (state.ground["control"] == Side.AXIS)
    assert held.sum() >= 8
    plan = Plan(missions=(Mission(select(), "strike", ("Stalingrad",)),))
    desk = playable.draft(plan, int(Side.SOVIET))
    move_soviets(playable, state, desk, 12)
    left = held & (state.ground["control"] == Side.AXIS)
    assert not left.any(), [playable.hex_names[h] for h in np.flatnonzero(left)]


GUMRAK = Mission(select("399 Rif", "204 Rif", "208 Rif"), "garrison", ("Gumrak",))


@pytest.mark.parametrize("missions", [(GUMRAK,), ()], ids=["with a task", "without one"])
def test_who_enters_beyond_the_volga_crosses_it_tanks_by_a_bridge(missions: tuple[Mission, ...]):
    playable = Playable(scenario("on_to_stalingrad"))
    state = scenario("on_to_stalingrad").new_game(1)
    desk = playable.draft(Plan(missions=missions), int(Side.SOVIET))
    move_soviets(playable, state, desk, 16)
    units = state.units
    river = max(int(state.hexes["row"][playable.roster.find_hex(h)]) for h in ("0614", "0716"))
    came = (units["entry_area"] == Feature.AREA_W) & (units["arrival_turn"] <= 9)
    came &= units["status"] == Status.ON_MAP
    beyond = state.hexes["row"][units["hex"]] <= river
    on_foot = came & (units["motorized"] == 0) & (units["kind"] != Kind.HEADQUARTERS)
    assert on_foot.sum() >= 5
    assert not (on_foot & beyond).any()
    tanks = came & (units["kind"] == Kind.ARMOR)
    assert tanks.sum() >= 5
    assert (tanks & ~beyond).any()


def test_newcomers_that_are_due_enter_the_map():
    playable, state, _ = moved("winter_storm", Side.SOVIET, 3)
    due = [row(playable, name) for name in ("24 Gds", "33 Gds", "98 Rif")]
    assert {int(state.units["status"][u]) for u in due} == {Status.ON_MAP}


def test_a_mobile_striker_whose_way_is_barred_waits_and_moves_strategically():
    names = ("17 Mech", "61 Mech", "62 Mech", "36 Mech", "59 Mech", "60 Mech")
    plan = Plan(missions=(Mission(select(*names), "strike", ("Sovetsky",)),))
    playable, state, desk = moved("uranus", Side.SOVIET, 2, plan)
    waiting = [u for u in (row(playable, n) for n in names) if state.units["moved"][u] == 0]
    assert waiting
    assert all(state.units["marked"][u] == 1 for u in waiting)
    # The front falls, as if battles had torn it open.
    destroy_the_axis(state)
    while state.game.phase != Phase.SOVIET_STRATEGIC:
        close_step(state)
        open_step(state)
    before = [int(state.units["hex"][u]) for u in waiting]
    act(playable, state, desk, StepKind.STRATEGIC_MOVEMENT)
    assert [int(state.units["hex"][u]) for u in waiting] != before


def test_a_ring_is_manned_all_around_who_is_cut_off():
    _, state, desk = moved("winter_storm", Side.SOVIET, 2)
    hexes, occupant = state.hexes, state.ground["occupant"][:-1]
    cut_off = np.flatnonzero((occupant == Side.AXIS) & (state.supply[Side.AXIS, :-1] == NO_LINE))
    posts = np.flatnonzero((desk.wanted[:-1] > 0) & (occupant == Side.SOVIET))
    middle = int(cut_off[len(cut_off) // 2])
    away = np.min([distances(hexes["row"], hexes["x2"], int(h)) for h in cut_off], axis=0)
    near = posts[away[posts] <= 3]
    east = hexes["row"][near] < hexes["row"][middle]
    north = hexes["x2"][near] > hexes["x2"][middle]
    for quarter in (east & north, east & ~north, ~east & north, ~east & ~north):
        assert quarter.any()


def test_nobody_of_the_line_ends_beside_an_enemy_but_in_works_unless_he_sallies():
    _, state, _ = moved("uranus", Side.AXIS, 2, Plan(sallies=False))
    for u in np.flatnonzero((state.units["side"] == Side.AXIS) & (state.units["moved"] > 0)):
        h = int(state.units["hex"][u])
        works = state.ground["works"][h] or state.hexes["features"][h] & Feature.WORKS
        assert works or state.zones[Side.SOVIET, h] == 0


@pytest.mark.rule("stalingrad_1942 6.32")
def test_a_striker_marches_around_a_pocket_not_up_to_it():
    playable = Playable(scenario("winter_storm"))
    state = scenario("winter_storm").new_game(1)
    for step in play_sequence(state):
        if (step.kind, step.side, step.game_turn) == (StepKind.MOVEMENT, Side.SOVIET, 2):
            break
    guards = row(playable, "24 Gds")
    state.units["status"][guards] = Status.ON_MAP
    place_unit(state, np.int64(guards), np.int64(hex_of(playable, "1709")))
    mission = Mission(select("24 Gds"), "strike", ("Kotelnikovo",))
    plan = Plan(missions=(mission,), weights=Weights(vp_worth=1.5, advance=9.0, stand_off=2.0))
    act(playable, state, playable.draft(plan, int(Side.SOVIET)), StepKind.MOVEMENT)
    here = int(state.units["hex"][guards])
    assert state.zones[Side.AXIS, here] == 0
    # The pocket lies straight ahead; first figures grow westwards, the way past it.
    assert int(playable.hex_names[here][:2]) >= 20
