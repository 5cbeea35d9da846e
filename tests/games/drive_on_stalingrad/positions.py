"""Small positions for the tests: a text map, a few units, the real rules and charts.

A row of text is a row of the map, its hexes from west to east, separated by blanks. As on the
printed map columns count from the east, so that the last hex of a row is column 01, and even rows
lie half a hex further west::

    build_position([". .T f", ". . h"], units=[panzer("0103"), rifle("0201")])

The first letter of a hex is its terrain: ``.`` clear, ``f`` forest, ``h`` hills, ``m`` mountain,
``s`` marsh, ``d`` desert steppe, ``l`` lake, ``w`` sea. Letters of ``FEATURES`` may follow; ``-``
puts the hex on the German side of the start line (all others are Soviet at start).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.costs import build_costs
from balance.games.drive_on_stalingrad.new_game import assemble_state, freeze_armies
from balance.games.drive_on_stalingrad.stacks import place_unit
from balance.games.drive_on_stalingrad.state import HEX, RELEASED, UNIT, State
from balance.games.drive_on_stalingrad.tables import load_crt, load_hexsides, load_tec
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Hexside,
    Kind,
    Mobility,
    Nation,
    Phase,
    PhaseOrder,
    Side,
    Status,
    Terrain,
    Trait,
)
from balance.kernel.neighbours import build_neighbours
from balance.kernel.records import Rows, as_rows
from balance.rulebook.game import open_game
from balance.rulebook.record import rules_record
from tests.games.text_maps import (
    cells_of,
    change_cell,
    clear_map,
    doubled,
    hex_named,
    lay_sides,
    name_of,
    strip,
)

__all__ = ["change_cell", "clear_map", "hex_named", "strip"]

TERRAIN = {
    ".": Terrain.CLEAR,
    "f": Terrain.FOREST,
    "h": Terrain.HILLS,
    "m": Terrain.MOUNTAIN,
    "s": Terrain.MARSH,
    "d": Terrain.DESERT,
    "l": Terrain.LAKE,
    "w": Terrain.SEA,
}

FEATURES = {
    "T": Feature.TOWN,
    "C": Feature.CITY,
    "P": Feature.PORT | Feature.TOWN,
    "K": Feature.COAST,
    "L": Feature.DON_VOLGA_LINE,
    "O": Feature.O_RING_INSIDE,
    "V": Feature.VP,
    "E": Feature.EAST_OF_DON_LINE,
    "G": Feature.EAST_OF_VOLGA,
    "*": Feature.START_LINE,
    "A": Feature.AXIS_ULTIMATE | Feature.TOWN,
    "N": Feature.SOVIET_NORTH_ULTIMATE | Feature.TOWN,
    "S": Feature.SOVIET_SOUTH_ULTIMATE | Feature.TOWN,
    "X": Feature.SUDDEN_DEATH,
    "Q": Feature.TAMAN,
    "R": Feature.ROSTOV | Feature.CITY,
    "Z": Feature.ASTRAKHAN | Feature.TOWN,
    "M": Feature.MANYCH_CONTROL,
}

_SOUTH_FROM_ROW = 34

Unit = dict[str, Any]


# --- units; every field of state.UNIT may be set by name


def _unit(at: str | None, defaults: Unit, fields: Unit) -> Unit:
    return {"at": at, "steps": fields.get("full_steps", defaults["full_steps"])} | defaults | fields


def panzer(at: str | None = None, **fields: Any) -> Unit:
    """Give a German panzer division: 10-10, 5-5 reduced, 10 MP."""
    defaults = {
        "side": Side.AXIS,
        "nation": Nation.GERMAN,
        "kind": Kind.PANZER,
        "mobility": Mobility.MECH,
        "traits": Trait.PANZER_DIVISION,
        "attack": 10,
        "defense": 10,
        "attack_reduced": 5,
        "defense_reduced": 5,
        "movement": 10,
        "full_steps": 2,
    }
    return _unit(at, defaults, fields)


def motorized(at: str | None = None, **fields: Any) -> Unit:
    """Give a German motorized division: 8-8, 4-4 reduced, 10 MP."""
    defaults = {
        "kind": Kind.MOTORIZED,
        "traits": Trait.MOTORIZED_DIVISION,
        "attack": 8,
        "defense": 8,
        "attack_reduced": 4,
        "defense_reduced": 4,
    }
    return panzer(at, **(defaults | fields))


def infantry(at: str | None = None, **fields: Any) -> Unit:
    """Give a German infantry division: 7-7, 3-3 reduced, 4 MP."""
    defaults = {
        "kind": Kind.INFANTRY,
        "mobility": Mobility.NONMECH,
        "traits": Trait.WITHDRAWABLE_INFANTRY,
        "attack": 7,
        "defense": 7,
        "attack_reduced": 3,
        "defense_reduced": 3,
        "movement": 4,
    }
    return panzer(at, **(defaults | fields))


def satellite(at: str | None = None, **fields: Any) -> Unit:
    """Give a Romanian infantry division: attack 1, defense rolled, one step, 4 MP."""
    defaults = {
        "nation": Nation.ROMANIAN,
        "kind": Kind.INFANTRY,
        "mobility": Mobility.NONMECH,
        "traits": Trait.DIE_DEFENSE,
        "attack": 1,
        "defense": 0,
        "attack_reduced": 0,
        "defense_reduced": 0,
        "movement": 4,
        "full_steps": 1,
        "mean_defense_x10": 35,
    }
    return panzer(at, **(defaults | fields))


def satellite_panzer(at: str | None = None, **fields: Any) -> Unit:
    """Give the Romanian panzer division: both factors rolled, one step, 8 MP."""
    defaults = {
        "nation": Nation.ROMANIAN,
        "traits": Trait.PANZER_DIVISION | Trait.DIE_ATTACK | Trait.DIE_DEFENSE,
        "attack": 0,
        "defense": 0,
        "attack_reduced": 0,
        "defense_reduced": 0,
        "movement": 8,
        "full_steps": 1,
        "mean_attack_x10": 35,
        "mean_defense_x10": 35,
    }
    return panzer(at, **(defaults | fields))


def rifle(at: str | None = None, **fields: Any) -> Unit:
    """Give a Soviet rifle division already revealed: 2-3, 4 MP."""
    defaults = {
        "side": Side.SOVIET,
        "nation": Nation.SOVIET,
        "kind": Kind.INFANTRY,
        "mobility": Mobility.NONMECH,
        "traits": Trait.UNTRIED,
        "attack": 2,
        "defense": 3,
        "movement": 4,
        "full_steps": 1,
        "revealed": 1,
    }
    return _unit(at, defaults, fields)


def tank_corps(at: str | None = None, **fields: Any) -> Unit:
    """Give a Soviet tank corps already revealed: 4-3, 8 MP."""
    defaults = {
        "kind": Kind.TANK_CORPS,
        "mobility": Mobility.MECH,
        "attack": 4,
        "defense": 3,
        "movement": 8,
    }
    return rifle(at, **(defaults | fields))


def artillery(at: str | None = None, **fields: Any) -> Unit:
    """Give a Soviet artillery division: 6-1, 3 MP."""
    defaults = {
        "kind": Kind.ARTILLERY,
        "traits": Trait.ARTILLERY,
        "attack": 6,
        "defense": 1,
        "movement": 3,
    }
    return rifle(at, **(defaults | fields))


# --- positions


def build_position(
    rows_of_text: Sequence[str],
    units: Sequence[Unit] = (),
    *,
    first_row: int = 1,
    sides: Mapping[tuple[str, str], str] | None = None,
    areas: Mapping[str, Army] | None = None,
    rules: Mapping[str, object] | None = None,
    opposite: Mapping[Army, Sequence[Army]] | None = None,
    frozen: Sequence[Army] = (),
    reserve_hexes: Mapping[Army, str] | None = None,
    seed: int = 1,
    **game: Any,
) -> State:
    """Build the state of a game in the middle of an axis movement phase of game turn 5.

    Parameters
    ----------
    first_row
        Number of the northernmost row.
    sides
        Hexside features by the two hexes: ``{("0101", "0102"): "river|o_ring"}``.
    rules
        Overrides by parameter key: ``{"stacking.limit": 3}``.
    frozen
        Armies not yet released; all others are.
    opposite
        German-side armies that each Soviet army faces.
    game
        Fields of ``state.game``: ``game_turn=1, phase=Phase.SOVIET_FIRST, phase_order=...``.
    """
    hexes, neighbour, hexside = _build_map(rows_of_text, first_row, sides or {}, areas or {})
    ruleset = open_game("drive_on_stalingrad").rules.with_overrides(rules or {})
    tec, tec_sides = load_tec(ruleset), load_hexsides(ruleset)
    army = np.zeros((len(Army), 4), np.int16)
    army[:, RELEASED] = 1
    army[list(frozen), RELEASED] = 0
    for soviet, opponents in (opposite or {}).items():
        army[soviet, 3] = sum(1 << opponent for opponent in opponents)
    state = assemble_state(
        rules=rules_record(ruleset),
        hexes=hexes,
        neighbour=neighbour,
        hexside=hexside,
        cost=build_costs(hexes["terrain"], hexside, neighbour, tec, tec_sides),
        crt=load_crt(ruleset),
        tec=tec,
        tec_sides=tec_sides,
        army=army,
        units=_build_units(units),
        turns=16,
        seed=seed,
    )
    for soviet, name in (reserve_hexes or {}).items():
        state.army[soviet, 2] = hex_named(state, name)
    defaults = {
        "game_turn": 5,
        "phase": Phase.AXIS_FIRST,
        "phase_order": PhaseOrder.MOVE_ASSAULT,
        "side": Side.AXIS,
        "aircraft": 2,
    }
    for field, value in (defaults | game).items():
        state.game[field] = value
    for u, unit in enumerate(units):
        if unit["at"] is not None:
            _set_up(state, u, unit)
    freeze_armies(state)
    return state


def _set_up(state: State, u: int, unit: Unit) -> None:
    """Put a unit on the map; its side controls the hex and breaks what it stands on."""
    h = hex_named(state, unit["at"])
    if "start_hex" not in unit:
        state.units[u].start_hex = h
    if "mp_left" not in unit:
        state.units[u].mp_left = state.units[u].movement
    place_unit(state, u, h)
    ground = state.ground[h]
    if ground.control != unit["side"]:
        ground.control = unit["side"]
        ground.network_axis = 0
        ground.network_soviet = 0
    if unit["side"] == Side.AXIS:
        ground.line_intact = 0


def _build_units(units: Sequence[Unit]) -> np.ndarray:
    table = np.zeros(len(units), UNIT)
    for u, unit in enumerate(units):
        table[u]["status"] = Status.ON_MAP if unit["at"] is not None else Status.AWAITING
        for field, value in unit.items():
            if field != "at":
                table[u][field] = value
        for factor in ("attack", "defense"):
            if f"mean_{factor}_x10" not in unit:
                table[u][f"mean_{factor}_x10"] = 10 * unit[factor]
    return table


@lru_cache(maxsize=64)
def _hexes_of(rows_of_text: tuple[str, ...], first_row: int) -> tuple[Rows, np.ndarray]:
    cells = list(cells_of(rows_of_text, first_row))
    hexes = as_rows(np.zeros(len(cells) + 1, HEX))
    for h, (row, column, cell) in enumerate(cells):
        features = 0 if "-" in cell else Feature.SOVIET_AT_START
        for letter in cell[1:].replace("-", ""):
            features |= FEATURES[letter]
        if row >= _SOUTH_FROM_ROW:
            features |= Feature.SOUTH_MAP
        hexes[h].row = row
        hexes[h].x2 = doubled(row, column)
        hexes[h].terrain = TERRAIN[cell[0]]
        hexes[h].features = features
    hexes[-1].terrain = Terrain.OFF_MAP
    return hexes, build_neighbours(hexes["row"][:-1], hexes["x2"][:-1])


def _build_map(
    rows_of_text: Sequence[str],
    first_row: int,
    sides: Mapping[tuple[str, str], str],
    areas: Mapping[str, Army],
) -> tuple[Rows, np.ndarray, np.ndarray]:
    hexes, neighbour = _hexes_of(tuple(rows_of_text), first_row)
    hexes = hexes.copy()
    names = {name_of(int(h["row"]), int(h["x2"])): i for i, h in enumerate(hexes[:-1])}
    hexside = lay_sides(names, neighbour, sides, {side.name: int(side) for side in Hexside})
    for name, army in areas.items():
        hexes[names[name]].area = army
    return hexes, neighbour, hexside
