"""A game for readers: what a replay shows of a state, in numbers and words of its own.

``Telling`` looks at states without changing them: where looking would trace supply or write scratch
fields, it looks at a copy. The words come from ``replay.toml`` of the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.armies import awaits_release, check_free_to_move
from balance.games.drive_on_stalingrad.new_game import copy_for_game
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.refusals import REASONS, Refusal
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.state import AXIS_NORTH, BATTLE, State
from balance.games.drive_on_stalingrad.supply import (
    field_row,
    is_network_source,
    read_hex_supply,
    read_regular_supply,
    refresh_supply,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    EventKind,
    Feature,
    Hexside,
    Kind,
    Mobility,
    Phase,
    Result,
    Side,
    Status,
    Terrain,
    Trait,
)
from balance.games.telling import GameTelling, find_reach, way_down
from balance.games.telling_map import MapWords, map_faults, tell_map
from balance.games.words import read_words
from balance.kernel.compiled import entry

#: Values of ``condition``.
FREE, FROZEN, CONFINED = 0, 1, 2
#: Rows of the table that ``look_at_units`` fills.
_SUPPLY, _HELD = range(2)
_MAP_WORDS = MapWords(
    Terrain, (Terrain.LAKE, Terrain.SEA, Terrain.OFF_MAP), Feature, Hexside, Hexside.WATER
)
#: Columns of the log of battles that are told as they are.
_BATTLE_NUMBERS = (
    *("attack", "defense", "odds", "final_odds", "die", "attacker_steps_lost"),
    *("defender_steps_lost", "defender_units_lost", "attacker_oos", "defender_oos"),
    *("retreated", "advanced"),
)
_START_PHASES = {
    Phase.SET_UP: "set_up",
    Phase.TURN_START: "turn",
    Phase.AXIS_START: "start",
    Phase.SOVIET_START: "start",
    Phase.TURN_END: "end",
}
#: Kinds of the other phases.
_ACTING_PHASES = ("movement", "assault")


class Telling(GameTelling):
    """Tells of the games of one scenario."""

    #: Names of the numbers of events.
    event_kinds = tuple(kind.name for kind in EventKind)
    #: Columns of the games table that the points of a game are made of (4.1).
    points = ("vp", "vp_hexes", "vp_oos")

    def __init__(self, scenario: Scenario, words: Mapping[str, Any]) -> None:
        super().__init__(scenario, words, Phase, REASONS)

    def map(self) -> dict[str, Any]:
        """The map."""
        return tell_map(self.scenario.map, _MAP_WORDS, self.words)

    def units(self, state: State) -> list[dict[str, Any]]:
        """The counters, as printed; factors of untried ones are those drawn for this game.

        Rule: drive_on_stalingrad 2.4, 2.14, 2.15
        """
        return [self._unit(u, state.units[u]) for u in range(len(state.units))]

    def _unit(self, u: int, counter: Any) -> dict[str, Any]:
        row = self.scenario.order_of_battle.rows[u]
        traits = int(counter.traits)
        kind = self.words["kind"][Kind(int(counter.kind)).name]
        steps = [[int(counter.attack), int(counter.defense)]]
        if counter.full_steps > 1:
            steps.insert(0, [int(counter.attack_reduced), int(counter.defense_reduced)])
        return {
            "name": self.scenario.unit_names[u],
            "side": int(counter.side),
            "nation": int(counter.nation),
            "kind": Kind(int(counter.kind)).name.lower(),
            "kind_name": kind["name"],
            "symbol": kind["symbol"],
            "size": kind["size"],
            "mobility": Mobility(int(counter.mobility)).name.lower(),
            "formation": self._army_titles.get(row["army"], ""),
            "strengths": steps,
            "movement": int(counter.movement),
            "steps": int(counter.full_steps),
            "untried": bool(traits & Trait.UNTRIED),
            "die_attack": bool(traits & Trait.DIE_ATTACK),
            "die_defense": bool(traits & Trait.DIE_DEFENSE),
            "arrival": int(counter.arrival_turn),
        }

    @cached_property
    def _army_titles(self) -> dict[str, str]:
        return {army.name: army.title for army in self.scenario.file.armies}

    def values(self) -> dict[str, dict[int, str]]:
        """Words for the values of events, by what the value is and its number."""
        armies = {int(army.army): army.title for army in self.scenario.file.armies}
        return {**super().values(), "army": armies}

    def battle(self, row: Any) -> dict[str, Any]:
        """Numbers of a battle from its row of the log.

        Rule: drive_on_stalingrad 11.10, 11.29
        """
        shifts = [int(row[key]) for key in self.words["shift"]]
        return {
            "kind": int(row["mobile"]),
            "shifts": [[place, shift] for place, shift in enumerate(shifts) if shift],
            "result": Result(int(row["result"])).name,
            **{key: int(row[key]) for key in _BATTLE_NUMBERS},
        }

    def phase(self, state: State) -> str:
        """``set_up``, ``turn``, ``start``, ``movement``, ``assault`` or ``end``.

        Rule: drive_on_stalingrad 5.1
        """
        phase = Phase(int(state.game.phase))
        if phase in _START_PHASES:
            return _START_PHASES[phase]
        return _ACTING_PHASES[0 if is_movement_phase(state) else 1]

    def reach(self, state: State) -> dict[int, list[int]]:
        """Hexes that each unit of the phasing side could move to now, its own left out.

        Rule: drive_on_stalingrad 9.1, 9.2, 9.3
        """
        ready = (state.units["side"] == state.game.side) & (state.units["status"] == Status.ON_MAP)
        looked = copy_for_game(state, int(state.game.seed))
        return find_reach(looked, np.flatnonzero(ready).tolist(), compute_reach, BEST)

    def position(self, state: State) -> dict[str, Any]:
        """All that is to be seen of a state besides where the units are.

        Returns
        -------
        dict
            Lists by unit: ``steps``, ``status``, ``revealed``, ``supply`` (-1 off the map),
            ``condition``; by hex: ``control``. The rest as in the frames of a replay.
        """
        looked = copy_for_game(state, int(state.game.seed))
        for side in (AXIS, SOVIET):
            refresh_supply(looked, side)
        seen = np.zeros((2, len(looked.units)), np.int64)
        look_at_units(looked, seen)
        units = looked.units
        return {
            "steps": units["steps"].tolist(),
            "status": units["status"].tolist(),
            "revealed": units["revealed"].tolist(),
            "supply": seen[_SUPPLY].tolist(),
            "condition": seen[_HELD].tolist(),
            "control": looked.ground["control"][:-1].tolist(),
            "points": [int(looked.game[name]) for name in self.points],
            "facts": self._facts(looked),
            "markers": _markers(looked),
            "works": np.flatnonzero(looked.ground["line_intact"][:-1]).tolist(),
            "sources": [_working_sources(looked, side) for side in Side],
            "cut_off": [_cut_off(looked, side) for side in (AXIS, SOVIET)],
            "supplied": [_supplied(looked, side) for side in (AXIS, SOVIET)],
            "lines": _supply_lines(looked),
        }

    def _facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        game = state.game
        facts = [["Soviet units eliminated out of supply", str(int(game.oos_kills))]]
        if game.game_turn > 0:
            facts.append(["Aircraft left this game turn", str(int(game.aircraft))])
        if game.order_declared:
            facts.append(["Order of phases", self.values()["order"][int(game.phase_order)]])
        if game.flood_turn and game.flood_turn == game.game_turn:
            facts.append(["Manych", "in flood"])
        facts.append(["Taman as a source", "open" if game.taman_active == 1 else "closed"])
        facts.append(["Stalingrad O-Ring", "intact" if game.o_ring_intact else "broken"])
        return facts


def open_telling(scenario: Scenario) -> Telling:
    """Tell of a scenario in the words of its game."""
    kinds = [kind.name for kind in Kind]
    of_map = partial(map_faults, scenario.map, _MAP_WORDS)
    phases = dict.fromkeys([*_START_PHASES.values(), *_ACTING_PHASES])
    shifts = [name for name in BATTLE.names or () if name.startswith("shift_")]
    words = read_words(
        scenario.ruleset.game,
        kinds,
        Telling.points,
        phases,
        of_map,
        told=("army",),
        shifts=shifts,
    )
    return Telling(scenario, words)


@entry
def look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply state of each unit, -1 off the map, and whether it is held, by fresh fields.

    Rule: drive_on_stalingrad 3.2, 7.2, 8.2, 8.4

    seen : int64[2, n_units], written
    """
    for unit in range(len(state.units)):
        seen[_SUPPLY, unit] = -1
        seen[_HELD, unit] = FREE
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        seen[_SUPPLY, unit] = read_hex_supply(state, counter.side, counter.hex)
        if check_free_to_move(state, unit) != Refusal.OK:
            seen[_HELD, unit] = FROZEN
        elif awaits_release(state, unit):
            seen[_HELD, unit] = CONFINED


@entry
def mark_supplied(state: State, side: int, supplied: np.ndarray) -> None:
    """Mark the hexes in which units of a side would be in regular supply, by fresh fields.

    Rule: drive_on_stalingrad 7.3, 7.4, 7.8, 7.9, 7.10

    supplied : int64[n], written
    """
    for h in range(len(supplied)):
        supplied[h] = 1 if read_regular_supply(state, side, h) else 0


def _supplied(state: State, side: np.int64) -> list[int]:
    supplied = np.zeros(len(state.ground) - 1, np.int64)
    mark_supplied(state, side, supplied)
    return np.flatnonzero(supplied).tolist()


def _working_sources(state: State, side: int) -> list[int]:
    """Hexes that are a source of a side now, ultimate or linked to one (7.3, 7.8)."""
    fields = state.supply[2 * side : 2 * side + 2, :-1]
    return np.flatnonzero((fields == 0).any(axis=0)).tolist()


def _cut_off(state: State, side: np.int64) -> list[int]:
    """Hexes of a side's network that are no source now (7.3, 7.8, 7.14)."""
    network = state.ground["network_axis" if side == Side.AXIS else "network_soviet"][:-1]
    working = set(_working_sources(state, int(side)))
    return [
        h
        for h in np.flatnonzero(network).tolist()
        if h not in working and is_network_source(state, side, np.int64(h))
    ]


def _markers(state: State) -> list[dict[str, Any]]:
    """The aerial supply marker (7.6)."""
    h = int(state.game.aerial_hex)
    if h >= len(state.ground) - 1:
        return []
    radius = int(state.rules.air_aerial_supply_radius)
    marker = {"key": "aerial", "name": "Aerial supply", "side": int(Side.AXIS)}
    return [{**marker, "hex": h, "radius": radius}]


def _supply_lines(state: State) -> list[Any]:
    """A shortest line from each hex with units in regular supply: hex, directions to the source.

    Rule: drive_on_stalingrad 7.12, 7.13

    Flat: hex, text of directions, hex ...; a line of no length is left out.
    """
    lines: list[Any] = []
    for h in np.flatnonzero(state.ground["occupant"][:-1] >= 0).tolist():
        side = np.int64(state.ground[h].occupant)
        row = int(field_row(state, side, np.int64(h)))
        if state.supply[row, h] <= state.rules.supply_line_max_hexes:
            way = _way_to_source(state, row, h)
            lines += [h, way] if way else []
    return lines


def _way_to_source(state: State, row: int, h: int) -> str:
    """Directions of a line down a field of links to its source.

    A field that is seeded at Rostov goes on in that of the north map (7.13).
    """
    way = way_down(state.neighbour, state.supply[row], state.line_sides[row], h)
    for direction in way:
        h = int(state.neighbour[h, int(direction)])
    if row != AXIS_NORTH + 1 or state.supply[row, h] == 0:
        return way
    return way + way_down(
        state.neighbour, state.supply[AXIS_NORTH], state.line_sides[AXIS_NORTH], h
    )
