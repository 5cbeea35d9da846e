"""Stalin's Breath: units that may not leave their hex until the enemy has long been near (16)."""

from __future__ import annotations

from balance.games.log import record_event
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import EventKind, Status
from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart


@inner
def note_enemies_near(state: State) -> None:
    """Note for units under Stalin's Breath in which game turn an enemy first came near.

    Rule: stalingrad_1942 16.13

    Looked at as each phase ends.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.breath != 1 or counter.breath_turn != 0 or counter.status != Status.ON_MAP:
            continue
        for other in range(len(state.units)):
            enemy = state.units[other]
            if enemy.side == counter.side or enemy.status != Status.ON_MAP:
                continue
            if hexes_apart(state, counter.hex, enemy.hex) <= state.rules.stalingrad_breath_range:
                counter.breath_turn = state.game.game_turn
                break


@inner
def release_units(state: State) -> None:
    """As a game turn begins: tell of units that may move from now on.

    Rule: stalingrad_1942 16.13
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.breath != 1 or counter.breath_turn == 0 or counter.status != Status.ON_MAP:
            continue
        if state.game.game_turn == counter.breath_turn + state.rules.stalingrad_breath_delay:
            record_event(state, EventKind.RELEASED, counter.hex, unit, 0)
