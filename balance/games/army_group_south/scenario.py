"""The scenario under one ruleset: what its games share, and how a game begins (section 18)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from balance.errors import DataError
from balance.games.army_group_south.map import load_map
from balance.games.army_group_south.new_game import STATIC_FIELDS, assemble_state, set_up_unit
from balance.games.army_group_south.order_of_battle import OrderOfBattle, load_order_of_battle
from balance.games.army_group_south.state import UNIT, State
from balance.games.army_group_south.tables import check_charts, load_crt, load_tec
from balance.games.army_group_south.turn_record import record_control
from balance.games.army_group_south.vocabulary import Phase, Purpose, Side, Status, Terrain
from balance.games.boards import GameMap
from balance.games.pools import draw_slots
from balance.games.scenario import GameScenario, set_up_faults
from balance.games.scenario_files import check_head, find_scenario_head
from balance.kernel.bundles import bundle
from balance.kernel.compiled import entry
from balance.rulebook.own_functions import put_own_functions
from balance.rulebook.record import rules_record
from balance.rulebook.ruleset import Ruleset

#: Slot of a unit that draws none.
_NO_SLOT = -1
#: Row of the map's record for the state before play.
_AT_START = 0


@bundle
class SetUp(NamedTuple):
    """Where units begin.

    Rule: army_group_south 18.1, 18.2
    """

    placement: np.ndarray  # int16[n_units], set-up hex, n for none
    first: np.ndarray  # int16[n_pools + 1], as the next, see ``pools.draw_slots``
    pool_of: np.ndarray  # int16[n_units]
    slot_hexes: np.ndarray  # int16[n_slots], hex, n for none
    arrivals: np.ndarray  # int16[n_slots], turn of arrival, 0 for none


@dataclass(frozen=True, eq=False)
class Scenario(GameScenario):
    """One scenario, ready to begin games from.

    Rule: army_group_south 13.1, 17.0, 18.1, 18.2, TRT-a
    """

    order_of_battle: OrderOfBattle
    template: State

    static = STATIC_FIELDS

    def _put_units(self, state: State, seed: int) -> None:
        begin_game(state, seed, self._begins)

    @cached_property
    def _begins(self) -> SetUp:
        pools = self.order_of_battle.pools
        return SetUp(
            placement=self.hex_indices(self.order_of_battle.set_up),
            first=pools.first,
            pool_of=pools.pool_of,
            slot_hexes=self.hex_indices(pools.hexes),
            arrivals=pools.arrivals,
        )


@entry
def begin_game(state: State, set_up_seed: int, set_up: SetUp) -> None:
    """Deal the untried units of one game and put on the map what starts there.

    Rule: army_group_south 13.1, 18.1, 18.11, 18.12, 18.2
    """
    drawn = np.full(len(set_up.pool_of), _NO_SLOT)
    draw_slots(
        set_up_seed,
        Phase.SET_UP,
        Purpose.UNTRIED_DRAW,
        set_up.first,
        set_up.pool_of,
        drawn,
    )
    off_map = len(state.ground) - 1
    for unit in range(len(set_up.pool_of)):
        h = set_up.placement[unit]
        if drawn[unit] != _NO_SLOT:
            h = set_up.slot_hexes[drawn[unit]]
            arrival = set_up.arrivals[drawn[unit]]
            state.units[unit].slot = drawn[unit]
            state.units[unit].arrival_turn = arrival
            if h == off_map and arrival == 0:
                state.units[unit].status = Status.UNUSED
        if h != off_map:
            set_up_unit(state, unit, h)
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
    file, _ = find_scenario_head(ruleset.game, name)
    check_head(file, ruleset)
    check_charts(ruleset)
    game_map = load_map(ruleset)
    order_of_battle = load_order_of_battle(ruleset.folder / "order_of_battle", ruleset)
    faults = _set_up_faults(game_map, order_of_battle)
    if faults:
        raise DataError(faults)
    template = assemble_state(
        rules=rules_record(ruleset),
        hexes=game_map.hexes,
        neighbour=game_map.neighbour,
        hexside=game_map.hexside,
        crt=load_crt(ruleset),
        tec=load_tec(ruleset),
        units=order_of_battle.units,
        turns=ruleset.integer(file.last_turn),
        strengths=order_of_battle.strengths,
    )
    put_own_functions(template, ruleset)
    return Scenario(file, ruleset, game_map, order_of_battle, template)


def _set_up_faults(game_map: GameMap, order_of_battle: OrderOfBattle) -> list[str]:
    """Set-up hexes that aren't on the map, at sea, or held by both sides.

    Rule: army_group_south 18.1, 18.2
    """
    pools = order_of_battle.pools.rows
    dealt = np.zeros(len(pools), UNIT)
    dealt["side"] = Side.SOVIET
    placed = replace(
        order_of_battle,
        units=np.concatenate([order_of_battle.units, dealt]),
        set_up=(*order_of_battle.set_up, *(row["hex"] for row in pools)),
        rows=(*order_of_battle.rows, *pools),
    )

    def at_sea(name: str, _: int) -> str:
        sea = game_map.hexes.terrain[game_map.index[name]] == Terrain.SEA
        return f"hex {name} is sea; a unit sets up on land" if sea else ""

    return set_up_faults(game_map, placed, at_sea)
