"""What Drive on Stalingrad answers to the craft; see ``balance.staff.craft.questions``.

No unit has a zone of control, and divisions are single counters, so much is never asked. Only
occupied hexes bar a line of supply.

Rule: drive_on_stalingrad 7.12, 7.15
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.control import ULTIMATES
from balance.games.drive_on_stalingrad.movement import follow_reach
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Side
from balance.kernel.compiled import inlined, inner
from balance.staff.craft.nothing import never, no_bar, no_division, once
from balance.staff.craft.questions import (
    Bodies,
    Ground,
    Line,
    Moves,
    Pockets,
    Questions,
    Strengths,
    Worths,
)
from balance.staff.drive_on_stalingrad.line import can_march
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.drive_on_stalingrad.stakes import enemy_defense_there
from balance.staff.drive_on_stalingrad.worth import is_fed, place_points

_CLOSE = 2  # towns so near a stack are cut off with it


@inlined
def can_be_cut_off(state: State, h: int) -> bool:
    """Whether who stands in a hex can lose his supply: on an ultimate source nobody does.

    Rule: drive_on_stalingrad 7.8
    """
    return (state.hexes[h].features & ULTIMATES) == 0


@inlined
def carries_line(state: State, net: int, h: int, d: int) -> bool:
    """Whether a supply line of a net may run from a hex across a side of it.

    Rule: drive_on_stalingrad 7.12
    """
    return (state.line_sides[net, h] >> d) & 1 != 0


@inlined
def is_source(state: State, net: int, h: int) -> bool:
    """Whether a hex is a working source of a net, as things stand."""
    return state.supply[net, h] == 0


@inner
def list_roots(state: State, net: int, start: int, root: np.ndarray) -> tuple[int, int]:
    """List a hex and the sources close by that are none of their own.

    They are sources only while they are linked themselves. Returns how many, and how far from the
    hex a line may run.

    Rule: drive_on_stalingrad 7.8, 7.12
    """
    root[0] = start
    count = 1
    first_row, beyond = rows_near(state, start, _CLOSE)
    for there in range(first_row, beyond):
        first, last = span_near(state, start, _CLOSE, there)
        for h in range(first, last):
            if state.supply[net, h] == 0 and h != start and can_be_cut_off(state, h):
                root[count] = h
                count += 1
    return count, state.rules.supply_line_max_hexes + (_CLOSE if count > 1 else 0)


@inner
def points_of_captive(state: State, side: int) -> float:
    """Victory points for each enemy unit lost out of supply.

    Rule: drive_on_stalingrad 4.3
    """
    if side != Side.AXIS:
        return 0.0
    return 1.0 / max(1, state.rules.victory_oos_kills_per_vp)


ASK = Questions(
    ground=Ground(check_stacking=no_bar),
    strengths=Strengths(
        printed_attack=known_attack,
        printed_defense=known_defense,
        seen_defense=enemy_defense_there,
        is_headquarters=never,
    ),
    bodies=Bodies(division_of=no_division, has_integrity=never, multiplier=once),
    moves=Moves(check_may_move=check_may_move, can_reach=can_march, follow=follow_reach, parts=1),
    worths=Worths(refresh_supply=refresh_supply, place_points=place_points, is_fed=is_fed),
    pockets=Pockets(
        net_of=field_row,
        can_be_cut_off=can_be_cut_off,
        carries_line=carries_line,
        is_source=is_source,
        list_roots=list_roots,
        points_of_captive=points_of_captive,
    ),
    line=Line(grave_threat=40.0),
)
