"""Newcomers: who comes onto the map where, and what replacement points buy."""

from __future__ import annotations

import numpy as np

from balance.games.common.newcomers import list_arrivals, rebuild_unit, replace_step
from balance.games.common.refusals import Refusal
from balance.games.common.state import PART, State
from balance.kernel.compiled import inner
from balance.staff.common.answers import ASK
from balance.staff.common.battles import printed_attack
from balance.staff.common.choices import REPLACEMENTS, STEPS_FIRST
from balance.staff.craft.entries import enter_cheapest
from balance.staff.craft.questions import Questions
from balance.staff.desk import MISSION, Desk
from balance.staff.tasks import has_task


@inner
def bring_arrivals(state: State, desk: Desk, side: int) -> None:
    """Enter all who are due, each where its objective or else the other troops are nearest.

    Rule: common 12.2
    """
    arrivals = np.empty(len(state.units), np.int64)
    for i in range(list_arrivals(state, side, arrivals)):
        enter_cheapest(state, ASK, desk, side, arrivals[i], _price_of_entry)


@inner
def _price_of_entry(state: State, ask: Questions, desk: Desk, side: int, unit: int, h: int) -> int:
    """Points from an entry hex to the objective of a unit, each unit there counted as one."""
    price = PART * state.ground[h].stack
    if has_task(desk, unit):
        price += desk.fields[desk.crew[MISSION, unit], state.units[unit].mobility, h]
    elif desk.threat[h] > 0.0:
        price -= PART
    return price


@inner
def spend_replacements(state: State, desk: Desk, side: int) -> None:
    """Buy steps and units, the strongest first, in the order that the plan wants.

    Rule: common 13.2
    """
    steps_first = desk.order[REPLACEMENTS] == STEPS_FIRST
    _buy(state, side, steps_first)
    _buy(state, side, not steps_first)


@inner
def _buy(state: State, side: int, steps: bool) -> None:
    """Buy steps of units on the map, or units that were lost, as long as there are points."""
    refused = np.zeros(len(state.units), np.uint8)
    while True:
        best, most = -1, -1.0
        for unit in range(len(state.units)):
            counter = state.units[unit]
            if counter.side != side or refused[unit] != 0:
                continue
            strength = max(printed_attack(state, unit), float(state.strengths[unit, 1, 0]))
            if strength > most:
                best, most = unit, strength
        if best < 0:
            return
        bought = replace_step(state, best) if steps else rebuild_unit(state, best)
        refused[best] = 1 if bought != Refusal.OK else 0
