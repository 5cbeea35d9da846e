"""Moves of units within a phase, for any game: one stack at a time, points kept between two steps.

``units.moved`` says how far a unit is, ``units.mp_left`` what it has left once it is on its way;
``game.mover`` is the unit that moved last, -1 if none has in this phase.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner

#: Values of ``units.moved``.
NOT_MOVED, MOVING, FINISHED = range(3)


@inner
def share_parent_stack(state: Any, unit: int, other: int) -> bool:
    """Whether two units began the phase stacked together; a newcomer did so with none.

    Rule: drive_on_stalingrad 9.5, 9.6, 9.28
    Rule: army_group_south 5.0, 6.13
    """
    if unit == other:
        return True
    start = state.units[unit].start_hex
    return start == state.units[other].start_hex and start < len(state.ground) - 1


@inner
def is_unmoved(state: Any, unit: int) -> bool:
    """Whether a unit hasn't begun to move in this phase.

    Rule: army_group_south 5.0
    """
    return state.units[unit].moved == NOT_MOVED


@inner
def points_kept(state: Any, unit: int) -> int:
    """Movement points that a unit which has begun its move could still spend this phase.

    Rule: drive_on_stalingrad 7.16, 9.2
    Rule: army_group_south 5.11, 5.12
    """
    return state.units[unit].mp_left if state.units[unit].moved == MOVING else 0


@inner
def finish_other_moves(state: Any, unit: int) -> None:
    """Close the move of every earlier stack, because this unit's stack begins or goes on.

    Rule: drive_on_stalingrad 9.2, 9.6
    Rule: army_group_south 5.0, 6.13
    """
    mover = state.game.mover
    state.game.mover = unit
    if mover < 0 or share_parent_stack(state, unit, mover):
        return
    for other in range(len(state.units)):
        if state.units[other].moved == MOVING and other != unit:
            end_move(state, other)


@inner
def end_move(state: Any, unit: int) -> None:
    """Let a unit move no farther this phase."""
    state.units[unit].moved = FINISHED
    state.units[unit].mp_left = 0


@inner
def open_phase(state: Any) -> None:
    """Forget what units did in the last phase, and note where they begin this one."""
    state.game.mover = -1
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.moved = NOT_MOVED
        counter.mp_left = 0
        counter.attacked = 0
        counter.defended = 0
        counter.retreated = 0
        counter.start_hex = counter.hex
    for h in range(len(state.ground)):
        state.ground[h].battles = 0
