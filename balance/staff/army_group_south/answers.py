"""What Army Group South answers to the craft; see ``balance.staff.craft.questions``.

Most stand in ``ground``, ``strengths``, ``battles`` and ``rail``, which end with their subjects.
"""

from __future__ import annotations

from balance.games.army_group_south.march import (
    can_reach,
    compute_reach,
    follow_reach,
)
from balance.games.army_group_south.movement import check_may_move, movement_allowance, points_left
from balance.games.army_group_south.reinforcements import enter_map, list_arrivals, list_entry_hexes
from balance.games.army_group_south.stacks import (
    in_enemy_zone,
    is_headquarters,
)
from balance.games.army_group_south.state import WESTWARD, State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.vocabulary import Mode, Policy, Side
from balance.games.moves import is_unmoved
from balance.kernel.compiled import inner
from balance.staff.army_group_south.battles import ATTACKS, BATTLES, OVERRUNS, are_alike
from balance.staff.army_group_south.ground import (
    GROUND,
    LINE,
    WORTHS,
    lonely_hexes,
    look_for_leaders,
)
from balance.staff.army_group_south.rail import RIDES, enter_railed
from balance.staff.army_group_south.strengths import STRENGTHS
from balance.staff.craft.nothing import printed_movement
from balance.staff.craft.questions import Bodies, Entries, Moves, Orders, Questions
from balance.staff.desk import Desk

#: Most hexes of an advance; those who are trapped lose steps.
_ADVANCE, _BY_STEPS = 3, 2
#: Price of ending in an enemy zone one can't leave again, in marches lost.
_STUCK = 0.7


# --- units and bodies


@inner
def division_of(state: State, unit: int) -> int:
    """Division of a unit that may gain integrity, 0 if none.

    Rule: army_group_south 19.5
    """
    return state.units[unit].division


@inner
def least_units(state: State) -> int:
    """Regiments that make a division whole.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_least_units


@inner
def forms_divisions(side: int) -> bool:
    """Whether a side has divisions that gain integrity.

    Rule: army_group_south 19.5
    """
    return side == Side.AXIS


@inner
def integrity_multiplier(state: State) -> int:
    """What integrity multiplies strength by.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_multiplier


@inner
def follow(state: State, unit: int, goal: int) -> None:
    """March a unit to a hex of the reach just computed.

    Rule: army_group_south 5.0
    """
    state.party[0] = unit
    follow_reach(state, state.party, 1, goal)


@inner
def price_of_ending(state: State, desk: Desk, unit: int, h: int) -> float:
    """Marches that it costs a unit not to be able to leave a zone again: on the offensive it can't.

    Rule: army_group_south 5.23, 21.13
    """
    counter = state.units[unit]
    bound = counter.side == Side.SOVIET and counter.mode == Mode.OFFENSIVE
    return _STUCK if bound and in_enemy_zone(state, counter.side, h) else 0.0


@inner
def cost_row(side: int, mobility: int) -> int:
    """Row of the costs by which units of a mobility find their way through the land.

    Rule: army_group_south 10.4
    """
    return mobility


@inner
def forward_row(side: int, mobility: int) -> int:
    """Row of the costs by which units that go forward find their way: west only.

    Rule: army_group_south 21.14
    """
    return mobility + WESTWARD


# --- standing orders


@inner
def leave_policies(state: State, side: int) -> None:
    """Leave the orders that hold in all battles.

    Rule: army_group_south 9.66, 9.67, 9.71, 9.82, 9.83
    """
    policy = state.policy[side]
    policy[Policy.DEFEND_STEPS] = 0
    policy[Policy.ATTACK_STEPS] = 0
    policy[Policy.STEPS_IF_TRAPPED] = _BY_STEPS
    policy[Policy.STEPS_TO_THE_LAST] = 0
    policy[Policy.ADVANCE] = state.rules.stacking_combat_units
    policy[Policy.DEFENDER_ADVANCE] = 0
    policy[Policy.ADVANCE_HEXES] = _ADVANCE
    policy[Policy.KEEP_UNITS] = 0


@inner
def wish_for(state: State, unit: int, strikes: bool) -> None:
    """Have strikers go by the offensive mode where headquarters of both reach them.

    Rule: army_group_south 21.0
    """
    counter = state.units[unit]
    if counter.side == Side.SOVIET and not is_headquarters(state, unit):
        counter.mode_wish = Mode.OFFENSIVE if strikes else Mode.DEFENSIVE


ASK = Questions(
    ground=GROUND,
    strengths=STRENGTHS,
    bodies=Bodies(
        division_of=division_of,
        forms_divisions=forms_divisions,
        has_integrity=has_integrity,
        least_units=least_units,
        multiplier=integrity_multiplier,
    ),
    worths=WORTHS,
    battles=BATTLES,
    attacks=ATTACKS,
    overruns=OVERRUNS,
    moves=Moves(
        check_may_move=check_may_move,
        is_unmoved=is_unmoved,
        are_alike=are_alike,
        allowance=movement_allowance,
        points_left=points_left,
        compute_reach=compute_reach,
        can_reach=can_reach,
        follow=follow,
        price_of_ending=price_of_ending,
        cost_row=cost_row,
        forward_row=forward_row,
        classes=2,
        parts=1,
        longest=printed_movement,
    ),
    line=LINE,
    entries=Entries(
        list_arrivals=list_arrivals,
        list_entry_hexes=list_entry_hexes,
        enter=enter_map,
        enter_otherwise=enter_railed,
        look_for_leaders=look_for_leaders,
        lonely_hexes=lonely_hexes,
    ),
    orders=Orders(leave_policies=leave_policies, wish_for=wish_for),
    rides=RIDES,
)
