"""One battle, prepared or mobile, from the declaration to the combat result (11.1-11.37).

``fight_battle`` takes the steps both kinds of assault share. What follows (advance after combat, or
back to the launch hex, or on with the move) is the affair of ``assault`` and ``mobile_assault``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.control import note_attack_across, note_attack_on
from balance.games.drive_on_stalingrad.losses import (
    ANYONE,
    PANZER_DIVISIONS,
    eliminate_defenders,
    eliminate_guests,
    lose_attacker_steps,
)
from balance.games.drive_on_stalingrad.retreat import NO_HEX, retreat_defenders
from balance.games.drive_on_stalingrad.shifts import assault_shifts
from balance.games.drive_on_stalingrad.stacks import lift_unit, place_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.strength import (
    attack_total,
    defense_total,
    takes_part_in_defense,
)
from balance.games.drive_on_stalingrad.supply import hex_supply, is_out_of_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Policy,
    Purpose,
    Result,
    Side,
    SupplyState,
)
from balance.games.log import open_battle
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.odds import look_up_result, odds_ladder, table_column
from balance.kernel.replaceable import replaceable
from balance.rules.rolls import roll
from balance.rules.trace import TraceKind, record_trace


class Attack(NamedTuple):
    """Who attacks which hex, and how."""

    attackers: np.ndarray  # int array of units
    target: int
    mobile: int  # MOBILE or PREPARED


# --- who fights, and from where


@inner
def launch_mask(state: State, attack: Attack) -> int:
    """Directions, seen from the target, that somebody attacks from: bit d for direction d.

    Rule: drive_on_stalingrad 11.3, 11.28
    """
    mask = 0
    for unit in attack.attackers:
        d = direction_to(state.neighbour, attack.target, state.units[unit].hex)
        if d >= 0:
            mask |= 1 << d
    return mask


@inner
def nation_mask(state: State, attackers: np.ndarray) -> int:
    """Nations that take part in an attack: bit n for ``Nation`` n.

    Rule: drive_on_stalingrad 11.39
    """
    mask = 0
    for unit in attackers:
        mask |= 1 << np.int64(state.units[unit].nation)
    return mask


@inner
def commit_defensive_aircraft(state: State, target: int) -> int:
    """Commit German aircraft to a defense by the standing order of their owner; return how many.

    Rule: drive_on_stalingrad 11.25
    """
    steps = 0
    unit = state.ground[target].first
    while unit >= 0:
        if takes_part_in_defense(state, unit):
            steps += state.units[unit].steps
        unit = state.units[unit].next
    if steps < state.policy[Side.AXIS, Policy.DEFENSIVE_AIR_FROM]:
        return 0
    most = state.policy[Side.AXIS, Policy.DEFENSIVE_AIRCRAFT]
    committed = max(0, min(most, state.game.aircraft))
    state.game.aircraft -= committed
    return committed


# --- the result


@entry
def final_result(state: State, final_odds: int, die: int) -> int:
    """Result of final odds and a die: automatic beyond the table, else read from it.

    Rule: drive_on_stalingrad 11.10, 11.29
    """
    low = 1 - state.rules.combat_auto_low_below
    high = state.rules.combat_auto_high_above - 1
    column = table_column(final_odds, low, high)
    if column == -1:
        return state.rules.combat_auto_low_result
    if column == -2:
        return state.rules.combat_auto_high_result
    return look_up_result(state.crt, die, column)


@inner
def is_automatic(state: State, final_odds: int) -> bool:
    """Whether final odds lie beyond the table, so that no die is rolled.

    Rule: drive_on_stalingrad 11.10
    """
    low = 1 - state.rules.combat_auto_low_below
    high = state.rules.combat_auto_high_above - 1
    return final_odds < low or final_odds > high


@entry
@replaceable
def result_in_hex(state: State, result: int, target: int, defender: int) -> int:
    """The result as it holds against this hex: a supplied city is neither stalled at nor left.

    Rule: drive_on_stalingrad 11.22
    """
    if (state.hexes[target].features & Feature.CITY) == 0:
        return result
    if result != Result.AS and result != Result.DR:
        return result
    supply = hex_supply(state, defender, target)
    if supply == SupplyState.REGULAR or supply == SupplyState.AERIAL:
        return state.rules.combat_city_as_dr
    return result


# --- the battle


@inner
def open_fight(state: State, attack: Attack) -> int:
    """Declare a battle: tell the armies, check everyone's supply, reveal; return its log row.

    Rule: drive_on_stalingrad 2.14, 3.2, 4.3, 7.16, 8.6, 9.24, 11.4, 11.7, 11.8
    """
    target, mobile = attack.target, attack.mobile
    row = open_battle(state, target)
    battle = state.battles[row]
    battle.mobile = mobile
    battle.attackers = len(attack.attackers)
    side = state.game.side
    mask = launch_mask(state, attack)
    for d in range(6):
        if (mask >> d) & 1:
            battle.launch_hexes += 1
            note_attack_across(state, side, state.neighbour[target, d], target)
    note_attack_on(state, target)
    for unit in attack.attackers:
        record_trace(state, TraceKind.ATTACKS, unit, state.units[unit].hex)
        state.units[unit].revealed = 1
        if mobile != 0:
            state.units[unit].assaulted = 1
        else:
            state.units[unit].attacked = 1
        state.units[unit].battle_oos = 1 if is_out_of_supply(state, unit) else 0
        battle.attacker_oos += state.units[unit].battle_oos
    unit = state.ground[target].first
    while unit >= 0:
        out_of_supply = 1 if is_out_of_supply(state, unit) else 0
        if takes_part_in_defense(state, unit):
            record_trace(state, TraceKind.DEFENDS, unit, target)
            state.units[unit].revealed = 1
            state.units[unit].defended |= 1 - mobile
            state.units[unit].battle_oos = out_of_supply
            battle.defenders += 1
            battle.defender_oos += out_of_supply
        elif state.rules.victory_oos_kill_retreated == 0:
            # Ruling: drive_on_stalingrad 4.3 - choice 1 keeps the battle it retreated from.
            state.units[unit].battle_oos = out_of_supply
        unit = state.units[unit].next
    return row


@inner
def decide_result(state: State, row: int, assault: Attack, aircraft: int) -> int:
    """Reckon odds and shifts, roll, and return the ``Result``; all of it goes into the log row.

    Rule: drive_on_stalingrad 11.8, 11.9, 11.10, 11.11, 11.22, 11.29
    """
    battle = state.battles[row]
    side = state.game.side
    attackers, target, mobile = assault
    # Step 1: strengths and odds.
    attack = attack_total(state, attackers, len(attackers), target, mobile)
    defense = defense_total(state, target)
    odds = odds_ladder(attack, defense)
    # Step 2: shifts.
    terrain, fortification, concentric, air, first, against_mobile = assault_shifts(
        state,
        target,
        launch_mask(state, assault),
        nation_mask(state, attackers),
        state.game.phase_order,
        side,
        mobile,
        aircraft,
    )
    final = odds + terrain + fortification + concentric + air + first + against_mobile
    # Step 3: the die, unless the odds are beyond the table.
    die = 0
    if not is_automatic(state, final):
        die = roll(state, len(state.crt), Purpose.COMBAT, target, state.ground[target].battles)
    result = result_in_hex(state, final_result(state, final, die), target, 1 - side)
    battle.attack = attack
    battle.defense = defense
    battle.odds = odds
    battle.shift_terrain = terrain
    battle.shift_fortification = fortification
    battle.shift_concentric = concentric
    battle.shift_air = air
    battle.shift_first = first
    battle.shift_mobile = against_mobile
    battle.final_odds = final
    battle.die = die
    battle.result = result
    state.ground[target].battles += 1
    return result


@inner
def count_units(state: State, h: int) -> int:
    """Number of units in a hex."""
    return state.ground[h].stack + state.ground[h].guns


@inner
def apply_result(state: State, row: int, attack: Attack, result: int) -> None:
    """Apply a result, the defender's part first.

    Rule: drive_on_stalingrad 11.30, 11.31, 11.32, 11.33, 11.34, 11.35, 11.36, 11.37
    """
    attackers, target, mobile = attack
    battle = state.battles[row]
    if result == Result.AS:
        return
    if result == Result.AL1:
        # Choice 0 of combat.al1_ma_from: a panzer division pays in a mobile assault.
        panzers = ANYONE
        if mobile != 0 and state.rules.combat_al1_ma_from == 0:
            panzers = PANZER_DIVISIONS
        steps = state.rules.combat_al1_steps
        battle.attacker_steps_lost = lose_attacker_steps(state, attackers, steps, panzers, row)
        return
    guests = eliminate_guests(state, target, row)
    if result == Result.DR:
        battle.defender_units_lost = guests
        _apply_retreat(state, row, attack)
        return
    units_before = count_units(state, target)
    lost = eliminate_defenders(state, target, row)
    units_after = count_units(state, target)
    battle.defender_steps_lost = lost
    battle.defender_units_lost = units_before - units_after + guests
    # Ruling: drive_on_stalingrad 11.36 - choice 1: what survives a DE retreats.
    if state.rules.combat_de_survivors != 0 and result == Result.DE and units_after > 0:
        _retreat_survivors(state, row, attack)
    if result == Result.EX:
        panzers = ANYONE
        if mobile != 0 and state.rules.combat_ex_ma_from == 0:
            panzers = PANZER_DIVISIONS
        battle.attacker_steps_lost = lose_attacker_steps(state, attackers, lost, panzers, row)


@inner
def _retreat_survivors(state: State, row: int, attack: Attack) -> bool:
    """Retreat the defenders of a hex; return whether one was open to them, full or not.

    Rule: drive_on_stalingrad 9.24, 11.33

    The attackers of a mobile assault have left their launch hex, which may thereby be open. They
    stand nowhere afterwards, or back there if the defenders haven't gone.
    """
    attackers, target, mobile = attack
    launch = NO_HEX
    if mobile != 0:
        launch = state.units[attackers[0]].hex
        for unit in attackers:
            lift_unit(state, unit)
    # Ruling: drive_on_stalingrad 11.33
    barred = NO_HEX if state.rules.retreat_launch_hex_allowed != 0 else launch
    retreated, had_hex = retreat_defenders(state, target, barred)
    state.battles[row].retreated = retreated
    if mobile != 0 and state.ground[target].first >= 0:
        for unit in attackers[::-1]:
            place_unit(state, unit, launch)
    return had_hex


@inner
def _apply_retreat(state: State, row: int, attack: Attack) -> None:
    """Apply DR; defenders that can't retreat are eliminated where they stand.

    Rule: drive_on_stalingrad 11.33, 11.34
    """
    battle, target = state.battles[row], attack.target
    had_hex = _retreat_survivors(state, row, attack)
    if battle.retreated > 0:
        return
    # Ruling: drive_on_stalingrad 11.34 - choice 0 of both is DE, choice 1 lets them stay.
    fate = state.rules.retreat_retreat_overstack if had_hex else state.rules.retreat_no_legal_hex
    if fate == 0:
        before = count_units(state, target)
        battle.defender_steps_lost = eliminate_defenders(state, target, row)
        battle.defender_units_lost += before - count_units(state, target)


@inner
def fight_battle(state: State, attack: Attack, aircraft: int) -> int:
    """Fight a battle that has been found legal, and return its row in the log.

    Rule: drive_on_stalingrad 9.31, 11.2, 11.8, 11.25, 11.29, 11.30

    The aircraft of the attacker are spent here; those of a German defender follow his standing
    order. After a mobile assault that sends the defenders back, the attackers stand nowhere.
    """
    row = open_fight(state, attack)
    state.game.aircraft -= aircraft
    air = aircraft
    if state.game.side == Side.SOVIET:
        air -= commit_defensive_aircraft(state, attack.target)
    result = decide_result(state, row, attack, air)
    apply_result(state, row, attack, result)
    return row
