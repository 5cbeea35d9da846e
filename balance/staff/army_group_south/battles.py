"""What battles are to units: strengths in them, who may attack from where, overruns."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.attack import check_attacker, check_target, make_attack
from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.march import compute_stack_reach, move_stack
from balance.games.army_group_south.movement import NOT_MOVED, check_may_act
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import carries_zone, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import (
    attack_divisor,
    multiplier_across,
    river_on_sides,
    takes_part_in_defense,
    unit_attack,
    unit_defense,
)
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.tables import ELIMINATED, ENGAGEMENTS, PAID
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    Hexside,
    Mobility,
    Mode,
    Policy,
    Side,
    Size,
)
from balance.kernel.compiled import inner
from balance.kernel.neighbours import SOUTH_EAST
from balance.kernel.reach import PROHIBITED
from balance.staff.army_group_south.ground import FOLLOW, STAFFS
from balance.staff.army_group_south.strengths import printed_attack, printed_defense
from balance.staff.craft.battle_value import battle_value, odds_rung
from balance.staff.craft.nothing import no_duties, no_handicap
from balance.staff.craft.questions import Attacks, Battles, Overruns, Questions
from balance.staff.desk import Desk

#: Who shares a launch hex, as far as sizes matter.
_FREE, _DIVISION, _CORPS = range(3)


# --- strengths


@inner
def likely_attack(state: State, unit: int) -> float:
    """Attack strength that a unit brings into a battle where it stands, so far as anybody knows.

    Rule: army_group_south 9.32, 13.2
    """
    if is_hidden(state, unit):
        return max(1.0, printed_attack(state, unit) / attack_divisor(state, unit))
    return float(unit_attack(state, unit))


@inner
def likely_defense(state: State, unit: int, multiplier: int) -> float:
    """Defense strength of a unit in its hex, terrain multiplying it, so far as anybody knows.

    Rule: army_group_south 9.32, 13.2
    """
    if is_hidden(state, unit):
        strength = printed_defense(state, unit) * multiplier
        if not is_supplied(state, unit):
            strength /= state.rules.supply_defense_divisor
        return max(1.0, strength)
    return float(unit_defense(state, unit, multiplier))


@inner
def likely_defense_of(state: State, target: int, sides: int) -> float:
    """Defense strength of a hex attacked across some of its sides, overruns included.

    Rule: army_group_south 9.21, 9.31, 10.12, 10.32
    """
    multiplier = multiplier_across(state, river_on_sides(state, sides, target), target)
    total = 0.0
    unit = state.ground[target].first
    while unit >= 0:
        if takes_part_in_defense(state, unit):
            total += likely_defense(state, unit, multiplier)
        unit = state.units[unit].next
    return max(1.0, total)


#: Column of the table for odds of 1-1.
EVEN = 2


@inner
def column_of(
    state: State,
    desk: Desk,
    target: int,
    attack: float,
    defense: float,
    units: np.ndarray,
    members: int,
    without: int,
    launch: int,
) -> int:
    """Column of the table for estimated strengths, beyond its ends too: nothing shifts it.

    Rule: army_group_south 9.4
    """
    return odds_rung(attack, defense) + EVEN


@inner
def steps_lost(state: State, column: int, steps: int, trapped: bool) -> float:
    """Steps that a stack loses on average in a column of the combat results table.

    Rule: army_group_south 9.5, 9.66, 9.71, 19.6

    Who is free to go back does so; who is trapped pays every hex of a retreat with a step.
    """
    losses = state.losses
    column = max(0, min(column, losses.shape[0] - 1))
    lost = steps * losses[column, ELIMINATED] + losses[column, ENGAGEMENTS]
    if trapped:
        lost += losses[column, min(PAID + steps, losses.shape[1] - 1)]
    return lost / state.crt.shape[1]


@inner
def marching_strength(state: State, unit: int) -> float:
    """Attack strength of a unit by itself, as its supply and mode are in this phase; 0 if none.

    Rule: army_group_south 6.31, 12.23, 13.2, 21.23
    """
    counter = state.units[unit]
    if counter.disrupted != 0 or is_headquarters(state, unit):
        return 0.0
    strength = printed_attack(state, unit)
    if counter.supplied == 0:
        return strength / state.rules.supply_attack_divisor
    if counter.side == Side.SOVIET and counter.mode == Mode.DEFENSIVE:
        return strength / state.rules.hq_defensive_attack_divisor
    return strength


@inner
def presses_on(state: State, unit: int) -> bool:
    """Whether a unit that attacks may not go back.

    Rule: army_group_south 21.11
    """
    if state.units[unit].side != Side.SOVIET or is_headquarters(state, unit):
        return False
    return current_mode(state, unit) == Mode.OFFENSIVE


TABLE = Questions(battles=Battles(elimination=ELIMINATION, engaged=ENGAGED))


@inner
def value_of(state: State, column: int, stakes: np.ndarray) -> float:
    """Expected worth of a battle to the attacker in a column of the combat results table.

    Rule: army_group_south 9.5
    """
    return battle_value(TABLE, state.crt, column, stakes)


# --- who attacks


@inner
def is_on_offensive(state: State, unit: int) -> bool:
    """Whether a unit is on the offensive in this movement phase.

    Rule: army_group_south 21.14
    """
    return state.units[unit].side == Side.SOVIET and state.units[unit].mode == Mode.OFFENSIVE


@inner
def may_sally(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit that mans the line may leave it to attack: a German one.

    Rule: army_group_south 4.2, 22.0

    Mechanized ones disengage and move once more when the battles are over; the others stay.
    """
    return state.units[unit].side == Side.AXIS


@inner
def stays_beside(state: State, unit: int) -> bool:
    """Whether a unit that has marched to an attack ends the turn where it launched it.

    Rule: army_group_south 4.2
    """
    return state.units[unit].mobility != Mobility.MECH


@inner
def may_launch(state: State, desk: Desk, side: int, h: int, d: int) -> bool:
    """Whether units of a side can attack out of a hex across its side ``d``, led and supplied.

    Rule: army_group_south 9.11, 10.16, 11.33
    """
    if state.cost[1, h, d] == PROHIBITED:
        return False
    return side == Side.AXIS or desk.distance[STAFFS, h] <= state.rules.hq_rating + FOLLOW


@inner
def company_of(state: State, unit: int) -> int:
    """Which units a unit may share a hex with, as far as their sizes matter.

    Rule: army_group_south 19.8
    """
    counter = state.units[unit]
    if counter.side != Side.SOVIET:
        return _FREE
    if counter.unit_size == Size.CORPS:
        return _CORPS
    return _DIVISION if counter.unit_size == Size.DIVISION else _FREE


@inner
def fits(size: int, company: int) -> bool:
    """Whether a unit may share a hex with those there.

    Rule: army_group_south 19.8
    """
    if size == _CORPS:
        return company == _FREE
    return size == _FREE or company != _CORPS


@inner
def is_across_river(state: State, target: int, d: int) -> bool:
    """Whether who attacks a hex by a side of it does so across a major river.

    Rule: army_group_south 10.12
    """
    return np.int64(state.hexside[target, d]) & Hexside.MAJOR_RIVER != 0


@inner
def make_attack_on(state: State, target: int, party: np.ndarray, count: int, advancing: int) -> int:
    """Attack one hex: a ``Refusal``.

    Rule: army_group_south 9.0
    """
    targets = np.full(1, target, np.int64)
    return make_attack(state, targets, 1, party[:count].astype(np.int64), count, advancing)


@inner
def prefer_steps(state: State, side: int, pays: bool) -> None:
    """Leave the standing order that attackers rather lose steps than go back.

    Rule: army_group_south 9.66
    """
    state.policy[side, Policy.ATTACK_STEPS] = 1 if pays else 0


# --- marching to battle


@inner
def are_alike(state: State, unit: int, other: int) -> bool:
    """Whether two units can go to the same hexes: they stand together and move alike.

    Rule: army_group_south 5.0, 5.22
    """
    a, b = state.units[unit], state.units[other]
    return (
        a.hex == b.hex
        and a.mobility == b.mobility
        and a.movement == b.movement
        and a.supplied == b.supplied
        and a.mode == b.mode
        and a.moved == b.moved
        and a.disengaged == b.disengaged
        and a.mp_left == b.mp_left
    )


# --- overruns


@inner
def may_overrun(state: State, unit: int) -> bool:
    """Whether a unit is one that overruns: in supply, on the offensive, not moved yet.

    Rule: army_group_south 6.12, 6.13, 21.22
    """
    counter = state.units[unit]
    if is_headquarters(state, unit) or counter.supplied == 0:
        return False
    if counter.side == Side.SOVIET and counter.mode == Mode.DEFENSIVE:
        return False
    return counter.moved == NOT_MOVED and check_may_act(state, unit) == Refusal.OK


@inner
def overrun_divisor(state: State) -> int:
    """What an overrun divides attack strength by.

    Rule: army_group_south 6.0
    """
    return state.rules.overrun_attack_divisor


@inner
def overrun_price(state: State) -> int:
    """Movement points that an overrun costs.

    Rule: army_group_south 6.11
    """
    return state.rules.overrun_price


@inner
def may_launch_overrun(
    state: State, h: int, launch: int, onward: int, lead: int, count: int
) -> bool:
    """Whether a column of ``count`` units from a hex could overrun out of a launch hex.

    ``onward`` is the direction from the launch hex, ``lead`` the first of the column.

    Rule: army_group_south 6.17, 10.13, 10.16, 21.14
    """
    if onward <= SOUTH_EAST and is_on_offensive(state, lead):
        return False
    barred = Hexside.MAJOR_RIVER | Hexside.SEA
    if np.int64(state.hexside[launch, onward]) & barred != 0:
        return False
    if state.ground[launch].occupant == state.units[lead].side:
        others = state.ground[launch].stack
        if launch == h:
            others -= count
        return others == 0
    return state.ground[launch].occupant < 0


BATTLES = Battles(
    even_column=EVEN,
    value_of=value_of,
    steps_lost=steps_lost,
    attack_of=likely_attack,
    defense_against=likely_defense_of,
    defends=takes_part_in_defense,
    presses_on=presses_on,
    longest_retreat=3,
    retreat_row=season_row,
    carries_zone=carries_zone,
)
ATTACKS = Attacks(
    check_attacker=check_attacker,
    check_target=check_target,
    make=make_attack_on,
    prefer_steps=prefer_steps,
    marching_strength=marching_strength,
    is_on_offensive=is_on_offensive,
    may_sally=may_sally,
    stays_beside=stays_beside,
    may_launch=may_launch,
    company_of=company_of,
    fits=fits,
    price_of_duties=no_duties,
    column_of=column_of,
    is_across_river=is_across_river,
)
OVERRUNS = Overruns(
    may_overrun=may_overrun,
    divisor=overrun_divisor,
    handicap=no_handicap,
    price=overrun_price,
    may_launch=may_launch_overrun,
    compute_reach=compute_stack_reach,
    move=move_stack,
    make=make_overrun,
)
