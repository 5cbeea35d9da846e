"""What tests of prepared assaults share: a board, and assaults by hex names."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.assault import (
    check_assault,
    make_assault,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.strength import attack_total, defense_total
from balance.games.drive_on_stalingrad.vocabulary import (
    Kind,
    Phase,
    PhaseOrder,
    Result,
    Side,
    Trait,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    motorized,
)

#: A German source in the west, a Soviet one in the east. The target of most tests is 0307; going
#: round it clockwise from the east its neighbours are these.
CUT_OFF = change_cell(clear_map(5, 12), 3, 1, ".N")
BOARD = change_cell(CUT_OFF, 3, 12, ".A-")
TARGET = "0307"
AROUND = ("0306", "0406", "0407", "0308", "0207", "0206")
SOVIET_ASSAULT = {
    "side": Side.SOVIET,
    "phase": Phase.SOVIET_FIRST,
    "phase_order": PhaseOrder.ASSAULT_MOVE,
}


def flak(at=None, **fields):
    return motorized(at, **({"kind": Kind.FLAK, "traits": Trait.FLAK_9} | fields))


def board(units, rows=BOARD, result=Result.AS, **more):
    """Build a German prepared assault phase in which every roll gives the same result."""
    state = build_position(rows, units, **({"phase": Phase.AXIS_SECOND} | more))
    return state._replace(crt=np.full_like(state.crt, result))


def check(state, units, name=TARGET, aircraft=0):
    target = hex_named(state, name)
    return Refusal(check_assault(state, target, np.array(units, np.int64), len(units), aircraft))


def attack(state, units, name=TARGET, aircraft=0, advance=0):
    target = hex_named(state, name)
    members = np.array(units, np.int64)
    return Refusal(make_assault(state, target, members, len(units), aircraft, advance))


def last_battle(state):
    return state.battles[state.game.battle_count - 1]


def fight(units, attackers, **more):
    """Fight one battle and return its row."""
    aircraft = more.pop("aircraft_used", 0)
    state = board(units, **more)
    assert attack(state, attackers, aircraft=aircraft) == Refusal.OK
    return last_battle(state)


SEEDS = range(1, 61)


def attacks(state, units, name=TARGET):
    """Attack strength of units in sixty games that differ by their dice."""
    totals = []
    for seed in SEEDS:
        state.game.seed = seed
        target = hex_named(state, name)
        totals.append(int(attack_total(state, np.array(units, np.int64), len(units), target, 0)))
    return totals


def defenses(state, name=TARGET):
    """Defense strength of a hex in sixty games that differ by their dice."""
    totals = []
    for seed in SEEDS:
        state.game.seed = seed
        totals.append(int(defense_total(state, hex_named(state, name))))
    return totals
