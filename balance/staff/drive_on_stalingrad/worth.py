"""What ground and enemies are worth to a side, in factor points."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import (
    NO_LINE,
    State,
)
from balance.games.drive_on_stalingrad.supply import field_row, hex_supply
from balance.games.drive_on_stalingrad.victory import hex_points
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side, SupplyState
from balance.kernel.compiled import entry, inlined, inner
from balance.staff.desk import Desk

#: What ends the game at once outweighs everything else.
DECISIVE = 5000.0

#: Where supply of the Soviets begins, beside Astrakhan.
SOVIET_ROOTS = np.int64(Feature.SOVIET_NORTH_ULTIMATE) | np.int64(Feature.SOVIET_SOUTH_ULTIMATE)
_TOWNS = np.int64(Feature.TOWN) | np.int64(Feature.CITY)
#: What either side loses much by: points, the game at once.
_PRIZES = np.int64(Feature.VP) | np.int64(Feature.SUDDEN_DEATH)
#: Odds on a place at which its loss is taken to be certain; at even odds it is held.
_HOPELESS = 6.0


@entry
def capture_worth(state: State, desk: Desk, side: int, h: int) -> float:
    """Worth of a hex changing to ``side``; 0 if he holds it already."""
    if state.ground[h].control == side:
        return 0.0
    features = state.hexes[h].features
    weights = desk.weights
    worth = float(desk.hex_worth[h])
    if (features & Feature.VP) != 0:
        points = hex_points(state, h)
        worth += weights.vp_worth * points
        if side == Side.AXIS and state.game.vp + points >= state.rules.victory_vp_to_win:
            worth += DECISIVE
    if (features & Feature.SUDDEN_DEATH) != 0 and side == Side.SOVIET:
        worth += DECISIVE
    if (features & _TOWNS) != 0:
        worth += weights.town_worth
    if side == Side.AXIS and (features & SOVIET_ROOTS) != 0:
        worth += weights.town_worth
    if side == Side.SOVIET and (features & Feature.AXIS_ULTIMATE) != 0:
        worth += 4.0 * weights.town_worth
    return worth


@inner
def worth_of_relief(state: State, desk: Desk, side: int, h: int) -> float:
    """What it saves a side to drive the enemy out of a hex: his share in sieges of its prizes.

    Rule: drive_on_stalingrad 4.2, 4.6
    """
    worth = 0.0
    for d in range(6):
        prize = state.neighbour[h, d]
        if state.ground[prize].control == side and state.hexes[prize].features & _PRIZES != 0:
            besiegers = 0.0
            for e in range(6):
                besiegers += desk.enemy_attack[state.neighbour[prize, e]]
            if besiegers > 0.0:
                odds = besiegers / max(1.0, desk.own_defense[prize])
                danger = max(0.0, min(1.0, (odds - 1.0) / (_HOPELESS - 1.0)))
                share = danger * desk.enemy_attack[h] / besiegers
                worth += share * capture_worth(state, desk, 1 - side, prize)
    return worth


@inner
def place_points(state: State, h: int) -> float:
    """Victory points that a hex stands for, 0 if none.

    Rule: drive_on_stalingrad 4.2
    """
    return float(hex_points(state, h)) if state.hexes[h].features & Feature.VP != 0 else 0.0


@inner
def is_fed(state: State, side: int, h: int) -> bool:
    """Whether units of a side are in any kind of supply in a hex, as things stand.

    Rule: drive_on_stalingrad 7.2, 7.7
    """
    return hex_supply(state, side, h) != SupplyState.OUT


@inlined
def links_to_source(state: State, side: int, h: int) -> int:
    """Links from a hex to the nearest working source of ``side``, NO_LINE if none is in reach."""
    if side == Side.SOVIET and (state.hexes[h].features & Feature.EAST_OF_VOLGA) != 0:
        return 0
    return state.supply[field_row(state, side, h), h]


@inlined
def in_supply_there(state: State, side: int, h: int) -> bool:
    """Whether a unit of ``side`` would draw regular supply in a hex, as things stand."""
    return links_to_source(state, side, h) < NO_LINE
