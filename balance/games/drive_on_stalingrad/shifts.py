"""Column shifts: everything besides strength that moves a battle along the odds ladder (11.11).

Positive shifts help the attacker. Nothing here changes the state, so a staff may ask for the shifts
of an attack it only thinks of.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.tables import TerrainColumn
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Nation, PhaseOrder, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable

#: Values of ``mobile``, as the kernels hand them on.
PREPARED, MOBILE = 0, 1
#: Bit of the German nation in a mask of attacking nations.
GERMAN_BIT = 1 << Nation.GERMAN


@entry
@replaceable
def is_concentric(state: State, launch_mask: int) -> bool:
    """Whether attackers stand around a hex so that no way out is left open.

    Rule: drive_on_stalingrad 11.28

    Bit d of the mask is set when somebody attacks from the neighbour in direction d. Opposite
    hexes, three hexes with one between each and the next, or more than three hexes qualify.
    """
    hexes = 0
    for d in range(6):
        hexes += (launch_mask >> d) & 1
    if hexes > 3:
        return True
    for d in range(3):
        if (launch_mask >> d) & 1 and (launch_mask >> (d + 3)) & 1:
            return True
    return hexes == 3 and ((launch_mask & 0b010101) == 0 or (launch_mask & 0b101010) == 0)


@inner
@replaceable
def terrain_shift(state: State, target: int, order: int, mobile: int) -> int:
    """Shift for the natural terrain, and the town or city, of the defender's hex.

    Rule: drive_on_stalingrad 11.13, 11.14, 11.15, 11.16, 11.17, 11.18, 11.21, 11.22

    ``order`` is the ``PhaseOrder`` of the attacker's player turn.
    """
    features = state.hexes[target].features
    shift = state.rules.combat_town_shift if (features & Feature.TOWN) != 0 else 0
    terrain = state.hexes[target].terrain
    if mobile != 0:
        return shift + state.tec[terrain, TerrainColumn.SHIFT_MOBILE]
    if (features & Feature.CITY) != 0:
        shift += state.rules.combat_city_shift
    if order == PhaseOrder.MOVE_ASSAULT:
        return shift + state.tec[terrain, TerrainColumn.SHIFT_MOVE_FIRST]
    if order == PhaseOrder.ASSAULT_ASSAULT:
        return shift + state.tec[terrain, TerrainColumn.SHIFT_ASSAULT_TWICE]
    return shift + state.tec[terrain, TerrainColumn.SHIFT_ASSAULT_FIRST]


@inner
@replaceable
def fortification_shift(
    state: State, target: int, launch_mask: int, attacker: int, mobile: int
) -> int:
    """Shift for an intact Don-Volga line hex, and for the O-Ring if all attackers cross it.

    Rule: drive_on_stalingrad 11.23, 11.24
    """
    if attacker != Side.AXIS:
        return 0
    shift = 0
    if mobile == 0 and state.ground[target].line_intact != 0:
        shift += state.rules.combat_don_volga_shift
    if state.game.o_ring_intact != 0 and launch_mask != 0:
        for d in range(6):
            if (launch_mask >> d) & 1 and (
                np.int64(state.hexside[target, d]) & Hexside.O_RING
            ) == 0:
                return shift
        shift += state.rules.combat_o_ring_shift
    return shift


@inner
@replaceable
def concentric_shift(state: State, target: int, launch_mask: int, nations: int, mobile: int) -> int:
    """Shift for an attack from all around; never in mobile assaults nor, as a rule, on cities.

    Rule: drive_on_stalingrad 9.25, 11.22, 11.28, 11.39

    ``nations`` is a mask of the attacking nations.
    """
    if mobile != 0 or not is_concentric(state, launch_mask):
        return 0
    if (state.hexes[target].features & Feature.CITY) != 0:
        if state.rules.combat_city_concentric == 0:
            return 0
    # Ruling: drive_on_stalingrad 11.28
    if nations == GERMAN_BIT:
        return state.rules.combat_concentric_german
    if nations & GERMAN_BIT:
        return state.rules.combat_concentric_mixed
    return state.rules.combat_concentric_other


@inner
@replaceable
def first_shift(state: State, attacker: int, order: int, mobile: int) -> int:
    """Shift of German-side prepared assaults in a player turn that assaults before it moves.

    Rule: drive_on_stalingrad 5.5, 5.6
    """
    if attacker != Side.AXIS or mobile != 0:
        return 0
    if order == PhaseOrder.ASSAULT_ASSAULT:
        return state.rules.combat_pa_pa_shift
    if order != PhaseOrder.ASSAULT_MOVE:
        return 0
    # Ruling: drive_on_stalingrad 5.6
    if state.game.game_turn == 1 and state.rules.sequence_gt1_pa_first_shift == 0:
        return 0
    return state.rules.combat_pa_first_shift


@inner
@replaceable
def mobile_shift(state: State, mobile: int) -> int:
    """Shift against mobile assaults, unless the Luftwaffe supports them all this player turn.

    Rule: drive_on_stalingrad 9.27
    """
    if mobile == 0 or state.game.schwerpunkt != 0:
        return 0
    return state.rules.combat_ma_defender_shift


@entry
def assault_shifts(
    state: State,
    target: int,
    launch_mask: int,
    nations: int,
    order: int,
    attacker: int,
    mobile: int,
    aircraft: int,
) -> tuple[int, int, int, int, int, int]:
    """All shifts of a battle: terrain, fortification, concentric, air, first, mobile.

    Rule: drive_on_stalingrad 11.11, 11.25

    ``launch_mask`` has bit d set where somebody attacks from direction d of the target, ``nations``
    a bit for each attacking ``Nation``; ``order`` is the ``PhaseOrder`` of the player turn,
    ``attacker`` a ``Side``, ``mobile`` 1 for a mobile assault; ``aircraft`` are those of the
    attacker less those of the defender.
    """
    return (
        terrain_shift(state, target, order, mobile),
        fortification_shift(state, target, launch_mask, attacker, mobile),
        concentric_shift(state, target, launch_mask, nations, mobile),
        aircraft * state.rules.air_air_shift,
        first_shift(state, attacker, order, mobile),
        mobile_shift(state, mobile),
    )
