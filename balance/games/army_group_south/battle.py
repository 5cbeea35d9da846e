"""One battle, in the Combat Phase or an overrun, from the declaration to its result (section 9).

``fight`` takes the steps that both share. What the victors do then is the affair of ``attack`` and
``overrun``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.army_group_south.losses import eliminate_unit, lose_all, lose_steps
from balance.games.army_group_south.retreat import (
    Retreat,
    is_anyone_trapped,
    remember_ground,
    retreat_units,
    steps_lost_retreating,
)
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import (
    ATTACKS,
    DEFENDS,
    GUEST,
    IDLE,
    attack_total,
    defense_total,
    headquarters_points,
    overrun_total,
    takes_part_in_defense,
    terrain_multiplier,
)
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.untried import drop_lone_headquarters, reveal_fighters
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    NO_EFFECT,
    Mode,
    Policy,
    Purpose,
    Side,
    Size,
)
from balance.games.log import open_battle
from balance.kernel.compiled import inner
from balance.kernel.odds import look_up_result, odds_ladder
from balance.kernel.replaceable import replaceable
from balance.rules.losses import log_losses, losses_of, steps_of
from balance.rules.rolls import roll
from balance.rules.trace import TraceKind, record_trace

#: Values of ``overrun``, as of the log of battles: an attack of the Combat Phase, an overrun.
COMBAT, OVERRUN = 0, 1


class Attack(NamedTuple):
    """Who attacks which hexes, and how."""

    targets: np.ndarray  # int64 array of hexes
    attackers: np.ndarray  # int64 array of units
    overrun: int  # COMBAT or OVERRUN


@inner
def fight(state: State, attack: Attack) -> int:
    """Fight a battle that has been found legal, and return its row in the log.

    Rule: army_group_south 2.0d, 6.0, 9.0, 9.14, 9.68, 12.22, 13.2

    Units that could still follow a beaten enemy are marked ``ATTACKS`` or ``DEFENDS`` afterwards;
    ``end_fight`` takes the marks away.
    """
    row = _open(state, attack)
    battle = state.battles[row]
    # Ruling: army_group_south 13.2 - an overrun reveals untried units like a battle, or doesn't.
    if attack.overrun == 0 or state.rules.overrun_reveals != 0:
        battle.no_strength = reveal_fighters(state, row)
    left = np.full(len(attack.attackers), -1, np.int64)
    strong = drop_lone_headquarters(state)
    kept = 0
    for unit in attack.attackers:
        if state.units[unit].fighting == ATTACKS:
            left[kept] = unit
            kept += 1
    before = losses_of(state, 1 - state.game.side)
    if battle.no_strength > 0 and attack.overrun == COMBAT and is_victory(state, row):
        _find_deserted_guests(state, attack.targets, row)
        log_losses(state, row, 1 - state.game.side, before)
    # Nobody to attack, or nobody to be attacked: there is nothing to roll for.
    if strong == 0 or steps_of(state, DEFENDS) == 0:
        return row
    _reckon(state, row, attack, left[:kept])
    _apply(state, row, attack, before)
    return row


@inner
@replaceable
def is_victory(state: State, row: int) -> bool:
    """Whether an emptied hex was won, so that it may be advanced into.

    Rule: army_group_south 9.81, 13.3

    Ruling: army_group_south 13.3 - defenders who vanish for want of strength count as eliminated,
    or they leave nothing to follow.
    """
    return state.battles[row].die != 0 or state.rules.untried_vanishing_is_elimination != 0


@inner
def end_fight(state: State) -> None:
    """Take the marks of a battle off its units."""
    for unit in range(len(state.units)):
        state.units[unit].fighting = IDLE


@inner
def _open(state: State, attack: Attack) -> int:
    """Mark who fights, note what the ground looks like, and start the log row.

    Rule: army_group_south 6.21, 9.14, 9.21, 9.76, 12.22
    """
    targets, attackers, overrun = attack
    side = state.game.side
    row = open_battle(state, targets[0])
    battle = state.battles[row]
    battle.overrun = overrun
    battle.hexes = len(targets)
    state.game.trail_count = 0
    remember_ground(state, 1 - side)
    for unit in attackers:
        record_trace(state, TraceKind.ATTACKS, unit, state.units[unit].hex)
        state.units[unit].fighting = ATTACKS
        if overrun == 0:
            state.units[unit].attacked = 1
        battle.attackers += 1
        battle.attacker_oos += 0 if is_supplied(state, unit) else 1
    for h in targets:
        unit = state.ground[h].first
        while unit >= 0:
            if overrun != 0 or takes_part_in_defense(state, unit):
                record_trace(state, TraceKind.DEFENDS, unit, h)
                state.units[unit].fighting = DEFENDS
                if overrun == 0:
                    state.units[unit].defended = 1
                battle.defenders += 1
                battle.defender_oos += 0 if is_supplied(state, unit) else 1
            unit = state.units[unit].next
    return row


@inner
def _reckon(state: State, row: int, attack: Attack, attackers: np.ndarray) -> None:
    """Reckon strengths and odds, roll, and read the table; all of it goes into the log row.

    Rule: army_group_south 6.0, 9.0, 9.23, 9.4, 9.5, 11.37

    ``attackers`` are those left after untried units have shown what they are.
    """
    targets, overrun, count = attack.targets, attack.overrun, len(attackers)
    battle = state.battles[row]
    if overrun != 0:
        battle.attack = overrun_total(state, attackers, count)
    else:
        battle.headquarters = headquarters_points(state, attackers, count)
        battle.attack = attack_total(state, attackers, count) + battle.headquarters
    battle.terrain = terrain_multiplier(state, attackers, count, targets[0])
    for h in targets:
        battle.defense += defense_total(state, attackers, count, h, overrun)
    # Odds need a divisor.
    battle.odds = odds_ladder(battle.attack, max(battle.defense, 1))
    # The lowest column is 1-3; better odds than the last column use the last.
    columns = state.crt.shape[2]
    column = max(0, min(battle.odds + _RUNGS_BELOW_EVEN, columns - 1))
    battle.final_odds = column - _RUNGS_BELOW_EVEN
    target = targets[0]
    nth = state.ground[target].battles
    battle.die = roll(state, state.crt.shape[1], Purpose.COMBAT, target, nth)
    state.ground[target].battles += 1
    battle.attacker_result = look_up_result(state.crt[0], battle.die, column)
    battle.defender_result = look_up_result(state.crt[1], battle.die, column)


#: Columns of the table below 1-1: 1-3 and 1-2.
_RUNGS_BELOW_EVEN = 2


@inner
def _apply(state: State, row: int, attack: Attack, before: tuple[int, int]) -> None:
    """Apply a result, the defender's part first.

    Rule: army_group_south 9.65, 9.66, 9.68, 9.69, 9.76, 21.0

    ``before`` is what the defender had lost once all had shown what they are.
    """
    targets, overrun = attack.targets, attack.overrun
    battle = state.battles[row]
    attacker = state.game.side
    # 21.0: the mode is that of the instant; the defender's retreat may open a line to the attacker.
    pressing = _must_press_on(state, overrun)
    result = battle.defender_result
    battle.defenders_retreated = _suffer(state, DEFENDS, result, row, overrun, False)
    # Ruling: army_group_south 9.76 - an engaged result finds them too, or not.
    hit = result != NO_EFFECT
    if result == ENGAGED and state.rules.retreat_engaged_finds_guests == 0:
        hit = False
    if overrun == 0 and hit:
        for h in targets:
            _eliminate_guests(state, h, row)
    log_losses(state, row, 1 - attacker, before)
    before = losses_of(state, attacker)
    result = battle.attacker_result
    battle.attackers_retreated = _suffer(state, ATTACKS, result, row, overrun, pressing)
    log_losses(state, row, attacker, before)


@inner
def _suffer(state: State, part: int, result: int, row: int, overrun: int, pressing: bool) -> int:
    """Have one side of a battle bear its half of the result; return how many units retreated.

    Rule: army_group_south 6.31, 9.65, 9.66, 9.69, 9.71, 21.11

    Attackers who are ``pressing`` on may not retreat.
    """
    if result == NO_EFFECT:
        return 0
    if result == ELIMINATION:
        lose_all(state, part, row)
        return 0
    if result == ENGAGED:
        lose_steps(state, part, state.rules.combat_engaged_steps, row, 0)
        return 0
    disrupts = overrun if part == DEFENDS else 0
    retreat = Retreat(part, result, overrun)
    if _pays_in_steps(state, retreat, pressing):
        lose_steps(state, part, result, row, disrupts)
        return 0
    return retreat_units(state, retreat, row)


@inner
def _pays_in_steps(state: State, retreat: Retreat, pressing: bool) -> bool:
    """Whether units pay in steps instead of going back, by rule or by standing order.

    Rule: army_group_south 9.66, 9.71, 21.11, 21.12
    """
    side = state.game.side
    steps, due = steps_of(state, retreat.part), retreat.hexes
    if retreat.part == DEFENDS:
        side = 1 - side
        most = max(state.policy[side, Policy.DEFEND_STEPS], _hold_steps(state))
    else:
        if pressing:
            # Ruling: army_group_south 21.11 - who owes more than he has dies, or he retreats.
            if steps >= due or state.rules.combat_attackers_pay_all_they_have != 0:
                return True
        most = state.policy[side, Policy.ATTACK_STEPS]
    survives = steps > due
    if not survives and state.policy[side, Policy.STEPS_TO_THE_LAST] == 0:
        return False
    if due <= most:
        return True
    wish = state.policy[side, Policy.STEPS_IF_TRAPPED]
    if wish == _BY_STEPS:
        return steps_lost_retreating(state, retreat) >= due
    return wish != 0 and is_anyone_trapped(state, retreat)


#: Value of the policy of paying in steps that has both prices compared.
_BY_STEPS = 2


@inner
def _hold_steps(state: State) -> int:
    """Steps that the defenders would pay for one of their hexes.

    Rule: army_group_south 9.66
    """
    most = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.fighting == DEFENDS:
            most = max(most, state.hold_steps[counter.side, counter.hex])
    return most


@inner
def _must_press_on(state: State, overrun: int) -> bool:
    """Whether a Soviet unit in offensive mode is among the attackers, so that none may retreat.

    Rule: army_group_south 21.0, 21.11
    """
    if state.game.side != Side.SOVIET:
        return False
    # Ruling: army_group_south 21.11 - overruns are resolved as battles are, or not in this.
    if overrun != 0 and state.rules.overrun_offensive_attackers_pay_steps == 0:
        return False
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.fighting == ATTACKS and counter.unit_size != Size.HEADQUARTERS:
            # 21.0: an overrun is movement, so the mode is that of the phase.
            mode = counter.mode if overrun != 0 else current_mode(state, unit)
            if mode == Mode.OFFENSIVE:
                return True
    return False


@inner
def _find_deserted_guests(state: State, targets: np.ndarray, battle: int) -> None:
    """Eliminate the units that had retreated into a hex whose defenders have all vanished.

    Rule: army_group_south 9.76, 13.3
    """
    for h in targets:
        defended = False
        unit = state.ground[h].first
        while unit >= 0:
            defended = defended or state.units[unit].fighting == DEFENDS
            unit = state.units[unit].next
        if not defended:
            _eliminate_guests(state, h, battle)


@inner
def _eliminate_guests(state: State, h: int, battle: int) -> None:
    """Eliminate the units that had retreated into a hex whose defenders are hit.

    Rule: army_group_south 9.76
    """
    unit = state.ground[h].first
    while unit >= 0:
        following = state.units[unit].next
        if state.units[unit].retreated == GUEST and state.units[unit].fighting == IDLE:
            eliminate_unit(state, unit, battle)
        unit = following
