"""What a side knows: its own strength, the enemy's as far as he shows it, threats.

Fog of war (Rule: drive_on_stalingrad 11.7, 2.14): of an enemy stack a player sees the top unit and
how high the stack is. An untried unit is worth its pool's mean to both sides until it has fought.
Everything the staff decides rests on these estimates, never on what it could read in the state.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Side, Status, Trait
from balance.kernel.compiled import entry, inner
from balance.rules.rows import hexes_apart
from balance.staff.desk import (
    ENEMY_UNITS,
    Desk,
)

#: Hexes that a stack that moves first may come from.
_WEEK = 5
_HIDDEN = np.int64(Trait.UNTRIED)
_ROLLED_ATTACK = np.int64(Trait.DIE_ATTACK)
_ROLLED_DEFENSE = np.int64(Trait.DIE_DEFENSE)


@entry
def known_attack(state: State, unit: int) -> float:
    """Attack factor of a unit as its owner knows it."""
    counter = state.units[unit]
    hidden = (counter.traits & _HIDDEN) != 0 and counter.revealed == 0
    if hidden or (counter.traits & _ROLLED_ATTACK) != 0:
        return counter.mean_attack_x10 / 10.0
    if counter.steps < counter.full_steps:
        return float(counter.attack_reduced)
    return float(counter.attack)


@entry
def known_defense(state: State, unit: int) -> float:
    """Defense factor of a unit as its owner knows it."""
    counter = state.units[unit]
    hidden = (counter.traits & _HIDDEN) != 0 and counter.revealed == 0
    if hidden or (counter.traits & _ROLLED_DEFENSE) != 0:
        return counter.mean_defense_x10 / 10.0
    if counter.steps < counter.full_steps:
        return float(counter.defense_reduced)
    return float(counter.defense)


@inner
def step_worth(state: State, unit: int) -> float:
    """Value of one step of a unit: the mean of its factors, shared by its steps."""
    both = known_attack(state, unit) + known_defense(state, unit)
    return max(0.5, both / 2.0 / max(1, state.units[unit].steps))


@inner
def last_step_worth(state: State, unit: int) -> float:
    """Value of the last step of a unit: the mean of the factors that it has when reduced."""
    counter = state.units[unit]
    if counter.full_steps > 1:
        return max(0.5, (counter.attack_reduced + counter.defense_reduced) / 2.0)
    return step_worth(state, unit)


@inner
def reduction_worth(state: State, unit: int) -> float:
    """Value of the step that reduces a full unit: what the mean of its factors drops by."""
    counter = state.units[unit]
    if counter.full_steps == 1:
        return step_worth(state, unit)
    full = (counter.attack + counter.defense) / 2.0
    return max(0.5, full - last_step_worth(state, unit))


@inner
def _rounded(mean: float) -> float:
    """A mean over the whole map to the nearest half: one unit more or less must not move it.

    Else the loss of a division would change what every stack on the map is thought to be worth.
    """
    return np.int64(2.0 * mean + 0.5) / 2.0


@entry
def survey(state: State, desk: Desk, side: int) -> None:
    """Fill the desk's own and enemy strengths by hex from what ``side`` may know."""
    _survey_enemy(state, desk, side)
    survey_own(state, desk, side)


@inner
def survey_own(state: State, desk: Desk, side: int) -> None:
    """Fill the desk's own strengths by hex: all that own moves since the last survey can change."""
    units = state.units
    desk.own_attack[:] = 0.0
    desk.own_defense[:] = 0.0
    for first in range(units.shape[0]):
        if units[first].side != side or units[first].status != Status.ON_MAP:
            continue
        h = units[first].hex
        if state.ground[h].first != first:
            continue
        u = first
        while u >= 0:
            desk.own_attack[h] += known_attack(state, u)
            desk.own_defense[h] += known_defense(state, u)
            u = units[u].next


@inner
def _survey_enemy(state: State, desk: Desk, side: int) -> None:
    """Fill the desk's enemy strengths by hex, and the heights of his stacks."""
    units = state.units
    enemy = 1 - side
    mean_attack = 0.0
    mean_defense = 0.0
    count = 0
    for u in range(units.shape[0]):
        if units[u].side == enemy and units[u].status == Status.ON_MAP:
            mean_attack += known_attack(state, u)
            mean_defense += known_defense(state, u)
            count += 1
    mean_attack = _rounded(mean_attack / max(1, count))
    mean_defense = _rounded(mean_defense / max(1, count))
    desk.enemy_attack[:] = 0.0
    desk.enemy_defense[:] = 0.0
    desk.enemy_worth[:] = 0.0
    desk.marks[ENEMY_UNITS, :] = 0
    for first in range(units.shape[0]):
        if units[first].side != enemy or units[first].status != Status.ON_MAP:
            continue
        h = units[first].hex
        if state.ground[h].first != first:
            continue
        hidden = state.ground[h].stack + state.ground[h].guns - 1
        desk.marks[ENEMY_UNITS, h] = hidden + 1
        desk.enemy_attack[h] = known_attack(state, first) + hidden * mean_attack
        desk.enemy_defense[h] = known_defense(state, first) + hidden * mean_defense
        steps = units[first].steps + hidden * (2 if enemy == Side.AXIS else 1)
        both = desk.enemy_attack[h] + desk.enemy_defense[h]
        desk.enemy_worth[h] = both / 2.0 / max(1, steps)  # worth of one step there
    _recall_defenders(state, desk, enemy)


@inner
def _recall_defenders(state: State, desk: Desk, enemy: int) -> None:
    """Put what the last two turns' battles showed in the place of what is guessed.

    Defenders are counted in the open (Rule: drive_on_stalingrad 11.7). As long as nobody was lost
    and the stack is as high as it was then, it is thought to be the same. Factors that are rolled
    anew each time (Rule: drive_on_stalingrad 2.15) tell nothing.
    """
    count = min(state.game.battle_count, len(state.battles))
    first = count
    while first > 0 and state.battles[first - 1].game_turn >= state.game.game_turn - 1:
        first -= 1
    for i in range(first, count):
        battle = state.battles[i]
        h = battle.hex
        if battle.attacker == enemy or battle.defenders != desk.marks[ENEMY_UNITS, h]:
            continue
        if battle.defender_steps_lost != 0 or battle.retreated != 0:
            continue
        if (state.units[state.ground[h].first].traits & _ROLLED_DEFENSE) != 0:
            continue
        seen = float(battle.defense)
        if battle.defender_oos != 0:
            seen *= state.rules.supply_oos_halving
        desk.enemy_defense[h] = seen


@inner
def assess_threat(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.threat``: enemy attack factors that can fall on each hex in his next turn.

    The Soviet player assaults before he moves (Rule: drive_on_stalingrad 5.4), so only adjacent
    Soviet units threaten. The German player may move first: his stacks count in full within two
    hexes and less with distance, as far as a week's march allows.
    """
    n = state.neighbour.shape[0] - 1
    for h in range(n + 1):
        desk.threat[h] = 0.0
    if side == Side.AXIS:
        for h in range(n):
            if desk.marks[ENEMY_UNITS, h] > 0:
                for d in range(6):
                    desk.threat[state.neighbour[h, d]] += desk.enemy_attack[h]
        desk.threat[n] = 0.0
        return
    for h in range(n):
        if desk.marks[ENEMY_UNITS, h] == 0:
            continue
        strength = desk.enemy_attack[h]
        first_row, beyond = rows_near(state, h, _WEEK)
        for there in range(first_row, beyond):
            first, last = span_near(state, h, _WEEK, there)
            for other in range(first, last):
                away = hexes_apart(state, h, other)
                share = 0.25 if away > 3 else (0.6 if away == 3 else 1.0)
                desk.threat[other] += share * strength
