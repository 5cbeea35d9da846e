"""Who has won: places, units off the map, the automatic victory, levels (section 25)."""

from __future__ import annotations

from balance.games.army_group_south.losses import loss_points
from balance.games.army_group_south.stacks import in_enemy_zone
from balance.games.army_group_south.state import COMMAND_SIDES, SUPPLY_BY_COMMAND, State
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.vocabulary import (
    AXIS,
    SOVIET,
    Ending,
    Feature,
    Level,
    Side,
    Status,
)
from balance.kernel.compiled import entry, inner
from balance.kernel.flood import Lines, Ways, spread_links
from balance.kernel.replaceable import replaceable

#: Rows of ``state.work`` that belong to the free line.
_BARRED, _LINKS, _PARENT, _QUEUE = range(7, 11)
_UNREACHED = 9999
_NOBODY = -1


@entry
@replaceable
def place_points(state: State) -> int:
    """Points for the towns and cities that Soviet units hold or passed through last.

    Rule: army_group_south 25.3
    """
    points, kharkov, kharkov_lost = 0, 0, 0
    for h in range(len(state.ground) - 1):
        hexes = state.hexes[h]
        soviet = state.ground[h].control == Side.SOVIET
        if hexes.features & Feature.KHARKOV != 0:
            kharkov += hexes.vp
            kharkov_lost += 0 if soviet else 1
        elif soviet:
            points += hexes.vp
    return points + kharkov if kharkov_lost == 0 else points


@inner
def _find_free_line(state: State) -> None:
    """Find the hexes that a free line links to the east edge, into ``work[_LINKS]``.

    Rule: army_group_south 25.1

    German units and zones obstruct it, friends in the hex or not.
    """
    work = state.work
    size = len(state.ground) - 1
    count = 0
    for h in range(size + 1):
        work[_LINKS, h] = _UNREACHED
        barred = h == size or state.ground[h].occupant == Side.AXIS
        barred = barred or in_enemy_zone(state, SOVIET, h)
        work[_BARRED, h] = 1 if barred else 0
        if not barred and state.hexes[h].features & Feature.EAST_EDGE != 0:
            work[_LINKS, h] = 0
            work[_QUEUE, count] = h
            count += 1
    lines = Lines(state.neighbour, work[_LINKS], work[_QUEUE])
    ways = Ways(state.line_sides[COMMAND_SIDES], work[_BARRED], work[_PARENT])
    spread_links(lines, ways, size, count)


@inner
def has_free_line(state: State, h: int) -> bool:
    """Whether a free line leads from a hex to the east edge at this instant.

    Rule: army_group_south 25.1
    """
    _find_free_line(state)
    return state.work[_LINKS, h] != _UNREACHED


@entry
def exited_strength(state: State, on_free_line: bool) -> int:
    """Attack strength that has left the map by the exit area; at will only where a line is free.

    Rule: army_group_south 25.1

    Where the line is tested at the exit, strength that left without one isn't counted at all.
    """
    if on_free_line:
        _find_free_line(state)
    strength = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status != Status.EXITED:
            continue
        if on_free_line and state.work[_LINKS, counter.exit_hex] == _UNREACHED:
            continue
        strength += counter.exit_strength
    return strength


@entry
@replaceable
def cut_off_points(state: State) -> int:
    """German points for Soviet units off the map that no supplied headquarters reaches.

    Rule: army_group_south 25.2

    """
    refresh_supply(state, SOVIET)
    # Ruling: army_group_south 25.2 - it traces from the hex it left the map by, or not at all.
    traces = state.rules.victory_off_map_traces_from_exit != 0
    points = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != Side.SOVIET:
            continue
        if counter.status != Status.EXITED and counter.status != Status.RETREATED_OFF:
            continue
        if not traces or state.command[counter.exit_hex] & SUPPLY_BY_COMMAND == 0:
            points += loss_points(state, unit, counter.steps, 1)
    return points


@inner
def _level(state: State, difference: int) -> int:
    """Level of a victory by a difference of points.

    Rule: army_group_south 25.4
    """
    if difference == 0:
        return Level.DRAW
    if difference <= state.rules.victory_tactical_most:
        return Level.TACTICAL
    if difference <= state.rules.victory_operational_most:
        return Level.OPERATIONAL
    return Level.STRATEGIC


@inner
def _close(state: State, winner: int, ending: int, level: int) -> None:
    state.game.ended = 1
    state.game.winner = winner
    state.game.ending = ending
    state.game.level = level


@entry
def decide_game(state: State) -> None:
    """Decide the game after its last turn.

    Rule: army_group_south 25.0, 25.1, 25.2, 25.3, 25.4
    """
    game = state.game
    game.exited_strength = exited_strength(state, False)
    game.vp_exited = cut_off_points(state)
    game.vp_axis += game.vp_exited
    game.vp_places = place_points(state)
    game.vp_soviet += game.vp_places
    game.vp = game.vp_soviet - game.vp_axis
    at_end = state.rules.victory_exit_line_tested == 0
    if exited_strength(state, at_end) >= state.rules.victory_exit_strength:
        _close(state, SOVIET, Ending.AUTOMATIC_VICTORY, Level.DECISIVE)
        return
    difference = game.vp_soviet - game.vp_axis
    winner = _NOBODY
    if difference != 0:
        winner = SOVIET if difference > 0 else AXIS
    _close(state, winner, Ending.POINTS, _level(state, abs(difference)))
