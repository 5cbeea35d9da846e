"""Chains of attacks: those that compel each other stand or fall together.

A unit that attacks makes it due to attack all enemies beside it (7.21), so a good attack is paid
for by soak-offs around it. Such a one isn't poor if the chain is worth it as a whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import inner
from balance.staff.craft.battle_value import count_poor_attacks

_NONE = 0


class Chains(NamedTuple):
    """The attacks of a phase by chain; chain 0 is none, one that joins another is worth nothing."""

    of_hex: np.ndarray  # int16[n + 1], chain that has to do with the enemies in a hex
    value: np.ndarray  # float64[c], of all attacks of a chain, in factor points
    poor: np.ndarray  # int64[c], attacks of negative value among them
    made: np.ndarray  # int64[1], chains begun


@inner
def no_chains(state: State) -> Chains:
    """What a combat phase begins with."""
    most = len(state.units) + 1  # each unit attacks once
    return Chains(
        np.zeros(len(state.ground), np.int16),
        np.zeros(most),
        np.zeros(most, np.int64),
        np.zeros(1, np.int64),
    )


@inner
def open_chain(state: State, chains: Chains, party: np.ndarray) -> int:
    """The chain of an attack that is about to be made; chains that it joins become one.

    Rule: stalingrad_1942 7.21
    """
    chains.made[0] += 1
    chain = chains.made[0]
    for unit in party:
        for d in range(6):
            h = state.neighbour[state.units[unit].hex, d]
            if state.ground[h].occupant != 1 - state.units[unit].side:
                continue
            other = chains.of_hex[h]
            if other == _NONE:
                chains.of_hex[h] = chain
            elif other != chain:
                for i in range(len(chains.of_hex)):
                    if chains.of_hex[i] == other:
                        chains.of_hex[i] = chain
                chains.value[chain] += chains.value[other]
                chains.poor[chain] += chains.poor[other]
                chains.value[other] = 0.0
    return chain


@inner
def enter_attack(chains: Chains, chain: int, value: float) -> None:
    """Enter what an attack of a chain was worth at the odds it was fought at."""
    chains.value[chain] += value
    chains.poor[chain] += 1 if value < 0.0 else 0


@inner
def count_poor_chains(state: State, side: int, chains: Chains) -> None:
    """Count the attacks of negative value of those chains that weren't worth it as a whole."""
    for chain in range(1, chains.made[0] + 1):
        if chains.value[chain] < 0.0:
            count_poor_attacks(state, side, chains.poor[chain])
