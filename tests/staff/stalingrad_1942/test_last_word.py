"""The last day: both sides take what lies open, and who moves last cuts off 6th Army."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from balance.games.stalingrad_1942.sequence import StepKind, play_sequence
from balance.games.stalingrad_1942.stacks import lift_unit
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import Kind, Side, Status
from balance.games.steps import Step
from balance.staff.plan import Plan, select
from balance.staff.stalingrad_1942.choices import GUARDS
from balance.staff.stalingrad_1942.playing import Playable
from balance.staff.weights import Weights
from tests.games.stalingrad_1942.scenarios import scenario

pytestmark = pytest.mark.compiled

NAME = "winter_storm"
LAST = 31


def about_to_move(side: Side, turn: int) -> tuple[State, Iterator[Step]]:
    """A game in which nobody has done anything, when a side moves; and how it goes on."""
    state = scenario(NAME).new_game(1)
    steps = play_sequence(state)
    for step in steps:
        if (step.kind, step.side, step.game_turn) == (StepKind.MOVEMENT, side, turn):
            return state, steps
    raise AssertionError("no such step")


def move(playable: Playable, state: State, kind: StepKind, *, guards: bool = False) -> None:
    """Have the staff act in the open step, by the code that games are played with."""
    weights = Weights(vp_worth=1.5, advance=9.0, stand_off=2.0)
    side = int(state.game.side)
    desk = playable.draft(Plan(weights=weights), side)
    desk.order[GUARDS] = guards
    playable.conduct(state, {side: desk}, int(kind), (False, False))


def regiments_fed(state: State) -> int:
    """Combat units of 6th Army within six hexes of Stalingrad that have a line of supply."""
    trace_supply(state, np.int64(Side.AXIS))
    units = state.units
    army = (units["sixth_army"] != 0) & (units["status"] == Status.ON_MAP)
    near = state.hexes["to_city"][units["hex"]] <= state.rules.victory_encirclement_radius
    return int(np.sum(army & near & (state.supply[Side.AXIS, units["hex"]] != NO_LINE)))


@pytest.mark.rule("stalingrad_1942 S3d")
@pytest.mark.parametrize(
    ("side", "town"), [(Side.AXIS, "Nizhne-Chirskaya"), (Side.SOVIET, "Kalach")]
)
def test_towns_that_lie_open_are_taken_on_the_last_day(side: Side, town: str):
    playable = Playable(scenario(NAME))
    here = playable.roster.find_hex(town)
    for turn, holder in ((LAST - 1, 1 - side), (LAST, side)):
        state, _ = about_to_move(side, turn)
        state.ground[here].control = 1 - side
        # A headquarters that goes to its troops may come through.
        staffs = (state.units["kind"] == Kind.HEADQUARTERS) & (
            state.units["status"] == Status.ON_MAP
        )
        for unit in np.flatnonzero(staffs & (state.units["side"] == side)):
            lift_unit(state, unit)
        move(playable, state, StepKind.MOVEMENT)
        assert state.ground[here].control == holder


def left_empty(state: State, side: Side) -> set[int]:
    """Places of a side that score and that nobody stands in."""
    ground = state.ground
    empty = (ground["control"] == side) & (ground["occupant"] < 0)
    return set(np.flatnonzero(empty[:-1] & (state.hexes["vp"][:-1] > 0)).tolist())


@pytest.mark.rule("stalingrad_1942 S3d")
def test_guards_stay_on_the_last_day_in_towns_that_the_enemy_could_still_take():
    playable = Playable(scenario(NAME))
    town = playable.roster.find_hex("Nizhne-Chirskaya")
    found = {}
    for turn, guards in ((LAST - 1, True), (LAST, False), (LAST, True)):
        state, _ = about_to_move(Side.AXIS, turn)
        state.ground[town].control = Side.AXIS
        move(playable, state, StepKind.MOVEMENT, guards=guards)
        found[turn, guards] = left_empty(state, Side.AXIS)
    assert found[LAST, True] < found[LAST, False]
    assert town in found[LAST - 1, True] & found[LAST, False] - found[LAST, True]


@pytest.mark.rule("stalingrad_1942 13.14")
@pytest.mark.rule("stalingrad_1942 14.13")
def test_the_line_of_6th_army_is_cut_by_the_very_last_march():
    playable = Playable(scenario(NAME))
    state, steps = about_to_move(Side.SOVIET, LAST)
    # Without 21st Army the pocket is open to the west.
    for unit in playable.roster.chosen(int(Side.SOVIET), select(armies=["21"])):
        lift_unit(state, np.int64(unit))
    assert regiments_fed(state) > 30
    move(playable, state, StepKind.MOVEMENT)
    assert regiments_fed(state) > 20
    for step in steps:
        if (step.kind, step.side) == (StepKind.STRATEGIC_MOVEMENT, Side.SOVIET):
            break
    move(playable, state, StepKind.STRATEGIC_MOVEMENT)
    assert regiments_fed(state) == 0
