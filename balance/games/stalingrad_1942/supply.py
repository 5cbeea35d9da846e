"""Supply: lines from the edges of the map, markers, and the pocket at Stalingrad (14, S3i)."""

from __future__ import annotations

import numpy as np

from balance.games.log import NO_BATTLE, record_event
from balance.games.stalingrad_1942.costs import (
    LINES_TRACED,
    find_line_step,
    flip_bridge,
    has_bridge,
)
from balance.games.stalingrad_1942.stacks import eliminate_unit, is_headquarters, lose_step
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.vocabulary import AXIS, EventKind, Game, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import opposite
from balance.kernel.replaceable import replaceable
from balance.rules import supply_lines


@inner
@replaceable
def bars_line(state: State, side: int, h: int) -> bool:
    """Whether a hex is closed to lines of a side: held by enemies, or in a zone without a friend.

    Rule: stalingrad_1942 14.13, 14.14
    """
    occupant = state.ground[h].occupant
    if occupant == 1 - side:
        return True
    return occupant != side and state.zones[1 - side, h] > 0


@inner
def line_step(state: State, h: int, d: int) -> int:
    """How a line from a base goes on over a side: along a road, off road, or not at all.

    Rule: stalingrad_1942 14.12, 14.18
    """
    return state.line_steps[h, d]


@inner
def is_base(state: State, side: int, h: int) -> bool:
    """Whether a hex belongs to the supply base of a side.

    Rule: stalingrad_1942 14.11, 14.15, 14.16
    """
    edges = state.scene.axis_edges if side == AXIS else state.scene.soviet_edges
    return state.hexes[h].features & edges != 0


@inner
def _is_barred(state: State, side: int, h: int) -> bool:
    """Whether a hex is closed to lines of a side, as noted just now."""
    return state.barred[side, h] != 0


_LINES = supply_lines.LineRules(is_base, _is_barred, line_step)


@entry
def trace_supply(state: State, side: int) -> None:
    """Fill ``State.supply`` for a side: off-road hexes of the best line from its base.

    Rule: stalingrad_1942 14.11, 14.12, 14.13, 14.14, 14.17

    Where nothing has opened or closed since they were traced last, the lines are as they were.
    """
    if _note_bars(state, side):
        supply_lines.trace_lines(state, _LINES, side, state.rules.supply_off_road_hexes)


@inner
def trace_without_bridges(state: State, side: int) -> None:
    """Fill ``State.supply`` as it would be with no bridge over Don and Volga in use.

    Rule: stalingrad_1942 14.18, 17.2

    The lines of the side must have been traced just now.
    """
    for b in range(state.game.bridge_count):
        if state.bridges[b].intact != 0:
            _turn_over(state, b)
    supply_lines.trace_lines(state, _LINES, side, state.rules.supply_off_road_hexes)
    for b in range(state.game.bridge_count):
        if state.bridges[b].intact != 0:
            _turn_over(state, b)


@inner
def trace_with_change(state: State, side: int, b: int) -> None:
    """Fill ``State.supply`` as it would be with one bridge more that is destroyed, or one less.

    Rule: stalingrad_1942 14.18, 17.2, 17.3

    b : row of ``state.bridges``. The lines of the side must have been traced just now; for one less
    as they would be without any.
    """
    _turn_over(state, b)
    ends, count = np.zeros(2 * state.game.bridge_count, np.int64), 0
    for other in range(state.game.bridge_count):
        h, d = state.bridges[other].hex, state.bridges[other].direction
        if has_bridge(state, h, d):
            ends[count], ends[count + 1] = h, state.neighbour[h, d]
            count += 2
    supply_lines.extend_lines(state, _LINES, side, state.rules.supply_off_road_hexes, ends[:count])
    _turn_over(state, b)


@inner
def _turn_over(state: State, b: int) -> None:
    """Open a bridge to lines of supply if it is closed to them, else close it."""
    bridge = state.bridges[b]
    h, d = bridge.hex, bridge.direction
    there, back = state.neighbour[h, d], opposite(d)
    flip_bridge(state, h, d)
    state.line_steps[h, d] = find_line_step(state, h, d)
    state.line_steps[there, back] = find_line_step(state, there, back)


@inner
def _note_bars(state: State, side: int) -> bool:
    """Note in ``State.barred`` what is closed to lines of a side; return whether it has changed."""
    barred, off_map = state.barred[side], len(state.ground) - 1
    changed = barred[off_map] != LINES_TRACED
    barred[off_map] = LINES_TRACED
    for h in range(off_map):
        bars = 1 if bars_line(state, side, h) else 0
        changed |= barred[h] != bars
        barred[h] = bars
    return changed


@inner
@replaceable
def has_line(state: State, unit: int) -> bool:
    """Whether a unit has a line by the latest trace, or needs none.

    Rule: stalingrad_1942 14.17, 16.14
    """
    counter = state.units[unit]
    return counter.breath == 1 or state.supply[counter.side, counter.hex] != NO_LINE


# --- the check of phase 1


@entry
def check_supply(state: State) -> None:
    """Check the supply of all units, and what follows for them.

    Rule: stalingrad_1942 3.1-P1c, 14.21a, 14.26, 21.14, S3i
    """
    for side in range(2):
        trace_supply(state, side)
    find_pocket(state)
    if state.game.game_turn >= state.rules.supply_first_turn:
        for unit in range(len(state.units)):
            if state.units[unit].status == Status.ON_MAP:
                _mark_supply(state, unit)
    if state.game.surrounded != 0 and state.scene.pocket_mode != 0:
        for _ in range(state.rules.supply_pocket_steps):
            _lose_pocket_step(state)


@inner
def _mark_supply(state: State, unit: int) -> None:
    """Give a unit the marker of its supply, or remove it at its last check.

    Rule: stalingrad_1942 14.21, 14.22

    Ruling: stalingrad_1942 14.21b, S3i - while the army is surrounded S3i stands in its place: no
    unit of the pocket is removed; its markers stay at the highest level.
    """
    counter = state.units[unit]
    if has_line(state, unit):
        counter.unsupplied = 0
        return
    last = state.rules.supply_elimination_check
    if counter.unsupplied + 1 < last:
        counter.unsupplied += 1
        record_event(state, EventKind.UNSUPPLIED, counter.hex, unit, counter.unsupplied)
    elif counter.pocket == 0 or state.scene.pocket_mode == 0 or state.game.surrounded == 0:
        record_event(state, EventKind.STARVED, counter.hex, unit, 0)
        if counter.side == Side.AXIS:
            state.game.axis_starved += 1
        else:
            state.game.soviet_starved += 1
        eliminate_unit(state, unit, NO_BATTLE)


# --- the pocket


@inner
def find_pocket(state: State) -> None:
    """Find the Axis units around Stalingrad that are cut off by the latest trace, and if all are.

    Rule: stalingrad_1942 S2d, S2e, S3d, S3i

    Ruling: stalingrad_1942 S2e - troops around Stalingrad are those within some hexes of it; they
    are surrounded if fewer than a share of their combat units have a line, half of them: one
    regiment that slips out frees no army. If none is left, 6th Army is judged where it is.
    The force that comes to relieve 6th Army isn't among those whom it is to link up with.
    """
    if state.scene.game == Game.ON_TO_STALINGRAD:
        return
    around, free = 0, 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        was_in = counter.pocket != 0
        counter.pocket = 0
        if counter.side != Side.AXIS or counter.status != Status.ON_MAP:
            continue
        away = state.hexes[counter.hex].to_city
        if state.scene.game == Game.WINTER_STORM and counter.sixth_army == 0:
            continue
        cut_off = not has_line(state, unit)
        if cut_off and away <= state.rules.victory_pocket_radius:
            counter.pocket = 1
        elif cut_off and was_in and state.game.surrounded != 0 and state.scene.pocket_mode != 0:
            # Ruling: stalingrad_1942 14.21b, S3i - who breaks out is as others from now on.
            counter.unsupplied = 0
        if away <= state.rules.victory_encirclement_radius and not is_headquarters(state, unit):
            around += 1
            free += 0 if cut_off else 1
    if around == 0:
        around, free = _count_elsewhere(state)
    if around == 0:
        return
    surrounded = 1 if 100 * free < state.rules.victory_share_with_line * around else 0
    if surrounded != state.game.surrounded:
        state.game.surrounded = surrounded
        record_event(state, EventKind.SURROUNDED, len(state.ground) - 1, NO_BATTLE, surrounded)
        if surrounded != 0 and state.game.ring_turn == 0:
            state.game.ring_turn = state.game.game_turn
        if surrounded == 0 and state.scene.pocket_mode != 0:
            _count_anew(state)


@inner
def _count_elsewhere(state: State) -> tuple[int, int]:
    """Combat units of 6th Army wherever they are, and those with a line; none if most are gone.

    Rule: stalingrad_1942 S2d, S2e, S3d

    Ruling: stalingrad_1942 S2e - an army that has left Stalingrad as a whole is judged where it is;
    what is left of one that was destroyed there is none.
    """
    army, living, free = 0, 0, 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.sixth_army == 0 or is_headquarters(state, unit):
            continue
        army += 1
        if counter.status == Status.ON_MAP:
            living += 1
            free += 1 if has_line(state, unit) else 0
    if 100 * living < state.rules.victory_share_with_line * army:
        return 0, 0
    return living, free


@inner
def _count_anew(state: State) -> None:
    """As the ring opens: who is in the pocket still begins to count his turns without supply.

    Rule: stalingrad_1942 14.21, S3i

    Ruling: stalingrad_1942 14.21b, S3i - turns in which S3i stood in the place of 14.21b are none
    of the four.
    """
    for unit in range(len(state.units)):
        if state.units[unit].pocket != 0:
            state.units[unit].unsupplied = 0


@inner
def _lose_pocket_step(state: State) -> None:
    """Take a step from the unit of the pocket that its owner's standing order names first.

    Rule: stalingrad_1942 S3i
    """
    chosen = -1
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.pocket == 0 or counter.status != Status.ON_MAP or is_headquarters(state, unit):
            continue
        if chosen < 0 or counter.loss_priority < state.units[chosen].loss_priority:
            chosen = unit
    if chosen >= 0:
        record_event(state, EventKind.POCKET_LOSS, state.units[chosen].hex, chosen, 0)
        state.game.axis_starved += 1
        lose_step(state, chosen, NO_BATTLE)
