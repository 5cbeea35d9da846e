"""Which Soviet headquarters go over to the defensive, for good (section 21).

On the defensive units hold a line, fall back and may leave enemy zones, but overrun nobody, attack
at half strength and move once a turn. That is for armies whose offensive is over.
"""

from __future__ import annotations

from balance.games.army_group_south.doctrine import check_defensive_mode, take_defensive_mode
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import SOVIET
from balance.kernel.compiled import entry, inner
from balance.rules.rows import hexes_apart
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.choices import DEFENSIVE, THREATENED
from balance.staff.craft.survey import survey
from balance.staff.desk import NAMED, Desk

#: How far around a headquarters both sides are counted, and how much stronger the enemy must be.
_AROUND = 5
_STRONGER = 1.2


@entry
def choose_modes(state: State, desk: Desk) -> None:
    """Put headquarters on the defensive that the plan names, and those in danger if it says so.

    Rule: army_group_south 21.0, 21.3
    """
    threatened = desk.order[THREATENED] != 0
    if not threatened and desk.order[DEFENSIVE] == 0:
        return
    if threatened:
        survey(state, ASK, desk, SOVIET)
    for unit in range(len(state.units)):
        if not is_headquarters(state, unit) or check_defensive_mode(state, unit) != Refusal.OK:
            continue
        # The only choice of the game that names units has the first bit.
        named = desk.crew[NAMED, unit] & 1 != 0
        if named or (threatened and is_outnumbered(state, desk, unit)):
            take_defensive_mode(state, unit)


@inner
def is_outnumbered(state: State, desk: Desk, unit: int) -> bool:
    """Whether the enemy around a headquarters is stronger in attack than those it leads."""
    own, enemy = 0.0, 0.0
    here = state.units[unit].hex
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant >= 0 and hexes_apart(state, here, h) <= _AROUND:
            own += desk.own_attack[h]
            enemy += desk.enemy_attack[h]
    return enemy > _STRONGER * own
