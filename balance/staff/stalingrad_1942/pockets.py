"""Posts beside those of the line: around enemies who are cut off, and where own troops are.

Who is cut off holds where he stands; who has cut off somebody keeps the ring whole.
"""

from __future__ import annotations

from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.reserves import is_wanted_near
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.stalingrad_1942.ground import cover_of
from balance.staff.stalingrad_1942.severing import sever_supply

#: Row of ``desk.distance`` with hexes from the nearest enemy who is cut off, and hexes from them in
#: which a ring has its posts: those nearer are in their zones.
_TO_POCKET, _RING = 0, 2
#: The least strength cut off that is worth a ring.
_WORTHWHILE = 6.0


@inner
def add_posts(state: State, desk: Desk, side: int) -> None:
    """Want troops where own ones are cut off, and in a ring around enemies who are.

    Rule: stalingrad_1942 6.21, 14.13

    Supply as both sides had it when it was traced last.
    """
    _hold_pockets(state, desk, side)
    sever_supply(state, desk, side)
    if _measure_pockets(state, desk, side):
        for manned in (1, 0):
            for h in range(len(state.ground) - 1):
                if (desk.own_defense[h] > 0.0) == manned and _is_in_ring(desk, h):
                    if not is_wanted_near(state, desk, h):
                        _want(state, desk, h)


@inner
def _hold_pockets(state: State, desk: Desk, side: int) -> None:
    """Want troops where own ones are cut off and enemies could come."""
    for h in range(len(state.ground) - 1):
        if desk.own_defense[h] > 0.0 and state.supply[side, h] == NO_LINE:
            if desk.threat[h] > 0.0:
                _want(state, desk, h)


@inner
def _want(state: State, desk: Desk, h: int) -> None:
    need = desk.weights.line_need * desk.threat[h] / cover_of(state, h)
    desk.wanted[h] = max(1.0, need, desk.wanted[h])


@inner
def _measure_pockets(state: State, desk: Desk, side: int) -> bool:
    """Hexes from the nearest enemy who is cut off; return whether anybody to speak of is."""
    field = desk.distance[_TO_POCKET]
    strength = 0.0
    for h in range(len(state.ground)):
        cut_off = desk.marks[ENEMY_UNITS, h] > 0 and state.supply[1 - side, h] == NO_LINE
        strength += desk.enemy_attack[h] if cut_off else 0.0
        field[h] = 0 if cut_off else FAR
    if strength < _WORTHWHILE:
        return False
    desk.mask[0] = 1
    count_hexes(state, desk, _TO_POCKET, _RING)
    return True


@inner
def _is_in_ring(desk: Desk, h: int) -> bool:
    """Whether a hex could have a post in a ring, where somebody may come to break it."""
    if desk.distance[_TO_POCKET, h] != _RING:
        return False
    return desk.marks[ENEMY_UNITS, h] == 0 and desk.threat[h] > 0.0
