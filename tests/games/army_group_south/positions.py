"""Small positions for the tests: a text map, a few units, the real rules and charts.

The first letter of a hex is its terrain: ``.`` clear, ``w`` woods, ``s`` swamp, ``r`` rough, ``~``
sea. Letters of ``FEATURES`` may follow. A digit makes a town or city worth so many points::

    build_position([". .T3 w", ". .R ."], units=[panzer("0103"), rifle("0201")])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from balance.games.army_group_south.new_game import assemble_state, set_up_unit
from balance.games.army_group_south.state import HEX, MAX_STEPS, UNIT, State
from balance.games.army_group_south.tables import load_crt, load_tec
from balance.games.army_group_south.vocabulary import (
    Feature,
    Hexside,
    Kind,
    Mobility,
    Phase,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.kernel.neighbours import build_neighbours
from balance.kernel.records import Rows, as_rows
from balance.rulebook.game import open_game
from balance.rulebook.record import rules_record
from tests.games.text_maps import cells_of, doubled, hex_named, lay_sides, name_of

TERRAIN = {
    ".": Terrain.CLEAR,
    "w": Terrain.WOODS,
    "s": Terrain.SWAMP,
    "r": Terrain.ROUGH,
    "~": Terrain.SEA,
}

FEATURES = {
    "T": Feature.TOWN,
    "C": Feature.CITY,
    "H": Feature.CITY | Feature.KHARKOV,
    "R": Feature.RAIL,
    "X": Feature.RAIL | Feature.RAIL_EXIT,
    "E": Feature.SOVIET_EDGE | Feature.EAST_EDGE,
    "A": Feature.AREA_A,
    "B": Feature.AREA_B,
    "K": Feature.AREA_K,
    "L": Feature.AREA_L | Feature.EXIT,
    "S": Feature.SOVIET_SIDE,
}

Unit = dict[str, Any]


# --- units; every field of state.UNIT may be set by name, steps left by ``steps``


def _unit(at: str | None, defaults: Unit, fields: Unit) -> Unit:
    return {"at": at} | defaults | fields


def panzer(at: str | None = None, **fields: Any) -> Unit:
    """Give a panzer regiment 6-2-10, reduced 3-1, of division 1."""
    defaults = {
        "side": Side.AXIS,
        "kind": Kind.GERMAN_MECHANIZED,
        "unit_size": Size.REGIMENT,
        "mobility": Mobility.MECH,
        "movement": 10,
        "division": 1,
        "ladder": [(6, 2), (3, 1)],
    }
    return _unit(at, defaults, fields)


def grenadier(at: str | None = None, **fields: Any) -> Unit:
    """Give a motorized regiment 1-3-10, reduced 0-1, of division 1."""
    return panzer(at, **({"ladder": [(1, 3), (0, 1)]} | fields))


def infantry(at: str | None = None, **fields: Any) -> Unit:
    """Give an infantry division 8-10-7 of four steps."""
    defaults = {
        "kind": Kind.GERMAN_INFANTRY,
        "unit_size": Size.DIVISION,
        "mobility": Mobility.INFANTRY,
        "movement": 7,
        "division": 0,
        "ladder": [(8, 10), (5, 7), (3, 4), (1, 2)],
    }
    return panzer(at, **(defaults | fields))


def rifle(at: str | None = None, **fields: Any) -> Unit:
    """Give a Soviet rifle division 4-5-6, already tried."""
    defaults = {
        "side": Side.SOVIET,
        "kind": Kind.RIFLE_DIVISION,
        "unit_size": Size.DIVISION,
        "mobility": Mobility.INFANTRY,
        "movement": 6,
        "ladder": [(4, 5)],
    }
    return _unit(at, defaults, fields)


def untried(at: str | None = None, **fields: Any) -> Unit:
    """Give a rifle division 4-5-6 that nobody has looked at yet."""
    return rifle(at, **({"untried": 1} | fields))


def guards(at: str | None = None, **fields: Any) -> Unit:
    """Give a guards rifle division 6-8-6, reduced 3-4."""
    defaults = {"kind": Kind.GUARDS_RIFLE_DIVISION, "ladder": [(6, 8), (3, 4)]}
    return rifle(at, **(defaults | fields))


def brigade(at: str | None = None, **fields: Any) -> Unit:
    """Give a tank brigade 2-1-8."""
    defaults = {
        "kind": Kind.TANK_BRIGADE,
        "unit_size": Size.BRIGADE,
        "mobility": Mobility.MECH,
        "movement": 8,
        "ladder": [(2, 1)],
    }
    return rifle(at, **(defaults | fields))


def tank_corps(at: str | None = None, **fields: Any) -> Unit:
    """Give a tank corps 8-6-8, reduced 4-3."""
    defaults = {"kind": Kind.TANK_CORPS, "unit_size": Size.CORPS, "ladder": [(8, 6), (4, 3)]}
    return brigade(at, **(defaults | fields))


def headquarters(at: str | None = None, **fields: Any) -> Unit:
    """Give an army headquarters (4)-8."""
    defaults = {
        "kind": Kind.HEADQUARTERS,
        "unit_size": Size.HEADQUARTERS,
        "mobility": Mobility.INFANTRY,
        "movement": 8,
        "leadership": 4,
        "ladder": [(0, 0)],
    }
    return rifle(at, **(defaults | fields))


# --- positions


def build_position(
    rows_of_text: Sequence[str],
    units: Sequence[Unit] = (),
    *,
    first_row: int = 1,
    sides: Mapping[tuple[str, str], str] | None = None,
    rules: Mapping[str, object] | None = None,
    seed: int = 1,
    **game: Any,
) -> State:
    """Build the state of a game in the middle of the first German Movement Phase of game turn 3.

    Parameters
    ----------
    first_row
        Number of the northernmost row.
    sides
        Hexside features by the two hexes: ``{("0101", "0102"): "minor_river|rail"}``.
    rules
        Overrides by parameter key: ``{"stacking.combat_units": 4}``.
    game
        Fields of ``state.game``: ``game_turn=1, phase=Phase.SOVIET_COMBAT``; the side follows.
    """
    hexes, neighbour, names = _map_of(tuple(rows_of_text), first_row)
    words = {side.name: int(side) for side in Hexside}
    ruleset = open_game("army_group_south").rules.with_overrides(rules or {})
    table, strengths = _build_units(units)
    state = assemble_state(
        rules=rules_record(ruleset),
        hexes=hexes.copy(),
        neighbour=neighbour,
        hexside=lay_sides(names, neighbour, sides or {}, words),
        crt=load_crt(ruleset),
        tec=load_tec(ruleset),
        units=table,
        strengths=strengths,
        turns=16,
        seed=seed,
    )
    state.game.game_turn = 3
    enter_phase(state, game.pop("phase", Phase.AXIS_MOVEMENT))
    for field, value in game.items():
        state.game[field] = value
    for u, unit in enumerate(units):
        if unit["at"] is not None:
            set_up_unit(state, u, hex_named(state, unit["at"]))
            state.units[u].supplied = unit.get("supplied", 1)
            state.units[u].mode = unit.get("mode", 0)
    return state


def enter_phase(state: State, phase: Phase) -> None:
    """Say which phase is played, and by whom, without opening it."""
    state.game.phase = phase
    state.game.side = Side.AXIS if phase < Phase.SOVIET_START else Side.SOVIET


def _build_units(units: Sequence[Unit]) -> tuple[np.ndarray, np.ndarray]:
    table = np.zeros(len(units), UNIT)
    strengths = np.zeros((len(units), MAX_STEPS + 1, 2), np.int16)
    for u, unit in enumerate(units):
        ladder = unit["ladder"]
        for loss, factors in enumerate(ladder):
            strengths[u, len(ladder) - loss] = factors
        table[u]["full_steps"] = len(ladder)
        table[u]["steps"] = len(ladder)
        table[u]["status"] = Status.AWAITING
        table[u]["mean_attack_x10"], table[u]["mean_defense_x10"] = np.multiply(ladder[0], 10)
        for field, value in unit.items():
            if field not in ("at", "ladder"):
                table[u][field] = value
    return table, strengths


@lru_cache(maxsize=64)
def _map_of(
    rows_of_text: tuple[str, ...], first_row: int
) -> tuple[Rows, np.ndarray, dict[str, int]]:
    cells = list(cells_of(rows_of_text, first_row))
    hexes = as_rows(np.zeros(len(cells) + 1, HEX))
    for h, (row, column, cell) in enumerate(cells):
        letters = cell[1:].rstrip("0123456789")
        hexes[h].row = row
        hexes[h].x2 = doubled(row, column)
        hexes[h].terrain = TERRAIN[cell[0]]
        hexes[h].vp = int(cell[1 + len(letters) :] or 0)
        for letter in letters:
            hexes[h].features |= FEATURES[letter]
    hexes[-1].row = hexes[-1].x2 = -1000
    hexes[-1].terrain = Terrain.OFF_MAP
    neighbour = build_neighbours(hexes["row"][:-1], hexes["x2"][:-1])
    edge = (neighbour[:-1] == len(cells)).any(axis=1)
    hexes["features"][:-1][edge] |= int(Feature.EDGE)
    names = {name_of(int(h["row"]), int(h["x2"])): i for i, h in enumerate(hexes[:-1])}
    return hexes, neighbour, names
