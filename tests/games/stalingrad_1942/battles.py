"""Small battles for the tests: a text map, a few units, the real rules, results of our choice.

The first letter of a hex is its terrain: ``.`` clear, ``f`` forest, ``h`` hills, ``m`` marsh. ``T``
makes it a town, ``C`` a hex of the city, ``W`` gives it permanent works.
"""

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
from balance.games.stalingrad_1942.new_game import assemble_state, set_up_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import HEX, MAX_STEPS, SCENE, UNIT, State
from balance.games.stalingrad_1942.tables import (
    TerrainRow,
    load_calendar,
    load_crt,
    load_points,
    load_tec,
)
from balance.games.stalingrad_1942.vocabulary import (
    Feature,
    Hexside,
    Kind,
    Mobility,
    Nation,
    Phase,
    Policy,
    Result,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.kernel.neighbours import build_neighbours
from balance.kernel.records import as_rows
from balance.rulebook.record import rules_record
from balance.rulebook.ruleset import load_ruleset
from tests.games.text_maps import cells_of, clear_map, doubled, hex_named, lay_sides, name_of

TERRAIN = {".": Terrain.CLEAR, "f": Terrain.FOREST, "h": Terrain.HILLS, "m": Terrain.MARSH}
FEATURES = {"T": Feature.TOWN, "C": Feature.CITY, "W": Feature.WORKS}
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


def build_battle(
    units: list[dict[str, Any]],
    rows: list[str] = MAP,
    *,
    side: Side = Side.AXIS,
    result: Result | None = None,
    sides: dict[tuple[str, str], str] | None = None,
    rules: dict[str, object] | None = None,
    season: str = "summer",
    scenario: str = "on_to_stalingrad",
    phase: Phase | None = None,
    seed: int = 1,
    **game: Any,
) -> State:
    """Build a combat phase of game turn 3 that has been opened, of the Axis if not told otherwise.

    ``result`` is put into all cells of the table.
    """
    ruleset = load_ruleset("stalingrad_1942").with_overrides(rules or {})
    cells = list(cells_of(rows, 1))
    hexes = as_rows(np.zeros(len(cells) + 1, HEX))
    for h, (row, column, cell) in enumerate(cells):
        hexes[h].row, hexes[h].x2 = row, doubled(row, column)
        hexes[h].terrain = hexes[h].row_of_chart = TERRAIN[cell[0]]
        for letter in cell[1:]:
            hexes[h].features |= FEATURES[letter]
        if "C" in cell or "T" in cell:
            hexes[h].row_of_chart = TerrainRow.CITY if "C" in cell else TerrainRow.TOWN
    hexes[-1].row = hexes[-1].x2 = -1000
    hexes[-1].terrain = Terrain.OFF_MAP
    neighbour = build_neighbours(hexes["row"][:-1], hexes["x2"][:-1])
    names = {name_of(int(h["row"]), int(h["x2"])): i for i, h in enumerate(hexes[:-1])}
    words = {word.name: int(word) for word in Hexside}
    hexside = lay_sides(names, neighbour, sides or {}, words)
    table, strengths = _build_units(units)
    state = assemble_state(
        rules=rules_record(ruleset),
        scene={name: 0 for name in SCENE.names or ()},
        hexes=hexes,
        neighbour=neighbour,
        hexside=hexside,
        river_names=np.zeros(neighbour.shape, np.uint8),
        crt=load_crt(ruleset),
        tec=load_tec(ruleset, f"terrain_{season}"),
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
    if result is not None:
        state.crt[:] = result
    state.game.game_turn = 3
    state.game.side = side
    combat = Phase.AXIS_COMBAT if side == Side.AXIS else Phase.SOVIET_COMBAT
    state.game.phase = combat if phase is None else phase
    for field, value in game.items():
        state.game[field] = value
    for u, unit in enumerate(units):
        if unit["at"] is not None:
            set_up_unit(state, u, hex_named(state, unit["at"]), unit.get("dug_in", 0))
    open_combat(state)
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
    axis = state.game.side == Side.AXIS
    state.game.phase = Phase.AXIS_COMBAT if axis else Phase.SOVIET_COMBAT
    open_combat(state)


def set_policy(state: State, side: Side, **orders: int) -> None:
    """Leave standing orders: ``set_policy(state, Side.AXIS, defend_steps=2)``."""
    for name, value in orders.items():
        state.policy[side, Policy[name.upper()]] = value


def places(state: State) -> list[str]:
    """Names of the hexes that the units stand in, "" off the map."""
    off = len(state.ground) - 1
    return [
        "" if h == off else name_of(int(state.hexes[h].row), int(state.hexes[h].x2))
        for h in state.units["hex"]
    ]
