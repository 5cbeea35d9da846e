"""Stalingrad's garrison: the staff fills it up, so that the others may move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.stalingrad_1942.garrison import refresh_call
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Phase, Side
from balance.staff.desk import MISSION, Posture, Sizes, new_desk
from balance.staff.stalingrad_1942.blockades import STARVES
from balance.staff.stalingrad_1942.garrison import answer_call
from tests.games.stalingrad_1942.positions import (
    build_position,
    regiment,
    rifles,
    stands_in,
    tanks,
)
from tests.games.text_maps import strip

#: A row of hexes along a road, two of them of the city.
ROAD = strip(9, {3: ".CS", 2: ".CS", 1: ".S", 4: ".S", 5: ".S", 6: ".S"})


def answered(units: list[dict[str, Any]], striker: int = -1) -> State:
    """The position after the Soviet staff has answered the call."""
    state = build_position(ROAD, units, phase=Phase.SOVIET_MOVEMENT)
    desk = new_desk(len(state.ground) - 1, len(units), 1, Sizes(classes=4, marks=STARVES + 1))
    desk.posture[0] = Posture.STRIKE
    desk.crew[MISSION, :] = -1
    if striker >= 0:
        desk.crew[MISSION, striker] = 0
    refresh_call(state)
    answer_call(state, desk, np.int64(Side.SOVIET))
    return state


def in_city(state: State) -> list[int]:
    """Rows of the units in the city."""
    return [u for u in range(len(state.units)) if stands_in(state, u) in ("0102", "0103")]


@pytest.mark.rule("stalingrad_1942 20.11, 20.12")
def test_units_that_can_come_fill_the_garrison_up_and_end_the_call() -> None:
    state = answered([rifles("0103"), rifles("0105"), rifles("0106"), rifles("0107")])
    assert len(in_city(state)) == 3
    assert state.game.garrison_call == 0


@pytest.mark.rule("stalingrad_1942 20.12")
def test_who_is_least_missed_goes_and_who_is_to_strike_stays_out() -> None:
    units = [rifles("0103"), rifles("0102"), tanks("0105"), rifles("0106"), rifles("0106")]
    assert in_city(answered(units)) == [0, 1, 3]
    assert in_city(answered(units, striker=3)) == [0, 1, 4]


@pytest.mark.rule("stalingrad_1942 7.22, 20.12")
def test_nobody_goes_beside_enemies_in_the_city_if_he_can_come_elsewhere() -> None:
    state = answered([rifles("0103"), rifles("0103"), rifles("0105"), regiment("0101")])
    assert stands_in(state, 2) == "0103"


@pytest.mark.rule("stalingrad_1942 20.12")
def test_without_a_call_nobody_goes() -> None:
    units = [rifles("0103"), rifles("0103"), rifles("0102"), rifles("0105")]
    assert in_city(answered(units)) == [0, 1, 2]
