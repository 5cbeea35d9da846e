"""One scenario under one ruleset: what its games share, and how a game begins (15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase
from typing import Any

import numpy as np

from balance.errors import DataError, UnknownName
from balance.games.boards import GameMap, named_hexes
from balance.games.common.control import enter_hex, settle
from balance.games.common.map import as_it_begins, load_map
from balance.games.common.new_game import STATIC_FIELDS, assemble_state
from balance.games.common.order_of_battle import OrderOfBattle, load_order_of_battle
from balance.games.common.state import MAX_TURNS, PROHIBITED, State
from balance.games.common.tables import class_names, load_terrain, terrain_names
from balance.games.common.vocabulary import Status
from balance.games.scenario import GameScenario, set_up_faults
from balance.games.scenario_files import ScenarioHead, check_head, find_scenario_head
from balance.kernel.compiled import entry
from balance.rulebook.own_functions import put_own_functions
from balance.rulebook.ruleset import Ruleset
from balance.rules.turn_records import record_control

#: Parameters that hold dates and length, where a scenario file doesn't name others.
_DEFAULTS = {
    "first_day": "sequence.first_day",
    "turn_days": "sequence.turn_days",
    "last_turn": "sequence.last_turn",
}
#: Entry with the numbers that hold in one scenario alone.
RULES = "rules"
_AT_START = 0


@dataclass(frozen=True, eq=False)
class Scenario(GameScenario):
    """One scenario, ready to begin games from.

    Rule: common 15.1
    """

    order_of_battle: OrderOfBattle
    template: State

    static = STATIC_FIELDS

    def _put_units(self, state: State, seed: int) -> None:
        begin_game(state, self._placement)

    @cached_property
    def _placement(self) -> np.ndarray:
        return self.hex_indices(self.order_of_battle.set_up)


@entry
def begin_game(state: State, placement: np.ndarray) -> None:
    """Put on the map what starts there.

    Rule: common 15.1

    placement : int16[n_units], set-up hex, n for none
    """
    for unit in range(len(placement)):
        if placement[unit] < len(state.ground) - 1:
            state.units[unit].status = Status.ON_MAP
            enter_hex(state, unit, placement[unit])
    settle(state)
    state.game.event_count = 0
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
    head, data = find_scenario_head(ruleset.game, name, (RULES,), _DEFAULTS)
    return open_scenario(head, _rules_of(head, data, ruleset))


def _rules_of(head: ScenarioHead, data: Mapping[str, Any], ruleset: Ruleset) -> Ruleset:
    """The rules with the numbers of a scenario, but for those that a variant has set."""
    given = data.get(RULES, {})
    if not isinstance(given, dict):
        raise DataError(head.fault(f'[{RULES}] is {given!r}; expected lines "key" = value', RULES))
    own, faults = {}, []
    for key, value in given.items():
        try:
            parameter = ruleset.parameter(key)
            if ruleset.values.get(parameter.key) == parameter.value:
                own[key] = ruleset.game.accept(parameter, value)
        except (UnknownName, ValueError) as error:
            faults.append(head.fault(f"{key}: {error}", key))
    if faults:
        raise DataError(faults)
    return ruleset.with_values(own) if own else ruleset


def open_scenario(head: ScenarioHead, ruleset: Ruleset) -> Scenario:
    """Load the scenario that a head names.

    Raises
    ------
    DataError
        With all faults of its map, charts and set-up.
    """
    check_head(head, ruleset)
    if not 0 < ruleset.integer(head.last_turn) <= MAX_TURNS:
        raise DataError(head.fault(f"{head.last_turn} must be 1 to {MAX_TURNS}", head.last_turn))
    game_map = as_it_begins(load_map(ruleset), ruleset.game, head.name)
    order_of_battle = load_order_of_battle(ruleset, head.name)
    faults = _set_up_faults(game_map, order_of_battle, ruleset)
    faults += _closed_to(game_map, order_of_battle, ruleset)
    sudden = np.zeros((2, len(game_map.names) + 1), np.int16)
    for side, key in enumerate(("victory.axis_sudden_places", "victory.soviet_sudden_places")):
        sudden[side, named_hexes(game_map, key, ruleset.hexes(key), faults)] = 1
    if faults:
        raise DataError(faults)
    template = assemble_state(ruleset, game_map, order_of_battle, sudden)
    put_own_functions(template, ruleset)
    return Scenario(head, ruleset, game_map, order_of_battle, template)


def _set_up_faults(
    game_map: GameMap, order_of_battle: OrderOfBattle, ruleset: Ruleset
) -> list[str]:
    """Set-up hexes that aren't on the map, held by both sides, or too full.

    Rule: common 3.1, 15.1
    """
    held: Counter[str] = Counter()
    # Under a variant's lower limit a side has its first phase to spread out.
    limit = max(rules.integer("stacking.limit") for rules in (ruleset, ruleset.game.rules))

    def too_full(name: str, side: int) -> str:
        held[name] += 1
        return f"{name} holds {limit} units already, its limit" if held[name] > limit else ""

    return set_up_faults(game_map, order_of_battle, too_full)


def _closed_to(game_map: GameMap, order_of_battle: OrderOfBattle, ruleset: Ruleset) -> list[str]:
    """Units that set up where their class can't stand, or are to come by an area that isn't there.

    Rule: common 5.2, 12.2, 15.1
    """
    faults = []
    prices, terrains = load_terrain(ruleset), terrain_names(ruleset)
    classes = class_names(ruleset)
    there = int(np.bitwise_or.reduce(game_map.hexes.areas))
    known = ", ".join(letter for place, letter in enumerate(ascii_uppercase) if there >> place & 1)
    for row, unit in zip(order_of_battle.rows, order_of_battle.units, strict=True):
        h = game_map.index.get(row["hex"], -1)
        terrain = game_map.hexes.terrain[h]
        if h >= 0 and prices[terrain, unit["mobility"]] >= PROHIBITED:
            shut = f"{terrains[terrain]} is closed to {classes[unit['mobility']]}"
            faults.append(row.fault(f"{row['unit']} sets up in {row['hex']}, but {shut}"))
        if unit["entry_area"] & ~there:
            faults.append(
                row.fault(
                    f"entry_area is {row['entry_area']!r}, which no hex of the map belongs to; "
                    f"expected one of {known or 'those that places.csv names: none so far'}"
                )
            )
    return faults
