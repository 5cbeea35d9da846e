"""What hexes are to units: cover, places that score, supply, where a line begins and ends."""

from __future__ import annotations

from balance.games.common.stacks import has_room
from balance.games.common.state import State
from balance.games.common.strength import side_columns, terrain_columns
from balance.games.common.victory import points_at
from balance.games.common.vocabulary import AXIS, Kind
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above
from balance.staff.craft.questions import ALLOWED
from balance.staff.desk import Desk

#: What a full hex is answered by: no code of a refusal, for nobody tells it.
_FULL = 1
#: Sides worth columns that shelter a hex, and points that a place that wins at once counts as more.
_SHELTERED, _SUDDEN = 3, 8
#: Hexes within which an enemy counts as having passed a hex, in half hexes of the way between the
#: sources of supply.
_PASSED = 6


@inner
def is_land(state: State, h: int) -> bool:
    """Whether units of any class could stand in a hex.

    Rule: common 5.2
    """
    if h == len(state.ground) - 1:
        return False
    row = state.terrain[state.hexes[h].terrain]
    return min(row[0], row[1], row[2]) < _CLOSED


_CLOSED = 65535


@inner
def cover_of(state: State, h: int) -> int:
    """What a hex does for its defenders, as a multiple: columns of terrain, or most sides' columns.

    Rule: common 8.3
    """
    if terrain_columns(state, h) > 0:
        return 2
    sheltered = 0
    for d in range(6):
        sheltered += 1 if side_columns(state, h, d) > 0 else 0
    return 2 if sheltered >= _SHELTERED else 1


@inner
def most_together(state: State) -> int:
    """Units that a hex holds.

    Rule: common 3.1
    """
    return state.rules.stacking_limit


@inner
def check_stacking(state: State, unit: int, h: int) -> int:
    """Say whether a unit may stand with those in a hex.

    Rule: common 3.1
    """
    return ALLOWED if has_room(state, unit, h) else _FULL


# --- places and supply


@inner
def place_points(state: State, h: int) -> float:
    """Points that a hex stands for: what it adds to one side and takes from the other.

    Rule: common 14.1, 14.2
    """
    points = 2.0 * points_at(state, h)
    if state.sudden[0, h] != 0 or state.sudden[1, h] != 0:
        points += _SUDDEN
    return points


@inner
def place_worth(state: State, side: int, h: int) -> float:
    """Points that a side gains by going into a hex.

    Rule: common 14.1
    """
    return 0.0 if state.ground[h].control == side else place_points(state, h)


@inner
def scores_jointly(state: State, h: int) -> bool:
    """Whether a place scores only together with others.

    Rule: common 14.2
    """
    return state.hexes[h].vp == 0 and (state.sudden[0, h] != 0 or state.sudden[1, h] != 0)


# --- the line


@inner
def end_of(state: State, h: int) -> int:
    """Whether a line may begin (1) or end (2) in a hex: on edges between both sides' sources."""
    return state.hexes[h].line_end


@inner
def find_passed(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.pull`` with the enemy strength that has passed each hex on its way to the rear.

    The rear of a side is where its sources of supply are. Who has gone farther aside than on has
    passed nobody.
    """
    sign = 1 if side == AXIS else -1
    for h in range(len(state.ground)):
        desk.pull[h] = 0.0
    for h in range(len(state.ground) - 1):
        strength = desk.enemy_attack[h]
        if strength <= 0.0:
            continue
        enemy = state.hexes[h]
        for other in range(first_above(state, h, _PASSED), behind_below(state, h, _PASSED)):
            passed = sign * (state.hexes[other].ahead - enemy.ahead)
            if passed > abs(state.hexes[other].aside - enemy.aside) and passed <= 2 * _PASSED:
                desk.pull[other] += strength


@inner
def is_headquarters(state: State, unit: int) -> bool:
    """Whether a unit leads only: a headquarters that can't attack.

    Rule: common 2.1
    """
    counter = state.units[unit]
    if counter.kind != Kind.HEADQUARTERS:
        return False
    return state.strengths[unit, counter.full_steps, 0] == 0


@inner
def mans_line(state: State, unit: int) -> bool:
    """Whether a unit without a task mans the line: all do but headquarters."""
    return not is_headquarters(state, unit)


@inner
def keeps_guard(state: State, side: int, h: int) -> bool:
    """Whether a side keeps somebody in a place of many points that enemies could come to."""
    return state.ground[h].control == side
