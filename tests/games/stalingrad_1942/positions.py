"""Small positions for the tests: a text map, a few units, the real rules and charts.

The first letter of a hex is its terrain: ``.`` clear, ``f`` forest, ``h`` hills, ``m`` marsh.
Letters of ``FEATURES`` may follow: a town, a hex of Stalingrad, works, edges, arrival areas::

    build_position([". .T f", ". .C ."], units=[panzer("0103"), rifles("0201")])

Rows of text are rows of the lattice, which lie on the sheet as vertical lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.map import note_places
from balance.games.stalingrad_1942.march import check_move, compute_reach, move_unit
from balance.games.stalingrad_1942.new_game import assemble_state, set_up_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import HEX, MAX_STEPS, UNIT, State
from balance.games.stalingrad_1942.tables import (
    load_calendar,
    load_crt,
    load_points,
    load_tec,
    scene_fields,
    terrain_chart,
)
from balance.games.stalingrad_1942.turn import begin_phase
from balance.games.stalingrad_1942.vocabulary import (
    Feature,
    Hexside,
    Kind,
    Mobility,
    Nation,
    Phase,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.kernel.neighbours import build_neighbours
from balance.kernel.records import as_rows
from balance.rulebook.game import open_game
from balance.rulebook.record import rules_record
from tests.games.text_maps import cells_of, clear_map, doubled, hex_named, lay_sides, name_of

TERRAIN = {".": Terrain.CLEAR, "f": Terrain.FOREST, "h": Terrain.HILLS, "m": Terrain.MARSH}
FEATURES = {
    "T": Feature.TOWN,
    "C": Feature.CITY,
    "W": Feature.WORKS,
    "N": Feature.EDGE_NORTH,
    "E": Feature.EDGE_EAST,
    "S": Feature.SOVIET_SIDE,
    "O": Feature.EDGE_WEST,
    "s": Feature.EDGE_SOUTH,
    "A": Feature.AREA_A,
    "M": Feature.AREA_M,
}
MAP = clear_map(7, 9)


def regiment(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a German infantry regiment 4-5, reduced 2."""
    return {
        "at": at,
        "side": Side.AXIS,
        "kind": Kind.INFANTRY,
        "nation": Nation.GERMAN,
        "unit_size": Size.REGIMENT,
        "mobility": Mobility.NONMOTORIZED,
        "movement": 5,
        "ladder": [(4, 4), (2, 2)],
    } | fields


def panzer(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a panzer regiment 9-12, reduced 5."""
    fast = {"kind": Kind.ARMOR, "mobility": Mobility.TANK, "motorized": 1, "movement": 12}
    return regiment(at, **({"ladder": [(9, 9), (5, 5)]} | fast | fields))


def grenadiers(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a motorized regiment 7-12, reduced 4."""
    fast = {"kind": Kind.MECHANIZED, "mobility": Mobility.MOTORIZED, "ladder": [(7, 7), (4, 4)]}
    return panzer(at, **(fast | fields))


def rifles(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a Soviet rifle division 6-4, reduced 3."""
    own = {"side": Side.SOVIET, "nation": Nation.SOVIET, "unit_size": Size.DIVISION, "movement": 4}
    return regiment(at, **(own | {"ladder": [(6, 6), (3, 3)]} | fields))


def tanks(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a Soviet tank brigade 4-12, reduced 2."""
    fast = {"kind": Kind.ARMOR, "mobility": Mobility.TANK, "motorized": 1, "movement": 12}
    return rifles(at, **({"ladder": [(4, 4), (2, 2)]} | fast | fields))


def guns(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give German corps artillery (5)-2-8 on wheels; ``motorized=0`` for guns on foot."""
    own = {"kind": Kind.ARTILLERY, "mobility": Mobility.MOTORIZED, "motorized": 1, "movement": 8}
    return regiment(at, **(own | {"ladder": [(5, 2)]} | fields))


def red_guns(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give Soviet army artillery (4)-1-4 on foot."""
    own = {"side": Side.SOVIET, "nation": Nation.SOVIET, "movement": 4, "motorized": 0}
    foot = {"mobility": Mobility.NONMOTORIZED, "ladder": [(4, 1)]}
    return guns(at, **(own | foot | fields))


def staff(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a German headquarters of formation 1."""
    own = {"kind": Kind.HEADQUARTERS, "formation": 1, "ladder": [(0, 0)], "movement": 8}
    return guns(at, **(own | fields))


def naval(at: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a Soviet naval brigade 3-4, reduced 2."""
    own = {"kind": Kind.NAVAL_INFANTRY, "mobility": Mobility.NAVAL, "ladder": [(3, 3), (2, 2)]}
    return rifles(at, **(own | fields))


def build_position(
    rows: Sequence[str] = MAP,
    units: Sequence[Mapping[str, Any]] = (),
    *,
    sides: Mapping[tuple[str, str], str] | None = None,
    rules: Mapping[str, object] | None = None,
    scenario: str = "on_to_stalingrad",
    phase: Phase = Phase.AXIS_MOVEMENT,
    rivers: Mapping[tuple[str, str], int] | None = None,
    seed: int = 1,
    **game: Any,
) -> State:
    """Build an opened Movement Phase of game turn 3, of the Axis if not told otherwise.

    Parameters
    ----------
    sides
        Hexside features by the two hexes: ``{("0101", "0102"): "major_river|bridge"}``.
    rules
        Overrides by parameter key: ``{"stacking.limit": 4}``.
    rivers
        Numbers of rivers of S3f by the two hexes.
    game
        Fields of ``state.game``, set before the phase is opened.
    """
    ruleset = open_game("stalingrad_1942").rules.with_overrides(rules or {})
    cells = list(cells_of(rows, 1))
    hexes = as_rows(np.zeros(len(cells) + 1, HEX))
    for h, (row, column, cell) in enumerate(cells):
        hexes[h].row, hexes[h].x2 = row, doubled(row, column)
        hexes[h].terrain = TERRAIN[cell[0]]
        for letter in cell[1:]:
            hexes[h].features |= FEATURES[letter]
        hexes[h].vp = 1 if set(cell) & set("CT") else 0
    hexes[-1].row = hexes[-1].x2 = -1000
    hexes[-1].terrain = Terrain.OFF_MAP
    note_places(hexes)
    neighbour = build_neighbours(hexes["row"][:-1], hexes["x2"][:-1])
    names = {name_of(int(h["row"]), int(h["x2"])): i for i, h in enumerate(hexes[:-1])}
    words = {word.name: int(word) for word in Hexside}
    hexside = lay_sides(names, neighbour, sides or {}, words)
    river_names = np.zeros(neighbour.shape, np.uint8)
    for (a, b), number in (rivers or {}).items():
        for start, end in ((names[a], names[b]), (names[b], names[a])):
            river_names[start, list(neighbour[start]).index(end)] = number
    table, strengths = _build_units(units)
    state = assemble_state(
        rules=rules_record(ruleset),
        scene=scene_fields(ruleset, scenario),
        hexes=hexes,
        neighbour=neighbour,
        hexside=hexside,
        river_names=river_names,
        crt=load_crt(ruleset),
        tec=load_tec(ruleset, terrain_chart(ruleset, scenario)),
        calendar=load_calendar(ruleset, scenario),
        points=load_points(ruleset, scenario),
        units=table,
        strengths=strengths,
        bridges=[
            (int(h), int(d), True)
            for h, d in np.argwhere(hexside & Hexside.BRIDGE)
            if h < neighbour[h, d]
        ],
        seed=seed,
    )
    state.game.game_turn = 3
    state.game.phase = phase
    for field, value in game.items():
        state.game[field] = value
    for u, unit in enumerate(units):
        if unit["at"] is not None:
            set_up_unit(state, u, hex_named(state, unit["at"]), unit.get("dug_in", 0))
    begin_phase(state, phase)
    return state


def _build_units(units: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    table = np.zeros(len(units), UNIT)
    strengths = np.zeros((len(units), MAX_STEPS + 1, 2), np.int16)
    for u, unit in enumerate(units):
        ladder = unit["ladder"]
        for loss, factors in enumerate(ladder):
            strengths[u, len(ladder) - loss] = factors
        table[u]["steps"] = table[u]["full_steps"] = len(ladder)
        table[u]["status"] = Status.AWAITING
        for field, value in unit.items():
            if field not in ("at", "ladder", "dug_in"):
                table[u][field] = value
    return table, strengths


# --- orders by hex names


def move(state: State, unit: int, to: str) -> Refusal:
    """Order a unit to a hex."""
    return Refusal(move_unit(state, unit, hex_named(state, to)))


def may_move(state: State, unit: int, to: str) -> Refusal:
    """What the referee would answer to that order."""
    return Refusal(check_move(state, unit, hex_named(state, to)))


def points_after(state: State, unit: int, to: str) -> float | None:
    """Movement points that a unit would have left in a hex, None if it can't come there."""
    compute_reach(state, unit)
    left = int(state.work[BEST, hex_named(state, to)])
    return None if left < 0 else left / 30


def stands_in(state: State, unit: int) -> str:
    """Name of the hex a unit stands in, "" off the map."""
    h = int(state.units[unit].hex)
    if h == len(state.ground) - 1:
        return ""
    return name_of(int(state.hexes["row"][h]), int(state.hexes["x2"][h]))
