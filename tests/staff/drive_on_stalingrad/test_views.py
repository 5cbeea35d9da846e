"""What a view shows and what it keeps: fog of war, phases, facts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.stacks import lift_unit, place_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Phase, PhaseOrder, Purpose, Status, Trait
from balance.staff.drive_on_stalingrad.facts import FACTS
from balance.staff.drive_on_stalingrad.views import SeenGame
from balance.strategy.view import View
from tests.staff.drive_on_stalingrad.conftest import at_phase, unit_row

AXIS, SOVIET = 0, 1


@pytest.fixture(scope="session")
def seen(blue):
    return SeenGame(blue)


def view_of(seen: SeenGame, state: State, side: int) -> View:
    return View(seen, state, side, int(Purpose.PLAYER))


def everything(view: View) -> dict[str, Any]:
    """All that a view tells."""
    named = view.units()
    return {
        "units": named,
        "enemies": view.enemies(),
        "controlled": view.controlled(),
        "facts": {name: view.facts[name] for name in view.facts},
        "hexes": [view.hex(name) for name in ("2111", "1134", "2725")],
        "reach": [view.reach(unit.name) for unit in named[:5]],
        "entries": [view.entry_hexes(unit.name) for unit in named[:5]],
    }


def hidden_units(state: State) -> list[int]:
    untried = (state.units["traits"] & Trait.UNTRIED) != 0
    return np.flatnonzero(untried & (state.units["revealed"] == 0)).tolist()


# --- fog


@pytest.mark.rule("drive_on_stalingrad 2.14a")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_hidden_values_make_no_difference_to_what_either_side_sees(blue, seen, state, side):
    before = everything(view_of(seen, state, side))
    for unit in hidden_units(state):
        state.units[unit].attack = 17
        state.units[unit].defense = 19
    assert everything(view_of(seen, state, side)) == before


@pytest.mark.rule("drive_on_stalingrad 2.14a, 2.14b")
def test_untried_unit_shows_its_mean_until_it_is_revealed(blue, seen, state):
    unit = hidden_units(state)[0]
    name = blue.unit_names[unit]
    state.units[unit].attack = 9

    def shown() -> float:
        own = view_of(seen, state, SOVIET).units()
        return next(u.attack for u in own if u.name == name)

    assert shown() == state.units[unit].mean_attack_x10 / 10
    state.units[unit].revealed = 1
    assert shown() == 9.0


@pytest.mark.rule("drive_on_stalingrad 11.7a")
def test_enemy_stack_shows_its_top_unit_and_height_alone(blue, seen, state):
    stacks = {stack.hex: stack for stack in view_of(seen, state, AXIS).enemies()}
    h = next(
        h for h in range(len(blue.hex_names))
        if state.ground[h].occupant == SOVIET and state.ground[h].stack >= 3
    )  # fmt: skip
    top = int(state.ground[h].first)
    stack = stacks[blue.hex_names[h]]
    assert stack.top == blue.unit_names[top]
    assert stack.units == state.ground[h].stack + state.ground[h].guns
    told = repr(everything(view_of(seen, state, AXIS)))
    below = blue.unit_names[int(state.units[top].next)]
    assert repr(below) not in told


@pytest.mark.rule("drive_on_stalingrad 11.7a")
def test_what_lies_below_the_top_makes_no_difference_to_the_enemy(blue, seen, state):
    h = next(
        h for h in range(len(blue.hex_names))
        if state.ground[h].occupant == SOVIET and state.ground[h].stack >= 3
    )  # fmt: skip
    before = everything(view_of(seen, state, AXIS))
    top = int(state.ground[h].first)
    below = int(state.units[top].next)
    state.units[below].attack = 20
    state.units[below].revealed = 1
    state.units[below].steps = 5
    assert everything(view_of(seen, state, AXIS)) == before


@pytest.mark.rule("drive_on_stalingrad 11.7c")
def test_enemy_units_off_the_map_are_not_seen(blue, seen, state):
    waiting = [
        blue.unit_names[u]
        for u in np.flatnonzero(state.units["status"] != Status.ON_MAP)
        if state.units[u].side == SOVIET
    ]
    told = repr(everything(view_of(seen, state, AXIS)))
    assert waiting
    assert [name for name in waiting if repr(name) in told] == []


@pytest.mark.rule("drive_on_stalingrad 11.7c")
def test_victory_points_are_known_to_both_sides(seen, state):
    state.game.vp = 4
    assert [view_of(seen, state, side).facts["vp"] for side in (AXIS, SOVIET)] == [4, 4]


# --- what is told


@pytest.mark.parametrize(
    ("phase", "order", "name"),
    [
        (Phase.SET_UP, PhaseOrder.ASSAULT_MOVE, "set_up"),
        (Phase.AXIS_START, PhaseOrder.ASSAULT_MOVE, "start"),
        (Phase.TURN_START, PhaseOrder.ASSAULT_MOVE, "start"),
        (Phase.AXIS_FIRST, PhaseOrder.ASSAULT_MOVE, "assault"),
        (Phase.AXIS_SECOND, PhaseOrder.ASSAULT_MOVE, "movement"),
        (Phase.AXIS_SECOND, PhaseOrder.ASSAULT_ASSAULT, "assault"),
        (Phase.SOVIET_FIRST, PhaseOrder.MOVE_MOVE, "movement"),
    ],
)
def test_the_phase_is_named_by_what_is_done_in_it(seen, state, phase, order, name):
    at_phase(state, phase, order, game_turn=4)
    view = view_of(seen, state, AXIS)
    assert (view.phase, view.facts["phase"], view.game_turn) == (name, name, 4)


def test_own_units_can_act_in_their_own_phase_until_they_have(blue, seen, state):
    unit = unit_row(blue, "24 Pz")

    def panzer() -> Any:
        return next(u for u in view_of(seen, state, AXIS).units() if u.name == "24 Pz")

    assert (panzer().can_act, panzer().points) == (True, state.units[unit].movement)
    state.units[unit].moved = 2
    assert (panzer().can_act, panzer().points) == (False, 0)
    at_phase(state, Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT, game_turn=4)
    assert panzer().can_act
    state.units[unit].attacked = 1
    assert not panzer().can_act


def test_reach_tells_the_points_left_and_leaves_the_own_hex_out(blue, seen, state):
    unit = unit_row(blue, "24 Pz")
    here = blue.hex_names[int(state.units[unit].hex)]
    reach = view_of(seen, state, AXIS).reach("24 Pz")
    assert here not in reach
    assert max(reach.values()) < state.units[unit].movement
    assert view_of(seen, state, SOVIET).reach("1 TC") == {}, "it is not the Soviet player turn"


def test_reach_of_an_enemy_unit_is_not_told(seen, state):
    with pytest.raises(UnknownName, match="unknown axis unit '1 TC'"):
        view_of(seen, state, AXIS).reach("1 TC")


def test_hex_tells_terrain_place_features_and_control(blue, seen, state):
    view = view_of(seen, state, AXIS)
    kharkov = view.hex("Kharkov")
    assert (kharkov.hex, kharkov.place, kharkov.control) == ("1134", "Kharkov", "axis")
    assert {"city", "sudden_death"} <= set(kharkov.features)
    line = next(h for h in range(len(blue.hex_names)) if state.ground[h].line_intact)
    assert "don_volga_line" in view.hex(blue.hex_names[line]).features
    state.ground[line].line_intact = 0
    assert "don_volga_line" not in view.hex(blue.hex_names[line]).features


def test_unknown_place_names_near_ones(seen, state):
    with pytest.raises(UnknownName, match="unknown place or hex 'Stalingrat'; did you mean 'Stali"):
        view_of(seen, state, AXIS).hex_of("Stalingrat")


def test_every_fact_is_told_and_unknown_ones_are_refused(seen, state):
    view = view_of(seen, state, SOVIET)
    assert list(view.facts) == list(FACTS)
    assert all(fact.meaning for fact in FACTS.values())
    assert view.facts.get("weather", "fine") == "fine"
    with pytest.raises(UnknownName, match="unknown fact 'vps'; did you mean 'vp'"):
        view.facts["vps"]


def test_facts_follow_the_game(blue, seen, state):
    view = view_of(seen, state, AXIS)
    assert view.facts["double_phase_left"]
    state.game.double_assault_used = 1
    assert not view.facts["double_phase_left"]
    assert view.facts["units_lost"] == 0
    unit = unit_row(blue, "24 Pz")
    lift_unit(state, np.int64(unit))
    state.units[unit].status = Status.ELIMINATED
    assert view.facts["units_lost"] == 1
    h = blue.hex_index("2111")
    assert view.facts["vp_hexes"]["2111"] == "soviet"
    state.ground[h].control = AXIS
    assert view.facts["vp_hexes"]["2111"] == "axis"


def test_a_view_shows_the_game_as_it_stands_now(blue, seen, state):
    view = view_of(seen, state, AXIS)
    unit = unit_row(blue, "24 Pz")
    lift_unit(state, np.int64(unit))
    place_unit(state, np.int64(unit), np.int64(blue.hex_index("0533")))
    assert next(u.hex for u in view.units() if u.name == "24 Pz") == "0533"


def test_own_dice_repeat_for_a_seed_and_differ_by_side_and_seed(blue, seen, state):
    def draws(game: State, side: int) -> list[int]:
        view = view_of(seen, game, side)
        return [view.random(1000) for _ in range(8)]

    other = at_phase(blue.new_game(4), Phase.AXIS_FIRST, PhaseOrder.MOVE_ASSAULT, game_turn=4)
    first = draws(state, AXIS)
    assert draws(state, AXIS) == first
    assert draws(state, SOVIET) != first
    assert draws(other, AXIS) != first
    assert len(set(first)) > 1
