"""What a side leaves open at the end of its player turn: bases that the enemy could walk into.

    dashes = find_dashes(state)          # at the end of a player turn, see ``ends_player_turn``

The referee himself opens the enemy's next movement phase on a copy of the game, so that supply,
releases, floods and stacking are those of the rules; his own reach says where each unit can go.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.assault import check_attacker, check_target
from balance.games.drive_on_stalingrad.new_game import copy_for_game
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.reinforcements import (
    enter_reinforcement,
    list_arrivals,
    list_entry_hexes,
)
from balance.games.drive_on_stalingrad.sequence import StepKind, open_step
from balance.games.drive_on_stalingrad.shifts import assault_shifts
from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.strength import attack_total, defense_total
from balance.games.drive_on_stalingrad.supply import hex_supply, mark_supply_dirty
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Nation,
    Phase,
    PhaseOrder,
    Side,
    Status,
    SupplyState,
)
from balance.kernel.odds import odds_ladder

_LOST_AT_ONCE = int(Feature.SUDDEN_DEATH)  # 4.6
_AXIS_ROOTS = int(Feature.AXIS_ULTIMATE | Feature.TAMAN)  # 7.3, 7.4
_SOVIET_ROOTS = int(
    Feature.SOVIET_NORTH_ULTIMATE | Feature.SOVIET_SOUTH_ULTIMATE | Feature.ASTRAKHAN
)  # 7.8, 7.10, 7.11


class Dash(NamedTuple):
    """A base that the enemy could enter in his next movement phase, and how."""

    game_turn: int
    side: int  # whose base it is
    hex: int
    unit: int  # of the enemy, that could enter it
    way: str  # "march", "entry" of a reinforcement, "assault": once a sure assault opens the road
    decisive: bool  # its loss ends the game (4.6)
    cut_off: int  # units that would draw no supply after its loss


def ends_player_turn(state: State, phase_closed: bool) -> bool:
    """Whether a player turn ends with this look at the state and another one is to come."""
    if not phase_closed or state.game.ended:
        return False
    if state.game.phase == Phase.AXIS_SECOND:
        return True
    last = state.game.game_turn >= state.rules.victory_last_turn
    return bool(state.game.phase == Phase.SOVIET_SECOND and not last)


def bases(state: State, side: int) -> list[int]:
    """Hexes of a side that lose it the game, or that its supply comes from at the last.

    Rule: drive_on_stalingrad 4.6, 7.3, 7.4, 7.8, 7.10
    """
    wanted = _SOVIET_ROOTS if side == Side.SOVIET else _LOST_AT_ONCE | _AXIS_ROOTS
    if side == Side.AXIS and _stands_in_the_south(state):
        wanted |= int(Feature.ROSTOV)
    held = state.ground["control"][:-1] == side
    features = state.hexes["features"][:-1]
    found: list[int] = np.flatnonzero(held & (features & wanted != 0)).tolist()
    return found


def find_dashes(state: State) -> list[Dash]:
    """Bases of the side whose player turn ends that one enemy unit or more could enter next.

    Rule: drive_on_stalingrad 4.6, 5.4, 7.14, 8.1, 9.1

    Each base is named once, by the simplest way there is.
    """
    side = int(state.game.side)
    found: dict[int, Dash] = {}
    open_bases = [h for h in bases(state, side) if state.ground["occupant"][h] != side]
    if not open_bases:
        return []
    ways = {"march": _marchers, "entry": _newcomers, "assault": _after_sure_assaults}
    for way, movers in ways.items():
        coming = open_next_movement(state)
        for moving, unit in movers(coming):
            for h in open_bases:
                if h not in found and moving.work[BEST, h] >= 0:
                    found[h] = _describe(state, side, h, unit, way)
    return list(found.values())


def open_next_movement(state: State) -> State:
    """A copy of the game in the next movement phase of the other side.

    Rule: drive_on_stalingrad 5.1, 5.4
    """
    coming = copy_for_game(state, int(state.game.seed))
    while open_step(coming) != StepKind.PLAYER_TURN_START:
        assert not coming.game.ended, "no player turn is to come"
    if coming.game.side == Side.AXIS:
        coming.game.phase_order = PhaseOrder.MOVE_ASSAULT
    else:
        coming.game.phase = Phase.SOVIET_FIRST  # as if it had fought its assaults
    open_step(coming)
    return coming


def _marchers(state: State):
    """Each unit on the map of the phasing side, its reach in ``work``."""
    units = state.units
    ready = (units["side"] == state.game.side) & (units["status"] == Status.ON_MAP)
    for unit in np.flatnonzero(ready).tolist():
        if compute_reach(state, np.int64(unit)) > 0:
            yield state, unit


def _newcomers(state: State):
    """One reinforcement of each speed at each of its entry hexes, its reach in ``work``.

    Rule: drive_on_stalingrad 8.1
    """
    due = np.zeros(len(state.units), np.int64)
    entries = np.zeros(len(state.ground), np.int64)
    kinds = {}
    for unit in due[: list_arrivals(state, np.int64(state.game.side), due)].tolist():
        kinds[int(state.units[unit].mobility), int(state.units[unit].movement)] = unit
    for unit in kinds.values():
        for h in entries[: list_entry_hexes(state, np.int64(unit), entries)].copy():
            entered = copy_for_game(state, int(state.game.seed))
            if enter_reinforcement(entered, np.int64(unit), np.int64(h)) == 0:
                compute_reach(entered, np.int64(unit))
                yield entered, unit


def _after_sure_assaults(state: State):
    """The units on the map, once every stack that must fall without a roll has been taken away.

    Rule: drive_on_stalingrad 5.4, 11.10

    The Germans get their column for assaulting first. Stacks with a full two-step unit stay: such
    a unit survives, reduced (11.36).
    """
    order = np.int64(PhaseOrder.ASSAULT_MOVE)
    phase, declared = int(state.game.phase), int(state.game.phase_order)
    state.game.phase = Phase.AXIS_FIRST if state.game.side == Side.AXIS else Phase.SOVIET_FIRST
    state.game.phase_order = order
    defenders = np.flatnonzero(state.ground["occupant"][:-1] == 1 - state.game.side)
    for h in [h for h in defenders.tolist() if _falls_for_sure(state, h, order)]:
        while state.ground[h].first >= 0:
            unit = np.int64(state.ground[h].first)
            lift_unit(state, unit)
            state.units[unit].status = Status.ELIMINATED
    state.game.phase, state.game.phase_order = phase, declared
    yield from _marchers(state)


def _falls_for_sure(state: State, target: int, order: int) -> bool:
    """Whether the Germans, or the Soviets, around a hex would clear it without a roll.

    Rule: drive_on_stalingrad 11.10, 11.36
    """
    h, none = np.int64(target), np.int64(0)
    if check_target(state, h) != 0:
        return False
    here = state.units["hex"] == target
    if np.any(here & (state.units["steps"] > 1)):
        return False
    party, launch = _attackers_around(state, target)
    if not party:
        return False
    members, count = np.array(party, np.int64), np.int64(len(party))
    attack = np.int64(attack_total(state, members, count, h, none))
    odds = int(odds_ladder(attack, np.int64(defense_total(state, h))))
    nations = np.int64(1 << int(state.units[party[0]].nation))
    side = np.int64(state.game.side)
    shifts = assault_shifts(state, h, np.int64(launch), nations, order, side, none, none)
    return odds + sum(int(shift) for shift in shifts) >= int(state.rules.combat_auto_high_above)


def _attackers_around(state: State, target: int) -> tuple[list[int], int]:
    """Units of the leading nation that may attack a hex, and the directions they come from."""
    party, launch = [], 0
    leading = Nation.SOVIET if state.game.side == Side.SOVIET else Nation.GERMAN
    for d in range(6):
        unit = int(state.ground[state.neighbour[target, d]].first)
        while unit >= 0:
            able = check_attacker(state, np.int64(unit), np.int64(target)) == 0
            if able and state.units[unit].nation == leading:
                party.append(unit)
                launch |= 1 << d
            unit = int(state.units[unit].next)
    return party, launch


def _stands_in_the_south(state: State) -> bool:
    """Whether a German-side unit stands on the south map: its line of supply passes Rostov.

    Rule: drive_on_stalingrad 7.4
    """
    units = state.units
    axis = (units["side"] == Side.AXIS) & (units["status"] == Status.ON_MAP)
    south = state.hexes["features"][units["hex"]] & int(Feature.SOUTH_MAP) != 0
    return bool(np.any(axis & south))


def _describe(state: State, side: int, h: int, unit: int, way: str) -> Dash:
    decisive = side == Side.AXIS and int(state.hexes[h].features) & _LOST_AT_ONCE != 0
    return Dash(
        game_turn=int(state.game.game_turn),
        side=side,
        hex=h,
        unit=unit,
        way=way,
        decisive=decisive,
        cut_off=_cut_off_by_loss(state, side, h),
    )


def _cut_off_by_loss(state: State, side: int, h: int) -> int:
    """Units of a side in supply now that would be out of it without a base.

    Rule: drive_on_stalingrad 7.14
    """
    lost = copy_for_game(state, int(state.game.seed))
    before = _units_out_of_supply(lost, side)
    lost.ground[h].control = 1 - side
    mark_supply_dirty(lost, np.int64(side))
    return _units_out_of_supply(lost, side) - before


def _units_out_of_supply(state: State, side: int) -> int:
    units = state.units
    mine = (units["side"] == side) & (units["status"] == Status.ON_MAP)
    hexes, counts = np.unique(units["hex"][mine], return_counts=True)
    out = [
        int(count)
        for h, count in zip(hexes, counts, strict=True)
        if hex_supply(state, np.int64(side), np.int64(h)) == SupplyState.OUT
    ]
    return sum(out)
