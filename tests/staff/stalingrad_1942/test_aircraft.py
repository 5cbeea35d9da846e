"""Air units: to attacks that strikers can make, else to mobile enemies or to who is beset."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Phase, Side
from balance.kernel.hexes import distance
from balance.staff.desk import MISSION, Posture, Sizes, new_desk
from balance.staff.stalingrad_1942.aircraft import conduct_air
from tests.games.stalingrad_1942.positions import build_position, panzer, rifles, tanks
from tests.games.text_maps import hex_named


def place(strikes: bool, *others: dict[str, Any], initiative: Side = Side.AXIS) -> State:
    """Let the Axis place its air units; panzers that strike or hold stand beside an enemy."""
    state = build_position(units=[panzer("0304"), rifles("0404"), *others], phase=Phase.AXIS_AIR)
    state.scene.initiative = initiative
    desk = new_desk(len(state.ground) - 1, len(state.units), 1, Sizes(classes=4, marks=6))
    desk.posture[0] = Posture.STRIKE
    desk.crew[MISSION, :] = -1
    desk.crew[MISSION, 0] = 0 if strikes else -1
    conduct_air(state, desk, np.int64(0))
    return state


@pytest.mark.rule("stalingrad_1942 10.15")
@pytest.mark.parametrize(
    ("strikes", "task", "at"),
    [(True, AirTask.SUPPORT_ATTACK, "0404"), (False, AirTask.SUPPORT_DEFENSE, "0304")],
)
def test_air_units_support_strikers_and_else_those_who_are_beset(
    strikes: bool, task: AirTask, at: str
) -> None:
    state = place(strikes)
    wing = state.air[0]
    assert (wing.task, wing.hex) == (task, hex_named(state, at))
    assert all(state.air[i].hex != wing.hex for i in range(1, AIR_UNITS))


@pytest.mark.rule("stalingrad_1942 10.19")
def test_without_an_attack_they_hinder_mobile_enemies_where_these_are_many() -> None:
    mass = [tanks("0602"), tanks("0602"), tanks("0603")]
    state = place(False, *mass)
    first, second = (state.hexes[state.air[i].hex] for i in range(2))
    middle = state.hexes[hex_named(state, "0602")]
    assert state.air[0].task == AirTask.DISRUPT
    assert distance(first.row, first.x2, middle.row, middle.x2) <= 1
    assert distance(first.row, first.x2, second.row, second.x2) > 1
    assert place(False, tanks("0602")).air[0].task == AirTask.SUPPORT_DEFENSE
    assert place(True, *mass).air[0].task == AirTask.SUPPORT_ATTACK


@pytest.mark.rule("stalingrad_1942 10.15, 10.19")
def test_who_lacks_the_initiative_supports_the_defense_instead() -> None:
    assert place(False, *[tanks("0602")] * 3, initiative=Side.SOVIET).air[0].task == (
        AirTask.SUPPORT_DEFENSE
    )
