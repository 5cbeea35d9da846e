"""A scenario under one ruleset: everything games share, and how a game begins.

Rule: drive_on_stalingrad 2.13, 2.14, 3.2, 8.4, 12.1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from balance.errors import DataError, UnknownName
from balance.games.boards import GameMap
from balance.games.drive_on_stalingrad.costs import build_costs
from balance.games.drive_on_stalingrad.map import HEX_PARAMETERS, load_map
from balance.games.drive_on_stalingrad.new_game import STATIC_FIELDS, assemble_state, freeze_armies
from balance.games.drive_on_stalingrad.order_of_battle import OrderOfBattle, load_order_of_battle
from balance.games.drive_on_stalingrad.scenario_file import (
    AreaEntry,
    ArmyEntry,
    ScenarioFile,
    find_scenario_file,
)
from balance.games.drive_on_stalingrad.setup import allowed_hexes, allowed_table, make_placement
from balance.games.drive_on_stalingrad.stacks import place_unit
from balance.games.drive_on_stalingrad.state import LOCATION, OPPOSITE, State
from balance.games.drive_on_stalingrad.tables import check_charts, load_crt, load_hexsides, load_tec
from balance.games.drive_on_stalingrad.untried import draw_untried_values
from balance.games.drive_on_stalingrad.vocabulary import Army, Feature, Policy, Side, Status
from balance.games.scenario import GameScenario
from balance.games.scenario_files import check_head
from balance.kernel.bundles import bundle
from balance.kernel.compiled import entry
from balance.rulebook.own_functions import put_own_functions
from balance.rulebook.record import rules_record
from balance.rulebook.ruleset import Ruleset


@bundle
class SetUp(NamedTuple):
    """Where units begin, and the pools of hidden values, see ``untried.draw_untried_values``.

    Rule: drive_on_stalingrad 2.14, 12.1
    """

    placement: np.ndarray  # int16[n_units], hex, n for units off the map
    first: np.ndarray  # int16[n_pools + 1]
    attack: np.ndarray  # int16[n_slots]
    defense: np.ndarray  # int16[n_slots]
    pool_of: np.ndarray  # int16[n_units]


@dataclass(frozen=True, eq=False)
class Scenario(GameScenario):
    """One scenario, ready to begin games from.

    Rule: drive_on_stalingrad 3.1, 3.2, 12.1
    """

    file: ScenarioFile
    order_of_battle: OrderOfBattle
    template: State

    static = STATIC_FIELDS

    def area(self, name: str) -> AreaEntry:
        """A set-up area of the scenario file."""
        for area in self.file.areas:
            if area.name == name:
                return area
        raise UnknownName("set-up area", name, [area.name for area in self.file.areas])

    @cached_property
    def front_army(self) -> np.ndarray:
        """Front army that holds each hex of the start line: int16[n + 1], Army.NONE elsewhere.

        Rule: drive_on_stalingrad 3.2, 12.1
        """
        hexes = self.map.hexes
        line = (hexes["features"] & Feature.START_LINE) != 0
        owner = np.full(len(hexes), Army.NONE, np.int16)
        for listed in self.file.armies:
            if listed.front_rows:
                first, last = listed.front_rows
                owner[line & (hexes["row"] >= first) & (hexes["row"] <= last)] = listed.army
        return owner

    @cached_property
    def allowed(self) -> np.ndarray:
        """Where each unit may set up: bool array, shape [n_units, n + 1]."""
        return allowed_table(self)

    @cached_property
    def default_placement(self) -> np.ndarray:
        """The historical set-up: int16 array, shape [n_units]; make_placement takes wishes."""
        placement = make_placement(self)
        placement.flags.writeable = False
        return placement

    def new_game(  # type: ignore[override]  # players set up here
        self,
        seed: int,
        placement: np.ndarray | None = None,
        set_up_seed: int | None = None,
        *,
        trace: bool = False,
    ) -> State:
        """Begin a game, see ``GameScenario``: hidden values are drawn, units put where they set up.

        Rule: drive_on_stalingrad 2.14, 12.1

        placement : int16[n_units], the hex of each unit; the default set-up if None

        The set-up is taken as it is; setup.check_set_up says whether it is legal.
        """
        if placement is None:
            placement = self.default_placement
        state: State = self._fresh(seed, trace)
        # A copy: a read-only array would be another type.
        set_up = self._set_up._replace(placement=np.array(placement, np.int16))
        begin_game(state, int(seed if set_up_seed is None else set_up_seed), set_up)
        return state

    @cached_property
    def _set_up(self) -> SetUp:
        pools = self.order_of_battle.pools
        placement = np.array(self.default_placement, np.int16)
        return SetUp(placement, pools.first, pools.attack, pools.defense, pools.pool_of)


@entry
def begin_game(state: State, set_up_seed: int, set_up: SetUp) -> None:
    """Draw hidden values and place the units of one game.

    Rule: drive_on_stalingrad 2.14, 3.2, 12.1

    German-side units without an army join that of the area they stand in.
    """
    draw_untried_values(
        state.units, set_up_seed, set_up.first, set_up.attack, set_up.defense, set_up.pool_of
    )
    off_map = len(state.ground) - 1
    for u in range(len(state.units)):
        h = int(set_up.placement[u])
        if h == off_map:
            continue
        place_unit(state, u, h)
        unit = state.units[u]
        unit.start_hex = h
        if unit.side == Side.AXIS and unit.army == Army.NONE:
            unit.army = state.hexes[h].area
    freeze_armies(state)


def load_scenario(name: str, ruleset: Ruleset) -> Scenario:
    """Load a scenario of the ruleset's game by name or alias.

    Raises
    ------
    UnknownName
        If there is no such scenario.
    DataError
        With all faults of a file that is wrong.
    """
    file = find_scenario_file(ruleset.game, name)
    check_head(file, ruleset)
    check_charts(ruleset)
    return make_scenario(file, ruleset)


def make_scenario(file: ScenarioFile, ruleset: Ruleset) -> Scenario:
    """Put a scenario file, a ruleset, the map and the order of battle together and check them.

    Raises
    ------
    DataError
        With all faults of a file that is wrong.
    """
    game_map = _shared_map(
        tuple((key, tuple(ruleset.hexes(key))) for key in HEX_PARAMETERS),
        tuple(sorted(ruleset.map_edits.items())),
    )
    low, high = (ruleset.integer(f"units.unknown_factor_{end}") for end in ("min", "max"))
    order_of_battle = load_order_of_battle(
        ruleset.folder / "order_of_battle",
        die_mean_x10=5 * (low + high),
        edits=ruleset.unit_edits,
        last_turn=ruleset.integer(file.last_turn),
    )
    template = _make_template(file, ruleset, game_map, order_of_battle)
    scenario = Scenario(file, ruleset, game_map, order_of_battle, template)
    _check_set_up_data(scenario)
    return scenario


@lru_cache(maxsize=16)
def _shared_map(
    roles: tuple[tuple[str, tuple[str, ...]], ...], edits: tuple[tuple[tuple[str, str], str], ...]
) -> GameMap:
    """Map with its roles on it; play doesn't write on it, so variants that agree on them share."""
    return load_map(parameters=dict(roles), edits=dict(edits))


def _make_template(
    file: ScenarioFile, ruleset: Ruleset, game_map: GameMap, order_of_battle: OrderOfBattle
) -> State:
    tec, tec_sides = load_tec(ruleset), load_hexsides(ruleset)
    hexes = game_map.hexes
    state = assemble_state(
        rules=rules_record(ruleset),
        hexes=hexes,
        neighbour=game_map.neighbour,
        hexside=game_map.hexside,
        cost=build_costs(hexes["terrain"], game_map.hexside, game_map.neighbour, tec, tec_sides),
        crt=load_crt(ruleset),
        tec=tec,
        tec_sides=tec_sides,
        army=_make_armies(file, ruleset, game_map),
        units=order_of_battle.units,
        turns=ruleset.integer(file.last_turn),
    )
    state.units["start_hex"] = state.units["hex"]
    state.policy[:, Policy.ADVANCE] = ruleset.integer("stacking.limit")
    put_own_functions(state, ruleset)
    return state


def _make_armies(file: ScenarioFile, ruleset: Ruleset, game_map: GameMap) -> np.ndarray:
    """Table of armies: locations, who faces whom.

    Rule: drive_on_stalingrad 3.2, 8.4
    """
    table = np.zeros((len(Army), 4), np.int16)
    table[:, LOCATION] = len(game_map.names)
    for listed in file.armies:
        for other in listed.opposite:
            table[listed.army, OPPOSITE] |= 1 << other
    reserves = [army for army in Army if army >= Army.RESERVE_5]
    for army, name in zip(reserves, ruleset.hexes("setup.reserve_hexes"), strict=True):
        if name not in game_map.index:
            raise UnknownName("hex of setup.reserve_hexes", name, game_map.names)
        table[army, LOCATION] = game_map.index[name]
    return table


def _check_set_up_data(scenario: Scenario) -> None:
    """Each start line hex belongs to one front army, and every set-up text leads somewhere.

    Rule: drive_on_stalingrad 3.2, 12.1
    """
    fault, faults = scenario.file.fault, []
    features = scenario.map.hexes["features"]
    line = (features & Feature.START_LINE) != 0
    for h in np.flatnonzero(line & (scenario.front_army == Army.NONE)):
        faults.append(fault(f"start line hex {scenario.hex_names[h]} belongs to no front army"))
    above: ArmyEntry | None = None
    for listed in scenario.file.armies:
        if not listed.front_rows:
            continue
        if above and above.front_rows and listed.front_rows[0] <= above.front_rows[1]:
            faults.append(
                fault(f"army {listed.name} shares rows with army {above.name}", listed.name)
            )
        above = listed
        held = np.count_nonzero(scenario.front_army == listed.army)
        members = np.count_nonzero(scenario.units["army"] == listed.army)
        if not 0 < held <= members:
            faults.append(
                fault(
                    f"army {listed.name} has {members} units for {held} start line hexes; each hex "
                    "needs one [drive_on_stalingrad 12.1a]",
                    listed.name,
                )
            )
    for u in np.flatnonzero(scenario.units["status"] == Status.ON_MAP):
        row = scenario.order_of_battle.rows[u]
        try:
            if not allowed_hexes(scenario, int(u)).any():
                faults.append(row.fault(f"there is no hex to set up in for {row['set_up']!r}"))
        except UnknownName as error:
            faults.append(row.fault(str(error)))
    if faults:
        raise DataError(faults)
