"""What hexes are to units: cover, places that score, supply, ends of the map."""

from __future__ import annotations

from balance.games.army_group_south.stacks import (
    check_stacking,
    in_enemy_zone,
    is_headquarters,
)
from balance.games.army_group_south.state import (
    AXIS_LINE,
    NO_LINE,
    SOVIET_LINE,
    SUPPLY_BY_COMMAND,
    State,
)
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.tables import TerrainColumn
from balance.games.army_group_south.vocabulary import Feature, Mode, Side, Status, Terrain
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.army_group_south.choices import EVERYWHERE, GUARDS, NOWHERE
from balance.staff.army_group_south.strengths import step_points
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.line import find_passed_in_rows
from balance.staff.craft.nothing import no_need_to_leave, no_posts, no_relief
from balance.staff.craft.questions import BEGINNING, END, INSIDE, Ground, Line, Worths
from balance.staff.desk import SETTLED, Desk

#: Row of ``desk.distance`` with hexes from the nearest own headquarters.
STAFFS = 3
#: Hexes that headquarters are counted on to follow their troops in the same phase.
FOLLOW = 4
_KHARKOV_HEXES = 3.0
#: Points that a hex which the Soviets may leave the map by is thought to be worth to the Germans.
_EXIT = 8.0
#: Hexes from a headquarters from which its next march still brings a newcomer into supply; beyond
#: so many all are the same; hexes beyond the radius of a headquarters that are told apart.
_IN_TOUCH, _LONELIEST, _LOOKED_FOR = 8, 20, 8
#: Share that is never too much.
_ANY_PRICE = 99.0


@inner
def is_land(state: State, h: int) -> bool:
    """Whether units could stand in a hex.

    Rule: army_group_south 10.4
    """
    terrain = state.hexes[h].terrain
    return terrain != Terrain.SEA and terrain != Terrain.OFF_MAP


@inner
def cover_of(state: State, h: int) -> int:
    """What the terrain of a hex multiplies its defenders by.

    Rule: army_group_south 9.31, 10.26, 10.4
    """
    multiplier = state.tec[state.hexes[h].terrain, TerrainColumn.MULTIPLIER]
    if state.hexes[h].features & Feature.CITY != 0:
        multiplier = max(multiplier, 2)
    return multiplier


@inner
def most_together(state: State) -> int:
    """Combat units that a hex holds.

    Rule: army_group_south 7.0
    """
    return state.rules.stacking_combat_units


# --- places and supply


@inner
def place_points(state: State, h: int) -> float:
    """Victory points that a hex stands for; those of Kharkov are shared by its hexes.

    Rule: army_group_south 25.3
    """
    points = float(state.hexes[h].joint_vp)
    joint = state.hexes[h].features & Feature.KHARKOV != 0
    return points / _KHARKOV_HEXES if joint else points


@inner
def place_worth(state: State, side: int, h: int) -> float:
    """Victory points that a side gains by going into a hex.

    Rule: army_group_south 25.3
    """
    held = state.ground[h].control == Side.SOVIET
    if held == (side == Side.SOVIET):
        return 0.0
    points = place_points(state, h)
    if side == Side.AXIS and state.hexes[h].features & Feature.EXIT != 0:
        points += _EXIT
    return points


@inner
def measure_staffs(state: State, desk: Desk, follow: int) -> None:
    """Fill ``desk.distance[STAFFS]`` with hexes from the nearest Soviet headquarters in supply.

    Rule: army_group_south 11.31, 12.14

    Those more than ``follow`` hexes beyond its radius are as good as unreached; once all
    headquarters have moved, all beyond it.
    """
    refresh_supply(state, Side.SOVIET)
    seen = state.rules.hq_rating
    for h in range(len(state.ground)):
        desk.mask[0, h] = 1 if state.ground[h].occupant != Side.AXIS else 0
        desk.distance[STAFFS, h] = FAR
    for u in range(len(state.units)):
        if state.units[u].status != Status.ON_MAP or not is_headquarters(state, u):
            continue
        h = state.units[u].hex
        if state.supply[SOVIET_LINE, h] != NO_LINE:
            desk.distance[STAFFS, h] = 0
            if desk.crew[SETTLED, u] == 0:
                seen = state.rules.hq_rating + follow
    count_hexes(state, desk, STAFFS, seen)


@inner
def lack_of_supply(state: State, desk: Desk, side: int, h: int) -> float:
    """How far a hex is from being supplied: 0 if it is, 1 if nothing can be done about it.

    Rule: army_group_south 12.14, 20.1, 20.2

    Soviet headquarters move after their troops, so they are counted on to follow some hexes.
    """
    if side == Side.SOVIET:
        beyond = desk.distance[STAFFS, h] - state.rules.hq_rating
        return min(1.0, max(0.0, beyond / FOLLOW))
    if state.supply[AXIS_LINE, h] != NO_LINE:
        return 0.0
    for d in range(6):
        if state.supply[AXIS_LINE, state.neighbour[h, d]] < state.rules.supply_german_hexes:
            return 0.0
    return 1.0


@inner
def measure_supply(state: State, desk: Desk, side: int) -> None:
    """Find out what ``lack_of_supply`` tells: for the Soviets, how far it is to headquarters.

    Rule: army_group_south 11.31, 12.14
    """
    if side == Side.SOVIET:
        measure_staffs(state, desk, FOLLOW)


@inner
def is_fed(state: State, side: int, h: int) -> bool:
    """Whether a unit of a side would be in supply in a hex, as things stand.

    Rule: army_group_south 12.14, 20.1, 20.2
    """
    if side == Side.AXIS:
        return state.supply[AXIS_LINE, h] != NO_LINE
    return state.command[h] & SUPPLY_BY_COMMAND != 0


@inner
def is_starving(state: State, unit: int) -> bool:
    """Whether a unit was out of supply as the phase began.

    Rule: army_group_south 12.0, 12.21
    """
    return state.units[unit].supplied == 0


@inner
def scores_jointly(state: State, h: int) -> bool:
    """Whether a place scores only together with others, so that all are lost with it.

    Rule: army_group_south 25.3
    """
    return state.hexes[h].features & Feature.KHARKOV != 0


# --- newcomers


@inner
def look_for_leaders(state: State, desk: Desk, side: int) -> None:
    """Find out which entry hexes are lonely: for the Soviets, how far it is to headquarters.

    Rule: army_group_south 11.31
    """
    if side == Side.SOVIET:
        measure_staffs(state, desk, _LOOKED_FOR)


@inner
def lonely_hexes(state: State, desk: Desk, side: int, h: int) -> int:
    """Hexes by which a newcomer would stand too far from all headquarters to be led soon.

    Rule: army_group_south 11.31
    """
    if side == Side.AXIS:
        return 0
    return max(0, min(_LONELIEST, desk.distance[STAFFS, h]) - _IN_TOUCH)


# --- the line


@inner
def end_of(state: State, h: int) -> int:
    """Whether a line may begin or end in a hex: on the edges north and south, at most west.

    Rule: army_group_south 17.0
    """
    features = state.hexes[h].features
    if features & Feature.EDGE == 0 or features & Feature.SOVIET_EDGE != 0:
        return INSIDE
    lowest = state.hexes[len(state.ground) - 2].row
    middle = (state.hexes[0].row + lowest) // 2
    return BEGINNING if state.hexes[h].row <= middle else END


@inner
def is_last_resort(state: State, h: int) -> bool:
    """Whether a line should end in a hex only if it can't end elsewhere: on the west edge."""
    row = state.hexes[h].row
    lowest = state.hexes[len(state.ground) - 2].row
    aside = row != state.hexes[0].row and row != lowest
    return aside and end_of(state, h) != INSIDE and not _is_east(state, h)


@inner
def _is_east(state: State, h: int) -> bool:
    return state.hexes[h].features & Feature.EAST_EDGE != 0


@inner
def find_passed(state: State, desk: Desk, side: int) -> None:
    """Tell the enemies that have passed a hex: the German rear is where ``x2`` is high."""
    find_passed_in_rows(state, desk, side == Side.AXIS)


@inner
def mans_line(state: State, unit: int) -> bool:
    """Whether a unit without a task mans the line: not if it may go west only.

    Rule: army_group_south 21.14
    """
    counter = state.units[unit]
    if is_headquarters(state, unit):
        return False
    return counter.side == Side.AXIS or counter.mode == Mode.DEFENSIVE


@inner
def newcomers_go_forward(side: int) -> bool:
    """Whether newcomers of a side without a task go forward rather than into the line.

    Rule: army_group_south 21.14
    """
    return side == Side.SOVIET


@inner
def keeps_guard(state: State, side: int, h: int) -> bool:
    """Whether a side keeps somebody in a place of many points that enemies could come to.

    Rule: army_group_south 25.3

    The Germans do in all that aren't the enemy's; the Soviets, who go forward, leave one behind
    where they stand.
    """
    ground = state.ground[h]
    if side == Side.AXIS:
        return ground.control != Side.SOVIET
    return ground.occupant == side


@inner
def worth_of_guards(state: State, desk: Desk, side: int) -> float:
    """Share of the points of a place that a rear guard left in it may cost, by the plan's choice.

    Rule: army_group_south 25.2, 25.3

    Soviet brigades are cheap and hold up whole divisions. German steps are dear, and what they hold
    early is lost later all the same: for them the share grows with the game.
    """
    if desk.order[GUARDS] == NOWHERE:
        return 0.0
    if side == Side.SOVIET or desk.order[GUARDS] == EVERYWHERE:
        return _ANY_PRICE
    turn = state.game.game_turn
    return turn / max(1, state.rules.sequence_game_turns)


# --- time


@inner
def turns_left(state: State) -> int:
    """Game turns to come after this one.

    Rule: army_group_south 19.13, 25.0
    """
    return state.rules.sequence_game_turns - state.game.game_turn


@inner
def has_last_word(state: State, side: int) -> bool:
    """Whether nobody acts after a side any more: the Soviets move last.

    Rule: army_group_south 4.1
    """
    return side == Side.SOVIET and turns_left(state) <= 0


GROUND = Ground(
    is_land=is_land,
    cover_of=cover_of,
    in_enemy_zone=in_enemy_zone,
    check_stacking=check_stacking,
    most_together=most_together,
)
WORTHS = Worths(
    step_points=step_points,
    place_points=place_points,
    place_worth=place_worth,
    worth_of_relief=no_relief,
    measure_supply=measure_supply,
    lack_of_supply=lack_of_supply,
    refresh_supply=refresh_supply,
    is_fed=is_fed,
    is_starving=is_starving,
    scores_jointly=scores_jointly,
    turns_left=turns_left,
    has_last_word=has_last_word,
)
LINE = Line(
    spacing=3,
    grave_threat=20.0,
    end_of=end_of,
    is_last_resort=is_last_resort,
    find_passed=find_passed,
    add_posts=no_posts,
    mans_line=mans_line,
    must_leave=no_need_to_leave,
    newcomers_go_forward=newcomers_go_forward,
    keeps_guard=keeps_guard,
    worth_of_guards=worth_of_guards,
)
