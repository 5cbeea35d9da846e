"""A game for readers: what a replay shows of a state, in numbers and words of its own.

``ReplayWords`` looks at states without changing them: where looking would trace supply or write
scratch fields, it looks at a copy. The words come from ``replay.toml`` of the game's data.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from balance.games.drive_on_stalingrad import vocabulary
from balance.games.drive_on_stalingrad.armies import awaits_release, check_free_to_move
from balance.games.drive_on_stalingrad.new_game import copy_for_game
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reach import compute_reach
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
    Feature,
    Hexside,
    Phase,
    Result,
    Side,
    Status,
    Terrain,
    Trait,
)
from balance.games.replay_map import MapWords
from balance.games.replay_words import CONDITION, SUPPLY, GameReplayWords, way_down
from balance.kernel.compiled import entry

#: Values of ``condition``.
FREE, FROZEN, CONFINED = 0, 1, 2
_MAP_WORDS = MapWords(
    Terrain, (Terrain.LAKE, Terrain.SEA, Terrain.OFF_MAP), Feature, Hexside, Hexside.WATER
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


@entry
def look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply state of each unit, -1 off the map, and whether it is held, by fresh fields.

    Rule: drive_on_stalingrad 3.2, 7.2, 8.2, 8.4

    seen : int64[2, n_units], written
    """
    for unit in range(len(state.units)):
        seen[SUPPLY, unit] = -1
        seen[CONDITION, unit] = FREE
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        seen[SUPPLY, unit] = read_hex_supply(state, counter.side, counter.hex)
        if check_free_to_move(state, unit) != Refusal.OK:
            seen[CONDITION, unit] = FROZEN
        elif awaits_release(state, unit):
            seen[CONDITION, unit] = CONFINED


class ReplayWords(GameReplayWords):
    """Tells of the games of one scenario.

    Rule: drive_on_stalingrad 2.4, 2.14, 2.15, 4.1, 11.10, 11.29
    """

    book: ClassVar[Any] = vocabulary
    reasons = REASONS
    map_words = _MAP_WORDS
    points = ("vp", "vp_hexes", "vp_oos")
    battle_kind = "mobile"
    battle_numbers = (
        *("attack", "defense", "odds", "final_odds", "die", "attacker_steps_lost"),
        *("defender_steps_lost", "defender_units_lost", "attacker_oos", "defender_oos"),
        *("retreated", "advanced"),
    )
    search = staticmethod(compute_reach)
    look_at = staticmethod(look_at_units)

    @classmethod
    def copy(cls, state: State) -> State:
        """A state to look at, whose fields of supply are fresh."""
        looked = copy_for_game(state, int(state.game.seed))
        for side in (AXIS, SOVIET):
            refresh_supply(looked, side)
        return looked

    def printed(self, state: State, u: int) -> dict[str, Any]:
        """Nation, army, strengths by side of the counter, and what is hidden or rolled."""
        counter = state.units[u]
        traits = int(counter.traits)
        steps = [[int(counter.attack), int(counter.defense)]]
        if counter.full_steps > 1:
            steps.insert(0, [int(counter.attack_reduced), int(counter.defense_reduced)])
        return {
            "nation": int(counter.nation),
            "formation": self._army_titles.get(self.scenario.order_of_battle.rows[u]["army"], ""),
            "strengths": steps,
            "untried": bool(traits & Trait.UNTRIED),
            "die_attack": bool(traits & Trait.DIE_ATTACK),
            "die_defense": bool(traits & Trait.DIE_DEFENSE),
        }

    @cached_property
    def _army_titles(self) -> dict[str, str]:
        return {army.name: army.title for army in self.scenario.file.armies}

    def values(self) -> dict[str, dict[int, str]]:
        """Words for the values of events, by what the value is and its number."""
        armies = {int(army.army): army.title for army in self.scenario.file.armies}
        return {**super().values(), "army": armies}

    def result(self, row: Any) -> str:
        """A combat result as printed."""
        return Result(int(row["result"])).name

    def phase(self, state: State) -> str:
        """``set_up``, ``turn``, ``start``, ``movement``, ``assault`` or ``end``.

        Rule: drive_on_stalingrad 5.1
        """
        phase = Phase(int(state.game.phase))
        if phase in _START_PHASES:
            return _START_PHASES[phase]
        return _ACTING_PHASES[0 if is_movement_phase(state) else 1]

    def supply_of(self, state: State) -> dict[str, Any]:
        """Sources, hexes in supply and lines of both sides, the marker, and intact works."""
        return {
            "markers": _markers(state),
            "works": np.flatnonzero(state.ground["line_intact"][:-1]).tolist(),
            "sources": [_working_sources(state, side) for side in Side],
            "cut_off": [_cut_off(state, side) for side in (AXIS, SOVIET)],
            "supplied": [_supplied(state, side) for side in (AXIS, SOVIET)],
            "lines": _supply_lines(state),
        }

    def facts(self, state: State) -> list[list[str]]:
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


def open_replay_words(scenario: Scenario) -> ReplayWords:
    """Tell of a scenario in the words of its game."""
    phases = dict.fromkeys([*_START_PHASES.values(), *_ACTING_PHASES])
    shifts = [name for name in BATTLE.names or () if name.startswith("shift_")]
    return ReplayWords.open(scenario, phases=phases, told=("army",), shifts=shifts)


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
