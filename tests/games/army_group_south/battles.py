"""What tests of battles share: orders by hex names, and results of our choice."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.attack import check_attack, make_attack
from balance.games.army_group_south.overrun import check_overrun, make_overrun
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.vocabulary import Phase, Policy
from tests.games.army_group_south.positions import build_position
from tests.games.text_maps import clear_map, hex_named

MAP = clear_map(5, 8)
AXIS_FIGHTS = {"phase": Phase.AXIS_COMBAT}
SOVIETS_FIGHT = {"phase": Phase.SOVIET_COMBAT}
SUPPLIED = [". . . . . . . .E"] * 5


def battlefield(units, attacker, defender, rows=MAP, **game):
    """Build a Combat Phase, of the Axis if not told otherwise, in which all results are alike."""
    state = build_position(rows, units, **(AXIS_FIGHTS | game))
    set_result(state, attacker, defender)
    return state


def set_result(state, attacker, defender):
    """Put one result into all cells of the table: 0, 1 to 3, ELIMINATION or ENGAGED."""
    state.crt[0] = attacker
    state.crt[1] = defender


def set_policy(state, side, **orders):
    """Leave standing orders: ``set_policy(state, Side.AXIS, defend_steps=2)``."""
    for name, value in orders.items():
        state.policy[side, Policy[name.upper()]] = value


def _ids(state, names):
    names = [names] if isinstance(names, str) else names
    return np.array([hex_named(state, name) for name in names], np.int64)


def refusal_of_attack(state, targets, units):
    hexes, party = _ids(state, targets), np.array(units, np.int64)
    return Refusal(check_attack(state, hexes, len(hexes), party, len(party)))


def attack(state, targets, units, advance=-1):
    """Attack and return the battle's row; the attack must be legal."""
    hexes, party = _ids(state, targets), np.array(units, np.int64)
    assert make_attack(state, hexes, len(hexes), party, len(party), advance) == Refusal.OK
    return state.battles[state.game.battle_count - 1]


def refusal_of_overrun(state, target, units):
    party = np.array(units, np.int64)
    return Refusal(check_overrun(state, party, len(party), hex_named(state, target)))


def overrun(state, target, units):
    """Overrun and return the battle's row; the overrun must be legal."""
    party = np.array(units, np.int64)
    assert make_overrun(state, party, len(party), hex_named(state, target)) == Refusal.OK
    return state.battles[state.game.battle_count - 1]


def places(state):
    """Printed names of the hexes that the units stand in, "" off the map."""
    found = []
    for h in state.units["hex"]:
        row, x2 = int(state.hexes[h].row), int(state.hexes[h].x2)
        found.append(f"{row:02d}{x2 // 2:02d}" if h < len(state.ground) - 1 else "")
    return found
