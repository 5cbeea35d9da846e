"""Enclaves: both sides in one major city (special rule 7).

A city has two places, its hex and a node (``nodes.csv``). Nothing adjoins the node until a side
holds out in the city: then one side of the two, the enclaved one, has the place that a single
hexside leads to, its line of communication; the other, the dominant one, has that with the five
others; and the two adjoin each other. So supply, movement, zones and attacks follow the line
of communication without a rule of their own. Who is dominant is told by these hexsides alone.
"""

from __future__ import annotations

from balance.games.common.control import enter_hex
from balance.games.common.retreat import FRIENDS_OPEN
from balance.games.common.stacks import set_side_cost, spread_zone
from balance.games.common.state import MAX_SIDES, NO_LINE, PROHIBITED, State
from balance.games.common.tables import SideColumn
from balance.games.common.vocabulary import Feature, Status
from balance.games.more_lost_victories.marks import Note
from balance.games.more_lost_victories.sixth_army import look_again
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to, opposite
from balance.rules.stacking import sum_over

_NOBODY = -1
#: Bits of all features of a hexside.
_ALL = (1 << MAX_SIDES) - 1


@inner
def other_half(state: State, h: int) -> int:
    """The other place of the city in which a hex or node lies, -1 outside major cities.

    Rule: more_lost_victories S7j
    """
    here = state.hexes[h]
    if here.features & Feature.CITY == 0:
        return _NOBODY
    for other in range(len(state.ground) - 2, -1, -1):  # nodes come last
        there = state.hexes[other]
        if other != h and there.row == here.row and there.x2 == here.x2:
            return other
    return _NOBODY


@inner
def link_of(state: State, h: int, other: int) -> int:
    """Direction that leads from one half of a city to the other, -1 while it is undivided.

    Rule: more_lost_victories S7l
    """
    for d in range(6):
        if state.neighbour[h, d] == other:
            return d
    return _NOBODY


@inner
def arrow_of(state: State, h: int, other: int) -> int:
    """Hexside of an enclaved side's line of communication, -1 for the dominant side.

    Rule: more_lost_victories S7l, S7p
    """
    off_map, ways, arrow = len(state.ground) - 1, 0, _NOBODY
    for d in range(6):
        there = state.neighbour[h, d]
        if there != off_map and there != other:
            ways += 1
            arrow = d
    divided = link_of(state, h, other) >= 0
    return arrow if divided and ways == 1 else _NOBODY


@inner
def beyond(state: State, h: int, other: int, d: int) -> int:
    """Hex beyond a hexside of a city, whichever half has that hexside now.

    Rule: more_lost_victories S7l
    """
    off_map = len(state.ground) - 1
    there = state.neighbour[h, d]
    if there in (other, off_map):
        there = state.neighbour[other, d]
    return off_map if there == h else there


@inner
def choose_arrow(state: State, h: int, other: int, side: int) -> int:
    """Hexside that a side would take for its line of communication, -1 if there is none.

    Rule: more_lost_victories S7l, S7m

    No enemy stands beyond it; if possible a friend does, and a supply line comes there.
    """
    best, most = _NOBODY, -1
    for d in range(6):
        there = beyond(state, h, other, d)
        if there == len(state.ground) - 1 or state.ground[there].occupant == 1 - side:
            continue
        if state.terrain[state.hexes[there].terrain, 0] >= PROHIBITED:
            continue
        worth = 2 if state.supply[side, there] != NO_LINE else 0
        worth += 1 if state.ground[there].occupant == side else 0
        if worth > most:
            best, most = d, worth
    return best


@inner
def _zones_around(state: State, h: int, other: int, change: int) -> None:
    """Let the zones of a city and of all around it begin, or end.

    Rule: more_lost_victories S7p
    """
    _change_zone(state, h, change)
    _change_zone(state, other, change)
    for d in range(6):
        _change_zone(state, beyond(state, h, other, d), change)


@inner
def _change_zone(state: State, h: int, change: int) -> None:
    """Let the zones out of a hex begin, or end, if there are any."""
    if h < len(state.ground) - 1 and state.ground[h].zoned > 0:
        spread_zone(state, state.ground[h].occupant, h, change)


@inner
def _open_side(state: State, h: int, d: int, there: int, kept: int) -> None:
    """Have a side of a half of a city lead to a hex and back, with some of its printed features.

    Rule: more_lost_victories S7g, S7l
    """
    state.neighbour[h, d] = there
    if there < len(state.ground) - 1:
        state.neighbour[there, opposite(d)] = h
        state.hexside[h, d] = state.hexside[there, opposite(d)] & kept


@inner
def _barriers(state: State) -> int:
    """Bits of the features of hexsides that are no roads or railroads.

    Rule: more_lost_victories S7g
    """
    bits = 0
    for row in range(MAX_SIDES):
        if state.sides[row, SideColumn.ROAD] == 0:
            bits |= 1 << row
    return bits


@inner
def divide(state: State, inside: int, outside: int, arrow: int) -> None:
    """Divide a city: one half has a single hexside, the other the rest and the first half.

    Rule: more_lost_victories S7g, S7l, S7n, S7p

    Roads and railroads run into it, but not through it and out again. A line of supply to the half
    with a single hexside ends where an enemy is beyond that.
    """
    _zones_around(state, inside, outside, -1)
    kept, line = _barriers(state), beyond(state, inside, outside, arrow)
    for d in range(6):
        _open_side(state, outside, d, beyond(state, inside, outside, d), kept)
    state.neighbour[inside, :] = len(state.ground) - 1
    state.hexside[inside, :] = 0
    _open_side(state, inside, arrow, line, kept)
    state.hexside[outside, arrow] = 0
    _open_side(state, inside, opposite(arrow), outside, kept)
    _price_sides(state, inside, outside)
    _zones_around(state, inside, outside, 1)


@inner
def _unite(state: State, city: int, node: int) -> None:
    """Give a city's hex all its sides again; nothing adjoins its node.

    Rule: more_lost_victories S7g
    """
    _zones_around(state, city, node, -1)
    for d in range(6):
        _open_side(state, city, d, beyond(state, city, node, d), _ALL)
    state.neighbour[node, :] = len(state.ground) - 1
    _price_sides(state, city, node)
    _zones_around(state, city, node, 1)


@inner
def _price_sides(state: State, h: int, other: int) -> None:
    """Write the prices of the sides of both halves of a city, from both sides of each."""
    for d in range(6):
        for half in (h, other):
            set_side_cost(state, half, d)
        there = beyond(state, h, other, d)
        if there < len(state.ground) - 1:
            set_side_cost(state, there, opposite(d))


@inner
def settle(state: State) -> None:
    """Divide a city in which both sides stand, and unite one that has a side left.

    Rule: more_lost_victories S1a, S7i, S7o

    Who holds out in a city that no enemy has entered by the end of the phase has all of it again;
    so has who has driven the other out.
    """
    for unit in range(len(state.units)):
        state.units[unit].note &= ~Note.STAYED
    for node in range(len(state.ground) - 1):
        if state.hexes[node].features & Feature.CITY == 0:
            continue
        city = other_half(state, node)
        if city < 0 or city > node:
            continue  # a hex, or a city of one place alone
        divided = link_of(state, city, node) >= 0
        inside, holder = state.ground[node].occupant, state.ground[city].occupant
        if inside >= 0 and holder == 1 - inside:
            if not divided:
                # Enemies all round can only come of a set-up: then any side will do.
                divide(state, node, city, max(0, choose_arrow(state, node, city, inside)))
            continue
        while state.ground[node].first >= 0:
            enter_hex(state, state.ground[node].first, city)
        if divided:
            _unite(state, city, node)
        state.ground[node].control = state.ground[city].control
    look_again(state)


@inner
def points_at(state: State, h: int) -> int:
    """Points that a hex counts: the node of an undivided city counts nothing.

    Rule: more_lost_victories S7o

    Each side of a divided city counts its half as the whole, so that neither is ahead by it.
    """
    other = other_half(state, h)
    if 0 <= other < h and link_of(state, h, other) < 0:
        return 0
    return state.hexes[h].vp


@inner
def may_attack(state: State, unit: int, target: int) -> bool:
    """Whether a unit may attack: out of a divided city at most half of the REs do.

    Rule: more_lost_victories S7s, S7t

    Within the city all may; across the enclave's line of communication too, as the article is read
    here. Those who began the phase in the city count, wherever they are now: the first in the stack
    are the half, after those who have gone out by an attack. A division is three brigades.
    """
    h, rules = state.units[unit].hex, state.rules
    within = other_half(state, target)
    if rules.city_attack_by_line == 0 and within >= 0 and within != h:
        if arrow_of(state, target, within) >= 0:
            return False
    other = other_half(state, h)
    if other < 0 or target == other or link_of(state, h, other) < 0:
        return True
    above, above_counts = 0, True
    total = sum_over(state, other, _size) if rules.city_attack_out_of_all != 0 else 0
    for gone in range(len(state.units)):
        if state.units[gone].start_hex == h and state.units[gone].hex != h:
            total += _size(state, gone)
            above += _size(state, gone) if _went_out(state, gone, other) else 0
    each = state.ground[h].first
    while each >= 0:
        size = _size(state, each) if state.units[each].start_hex == h else 0
        total += size
        above += size if above_counts else 0
        above_counts = above_counts and each != unit
        each = state.units[each].next
    share = total * rules.city_attack_out_percent
    return above <= (share + 99 if rules.city_attack_out_round_up != 0 else share) // 100


@inner
def _went_out(state: State, unit: int, other: int) -> bool:
    """Whether a unit that has left its half of a city in this phase attacked out of the city.

    Rule: more_lost_victories S7t

    Who advanced did so. Of who retreated or was lost nobody has noted it: so he did, unless there
    was an attack within the city.
    """
    counter = state.units[unit]
    advanced = counter.status == Status.ON_MAP and counter.retreated == 0
    return counter.attacked != 0 and (advanced or state.ground[other].battles == 0)


@inner
def may_leave(state: State, unit: int, h: int) -> bool:
    """Whether a retreat of a unit may lead to a hex, so far as the city matters in which it stands.

    Rule: more_lost_victories S7q

    Out of a divided city it is a retreat from zone to zone: a friend has to be there.
    """
    here = state.units[unit].hex
    other = other_half(state, here)
    if other < 0 or link_of(state, here, other) < 0:
        return True
    if direction_to(state.neighbour, here, h) < 0:
        return True
    friends = state.ground[h].occupant == state.units[unit].side
    return friends and state.rules.retreat_zones == FRIENDS_OPEN


@inner
def _size(state: State, unit: int) -> int:
    """REs of a unit: three of a division or corps, one of what has a single step.

    Rule: more_lost_victories S7t
    """
    return 3 if state.units[unit].full_steps > 1 else 1
