"""Tolls of the line, worked out for all hexes at once, against a plain look at one hex."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Feature, Phase, Terrain
from balance.staff.desk import ENEMY_UNITS, LINE_BIAS, TOLL, Desk, new_desk
from balance.staff.drive_on_stalingrad.situation import survey
from balance.staff.tasks import SCATTERED
from tests.staff.drive_on_stalingrad.kernels import price_the_line


def is_easy_to_hold(state: State, desk: Desk, h: int) -> bool:
    """Whether works, heights, a city or water in front make a hex easier to hold."""
    if state.hexes[h].features & Feature.CITY != 0 or state.ground[h].line_intact != 0:
        return True
    if state.hexes[h].terrain in (Terrain.HILLS, Terrain.MOUNTAIN):
        return True
    distance = desk.distance[0]
    front = [d for d in range(6) if distance[state.neighbour[h, d]] < distance[h]]
    return len(front) > 0 and all(state.water_sides[h] >> d & 1 for d in front)


def plain_toll(state: State, desk: Desk, side: int, waiting: bool, h: int) -> int:
    features, terrain = state.hexes[h].features, state.hexes[h].terrain
    if terrain in (Terrain.SEA, Terrain.LAKE):
        return 10
    if side == SOVIET and features & Feature.EAST_OF_VOLGA != 0:
        return 10
    if waiting and features & Feature.SOVIET_AT_START == 0:
        return -1
    to_enemy, to_own = int(desk.distance[0, h]), int(desk.distance[1, h])
    if desk.marks[ENEMY_UNITS, h] > 0:
        return -1
    if state.ground[h].control != side and to_own > to_enemy:
        return -1
    weights: Any = desk.weights
    away = min(to_enemy, 12) - float(weights.stand_off)
    toll = 100.0 + 100 * (float(weights.forward) * away if away > 0 else -1.5 * away)
    if desk.own_defense[h] > 0.0:
        toll *= 1.0 - float(weights.occupied)
    elif to_own > 4:
        toll += 50 * (min(to_own, 12) - 4)
    if is_easy_to_hold(state, desk, h):
        toll *= 1.0 - float(weights.cover)
    elif state.water_sides[h] != 0:
        toll *= 1.0 - 0.5 * float(weights.cover)
    toll += 10 * int(desk.marks[LINE_BIAS, h]) + 50 * (40503 * h % SCATTERED) // SCATTERED
    return max(1, int(toll))


@pytest.mark.rule("drive_on_stalingrad 3.2", "drive_on_stalingrad 7.9", "drive_on_stalingrad 11.23")
@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_toll_of_each_hex_is_that_of_a_plain_look_at_it(state, side, waiting):
    rng = np.random.default_rng(int(side) + 2 * waiting)
    n = len(state.ground) - 1
    state.game.phase = Phase.SOVIET_SECOND if side == SOVIET else Phase.AXIS_SECOND
    state.game.side = side
    state.game.game_turn = 1
    state.game.lifted = 0 if waiting else 1
    state.ground["control"][:n] = rng.integers(0, 2, n)
    state.ground["line_intact"][rng.choice(np.flatnonzero(state.ground["line_intact"]), 3)] = 0
    desk = new_desk(n, len(state.units), 1)
    desk.marks[LINE_BIAS, :n] = rng.integers(-20, 20, n)
    for name, least in {"forward": 0.0, "stand_off": 1.0, "cover": 0.0, "occupied": 0.0}.items():
        desk.weights[name] = least + 0.9 * rng.random()
    survey(state, desk, np.int64(side))
    price_the_line(state, desk, np.int64(side))
    waits = waiting and side == SOVIET
    for h in range(n):
        assert desk.tolls[TOLL, h] == plain_toll(state, desk, int(side), waits, h), f"hex {h}"
    assert desk.tolls[TOLL, n] == -1
    assert {10, -1} < set(desk.tolls[TOLL].tolist())
