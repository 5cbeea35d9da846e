"""What players see: all that lies open, and nothing of what an untried unit is worth."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from balance.errors import UnknownName
from balance.games.army_group_south.sequence import StepKind
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Mode, Status
from balance.staff.army_group_south.facts import FACTS
from balance.staff.army_group_south.naming import Naming
from balance.strategy.view import View
from tests.staff.army_group_south.on_the_map import hex_of, playable, row_of, stopped, view_of

AXIS, SOVIET = 0, 1


@pytest.fixture
def state() -> State:
    return stopped(StepKind.MOVEMENT, SOVIET)


def everything(view: View) -> dict[str, Any]:
    units = view.units()
    return {
        "units": units,
        "enemies": view.enemies(),
        "controlled": view.controlled(),
        "facts": {name: view.facts[name] for name in view.facts},
        "hexes": [view.hex(name) for name in ("Kharkov", "1004")],
        "reach": {unit.name: view.reach(unit.name) for unit in units[:8]},
        "entries": {unit.name: view.entry_hexes(unit.name) for unit in units},
    }


def hidden(state: State) -> list[int]:
    rows = (state.units["untried"] != 0) & (state.units["revealed"] == 0)
    return np.flatnonzero(rows & (state.units["status"] != Status.UNUSED)).tolist()


@pytest.mark.rule("army_group_south 13.2")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_counters_dealt_otherwise_within_a_pool_look_the_same(state, side):
    """Two untried units of a pool change places: no player may notice."""
    before = everything(view_of(state, side))
    kinds = state.units["kind"]
    first = next(u for u in hidden(state) if state.units[u].hex < len(state.ground) - 1)
    second = next(
        u for u in reversed(hidden(state))
        if kinds[u] == kinds[first] and u != first and state.units[u].hex < len(state.ground) - 1
        and state.units[u].hex != state.units[first].hex
        and (state.strengths[u] != state.strengths[first]).any()
    )  # fmt: skip
    swap(state, first, second)
    assert everything(view_of(state, side)) == before


def swap(state: State, first: int, second: int) -> None:
    """Let two units lie where the other lay, all else of the position as it was."""
    rows = state.units[[first, second]].copy()
    for u, other in ((first, rows[1]), (second, rows[0])):
        for name in ("hex", "slot", "next", "supplied", "mode", "mp_left", "start_hex",
                     "start_zone", "came_from", "arrival_turn", "moved", "status"):  # fmt: skip
            state.units[u][name] = other[name]
    for links in (state.ground["first"], state.units["next"]):
        ones, others = links == first, links == second
        links[ones], links[others] = second, first


@pytest.mark.rule("army_group_south 13.0, 13.1")
def test_no_name_of_an_untried_counter_is_told_before_it_has_fought(state):
    names = [playable().unit_names[u] for u in hidden(state)]
    assert len(names) > 40
    for side in (AXIS, SOVIET):
        told = repr(everything(view_of(state, side)))
        assert [name for name in names if repr(name) in told] == []


@pytest.mark.rule("army_group_south 13.2")
def test_an_untried_unit_gets_its_name_and_strength_when_it_is_revealed(state):
    unit = next(u for u in hidden(state) if state.units[u].hex < len(state.ground) - 1)
    name = playable().unit_names[unit]
    kind = str(playable().scenario.order_of_battle.rows[unit]["pool"])
    alias = Naming(playable().scenario).own_name(state, unit)
    assert re.fullmatch(rf"untried {kind} \d+", alias)
    shown = next(u for u in view_of(state, SOVIET).units() if u.name == alias)
    assert shown.hex == hex_of(state, name)
    assert shown.attack == state.units[unit].mean_attack_x10 / 10
    assert view_of(state, SOVIET).reach(shown.name)
    with pytest.raises(UnknownName):
        view_of(state, SOVIET).reach(name)
    state.units[unit].revealed = 1
    now = next(u for u in view_of(state, SOVIET).units() if u.name == name)
    assert (now.hex, now.attack) == (shown.hex, state.strengths[unit, now.steps, 0])
    with pytest.raises(UnknownName):
        view_of(state, SOVIET).reach(shown.name)


def test_own_names_are_different_and_the_list_is_sorted_by_them(state):
    names = [unit.name for unit in view_of(state, SOVIET).units()]
    assert names == sorted(set(names))


@pytest.mark.rule("army_group_south 13.0")
def test_stacks_lie_open_to_the_enemy(state):
    stacks = {stack.hex: stack for stack in view_of(state, SOVIET).enemies()}
    germans = [u for u in view_of(state, AXIS).units() if u.hex]
    assert sum(stack.units for stack in stacks.values()) == len(germans)
    for stack in stacks.values():
        here = {(u.name, u.steps, u.attack, u.defense) for u in germans if u.hex == stack.hex}
        assert {(m.name, m.steps, m.attack, m.defense) for m in stack.members} == here
        assert stack.top == stack.members[0].name


@pytest.mark.rule("army_group_south 21.0")
def test_soviet_units_tell_their_mode_and_germans_have_none(state):
    hq = [unit for unit in view_of(state, SOVIET).units() if unit.kind == "hq" and unit.hex]
    assert {unit.mode for unit in hq} == {"offensive"}
    state.units["mode"][[row_of(unit.name) for unit in hq]] = Mode.DEFENSIVE
    state.game.soviet_supply_dirty = 1
    soviets = view_of(state, SOVIET).units()
    assert {unit.mode for unit in soviets if unit.hex} == {"defensive"}
    assert {unit.mode for unit in soviets if not unit.hex} == {""}
    assert {unit.mode for unit in view_of(state, AXIS).units()} == {""}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (StepKind.DOCTRINE, "doctrine"),
        (StepKind.MOVEMENT, "movement"),
        (StepKind.COMBAT, "combat"),
        (StepKind.MECHANIZED_MOVEMENT, "mechanized_movement"),
    ],
)
def test_the_phase_is_named_by_what_is_done_in_it(kind, name):
    view = view_of(stopped(kind, SOVIET), SOVIET)
    assert (view.phase, view.facts["phase"], view.game_turn) == (name, name, 2)


@pytest.mark.rule("army_group_south 25.3")
def test_points_of_places_count_for_who_holds_them_now(state):
    facts = view_of(state, AXIS).facts
    before = facts["vp_soviet"]
    open_places = [h for h, side in facts["places"].items() if side != "soviet"]
    place = next(h for h in open_places if h not in facts["kharkov"])
    worth = facts["place_worth"][place]
    h = playable().hex_names.index(place)
    state.ground[h].control = SOVIET
    facts = view_of(state, AXIS).facts
    assert facts["vp_soviet"] == before + worth
    assert facts["places"][place] == "soviet"


@pytest.mark.rule("army_group_south 4.2")
def test_headquarters_and_wheels_alone_can_act_in_the_mechanized_phase():
    state = stopped(StepKind.MECHANIZED_MOVEMENT, SOVIET)
    able = {u.kind for u in view_of(state, SOVIET).units() if u.can_act}
    assert "tank_or_mechanized_corps" in able
    assert "hq" in able
    assert not able & {"rifle_division", "guards_rifle_division"}


def test_every_fact_says_what_it_means(state):
    for side in (AXIS, SOVIET):
        facts = view_of(state, side).facts
        assert list(facts) == list(FACTS)
        assert all(fact.meaning for fact in FACTS.values())
    assert view_of(state, AXIS).facts["first_day"] == "1943-02-09"
    assert view_of(state, SOVIET).facts["reinforcements_due"]
