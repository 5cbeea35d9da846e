"""The three scenarios under one ruleset: what their games share, and how a game begins (15.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from balance.errors import DataError
from balance.games.boards import GameMap
from balance.games.scenario import GameScenario, set_up_faults
from balance.games.scenario_files import ScenarioHead, check_head, find_scenario_head
from balance.games.stalingrad_1942.map import START_SIDES, load_map
from balance.games.stalingrad_1942.new_game import STATIC_FIELDS, assemble_state, set_up_unit
from balance.games.stalingrad_1942.order_of_battle import OrderOfBattle, load_order_of_battle
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.tables import (
    load_bridges,
    load_calendar,
    load_crt,
    load_forbidden,
    load_points,
    load_tec,
    scene_fields,
    terrain_chart,
)
from balance.games.stalingrad_1942.vocabulary import Feature, Side
from balance.kernel.compiled import entry
from balance.rulebook.own_functions import put_own_functions
from balance.rulebook.record import rules_record
from balance.rulebook.ruleset import Ruleset
from balance.rules.turn_records import record_control

#: Row of the map's record for the state before play.
_AT_START = 0


@dataclass(frozen=True, eq=False)
class Scenario(GameScenario):
    """One scenario, ready to begin games from.

    Rule: stalingrad_1942 15.1a
    """

    order_of_battle: OrderOfBattle
    template: State

    static = STATIC_FIELDS

    def _put_units(self, state: State, seed: int) -> None:
        begin_game(state, self._placement, self._works)

    @cached_property
    def _placement(self) -> np.ndarray:
        return self.hex_indices(self.order_of_battle.set_up)

    @cached_property
    def _works(self) -> np.ndarray:
        return np.array(self.order_of_battle.works, np.int16)


@entry
def begin_game(state: State, placement: np.ndarray, works: np.ndarray) -> None:
    """Put on the map what starts there.

    Rule: stalingrad_1942 15.1a, 15.21, Setup-a

    placement, works : int16[n_units], set-up hex (n for none), and 1 for who starts dug in
    """
    off_map = len(state.ground) - 1
    for unit in range(len(placement)):
        if placement[unit] != off_map:
            set_up_unit(state, unit, placement[unit], works[unit])
    state.game.event_count = 0
    state.game.rivers = 0
    record_control(state, _AT_START)


def load_scenario(name: str, ruleset: Ruleset) -> Scenario:
    """Load a scenario of the ruleset's game by name or alias.

    Raises
    ------
    UnknownName
        If there is no such scenario.
    DataError
        With all faults of a file that is wrong.
    """
    head, _ = find_scenario_head(ruleset.game, name)
    return open_scenario(head, ruleset)


def open_scenario(head: ScenarioHead, ruleset: Ruleset) -> Scenario:
    """Load the scenario that a head names.

    Raises
    ------
    DataError
        With all faults of its map, charts and set-up.
    """
    if head.name not in START_SIDES:
        raise DataError(head.fault(f"name is {head.name!r}; expected {', '.join(START_SIDES)}"))
    check_head(head, ruleset)
    game_map, river_names = load_map(ruleset, head.name)
    order_of_battle = load_order_of_battle(ruleset.folder / "order_of_battle", head.name, ruleset)
    faults = _set_up_faults(game_map, order_of_battle)
    if faults:
        raise DataError(faults)
    template = assemble_state(
        rules=rules_record(ruleset),
        scene=scene_fields(ruleset, head.name),
        hexes=game_map.hexes,
        neighbour=game_map.neighbour,
        hexside=game_map.hexside,
        river_names=river_names,
        crt=load_crt(ruleset),
        tec=load_tec(ruleset, terrain_chart(ruleset, head.name)),
        calendar=load_calendar(ruleset, head.name),
        points=load_points(ruleset, head.name),
        forbidden=load_forbidden(ruleset),
        units=order_of_battle.units,
        strengths=order_of_battle.strengths,
        bridges=_bridges(ruleset, head.name, game_map),
    )
    put_own_functions(template, ruleset)
    return Scenario(head, ruleset, game_map, order_of_battle, template)


def _bridges(ruleset: Ruleset, scenario: str, game_map: GameMap) -> list[tuple[int, int, bool]]:
    """Bridges of a scenario at its start: hex, direction, whether in use.

    Rule: stalingrad_1942 S1h, S2f, S3g
    """
    found = []
    for row, stands in load_bridges(ruleset, scenario):
        a, b = (game_map.index.get(row[key], -1) for key in ("hex_a", "hex_b"))
        near = np.flatnonzero(game_map.neighbour[a] == b).tolist() if min(a, b) >= 0 else []
        if not near:
            raise DataError(row.fault("expected two adjacent hexes of the map"))
        found.append((a, near[0], stands))
    return found


def _set_up_faults(game_map: GameMap, order_of_battle: OrderOfBattle) -> list[str]:
    """Set-up hexes that aren't on the map, held by both sides, or behind the other side's front.

    Rule: stalingrad_1942 15.1a
    """

    def behind_front(name: str, side: int) -> str:
        soviet = int(game_map.hexes.features[game_map.index[name]]) & Feature.SOVIET_SIDE
        wrong = (side == Side.SOVIET) != bool(soviet)
        return f"hex {name} lies behind the other side's front" if wrong else ""

    return set_up_faults(game_map, order_of_battle, behind_front)
