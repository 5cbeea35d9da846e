"""How units march, as the craft asks it."""

from __future__ import annotations

from balance.games.stalingrad_1942.costs import WAYS
from balance.games.stalingrad_1942.march import check_move
from balance.games.stalingrad_1942.movement import GONE, is_strategic
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.shifts import has_works
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import unit_attack
from balance.kernel.compiled import inner
from balance.staff.desk import SETTLED, Desk
from balance.staff.stalingrad_1942.choices import WORKS
from balance.staff.stalingrad_1942.ground import cover_of, is_beside_enemies

#: Hexes of a main road that a point pays, on wheels or tracks and on foot.
_BY_ROAD, _ON_FOOT = 3, 2


@inner
def longest(state: State, unit: int) -> int:
    """Hexes of the longest march of a unit: all of it by a main road.

    Rule: stalingrad_1942 4.22, 4.33
    """
    counter = state.units[unit]
    return counter.movement * (_BY_ROAD if counter.motorized != 0 else _ON_FOOT)


@inner
def is_unmoved(state: State, unit: int) -> bool:
    """Whether a unit hasn't moved in this phase.

    Rule: stalingrad_1942 4.24, 13.14
    """
    counter = state.units[unit]
    return counter.marked != GONE if is_strategic(state) else counter.moved == 0


@inner
def are_alike(state: State, unit: int, other: int) -> bool:
    """Whether two units can go to the same hexes: they stand together and move alike.

    Rule: stalingrad_1942 4.22, 10.19, 13.11, 16.13
    """
    a, b = state.units[unit], state.units[other]
    return (
        a.hex == b.hex
        and a.kind == b.kind
        and a.mobility == b.mobility
        and a.movement == b.movement
        and a.opens == b.opens
        and a.breath == b.breath
        and a.moved == b.moved
        and a.marked == b.marked
        and a.mp_left == b.mp_left
        and a.disrupted_mp == b.disrupted_mp
    )


@inner
def can_reach(state: State, unit: int, h: int) -> bool:
    """Whether a unit could move to a hex; finds the way there.

    Rule: stalingrad_1942 4.1
    """
    return check_move(state, unit, h) == Refusal.OK


@inner
def price_of_ending(state: State, desk: Desk, unit: int, h: int) -> float:
    """Marches that it costs a unit to end beside enemies, whom it must attack then.

    Rule: stalingrad_1942 7.21, 7.22, 9.11, 9.23

    Those in the hex who may still leave it are no help. Who stays where he is digs in.
    """
    if h == state.units[unit].hex and digs_in(state, desk, unit):
        return 0.0
    attack = float(unit_attack(state, unit))
    other = state.ground[h].first if state.ground[h].occupant == state.units[unit].side else -1
    while other >= 0:
        if other != unit and desk.crew[SETTLED, other] != 0:
            attack += float(unit_attack(state, other))
        other = state.units[other].next
    odds = _odds_compelled(state, desk, state.units[unit].side, h, attack)
    return max(0.0, _DEAREST * (1.0 - odds / _GOOD_ODDS))


@inner
def must_leave(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit that stays would have to attack at poor odds with those who are with it.

    Rule: stalingrad_1942 7.22, 9.23
    """
    if digs_in(state, desk, unit):
        return False
    counter = state.units[unit]
    own = desk.own_attack[counter.hex]
    return _odds_compelled(state, desk, counter.side, counter.hex, own) < _POOR_ODDS


@inner
def digs_in(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit that stays where it is can dig in, and needn't attack then.

    Rule: stalingrad_1942 7.392, 9.11, 9.23
    """
    counter = state.units[unit]
    return desk.order[WORKS] != 0 and counter.moved == 0 and counter.retreated == 0


@inner
def _odds_compelled(state: State, desk: Desk, side: int, h: int, attack: float) -> float:
    """Odds of having to attack all enemies beside a hex; good ones where nobody has to."""
    if state.rules.combat_compulsory == 0 or state.game.pause != 0 or has_works(state, h):
        return _GOOD_ODDS
    if not is_beside_enemies(state, side, h):
        return _GOOD_ODDS
    defense = 0.0
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant == 1 - side:
            defense += desk.enemy_defense[there] * cover_of(state, there)
    return attack / max(1.0, defense)


#: Price of having to attack at hopeless odds, the odds at which it costs nothing, and those below
#: which whoever holds the line steps back.
_DEAREST, _GOOD_ODDS, _POOR_ODDS = 3.0, 4.0, 1.5


@inner
def cost_row(side: int, mobility: int) -> int:
    """Row of the costs by which units of a mobility find their way through the land.

    Rule: stalingrad_1942 4.31
    """
    return WAYS + mobility
