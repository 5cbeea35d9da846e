"""Victory: what entering hexes means for it, and the points at the end (S1, S2, S3)."""

from __future__ import annotations

from balance.games.log import record_event
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.tables import Point
from balance.games.stalingrad_1942.vocabulary import (
    AXIS,
    SOVIET,
    Ending,
    EventKind,
    Feature,
    Game,
    Level,
    Side,
)
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to

#: Farthest ring around Stalingrad that has points of its own (S1g).
_RINGS = 6
_RIVERS = 4


@inner
def note_approach(state: State, unit: int, start: int, h: int) -> None:
    """Note how near to Stalingrad Axis units have come, and which rivers the relief has crossed.

    Rule: stalingrad_1942 S1g, S3f

    Ruling: stalingrad_1942 S3f - the relief crosses a river where one of its units steps over it;
    6th Army, which stands beyond all four, can't spoil the Soviet points.
    """
    if state.units[unit].side != Side.AXIS:
        return
    away = state.hexes[h].to_city
    if away < state.game.nearest:
        state.game.nearest = away
    if state.scene.game != Game.WINTER_STORM or state.units[unit].sixth_army != 0:
        return
    d = direction_to(state.neighbour, start, h)
    river = state.river_names[start, d] if d >= 0 else 0
    if river != 0 and (state.game.rivers >> river) & 1 == 0:
        state.game.rivers |= 1 << river
        record_event(state, EventKind.RIVER_CROSSED, h, unit, river)


@inner
def count_places(state: State, feature: int, side: int) -> int:
    """Towns or hexes of Stalingrad that a side controls; ``vp`` says as how many a hex counts.

    Rule: stalingrad_1942 S1e, S1f
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & feature != 0 and state.ground[h].control == side:
            count += state.hexes[h].vp
    return count


@inner
def holds_city(state: State, side: int) -> bool:
    """Whether a side controls every hex of Stalingrad.

    Rule: stalingrad_1942 S1d, S2d, S2e, S3d, S3e
    """
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & Feature.CITY != 0 and state.ground[h].control != side:
            return False
    return True


@inner
def note_capture(state: State, h: int) -> None:
    """End the summer game the moment that the Germans hold all of Stalingrad.

    Rule: stalingrad_1942 S1d
    """
    if state.scene.game != Game.ON_TO_STALINGRAD or state.game.ended != 0:
        return
    if state.hexes[h].features & Feature.CITY != 0 and holds_city(state, AXIS):
        state.game.ended = 1
        state.game.winner = Side.AXIS
        state.game.ending = Ending.STALINGRAD_TAKEN
        state.game.level = Level.DECISIVE


@inner
def _approach_points(state: State) -> int:
    """Soviet points for the nearest approach of the Germans to Stalingrad.

    Rule: stalingrad_1942 S1g

    Ruling: stalingrad_1942 S1g - one award, for the nearest ever; inside counts as one hex away.
    """
    if state.game.nearest > _RINGS:
        return state.points[Point.APPROACH_BEYOND]
    return state.points[Point.APPROACH_1 + max(1, state.game.nearest) - 1]


@inner
def _river_points(state: State) -> int:
    """Soviet points for rivers that the relief never crossed.

    Rule: stalingrad_1942 S3f
    """
    total = 0
    for river in range(1, _RIVERS + 1):
        if (state.game.rivers >> river) & 1 == 0:
            points = state.points[Point.NOT_CROSSED_AKSAI + river - 1]
            # Ruling: stalingrad_1942 S3f - the highest alone counts, or all do.
            total = max(total, points) if state.rules.victory_highest_river_only else total + points
    return total


@inner
def count_points(state: State) -> None:
    """Write the points of both sides as if the game ended now.

    Rule: stalingrad_1942 S1e, S1f, S1g, S2d, S2e, S3d, S3e, S3f

    Ruling: stalingrad_1942 S2d, S3d - encirclement and link-up are judged at the end, by the last
    check of supply.
    """
    points, game = state.points, state.game
    axis = points[Point.GERMAN_TOWN] * count_places(state, Feature.TOWN, AXIS)
    axis += points[Point.GERMAN_STALINGRAD_HEX] * count_places(state, Feature.CITY, AXIS)
    axis += points[Point.GERMAN_STALINGRAD] if holds_city(state, AXIS) else 0
    soviet = points[Point.SOVIET_TOWN] * count_places(state, Feature.TOWN, SOVIET)
    soviet += points[Point.SOVIET_STALINGRAD] if holds_city(state, SOVIET) else 0
    if game.surrounded != 0:
        soviet += points[Point.SOVIET_ENCIRCLEMENT]
    else:
        axis += points[Point.GERMAN_NOT_ENCIRCLED] + points[Point.GERMAN_LINK_UP]
    if state.scene.game == Game.ON_TO_STALINGRAD:
        soviet += _approach_points(state)
    if state.scene.game == Game.WINTER_STORM:
        soviet += _river_points(state)
    game.vp_axis = axis
    game.vp_soviet = soviet
    game.vp = axis - soviet


@entry
def decide_game(state: State) -> None:
    """End the game by points, and say how clearly.

    Rule: stalingrad_1942 S1e, S2d, S3d

    Ruling: stalingrad_1942 S1e - more points win; levels by the margin are ours.
    """
    count_points(state)
    game, rules = state.game, state.rules
    game.ended = 1
    game.ending = Ending.POINTS
    margin = abs(game.vp)
    game.level = Level.MARGINAL
    if margin == 0:
        game.level = Level.DRAW
        return
    game.winner = Side.AXIS if game.vp > 0 else Side.SOVIET
    if margin >= rules.victory_decisive_margin:
        game.level = Level.DECISIVE
    elif margin >= rules.victory_clear_margin:
        game.level = Level.CLEAR
