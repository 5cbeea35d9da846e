"""What hexes are to units: cover, places that score, supply, where a line begins and ends."""

from __future__ import annotations

from balance.games.stalingrad_1942.costs import is_large_river
from balance.games.stalingrad_1942.garrison import check_garrison
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.shifts import has_works
from balance.games.stalingrad_1942.stacks import has_room, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.tables import Point, TerrainColumn
from balance.games.stalingrad_1942.vocabulary import AXIS, Feature, Game, Terrain
from balance.kernel.compiled import inner
from balance.kernel.hexes import distance
from balance.rules.rows import behind_below, first_above, span_in_row
from balance.staff.craft.questions import BEGINNING, END, INSIDE
from balance.staff.desk import Desk

#: Sides by which a hex is thought to be attacked, of which most must lie behind a large river.
_SHELTERED = 3


@inner
def is_land(state: State, h: int) -> bool:
    """Whether units could stand in a hex.

    Rule: stalingrad_1942 2.1
    """
    return state.hexes[h].terrain != Terrain.OFF_MAP


@inner
def cover_of(state: State, h: int) -> int:
    """What a hex does for its defenders, as a multiple: columns of terrain, works, a large river.

    Rule: stalingrad_1942 7.52, 7.54, 9.22
    """
    covered = state.tec[state.hexes[h].row_of_chart, TerrainColumn.SHIFT] > 0
    if covered or has_works(state, h):
        return 2
    sheltered = 0
    for d in range(6):
        sheltered += 1 if is_large_river(state, h, d) else 0
    return 2 if sheltered >= _SHELTERED else 1


@inner
def most_together(state: State) -> int:
    """Combat units that a hex holds.

    Rule: stalingrad_1942 5.0
    """
    return state.rules.stacking_limit


@inner
def check_stacking(state: State, unit: int, h: int) -> int:
    """Say whether a unit may end its move in a hex, as to room and to Stalingrad's garrison.

    Rule: stalingrad_1942 5.0, 20.11, 20.12
    """
    if state.ground[h].occupant != 1 - state.units[unit].side and not has_room(state, unit, h):
        return Refusal.STACK_FULL
    return check_garrison(state, unit, h)


@inner
def check_quiet(state: State, unit: int, h: int) -> int:
    """Say whether a unit that doesn't mean to attack may end its move in a hex.

    Rule: stalingrad_1942 5.0, 7.22, 9.23

    Beside enemies it would have to attack, but for works.
    """
    if state.game.pause == 0 and not has_works(state, h):
        if is_beside_enemies(state, state.units[unit].side, h):
            return Refusal.IN_ENEMY_ZONE
    return check_stacking(state, unit, h)


@inner
def is_beside_enemies(state: State, side: int, h: int) -> bool:
    """Whether enemies who could be attacked stand beside a hex, guns without a zone among them.

    Rule: stalingrad_1942 7.22
    """
    if state.zones[1 - side, h] > 0:
        return True
    for d in range(6):
        ground = state.ground[state.neighbour[h, d]]
        if ground.occupant == 1 - side and ground.stack > 0:
            return True
    return False


# --- places and supply


@inner
def place_points(state: State, h: int) -> float:
    """Points that a hex stands for: what it adds to one side and takes from the other.

    Rule: stalingrad_1942 S1e, S1f, S2d, S2e, S3d, S3e

    Those for all of Stalingrad are shared by its hexes.
    """
    hexes, points = state.hexes[h], state.points
    if hexes.features & Feature.TOWN != 0:
        return float(hexes.vp * (points[Point.GERMAN_TOWN] + points[Point.SOVIET_TOWN]))
    if hexes.features & Feature.CITY == 0:
        return 0.0
    jointly = max(points[Point.GERMAN_STALINGRAD], points[Point.SOVIET_STALINGRAD])
    return float(hexes.vp * points[Point.GERMAN_STALINGRAD_HEX]) + jointly / _CITY_HEXES


#: Hexes among which the points for all of Stalingrad are shared.
_CITY_HEXES = 7.0


@inner
def place_worth(state: State, side: int, h: int) -> float:
    """Points that a side gains by going into a hex.

    Rule: stalingrad_1942 S1e, S1f
    """
    return 0.0 if state.ground[h].control == side else place_points(state, h)


@inner
def scores_jointly(state: State, h: int) -> bool:
    """Whether a place scores only together with others: the hexes of Stalingrad.

    Rule: stalingrad_1942 S2d, S2e, S3d, S3e
    """
    return state.hexes[h].features & Feature.CITY != 0


# --- the line


@inner
def end_of(state: State, h: int) -> int:
    """Whether a line may begin or end in a hex: from the north or west edge to the south.

    Rule: stalingrad_1942 14.15, 14.16

    So it parts the edges that feed the Axis from those that feed the Soviets.
    """
    hexes = state.hexes[h]
    south = hexes.features & Feature.EDGE_SOUTH != 0
    north = hexes.features & Feature.EDGE_NORTH != 0
    west = hexes.features & Feature.EDGE_WEST != 0
    # Rows grow westward, ``x2`` northward.
    lowest, last = state.hexes[0].x2 - _HEIGHT, state.hexes[len(state.ground) - 2].row
    if state.scene.game == Game.ON_TO_STALINGRAD:
        # In the summer the Axis comes from the west, and the Soviets stand in the south-west too.
        if south or (west and hexes.x2 < lowest + _FOOTHOLD):
            return END
        return BEGINNING if north or (west and hexes.x2 > lowest + _UPPER_DON) else INSIDE
    if distance(hexes.row, hexes.x2, last, lowest) < _CORNER:
        return INSIDE
    if south:
        return END
    return BEGINNING if north or west else INSIDE


#: Hexes that the ends of a line keep from the south-west corner, half hexes from the first hex of
#: the map down to the south edge, and from there up the west edge to where the Axis begins in the
#: summer, and to where it ends.
_CORNER, _HEIGHT, _FOOTHOLD, _UPPER_DON = 10, 106, 30, 108


@inner
def find_passed(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.pull`` with the enemy strength that has passed each hex on its way to the rear.

    The rear of the Axis is in the west, in winter in the south-west; that of the Soviets opposite.
    Enemies who are cut off have passed nobody.
    """
    desk.pull[:] = 0.0
    south = 0 if state.scene.game == Game.ON_TO_STALINGRAD else 1
    sign = 1 if side == AXIS else -1
    for h in range(len(state.ground) - 1):
        strength = desk.enemy_attack[h]
        if strength <= 0.0 or state.supply[1 - side, h] == NO_LINE:
            continue
        row, x2 = state.hexes[h].row, state.hexes[h].x2
        first, below = first_above(state, h, _PASSED), behind_below(state, h, _PASSED)
        while first < below:
            west = sign * (row - state.hexes[first].row)
            start, behind = span_in_row(state, first, x2, 2 * _PASSED)
            for other in range(start, behind):
                north = sign * (state.hexes[other].x2 - x2)
                # Half columns: a row is nearly two of them.
                forward = 2 * west + south * north
                if forward > abs(north - 2 * south * west):
                    desk.pull[other] += strength
            first = state.hexes[first].behind


#: Rows within which an enemy counts as having passed a hex.
_PASSED = 6


@inner
def mans_line(state: State, unit: int) -> bool:
    """Whether a unit without a task mans the line: whoever has a zone of control of its own.

    Rule: stalingrad_1942 8.15, 11.21
    """
    return not is_headquarters(state, unit) and not is_gun(state, unit)


@inner
def keeps_guard(state: State, side: int, h: int) -> bool:
    """Whether a side keeps somebody in a place of many points that enemies could come to."""
    return state.ground[h].control == side
