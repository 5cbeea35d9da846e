"""Soviet doctrine: headquarters go over to the defensive, once each (section 21)."""

from __future__ import annotations

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import DIRTY_COMMAND, State
from balance.games.army_group_south.vocabulary import EventKind, Mode, Phase, Side, Status
from balance.games.log import NO_VALUE, record_event
from balance.kernel.compiled import entry
from balance.kernel.replaceable import replaceable


@entry
@replaceable
def check_defensive_mode(state: State, unit: int) -> int:
    """Say whether a headquarters may go over to defensive mode now: a ``Refusal``.

    Rule: army_group_south 21.0, 21.3
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    counter = state.units[unit]
    if counter.side != Side.SOVIET or not is_headquarters(state, unit):
        return Refusal.NO_HEADQUARTERS
    if state.game.phase != Phase.SOVIET_START:
        return Refusal.WRONG_PHASE
    if counter.status != Status.ON_MAP:
        return Refusal.NOT_ON_MAP
    if state.rules.hq_doctrine == 0:
        return Refusal.NO_DOCTRINE
    if state.rules.restriction_defensive_mode == 0:
        return Refusal.FORBIDDEN
    if counter.always_offensive != 0:
        return Refusal.MODE_FIXED
    if counter.mode != Mode.OFFENSIVE:
        return Refusal.ALREADY_DEFENSIVE
    return Refusal.OK


@entry
def take_defensive_mode(state: State, unit: int) -> int:
    """Put a headquarters into defensive mode for the rest of the game, or say why not.

    Rule: army_group_south 21.0

    Returns a ``Refusal``.
    """
    refusal = check_defensive_mode(state, unit)
    if refusal == Refusal.OK:
        state.units[unit].mode = Mode.DEFENSIVE
        state.game.mode_changes += 1
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
        record_event(state, EventKind.DEFENSIVE_MODE, state.units[unit].hex, unit, NO_VALUE)
    return refusal
