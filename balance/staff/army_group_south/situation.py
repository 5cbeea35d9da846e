"""What a side knows: its own strength, the enemy's as far as he shows it, threats.

Stacks lie open (Rule: army_group_south 13.1); only an untried unit hides its strength, from both
sides: it is worth its pool's mean until it has fought. Everything the staff decides rests on these
estimates, never on what it could read in the state.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.costs import minor_rivers_flow
from balance.games.army_group_south.losses import loss_points
from balance.games.army_group_south.rows import behind_below, first_above, span_in_row
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.vocabulary import Kind, Mode, Side, Status, Terrain
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR, hex_distance_field
from balance.staff.desk import (
    ENEMY_UNITS,
    Desk,
)

_ONE = 1
#: Hexes within which a stack that is free to march counts in full.
_NEAR = 3
#: No stack is looked for farther away.
_FAR_MARCH = 10


# --- single units


@inner
def printed_attack(state: State, unit: int) -> float:
    """Attack strength of a unit as both sides know it, nothing changed by place or supply."""
    counter = state.units[unit]
    if counter.untried != 0 and counter.revealed == 0:
        return counter.mean_attack_x10 / 10.0
    return float(state.strengths[unit, counter.steps, 0])


@inner
def printed_defense(state: State, unit: int) -> float:
    """Defense strength of a unit as both sides know it; that of a headquarters is 0."""
    counter = state.units[unit]
    if counter.untried != 0 and counter.revealed == 0:
        return counter.mean_defense_x10 / 10.0
    return float(state.strengths[unit, counter.steps, 1])


@inner
def _known_strengths(state: State, unit: int) -> tuple[float, float]:
    """Attack and defense strength a unit has where it stands.

    Rule: army_group_south 11.38, 12.23, 13.2, 19.5

    Integrity and supply are counted, its mode and the terrain aren't.
    """
    attack, defense = printed_attack(state, unit), printed_defense(state, unit)
    if has_integrity(state, unit):
        attack *= state.rules.integrity_multiplier
        defense *= state.rules.integrity_multiplier
    if not is_supplied(state, unit):
        attack /= state.rules.supply_attack_divisor
        defense /= state.rules.supply_defense_divisor
    if is_headquarters(state, unit):
        alone = state.ground[state.units[unit].hex].stack == 0
        defense = float(state.units[unit].leadership) if alone else 0.0
    return attack, defense


@entry
def known_attack(state: State, unit: int) -> float:
    """Attack strength a unit has where it stands; see ``_known_strengths``.

    Rule: army_group_south 12.23, 13.2, 19.5
    """
    return _known_strengths(state, unit)[0]


@entry
def known_defense(state: State, unit: int) -> float:
    """Defense strength a unit has where it stands; see ``_known_strengths``.

    Rule: army_group_south 11.38, 12.23, 13.2, 19.5
    """
    return _known_strengths(state, unit)[1]


@inner
def step_points(state: State, unit: int) -> float:
    """Points that the enemy gets for a step of a unit, those for its last one shared by all.

    Rule: army_group_south 25.2, 25.3

    An untried unit isn't looked at: it is taken for one that has strength.
    """
    counter = state.units[unit]
    steps = max(1, counter.steps)
    if counter.untried != 0 and counter.revealed == 0:
        rules = state.rules
        division = counter.kind == Kind.RIFLE_DIVISION
        points = rules.victory_soviet_division if division else rules.victory_soviet_brigade
        return float(points)
    return loss_points(state, unit, steps, _ONE) / steps


# --- by hex


@entry
def survey(state: State, desk: Desk, side: int) -> None:
    """Fill the desk's own and enemy strengths by hex.

    Rule: army_group_south 13.1, 13.2

    Writes the own and the enemy strengths, ``enemy_worth`` (victory points of a step, on average)
    and the row ENEMY_UNITS (headquarters included) of the marks.
    Supply and divisional integrity are counted, terrain is not.
    """
    for h in range(len(state.ground)):
        desk.enemy_attack[h] = 0.0
        desk.enemy_defense[h] = 0.0
        desk.enemy_worth[h] = 0.0
        desk.marks[ENEMY_UNITS, h] = 0
        desk.own_attack[h] = 0.0
        desk.own_defense[h] = 0.0
    for u in range(len(state.units)):
        if state.units[u].status != Status.ON_MAP:
            continue
        unit = u
        h = state.units[u].hex
        attack, defense = _known_strengths(state, unit)
        if state.units[u].side == side:
            desk.own_attack[h] += attack
            desk.own_defense[h] += defense
        else:
            desk.marks[ENEMY_UNITS, h] += 1
            desk.enemy_attack[h] += attack
            desk.enemy_defense[h] += defense
            desk.enemy_worth[h] += step_points(state, unit)
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] > 1:
            desk.enemy_worth[h] /= desk.marks[ENEMY_UNITS, h]


# --- threats


@inner
def threaten_everywhere(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.threat`` as if our zones kept nobody out: what he could do if we went back.

    Rule: army_group_south 5.23, 5.24, 6.0, 21.13, 21.14

    A unit held in one of our zones threatens what it stands beside alone, unless it may disengage.
    One that is free threatens as far as it marches, less with distance, since it can't be
    everywhere; units on the offensive only what lies west of them.
    """
    shares = np.zeros(_FAR_MARCH + 2)
    for h in range(len(state.ground)):
        desk.threat[h] = 0.0
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] > 0:
            _threaten_from(state, desk, side, h, shares)


@inner
def forget_barred_threats(state: State, desk: Desk, side: int) -> None:
    """Clear ``desk.threat`` where our zones and troops keep everybody out (``measure_access``).

    Rule: army_group_south 5.23, 8.21
    """
    measure_access(state, desk, side)
    desk.threat[len(state.ground) - 1] = 0.0
    for h in range(len(state.ground) - 1):
        if desk.threat[h] > 0.0 and not _open_to_attack(state, desk, h):
            desk.threat[h] = 0.0


@inner
def measure_access(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.distance[0]`` with hexes from the nearest enemy, our zones being gone into only.

    Rule: army_group_south 5.23, 8.21, 8.12
    """
    last = len(state.ground) - 1
    for h in range(last + 1):
        occupant = state.ground[h].occupant
        terrain = state.hexes[h].terrain
        land = terrain != Terrain.SEA and terrain != Terrain.OFF_MAP
        free = land and occupant != side and state.zones[side, h] == 0
        desk.mask[0, h] = 1 if free else 0
        desk.distance[0, h] = 0 if occupant == 1 - side else FAR
    desk.distance[0, last] = FAR
    hex_distance_field(
        state.neighbour, state.board, desk.mask[0], _FAR_MARCH, desk.distance[0], desk.queue
    )
    # Hexes that are entered but not left: in our zones, without our troops.
    for h in range(last):
        if desk.distance[0, h] == FAR and state.ground[h].occupant != side:
            if state.hexes[h].terrain != Terrain.SEA:
                least = FAR
                for d in range(6):
                    there = state.neighbour[h, d]
                    if state.ground[there].occupant == 1 - side or desk.mask[0, there] != 0:
                        least = min(least, desk.distance[0, there])
                if least < FAR:
                    desk.distance[0, h] = least + 1


@inner
def _open_to_attack(state: State, desk: Desk, h: int) -> bool:
    """Whether enemies can come to stand beside a hex."""
    for d in range(6):
        if desk.distance[0, state.neighbour[h, d]] < FAR:
            return True
    return False


@inner
def _threaten_from(state: State, desk: Desk, side: int, h: int, shares: np.ndarray) -> None:
    """Add the units of an enemy stack to what threatens the hexes around; see ``_spread``."""
    held = state.zones[side, h] > 0
    fixed, free, west_only = 0.0, 0.0, True
    march = 0
    unit = state.ground[h].first
    while unit >= 0:
        counter = state.units[unit]
        offensive = counter.side == Side.SOVIET and counter.mode == Mode.OFFENSIVE
        strength = known_attack(state, unit)
        if held and offensive:
            fixed += strength
        elif strength > 0.0:
            free += strength
            west_only = west_only and offensive
            march = max(march, counter.movement)
        unit = counter.next
    if fixed > 0.0:
        for d in range(6):
            desk.threat[state.neighbour[h, d]] += fixed
    if free <= 0.0:
        return
    if minor_rivers_flow(state):
        march //= state.rules.supply_thaw_divisor
    _spread(state, desk, h, free, min(march, _FAR_MARCH), west_only, shares)


@inner
def _spread(
    state: State,
    desk: Desk,
    h: int,
    strength: float,
    march: int,
    west: bool,
    shares: np.ndarray,
) -> None:
    """Spread a stack's strength over the hexes it can come to attack, less with distance.

    shares : float64[_FAR_MARCH + 2], scratch
    """
    hexes = state.hexes
    row, x2 = hexes[h].row, hexes[h].x2
    for away in range(march + 2):
        share = 1.0
        if away > _NEAR:
            share = 1.0 - (away - _NEAR) / (march + 2.0 - _NEAR)
        shares[away] = share * strength
    first, below = first_above(state, h, march + 1), behind_below(state, h, march + 1)
    while first < below:
        rows = abs(hexes[first].row - row)
        start, behind = span_in_row(state, first, x2, 2 * (march + 1) - rows)
        for other in range(start, behind):
            halves = hexes[other].x2 - x2
            away = rows + max(0, (abs(halves) - rows) >> 1)
            # x2 grows westward; going west only one gains at least half a hex a row.
            if west and away > 1 and halves < rows - 2:
                continue
            desk.threat[other] += shares[away]
        first = hexes[first].behind
