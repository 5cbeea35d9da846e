"""Debug check: what must hold between any two acts of a game, in words where it does not.

``find_faults`` is plain Python and slow on purpose: it recounts everything from the rows of the
units and hexes.

Rule: stalingrad_1942 5.0, 6.11, 7.33, 9.12, 9.13, 11.23, 14.21, 16.12a, 17.1
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.faults import Faults
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
    faults = Faults(state, unit_names, flat=True)
    _check_stacks(state, faults)
    _check_zones(state, faults)
    faults.check_units(Status)
    _check_unit_marks(state, faults)
    if phase_closed and state.game.phase in _AT_REST:
        ground = state.ground
        crowded = ground["stack"] > state.rules.stacking_limit
        crowded &= ground["occupant"] == state.game.side
        faults.in_hexes(crowded, "holds {} combat units", ground["stack"])
    faults.check_occupants()
    _check_works(state, faults, phase_closed)
    _check_bridges(state, faults)
    if phase_closed and state.game.phase == Phase.SUPPLY:
        cost, steps = np.zeros_like(state.cost), state.line_steps.copy()
        build_costs(state._replace(cost=cost, line_steps=steps))
        wrong = (cost != state.cost).any(axis=(0, 2)) | (steps != state.line_steps).any(axis=1)
        faults.in_hexes(wrong, "isn't passed as its sides say")
    faults.check_logs()
    return faults.told


def _check_stacks(state: State, faults: Faults) -> None:
    """Combat units, units that no enemy overruns, and units with a zone are counted by hex."""
    units = state.units
    staffs = units["kind"] == Kind.HEADQUARTERS
    barring = ~staffs & ~np.isin(units["kind"], _TOWED)
    zoned = barring & (units["zoneless"] == 0)
    if not state.rules.zones_self_propelled_guns:
        zoned &= units["kind"] != Kind.SELF_PROPELLED_ARTILLERY
    faults.check_stacks(stack=~staffs, barring=barring, zoned=zoned)


def _check_zones(state: State, faults: Faults) -> None:
    """Zones and what they do to movement follow from who stands where."""
    zones = np.zeros_like(state.zones)
    held = np.flatnonzero(state.ground["zoned"][:-1] > 0)
    np.add.at(zones, (state.ground["occupant"][held, None], state.neighbour[held]), 1)
    zones[:, -1] = 0
    for side, h in np.argwhere(zones != state.zones):
        times = state.zones[side, h]
        faults.add(f"{faults.hex(int(h))}: side {side} controls it {times} times")
    for side in range(2):
        closed = (state.ground["occupant"] == 1 - side) & (state.ground["barring"] > 0)
        expected = np.where(closed, CLOSED, np.where(zones[1 - side] > 0, STOP, OPEN))
        wrong = expected[:-1] != state.blocked[side, :-1]
        faults.in_hexes(wrong, f"stops side {side} as {{}}", state.blocked[side])


def _check_unit_marks(state: State, faults: Faults) -> None:
    """Levels of supply and points lie within their bounds."""
    units = state.units
    last = int(state.rules.supply_elimination_check)
    on_map = units["status"] == Status.ON_MAP
    wrong = on_map & ((units["unsupplied"] < 0) | (units["unsupplied"] >= last))
    wrong |= (units["mp_left"] < 0) | (units["disrupted_mp"] < 0) | (units["fighting"] != 0)
    faults.of_units(wrong, "has a mark out of its bounds")


def _check_works(state: State, faults: Faults, phase_closed: bool) -> None:
    """No field works in permanent ones, nor where nobody stands once a phase is closed."""
    works = state.ground["works"] != 0
    doubled = works & ((state.hexes["features"] & Feature.WORKS) != 0)
    if phase_closed:
        doubled |= works & (state.ground["occupant"] < 0)
    faults.in_hexes(doubled, "has field works that can't be there")


def _check_bridges(state: State, faults: Faults) -> None:
    """Bridges in use are those of the list, and prices follow them."""
    for bridge in state.bridges[: state.game.bridge_count]:
        h, d = int(bridge.hex), int(bridge.direction)
        there, back = int(state.neighbour[h, d]), (d + 3) % 6
        for end, side in ((h, d), (there, back)):
            if bool(state.hexside[end, side] & Hexside.BRIDGE) != bool(bridge.intact):
                faults.add(f"{faults.hex(end)} has a bridge that is one way only")
    counted = int((state.bridges["intact"][: state.game.bridge_count] != 0).sum())
    if int(((state.hexside & Hexside.BRIDGE) != 0).sum()) != 2 * counted:
        faults.add(f"{counted} bridges are in use, but not as many sides have one")
