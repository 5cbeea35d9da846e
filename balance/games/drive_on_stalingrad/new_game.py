"""The arrays of a game before its first turn: control, networks and freezes as the book has them.

``assemble_state`` puts the static map and tables of a variant together with fresh arrays for one
game; ``copy_for_game`` gives the next game its own copy. Units are then placed with
``stacks.place_unit``, and ``freeze_armies`` puts the waiting Soviet armies to sleep.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.armies import is_front_army, is_reserve_army
from balance.games.drive_on_stalingrad.around import first_hexes
from balance.games.drive_on_stalingrad.state import (
    ALL_WATER,
    BATTLE,
    COASTAL,
    COVERED,
    EAST_BANK,
    GAME,
    GROUND,
    MAX_BATTLES,
    MAX_EVENTS,
    NO_LINE,
    NORTH_EDGE,
    RELEASE_TURN,
    RELEASED,
    SOVIET_START,
    TURN,
    State,
)
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty
from balance.games.drive_on_stalingrad.supply_lines import open_line_sides
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Hexside,
    Phase,
    Side,
    Status,
    Terrain,
)
from balance.games.fresh import Template
from balance.games.hex_record import CONTROL
from balance.games.new_game import blank_fields, open_game
from balance.kernel.compiled import entry
from balance.kernel.records import Rows

#: Fields of ``State`` that play never changes; a game that keeps a trace gets one of its own.
_MAP_AND_TABLES = (
    "rules hexes places first_at board lie shelters water_sides neighbour hexside cost crt tec "
    "tec_sides line_sides"
)
STATIC_FIELDS = frozenset((*_MAP_AND_TABLES.split(), "trace", "traced"))

#: What makes a hex more than ground.
_ROLES = (
    Feature.TOWN
    | Feature.CITY
    | Feature.PORT
    | Feature.VP
    | Feature.AXIS_ULTIMATE
    | Feature.SOVIET_NORTH_ULTIMATE
    | Feature.SOVIET_SOUTH_ULTIMATE
    | Feature.SUDDEN_DEATH
    | Feature.TAMAN
    | Feature.ROSTOV
    | Feature.ASTRAKHAN
    | Feature.MANYCH_CONTROL
)


def assemble_state(
    *,
    hexes: Rows,
    hexside: np.ndarray,
    army: np.ndarray,
    units: np.ndarray,
    turns: int,
    seed: int = 0,
    **tables: Any,
) -> State:
    """Build the state of a game in which no unit stands on the map yet.

    Rule: drive_on_stalingrad 3.4, 4.4, 7.3, 7.8, 7.18, 11.23

    Parameters are the fields of ``State`` of those names, ``tables`` those that are taken as they
    are: rules, map, costs and charts. ``units`` and ``army`` are copied. Each side controls its own
    side of the start line, its towns and cities there form its network, and every fortification is
    intact.
    """
    count = len(hexes)  # the dummy hex included
    lie = _note_lie(hexes)
    water_sides = _water_sides(hexside)
    fortified = (hexes["features"] & Feature.DON_VOLGA_LINE) != 0
    sheltered = ((water_sides != 0) | fortified) & (lie & COVERED == 0)
    state = State(
        **blank_fields(
            hexes,
            units,
            game=GAME,
            ground=GROUND,
            events=MAX_EVENTS,
            battles=(BATTLE, MAX_BATTLES),
            turns=(TURN, turns),
        ),
        **tables,
        standing=np.zeros(count, np.uint8),
        places=np.flatnonzero(hexes["features"][:-1] & _ROLES).astype(np.int16),
        first_at=first_hexes(hexes["row"][:-1], hexes["x2"][:-1]),
        lie=lie,
        shelters=np.flatnonzero(sheltered[:-1]).astype(np.int16),
        water_sides=water_sides,
        hexside=hexside,
        army=np.array(army, np.int16),
        supply=np.full((4, count), NO_LINE, np.int16),
        line_sides=np.zeros((4, count), np.uint8),
        supply_marks=np.zeros((4, count), np.int16),
        supply_work=np.zeros((5, count), np.int16),
    )
    _prepare_game(state, seed)
    _prepare_ground(state)
    _prepare_armies(state)
    open_line_sides(state)
    return state


def _note_lie(hexes: np.ndarray) -> np.ndarray:
    """How each hex lies, as bits: uint8[n + 1]."""
    terrain, features = hexes["terrain"], hexes["features"]
    heights = (terrain == Terrain.HILLS) | (terrain == Terrain.MOUNTAIN)
    bits = {
        ALL_WATER: (terrain == Terrain.LAKE) | (terrain == Terrain.SEA),
        EAST_BANK: (features & Feature.EAST_OF_VOLGA) != 0,
        SOVIET_START: (features & Feature.SOVIET_AT_START) != 0,
        COVERED: heights | ((features & Feature.CITY) != 0),
        NORTH_EDGE: hexes["row"] == 1,
        COASTAL: (features & Feature.COAST) != 0,
    }
    lie = sum(bit * holds for bit, holds in bits.items())
    return np.asarray(lie, np.uint8)


def _water_sides(hexside: np.ndarray) -> np.ndarray:
    """Bits of the sides of each hex that are rivers, water or barred: uint8[n + 1]."""
    watery = Hexside.RIVER | Hexside.VOLGA | Hexside.WATER | Hexside.BLOCKED
    return (((hexside & watery) != 0) << np.arange(6)).sum(axis=1).astype(np.uint8)


def copy_for_game(state: State, seed: int) -> State:
    """Copy what play changes and share the rest; the copy is another game with this seed."""
    copied: State = Template(state, STATIC_FIELDS).fresh(seed)
    return copied


def _prepare_game(state: State, seed: int) -> None:
    """Set the scalars of a game at its start.

    Rule: drive_on_stalingrad 4.4
    """
    open_game(state, seed, Phase.SET_UP)
    off_map = len(state.ground) - 1
    game = state.game
    game.ending_hex = off_map
    game.aerial_hex = off_map
    game.mover = -1
    game.o_ring_intact = 1
    game.vp = state.rules.victory_start_vp
    mark_supply_dirty(state, np.int64(Side.AXIS))
    mark_supply_dirty(state, np.int64(Side.SOVIET))


def _prepare_ground(state: State) -> None:
    """Give each side its own side of the start line.

    Rule: drive_on_stalingrad 3.4, 7.3, 7.8, 7.18, 11.23
    """
    features = state.hexes["features"]
    soviet = features & Feature.SOVIET_AT_START != 0
    town = features & (Feature.TOWN | Feature.CITY) != 0
    state.ground["control"] = np.where(soviet, Side.SOVIET, Side.AXIS)
    state.hex_turns[CONTROL, 0] = state.ground["control"]
    state.ground["network_axis"] = town & ~soviet
    state.ground["network_soviet"] = town & soviet
    state.ground["line_intact"] = features & Feature.DON_VOLGA_LINE != 0


def _prepare_armies(state: State) -> None:
    """Enter the release dates of the German-side armies.

    Rule: drive_on_stalingrad 3.2
    """
    rules = state.rules
    dates = {
        Army.AXIS_2A: rules.sequence_release_2a,
        Army.AXIS_4PA: rules.sequence_release_4pa,
        Army.AXIS_2H: rules.sequence_release_2h,
        Army.AXIS_6A: rules.sequence_release_6a,
        Army.AXIS_1PA: rules.sequence_release_1pa,
        Army.AXIS_17A: rules.sequence_release_17a,
    }
    for army, turn in dates.items():
        state.army[army, RELEASE_TURN] = turn


@entry
def freeze_armies(state: State) -> None:
    """Freeze the units on the map of every Soviet front-line and Reserve Army not yet released.

    Rule: drive_on_stalingrad 3.2, 8.4
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        army = counter.army
        if counter.status != Status.ON_MAP or state.army[army, RELEASED] != 0:
            continue
        if is_front_army(army) or is_reserve_army(army):
            counter.frozen_by = army
