"""Strengths of units so far as both sides know them.

Stacks lie open (Rule: army_group_south 13.1); only an untried unit hides its strength, from both
sides: it is worth its pool's mean until it has fought.
"""

from __future__ import annotations

from balance.games.army_group_south.costs import minor_rivers_flow
from balance.games.army_group_south.losses import loss_points
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.vocabulary import Kind, Mode, Side
from balance.kernel.compiled import inner
from balance.staff.craft.questions import Strengths

_ONE = 1


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
def known_strengths(state: State, unit: int) -> tuple[float, float]:
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


@inner
def striking_power(state: State, side: int, h: int) -> tuple[float, float, int, bool]:
    """What an enemy stack can attack with: strength held there, strength free to come, its march.

    Rule: army_group_south 5.23, 6.0, 21.13, 21.14

    A unit held in one of our zones threatens what it stands beside alone, unless it may disengage.
    Last is whether all that are free may go west only, since they are on the offensive.
    """
    held = state.zones[side, h] > 0
    fixed, free, west_only = 0.0, 0.0, True
    march = 0
    unit = state.ground[h].first
    while unit >= 0:
        counter = state.units[unit]
        offensive = counter.side == Side.SOVIET and counter.mode == Mode.OFFENSIVE
        strength, _ = known_strengths(state, unit)
        if held and offensive:
            fixed += strength
        elif strength > 0.0:
            free += strength
            west_only = west_only and offensive
            march = max(march, counter.movement)
        unit = counter.next
    if minor_rivers_flow(state):
        march //= state.rules.supply_thaw_divisor
    return fixed, free, march, west_only


@inner
def may_come(west_only: bool, away: int, rows: int, halves: int) -> bool:
    """Whether units may come to a hex so many rows and half columns away, which grow westward.

    Rule: army_group_south 21.14

    Going west only one gains at least half a hex a row.
    """
    return not west_only or away <= 1 or halves >= rows - 2


@inner
def starved_divisor(state: State) -> float:
    """What lack of supply divides defense strength by.

    Rule: army_group_south 12.22
    """
    return float(state.rules.supply_defense_divisor)


@inner
def leadership(state: State, unit: int) -> int:
    """Points that a headquarters adds to an attack of those beside it, at most.

    Rule: army_group_south 11.37
    """
    return state.units[unit].leadership


STRENGTHS = Strengths(
    printed_attack=printed_attack,
    printed_defense=printed_defense,
    known_strengths=known_strengths,
    starved_divisor=starved_divisor,
    is_hidden=is_hidden,
    is_headquarters=is_headquarters,
    leadership=leadership,
    striking_power=striking_power,
    may_come=may_come,
)
