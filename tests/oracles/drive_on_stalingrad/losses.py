"""Who pays for an exchange, by the words of 2.12, 11.30, 11.32 and 11.37."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.oracles.drive_on_stalingrad.board import GUEST, Board

#: Steps left, by unit.
Steps = dict[int, int]


def owed(board: Board, target: int, attackers: list[SimpleNamespace]) -> int:
    """11.37: a step for each defender, as far as the attackers have them."""
    defenders = [u for u in board.stacks[target] if u.retreated != GUEST]
    return min(len(defenders), sum(u.steps for u in attackers))


def left(attackers: list[SimpleNamespace], steps: int, payers: list[int]) -> Steps:
    """Steps left if those of a list pay, and then each time the lowest standing order."""
    found = {u.number: u.steps - payers.count(u.number) for u in attackers}

    def price(unit: SimpleNamespace) -> int:
        return int(unit.reduction_priority if found[unit.number] > 1 else unit.loss_priority)

    for _ in range(steps - len(payers)):
        payer = min((u for u in attackers if found[u.number]), key=price)
        found[payer.number] -= 1
    return found


def any_way(attackers: list[SimpleNamespace], steps: int, rng: np.random.Generator) -> list[int]:
    """Units that give up steps in some way that their owner may choose, once for each step."""
    all_steps = [u.number for u in attackers for _ in range(u.steps)]
    return [all_steps[i] for i in rng.permutation(len(all_steps))[:steps]]
