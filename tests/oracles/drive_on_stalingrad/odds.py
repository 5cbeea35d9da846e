"""Strengths, shifts and odds by the words of sections 1, 2, 5, 7, 9 and 11."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Hexside,
    Nation,
    PhaseOrder,
    Purpose,
    Side,
    SupplyState,
    Terrain,
    Trait,
)
from balance.kernel.dice import roll_die
from tests.oracles.drive_on_stalingrad.board import GUEST, Board


class Odds(NamedTuple):
    """What the players reckon before they roll; shifts to the right are positive."""

    attack: int
    defense: int
    terrain: int
    fortification: int
    concentric: int
    air: int
    first: int
    mobile: int
    final: int  # 0 = 1:1, 1 = 2:1, -1 = 1:2


def die_for(board: Board, unit: SimpleNamespace, target: int) -> int:
    """2.15: what the owner of a unit with a question mark rolls for this battle."""
    game, nth = board.state.game, int(board.state.ground["battles"][target])
    turn, phase = int(game.game_turn), int(game.phase)
    return int(
        roll_die(6, int(game.seed), turn, phase, int(Purpose.UNKNOWN_FACTOR), unit.number, nth)
    )


def attack_factor(board: Board, unit: SimpleNamespace, target: int) -> int:
    """2.10, 2.12, 2.15."""
    if unit.traits & Trait.DIE_ATTACK:
        return die_for(board, unit, target)
    return int(unit.attack if unit.steps == unit.full_steps else unit.attack_reduced)


def defense_factor(board: Board, unit: SimpleNamespace, target: int) -> int:
    """2.10, 2.12, 2.15."""
    if unit.traits & Trait.DIE_DEFENSE:
        return die_for(board, unit, target)
    return int(unit.defense if unit.steps == unit.full_steps else unit.defense_reduced)


def total(groups: dict[frozenset[str], int]) -> int:
    """1.3, 11.12: factors of one set of causes are added, then halved once for each of them."""
    together = 0
    for causes, factors in groups.items():
        for _ in causes:
            factors = max(factors // 2, min(factors, 1))
        together += factors
    return together


def attack(board: Board, attackers: Sequence[SimpleNamespace], target: int, *, mobile: bool) -> int:
    """7.15, 11.19, 11.22, 11.27: attack factors, reduced."""
    groups: dict[frozenset[str], int] = defaultdict(int)
    sides = dict(board.neighbours(target))
    for unit in attackers:
        causes = set()
        factor = attack_factor(board, unit, target)
        if board.supply(unit.side, unit.hex) != SupplyState.REGULAR:
            causes.add("supply")
        gun = unit.traits & Trait.ARTILLERY
        if sides[unit.hex] & (Hexside.RIVER | Hexside.VOLGA) and not gun and not mobile:
            causes.add("river")
        if unit.traits & Trait.PANZER_DIVISION and board.has(target, Feature.CITY):
            causes.add("city")
        if unit.traits & Trait.FLAK_9 and sum(u.hex == unit.hex for u in attackers) == 1:
            factor = 1
        groups[frozenset(causes)] += factor
    return total(groups)


def defense(board: Board, target: int) -> int:
    """7.5, 7.6, 7.15, 11.27, 11.35: defense factors, reduced; odds need one at the least."""
    stack = board.stacks[target]
    groups: dict[frozenset[str], int] = defaultdict(int)
    weak = board.supply(stack[0].side, target) == SupplyState.OUT
    defenders = [u for u in stack if u.retreated != GUEST]
    for unit in defenders:
        lonely = unit.traits & Trait.FLAK_9 and len(defenders) == 1
        factor = 1 if lonely else defense_factor(board, unit, target)
        groups[frozenset({"supply"} if weak else ())] += factor
    return max(total(groups), 1)


def terrain_shift(board: Board, target: int, *, mobile: bool) -> int:
    """11.13 to 11.22."""
    terrain = board.terrain(target)
    if mobile:
        return int(terrain == Terrain.DESERT)
    after_movement = board.state.game.phase_order == PhaseOrder.MOVE_ASSAULT
    shift = {
        Terrain.FOREST: -1 if after_movement else 0,
        Terrain.HILLS: -1,
        Terrain.MOUNTAIN: -2,
        Terrain.MARSH: 1,
        Terrain.DESERT: 1,
    }.get(terrain, 0)
    return shift - 2 if board.has(target, Feature.CITY) else shift


def fortification_shift(
    board: Board, attackers: Sequence[SimpleNamespace], target: int, *, mobile: bool
) -> int:
    """11.23, 11.24: works that Soviet defenders have."""
    if attackers[0].side == Side.SOVIET:
        return 0
    sides = dict(board.neighbours(target))
    shift = -2 if board.state.ground["line_intact"][target] and not mobile else 0
    ring = all(sides[u.hex] & Hexside.O_RING for u in attackers)
    return shift - 1 if ring and board.state.game.o_ring_intact else shift


def concentric_shift(board: Board, attackers: Sequence[SimpleNamespace], target: int) -> int:
    """11.28, 11.39: attackers all around, but never a city."""
    places = {u.hex for u in attackers}
    held = [there in places for there, _ in board.around(target)]
    opposite = any(held[d] and held[d + 3] for d in range(3))
    every_other = all(held[::2]) or all(held[1::2])
    if board.has(target, Feature.CITY) or not (opposite or every_other or sum(held) > 3):
        return 0
    return 2 if {u.nation for u in attackers} == {Nation.GERMAN} else 1


def odds(
    board: Board,
    attackers: Sequence[SimpleNamespace],
    target: int,
    *,
    mobile: bool,
    attacking_aircraft: int,
    defending_aircraft: int,
) -> Odds:
    """Strengths, shifts and final odds of an assault."""
    game = board.state.game
    german = attackers[0].side == Side.AXIS
    attacking = attack(board, attackers, target, mobile=mobile)
    defending = defense(board, target)
    if attacking >= defending:
        rung = attacking // defending - 1
    else:
        rung = 1 - -(-defending // attacking)
    shifts = (
        terrain_shift(board, target, mobile=mobile),
        fortification_shift(board, attackers, target, mobile=mobile),
        0 if mobile else concentric_shift(board, attackers, target),
        attacking_aircraft - defending_aircraft,  # 11.25
        int(german and not mobile and game.phase_order == PhaseOrder.ASSAULT_MOVE),  # 5.6
        -2 if mobile and not game.schwerpunkt else 0,  # 9.27
    )
    return Odds(attacking, defending, *shifts, rung + sum(shifts))
