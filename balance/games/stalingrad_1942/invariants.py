"""Debug check: what must hold between any two acts of a game, in words where it does not.

``find_faults`` is plain Python and slow on purpose: it recounts everything from the rows of the
units and hexes.

Rule: stalingrad_1942 5.0, 6.11, 7.33, 9.12, 9.13, 11.23, 14.21, 16.12a, 17.1
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.faults import (
    Namer,
    Report,
    begin_check,
    check_logs,
    check_occupants,
    check_stacks,
    check_units,
)
from balance.games.stalingrad_1942.costs import build_costs
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Feature, Hexside, Kind, Phase, Status
from balance.kernel.reach import CLOSED, OPEN, STOP

#: Phases within which a side may stand too thickly: battles drive units together, and their owner
#: parts them in his next Movement Phase.
_TOWED = (Kind.ARTILLERY, Kind.ANTI_TANK)
_AT_REST = (Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT)


def find_faults(
    state: State, unit_names: Sequence[str] | None = None, *, phase_closed: bool = False
) -> list[str]:
    """Say all that is wrong with a state; empty when nothing is.

    With ``phase_closed`` a phase has just been closed, so that too many units of a side that has
    moved are faults too. Each fault names the hex or unit and the game turn. Never changes the
    game.
    """
    faults, namer, report = begin_check(state, unit_names)
    check_stacks(
        state,
        namer,
        report,
        ("stack", "headquarters", "barring", "zoned"),
        lambda listed: _count(state, listed),
    )
    _check_zones(state, namer, report)
    check_units(state, namer, report, Status)
    _check_unit_marks(state, namer, report)
    if phase_closed and state.game.phase in _AT_REST:
        ground = state.ground
        crowded = (ground["occupant"] == state.game.side) & (
            ground["stack"] > state.rules.stacking_limit
        )
        for h in np.flatnonzero(crowded):
            report(f"{namer.hex(int(h))} holds {ground['stack'][h]} combat units")
    check_occupants(state, namer, report)
    _check_works(state, namer, report, phase_closed)
    _check_bridges(state, namer, report)
    if phase_closed and state.game.phase == Phase.SUPPLY:
        fresh = state._replace(cost=np.zeros_like(state.cost))
        build_costs(fresh)
        for h in np.unique(np.argwhere(fresh.cost != state.cost)[:, 1]):
            report(f"{namer.hex(int(h))} doesn't cost what its sides say")
    check_logs(state, report)
    return faults


def _count(state: State, listed: Sequence[int]) -> tuple[int, int, int, int]:
    """Combat units, headquarters, units that no enemy overruns, and units with a zone."""
    kinds = [Kind(int(state.units["kind"][u])) for u in listed]
    guns = [kind in _TOWED for kind in kinds]
    staffs = [kind == Kind.HEADQUARTERS for kind in kinds]
    zones = [
        not (gun or staff or state.units["zoneless"][u])
        and (kind != Kind.SELF_PROPELLED_ARTILLERY or bool(state.rules.zones_self_propelled_guns))
        for u, kind, gun, staff in zip(listed, kinds, guns, staffs, strict=True)
    ]
    free = len(listed) - sum(guns) - sum(staffs)
    return len(listed) - sum(staffs), sum(staffs), free, sum(zones)


def _check_zones(state: State, namer: Namer, report: Report) -> None:
    """Zones and what they do to movement follow from who stands where."""
    zones = np.zeros_like(state.zones)
    held = np.flatnonzero(state.ground["zoned"][:-1] > 0)
    for h in held:
        for there in state.neighbour[h]:
            zones[state.ground["occupant"][h], there] += 1
    zones[:, -1] = 0
    for side, h in np.argwhere(zones != state.zones):
        report(f"{namer.hex(int(h))}: side {side} controls it {state.zones[side, h]} times")
    for side in range(2):
        closed = (state.ground["occupant"] == 1 - side) & (state.ground["barring"] > 0)
        expected = np.where(closed, CLOSED, np.where(zones[1 - side] > 0, STOP, OPEN))
        for h in np.flatnonzero(expected[:-1] != state.blocked[side, :-1]):
            report(f"{namer.hex(int(h))} stops side {side} as {state.blocked[side, h]}")


def _check_unit_marks(state: State, namer: Namer, report: Report) -> None:
    """Levels of supply and points lie within their bounds."""
    units = state.units
    last = int(state.rules.supply_elimination_check)
    on_map = units["status"] == Status.ON_MAP
    wrong = on_map & ((units["unsupplied"] < 0) | (units["unsupplied"] >= last))
    wrong |= (units["mp_left"] < 0) | (units["disrupted_mp"] < 0) | (units["fighting"] != 0)
    for u in np.flatnonzero(wrong):
        report(f"{namer.unit(int(u))} has a mark out of its bounds")


def _check_works(state: State, namer: Namer, report: Report, phase_closed: bool) -> None:
    """No field works in permanent ones, nor where nobody stands once a phase is closed."""
    works = state.ground["works"] != 0
    doubled = works & ((state.hexes["features"] & Feature.WORKS) != 0)
    if phase_closed:
        doubled |= works & (state.ground["occupant"] < 0)
    for h in np.flatnonzero(doubled):
        report(f"{namer.hex(int(h))} has field works that can't be there")


def _check_bridges(state: State, namer: Namer, report: Report) -> None:
    """Bridges in use are those of the list, and prices follow them."""
    for bridge in state.bridges[: state.game.bridge_count]:
        h, d = int(bridge.hex), int(bridge.direction)
        there, back = int(state.neighbour[h, d]), (d + 3) % 6
        for end, side in ((h, d), (there, back)):
            if bool(state.hexside[end, side] & Hexside.BRIDGE) != bool(bridge.intact):
                report(f"{namer.hex(end)} has a bridge that is one way only")
    counted = int((state.bridges["intact"][: state.game.bridge_count] != 0).sum())
    if int(((state.hexside & Hexside.BRIDGE) != 0).sum()) != 2 * counted:
        report(f"{counted} bridges are in use, but not as many sides have one")
