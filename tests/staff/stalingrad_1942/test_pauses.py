"""Pauses: a few units step a hex each and nobody attacks; in Uranus two of them end the game."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import Phase, Side
from balance.staff.desk import MISSION, Desk, Sizes, new_desk
from balance.staff.stalingrad_1942.blockades import STARVES
from balance.staff.stalingrad_1942.last_word import prepare_last_word
from tests.games.stalingrad_1942.positions import build_position, regiment, rifles
from tests.games.text_maps import change_cell, clear_map, hex_named

#: The last turn of Uranus; it and the one before are pauses, others are made such here.
LAST = 23


def desk_for(state: State) -> Desk:
    """A desk on which nobody has a task."""
    sizes = Sizes(classes=4, marks=STARVES + 1)
    desk = new_desk(len(state.ground) - 1, len(state.units), 1, sizes)
    desk.crew[MISSION, :] = -1
    return desk


def cut(turn: int) -> bool:
    """Whether a regiment at the city has lost its line when the Soviets have stepped."""
    field = change_cell(change_cell(clear_map(3, 12), 1, 12, ".O"), 1, 3, ".C")
    road = {(f"01{k:02d}", f"01{k + 1:02d}"): "road" for k in range(1, 12)}
    state = build_position(
        field,
        [regiment("0104"), rifles("0308")],
        sides=road,
        scenario="uranus",
        phase=Phase.SOVIET_MOVEMENT,
        game_turn=turn,
        pause=1,
    )
    trace_supply(state, Side.AXIS)
    here = hex_named(state, "0104")
    assert state.supply[Side.AXIS, here] != NO_LINE
    prepare_last_word(state, desk_for(state), np.int64(Side.SOVIET))
    trace_supply(state, Side.AXIS)
    return bool(state.supply[Side.AXIS, here] == NO_LINE)


@pytest.mark.rule("stalingrad_1942 21.13, S2e")
@pytest.mark.parametrize(("turn", "cuts"), [(LAST, True), (LAST - 2, True), (LAST - 3, False)])
def test_the_line_is_cut_in_a_pause_after_which_nobody_fights(turn: int, cuts: bool) -> None:
    assert cut(turn) == cuts
