"""Marches and battles on a made-up front, printed line by line; see ``test_compiled_equals_plain``.

Run with and without the JIT, it must print the same.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.assault import make_assault
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.sequence import StepKind, play_sequence
from balance.games.drive_on_stalingrad.turn import declare_order
from balance.games.drive_on_stalingrad.vocabulary import Nation, PhaseOrder
from balance.kernel.dice import keyed_integer
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    tank_corps,
)


def front(seed):
    rows = clear_map(9, 14)
    for row, column, cell in [
        (5, 14, ".A-"),
        (5, 1, ".N"),
        (3, 6, "f"),
        (4, 6, "hT"),
        (5, 6, ".C"),
        (6, 6, "s"),
        (7, 6, "d"),
        (8, 5, ".L"),
        (2, 5, ".E"),
    ]:
        rows = change_cell(rows, row, column, cell)
    units = []
    for row in range(2, 9):
        name = f"{row:02d}"
        units += [panzer(name + "09"), motorized(name + "09"), infantry(name + "08")]
        units += [satellite(name + "10", nation=Nation.ITALIAN)]
        units += [rifle(name + "06", revealed=0), tank_corps(name + "05"), artillery(name + "05")]
        units += [rifle(name + "04", defense=5)]
    sides = {("0507", "0506"): "river", ("0707", "0706"): "river", ("0307", "0306"): "o_ring"}
    return build_position(rows, units, sides=sides, seed=seed)


def draw(state, size, key, nth):
    return keyed_integer(size, int(state.game.seed), 0, 0, 6, key, nth)


def march(state, side):
    """Send each unit of a side to a hex in its reach; panzers assault what they then stand by."""
    for unit in range(len(state.units)):
        if state.units[unit].side != side or compute_reach(state, unit) == 0:
            continue
        found = np.flatnonzero(state.work[BEST] >= 0)
        target = int(found[draw(state, len(found), unit, 0)])
        print("move", unit, target, move_unit(state, unit, target), state.units[unit].mp_left)
        for there in state.neighbour[state.units[unit].hex]:
            code = make_mobile_assault(state, np.array([unit]), 1, int(there))
            if code == 0:
                print("mobile", unit, there)


def fight(state, side):
    """Attack each enemy hex with all that can."""
    for target in range(len(state.ground) - 1):
        if state.ground[target].occupant != 1 - side:
            continue
        able = [
            unit
            for unit in range(len(state.units))
            if state.units[unit].side == side
            and state.units[unit].hex in state.neighbour[target]
            and state.units[unit].attacked == 0
        ]
        code = make_assault(state, target, np.array([*able, 0]), len(able), 0, 2)
        print("assault", target, able, code)


def main():
    for seed in range(1, 4):
        state = front(seed)
        state.game.game_turn = 4
        for step in play_sequence(state):
            if step.game_turn == 8:
                break
            if step.kind == StepKind.PLAYER_TURN_START:
                order = PhaseOrder.ASSAULT_MOVE if step.side else PhaseOrder.MOVE_ASSAULT
                print("order", declare_order(state, np.int64(order)))
            elif step.kind == StepKind.ASSAULT:
                fight(state, step.side)
            elif step.kind == StepKind.MOVEMENT:
                march(state, step.side)
        for battle in state.battles[: state.game.battle_count]:
            print(*battle)
        for event in state.events[: state.game.event_count]:
            print(*event)
        for unit in state.units:
            print(*unit)
        print(*state.game.item(), hex_named(state, "0505"))


if __name__ == "__main__":
    main()
