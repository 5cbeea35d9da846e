"""Marching, in Movement and Strategic Movement Phases alike (4, 13.14)."""

from __future__ import annotations

from balance.games.searches import lay_path
from balance.games.stalingrad_1942.control import follow_path
from balance.games.stalingrad_1942.garrison import check_garrison, refresh_call
from balance.games.stalingrad_1942.movement import GONE, check_may_move, disrupt, is_strategic
from balance.games.stalingrad_1942.reach import ANYWHERE, BEST, PATH, search_reach
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import has_room, in_enemy_zone
from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import UNREACHED


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go now and return the number of hexes, its own included.

    Rule: stalingrad_1942 4.1, 4.22, 6.21

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``; 0 if it may not move at all. Hexes it
    may pass but not stay in, for want of room, are among them.
    """
    if check_may_move(state, unit) != Refusal.OK:
        state.work[BEST, :] = UNREACHED
        return 0
    return search_reach(state, unit, ANYWHERE)


@entry
def check_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move to a hex now: a ``Refusal``. Leaves the way there.

    Rule: stalingrad_1942 4.1, 4.2, 4.42, 5.0, 6.21, 6.32, 13.14, 20.11, 20.12

    Ruling: stalingrad_1942 5.0 - a move that would end beyond the limit is refused at once.
    """
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    counter = state.units[unit]
    if destination == counter.hex:
        return Refusal.SAME_HEX
    search_reach(state, unit, destination)
    enemies = state.ground[destination].occupant == 1 - counter.side
    if state.work[BEST, destination] == UNREACHED:
        return Refusal.ENEMY_IN_HEX if enemies else Refusal.OUT_OF_REACH
    if not enemies and not has_room(state, unit, destination):
        return Refusal.STACK_FULL
    return check_garrison(state, unit, destination)


@entry
def move_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit by the cheapest way, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 4.1, 4.2, 13.14, 21.12a
    """
    refusal = check_move(state, unit, destination)
    if refusal == Refusal.OK:
        follow_reach(state, unit, destination)
    return refusal


@entry
def follow_reach(state: State, unit: int, destination: int) -> None:
    """Move a unit to a hex that a search has just found for it, nothing having changed.

    Rule: stalingrad_1942 4.24, 6.21, 10.19c, 16.13
    """
    counter = state.units[unit]
    length = lay_path(state, counter.hex, destination)
    left = state.work[BEST, destination]
    pays_first = 1 if counter.disruption == 0 else 0
    _note_departure(state, unit)
    follow_path(state, unit, state.work[PATH], length)
    left = disrupt(state, unit, destination, left, pays_first)
    counter.mp_left = 0 if in_enemy_zone(state, counter.side, destination) else left
    if state.game.garrison_call != 0:
        refresh_call(state)


@inner
def _note_departure(state: State, unit: int) -> None:
    """Note that a unit leaves its hex: it has moved, and stays what it was no longer.

    Rule: stalingrad_1942 9.11, 13.12, 16.13, 21.12a
    """
    counter = state.units[unit]
    if counter.breath != 0:
        counter.breath = 2
    if is_strategic(state):
        counter.marked = GONE
        return
    counter.marked = 0
    if counter.moved == 0:
        state.game.pause_moves += state.game.pause
    counter.moved += 1
