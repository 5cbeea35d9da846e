"""What tests of battles share: combat phases, orders by hex names, results of our choice."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.stalingrad_1942.attack import (
    BY_POLICY,
    check_attack,
    check_fire,
    close_combat,
    make_attack,
    make_fire,
    open_combat,
)
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Phase, Policy, Result, Side
from tests.games.stalingrad_1942.positions import MAP, build_position, stands_in
from tests.games.text_maps import hex_named

COMBAT = (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT)


def build_battle(
    units: list[dict[str, Any]],
    rows: list[str] = MAP,
    *,
    side: Side = Side.AXIS,
    result: Result | None = None,
    **options: Any,
) -> State:
    """Build an opened combat phase of game turn 3, of the Axis if not told otherwise.

    ``result`` is put into all cells of the table; other options are those of ``build_position``.
    """
    state = build_position(rows, units, **({"phase": COMBAT[side]} | options))
    if result is not None:
        state.crt[:] = result
    return state


# --- orders by hex names


def ids(state: State, names: str | list[str]) -> np.ndarray:
    """Hexes of some names."""
    names = [names] if isinstance(names, str) else names
    return np.array([hex_named(state, name) for name in names], np.int64)


def party(units: Any) -> np.ndarray:
    """Units as kernels take them."""
    return np.array(units, np.int64).reshape(-1)


def refusal_of_attack(state: State, units: Any, targets: Any, support: Any = ()) -> Refusal:
    return Refusal(check_attack(state, party(units), ids(state, targets), party(support)))


def attack(
    state: State, units: Any, targets: Any, support: Any = (), advance: int = BY_POLICY
) -> Any:
    """Attack and return the battle's row; the attack must be legal."""
    hexes = ids(state, targets)
    refusal = make_attack(state, party(units), hexes, party(support), advance)
    assert Refusal(refusal) == Refusal.OK
    return state.battles[state.game.battle_count - 1]


def refusal_of_fire(state: State, units: Any, target: str) -> Refusal:
    return Refusal(check_fire(state, party(units), hex_named(state, target)))


def fire(state: State, units: Any, target: str) -> Any:
    """Fire with guns alone and return the battle's row; it must be legal."""
    assert Refusal(make_fire(state, party(units), hex_named(state, target))) == Refusal.OK
    return state.battles[state.game.battle_count - 1]


def next_combat(state: State) -> None:
    """End the combat phase and open the enemy's."""
    close_combat(state)
    state.game.side = 1 - state.game.side
    state.game.phase = COMBAT[state.game.side]
    open_combat(state)


def set_policy(state: State, side: Side, **orders: int) -> None:
    """Leave standing orders: ``set_policy(state, Side.AXIS, defend_steps=2)``."""
    for name, value in orders.items():
        state.policy[side, Policy[name.upper()]] = value


def places(state: State) -> list[str]:
    """Names of the hexes that the units stand in, "" off the map."""
    return [stands_in(state, unit) for unit in range(len(state.units))]
