"""Field works: who digs them, and when they go (9)."""

from __future__ import annotations

from balance.games.log import record_event
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import EventKind, Feature, Forbidden, Phase
from balance.kernel.compiled import entry, inner
from balance.rules.orders import check_own_unit


@entry
def check_build_works(state: State, unit: int) -> int:
    """Say whether a unit may dig field works in its hex now: a ``Refusal``.

    Rule: stalingrad_1942 3.1-P3, 3.1-P7, 3.2b, 7.392, 9.11, 9.12, 9.16, 9.17

    Ruling: stalingrad_1942 9.11 - headquarters dig none, as guns don't.
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if state.game.phase != Phase.AXIS_FORTIFICATION:
        if state.game.phase != Phase.SOVIET_FORTIFICATION:
            return Refusal.WRONG_PHASE
    refusal = check_own_unit(state, unit, True)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if state.forbidden[counter.side, Forbidden.FIELD_WORKS] != 0:
        return Refusal.FORBIDDEN
    if is_gun(state, unit) or is_headquarters(state, unit):
        return Refusal.CANNOT_DIG
    if counter.moved != 0:
        return Refusal.HAS_MOVED
    if counter.retreated != 0:
        return Refusal.HAS_RETREATED
    if state.hexes[counter.hex].features & Feature.WORKS != 0:
        return Refusal.PERMANENT_WORKS
    if state.ground[counter.hex].works != 0:
        return Refusal.WORKS_STAND
    return Refusal.OK


@entry
def build_works(state: State, unit: int) -> int:
    """Have a unit dig field works in its hex, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 9.11, 9.12, 13.12
    """
    refusal = check_build_works(state, unit)
    if refusal == Refusal.OK:
        counter = state.units[unit]
        counter.built = 1
        state.ground[counter.hex].works = 1
        record_event(state, EventKind.WORKS_BUILT, counter.hex, unit, 0)
    return refusal


@inner
def abandon_works(state: State) -> None:
    """As a phase ends: field works that nobody has moved into are gone.

    Rule: stalingrad_1942 9.13, 9.14
    """
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant < 0:
            state.ground[h].works = 0
