"""Strengths and odds by the words of sections 6, 9, 10, 11, 12, 19 and 21."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from balance.games.army_group_south.vocabulary import Feature, Hexside, Mode, Side, Terrain
from tests.oracles.army_group_south.board import Board, is_headquarters
from tests.oracles.army_group_south.supply import Supply

#: ``units.retreated`` of a unit that retreated into a hex with others (9.76).
GUEST = 1


class Odds(NamedTuple):
    """What the players reckon before they roll."""

    attack: int
    headquarters: int
    defense: int
    column: int  # 0 = 1-1, 1 = 2-1, -1 = 1-2


def has_no_strength(board: Board, unit: SimpleNamespace) -> bool:
    """13.3: a face-down unit that turns out to be nothing."""
    return unit.untried == 1 and not board.state.strengths[unit.number, unit.full_steps].any()


def printed(board: Board, unit: SimpleNamespace, column: int) -> int:
    """Attack (0) or defense (1) at the steps left."""
    return int(board.state.strengths[unit.number, unit.steps, column])


def integrity(board: Board, unit: SimpleNamespace) -> int:
    """19.5: doubled beside another unit of the division."""
    mates = [u for u in board.stacks[unit.hex] if unit.division and u.division == unit.division]
    return 2 if len(mates) >= 2 else 1


def halved(strength: int, *, is_halved: bool) -> int:
    """9.32, 12.23: rounded down, never below one."""
    return strength if not is_halved or strength == 0 else max(1, strength // 2)


def attack(board: Board, supply: Supply, unit: SimpleNamespace) -> int:
    """Attack strength of a unit in combat."""
    if is_headquarters(unit):  # 11.35
        return 0
    weak = not supply.is_supplied(unit)
    if unit.side == Side.SOVIET:  # 21.23: not halved twice
        weak = weak or supply.mode(unit) == Mode.DEFENSIVE
    return halved(printed(board, unit, 0) * integrity(board, unit), is_halved=weak)


def headquarters_points(board: Board, supply: Supply, attackers: Sequence[SimpleNamespace]) -> int:
    """11.37: the rating, up to the strength of the units it stands with."""
    total = 0
    for staff in filter(is_headquarters, attackers):
        company = [u for u in attackers if u.hex == staff.hex]
        total += min(staff.leadership, sum(attack(board, supply, u) for u in company))
    return total


def multiplier(board: Board, attackers: Sequence[SimpleNamespace], target: int) -> int:
    """10.12, 10.14, 10.26, 10.32, 19.33, 19.34: what terrain makes of the defense."""
    bonuses = []
    if board.terrain(target) in (Terrain.WOODS, Terrain.ROUGH):
        bonuses.append(2)
    if board.has(target, Feature.CITY):
        bonuses.append(2)
    sides = dict(board.neighbours(target))
    rivers = [sides[u.hex] for u in attackers]
    if all(bits & Hexside.MAJOR_RIVER for bits in rivers):
        bonuses.append(3)
    elif board.thaw and all(bits & (Hexside.MAJOR_RIVER | Hexside.MINOR_RIVER) for bits in rivers):
        bonuses.append(2)
    return 3 if len(bonuses) > 1 else bonuses[0] if bonuses else 1


def defense(board: Board, supply: Supply, unit: SimpleNamespace, times: int) -> int:
    """Defense strength of a unit, terrain multiplying it."""
    if is_headquarters(unit):  # 11.38
        strength = unit.leadership if len(board.stacks[unit.hex]) == 1 else 0
    else:
        strength = printed(board, unit, 1) * integrity(board, unit)
    return halved(strength * times, is_halved=not supply.is_supplied(unit))


def column(attack_strength: int, defense_strength: int) -> int:
    """9.4: rounded in favor of the defender, within 1-3 and 10-1."""
    if attack_strength == 0:
        return -2
    if attack_strength >= defense_strength:
        return min(attack_strength // max(defense_strength, 1), 10) - 1
    return max(1 - -(-defense_strength // attack_strength), -2)


def odds(
    board: Board,
    attackers: Sequence[SimpleNamespace],
    targets: Sequence[int],
    *,
    overrun: bool = False,
) -> Odds:
    """Strengths and column of an attack on all units in some hexes, or of an overrun of one."""
    supply = Supply(board)
    helped = 0
    if overrun:  # 6.0: the sum is halved
        fighters = [u for u in attackers if not is_headquarters(u)]
        total = sum(printed(board, u, 0) * integrity(board, u) for u in fighters)
        total = halved(total, is_halved=True)
    else:
        helped = headquarters_points(board, supply, attackers)
        total = sum(attack(board, supply, u) for u in attackers) + helped
    against = 0
    for target in targets:
        times = multiplier(board, attackers, target)
        for unit in board.stacks[target]:
            if overrun or unit.retreated != GUEST:  # 9.76
                against += defense(board, supply, unit, times)
    return Odds(total, helped, against, column(total, against))
