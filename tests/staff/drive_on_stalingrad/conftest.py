from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.scenario import Scenario, load_scenario
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Phase, PhaseOrder, Side
from balance.rulebook.game import open_game


@pytest.fixture(scope="session")
def blue() -> Scenario:
    """Operation Blue under the rules as printed."""
    return load_scenario("operation_blue", open_game("drive_on_stalingrad").rules)


@pytest.fixture
def state(blue: Scenario) -> State:
    """A game just begun: the German movement phase of game turn 4, everything where it set up."""
    return at_phase(blue.new_game(3), Phase.AXIS_FIRST, PhaseOrder.MOVE_ASSAULT, game_turn=4)


def at_phase(state: State, phase: Phase, order: PhaseOrder, *, game_turn: int) -> State:
    state.game.game_turn = game_turn
    state.game.phase = phase
    state.game.phase_order = order
    soviet = phase in (Phase.SOVIET_START, Phase.SOVIET_FIRST, Phase.SOVIET_SECOND)
    state.game.side = Side.SOVIET if soviet else Side.AXIS
    state.game.aircraft = 2
    state.army[:, 1] = 1  # released
    state.units["frozen_by"] = 0
    state.units["start_hex"] = state.units["hex"]
    return state


def unit_row(blue: Scenario, name: str) -> int:
    return blue.unit_names.index(name)


def snapshot(state: State) -> dict[str, bytes]:
    """Everything play may change, but scratch and traced supply, as bytes."""
    names = ("game", "units", "ground", "army", "events", "battles", "turns", "retreat_value")
    content = {name: np.asarray(getattr(state, name)).tobytes() for name in names}
    dirty = {"axis_supply_dirty", "soviet_supply_dirty"}
    fields = [name for name in state.game.dtype.names if name not in dirty]
    content["game"] = repr([int(state.game[name]) for name in fields]).encode()
    return content
