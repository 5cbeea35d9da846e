"""What tests of assaults share: a board, assaults by hex names, battles with a sure result."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.assault import (
    check_assault,
    make_assault,
)
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
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


def board_of(units, result, rows=BOARD, **more):
    """Build a German prepared assault phase in which every roll gives a certain result."""
    return board(units, rows, result, **more)


def fought(state, units, name=TARGET, advance=0):
    """Assault a hex that may be assaulted, and return the row of the battle."""
    assert attack(state, units, name, advance=advance) == Refusal.OK
    return last_battle(state)


def fought_on_the_move(state, units, name=TARGET):
    members = np.array(units, np.int64)
    refusal = make_mobile_assault(state, members, len(units), hex_named(state, name))
    assert refusal == Refusal.OK
    return last_battle(state)


def steps_of(state):
    return [int(unit.steps) for unit in state.units]


def place_of(state, unit):
    """Name the hex of a unit; an empty text off the map."""
    h = int(state.units[unit].hex)
    if h == len(state.ground) - 1:
        return ""
    row, x2 = int(state.hexes[h].row), int(state.hexes[h].x2)
    return f"{row:02d}{(x2 - (1 if row % 2 == 0 else 0)) // 2:02d}"


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
