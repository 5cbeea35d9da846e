"""Debug check: what must hold between any two acts of a game, in words where it does not.

``find_faults`` is plain Python and slow on purpose: it recounts everything from the rows of the
units and hexes, and traces supply anew on a copy.

Rule: drive_on_stalingrad 2.2, 2.12, 3.4, 4.2, 4.3, 6.1, 6.3, 6.4, 7.12
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.drive_on_stalingrad.new_game import copy_for_game
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.stacks import nations_may_share, sum_up_stack
from balance.games.drive_on_stalingrad.state import RELEASED, State
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    Army,
    Feature,
    Side,
    Status,
    Trait,
)
from balance.games.faults import Faults


def find_faults(
    state: State, unit_names: Sequence[str] | None = None, *, phase_closed: bool = False
) -> list[str]:
    """Say all that is wrong with a state; empty when nothing is.

    With ``phase_closed`` a phase has just been closed (``play_sequence`` calls its watch then), so
    that stacks out of grace are faults too. Each fault names the hex or unit and the game turn.
    Never changes the game, except that supply fields marked to be traced again may be so.
    """
    faults = Faults(state, unit_names)
    _check_stacks(state, faults)
    _check_units(state, faults)
    _check_limits(state, faults)
    if phase_closed:
        _check_nations(state, faults)
    _check_control(state, faults)
    _check_points(state, faults)
    _check_losses(state, faults)
    _check_supply(state, faults)
    faults.check_logs()
    return faults.told


def _check_stacks(state: State, faults: Faults) -> None:
    """The list and the counters of each hex agree with the units that say they stand there."""
    guns = (state.units["traits"] & Trait.ARTILLERY) != 0
    faults.check_stacks(stack=~guns, guns=guns)
    for h in np.flatnonzero(state.ground["occupant"] >= 0):
        bits = sum_up_stack(state, int(h))
        if state.standing[h] != bits:
            kept = f"{faults.hex(int(h))} is kept as {state.standing[h]:08b}"
            faults.add(f"{kept}, but holds {bits:08b}")
    stray = (state.standing != 0) & (state.ground["occupant"] < 0)
    faults.in_hexes(stray, "is kept as {:08b}, but is empty", state.standing)


def _check_units(state: State, faults: Faults) -> None:
    """Every unit is on the map or off it, with the steps that its status allows."""
    faults.check_units(Status)
    held = state.units["frozen_by"]
    awake = (held != Army.NONE) & (state.army[held, RELEASED] != 0)
    faults.of_units(awake, "is frozen by an army that is released")


def _check_limits(state: State, faults: Faults) -> None:
    """No hex is overstacked.

    Rule: drive_on_stalingrad 6.1, 6.4
    """
    units, guns, rules = state.ground["stack"], state.ground["guns"], state.rules
    faults.in_hexes(units > rules.stacking_limit, "holds {} units", units)
    crowded = guns > rules.stacking_soviet_artillery_extra
    faults.in_hexes(crowded, "holds {} artillery units", guns)


def _check_nations(state: State, faults: Faults) -> None:
    """After a German movement phase nationalities mix only where they may, or have grace.

    Rule: drive_on_stalingrad 6.3

    A phase in which the game has ended was not played to its end.
    """
    if state.rules.stacking_grace_penalty != 0 or state.game.ended != 0:
        return
    if state.game.side == Side.AXIS and is_movement_phase(state):
        for h in np.flatnonzero(state.ground["occupant"] == Side.AXIS):
            if not nations_may_share(state, int(h), -1):
                faults.add(f"{faults.hex(int(h))} mixes nationalities")


def _check_control(state: State, faults: Faults) -> None:
    """A side controls the hexes it stands in, and networks hold no hex of the enemy.

    Rule: drive_on_stalingrad 3.4, 7.14, 11.23
    """
    faults.check_occupants()
    ground = state.ground
    for field, side in (("network_axis", Side.AXIS), ("network_soviet", Side.SOVIET)):
        lost = (ground[field] != 0) & (ground["control"] != side)
        faults.in_hexes(lost, f"is in the {side.name} network, but in enemy hands")
    trodden = (ground["line_intact"] != 0) & (ground["occupant"] == Side.AXIS)
    faults.in_hexes(trodden, "is an intact fortification under German-side units")


def _check_points(state: State, faults: Faults) -> None:
    """The German total is what VP hexes and awards add up to.

    Rule: drive_on_stalingrad 4.2, 4.3, 4.4
    """
    features = state.hexes["features"]
    vp_hexes = features & Feature.VP != 0
    own = state.hexes["own_vp"]
    worth = np.where(own != 0, own, state.rules.victory_vp_per_hex)
    held = worth[vp_hexes & (state.ground["control"] == Side.AXIS)].sum()
    at_start = worth[vp_hexes & (features & Feature.SOVIET_AT_START == 0)].sum()
    points = int(held - at_start)
    if state.game.vp_hexes != points:
        faults.add(f"{state.game.vp_hexes} points are kept for VP hexes worth {points}")
    awards = int(state.game.oos_kills) // int(state.rules.victory_oos_kills_per_vp)
    if state.game.vp_oos != awards:
        faults.add(f"{state.game.vp_oos} awards are kept for {state.game.oos_kills} kills")
    total = int(state.rules.victory_start_vp) + points + awards
    if state.game.vp != total:
        faults.add(f"the German total is {state.game.vp}, but adds up to {total}")
    if state.game.vp >= state.rules.victory_vp_to_win and not state.game.ended:
        faults.add(f"play goes on with {state.game.vp} points")


def _check_losses(state: State, faults: Faults) -> None:
    """Losses counted are losses suffered: no unit vanishes or comes back.

    Rule: drive_on_stalingrad 2.12, 2.15
    """
    units = state.units
    dead = units["status"] == Status.ELIMINATED
    axis = units["side"] == Side.AXIS
    counted = (int(state.game.axis_units_lost), int(state.game.soviet_units_lost))
    found = (int(np.count_nonzero(dead & axis)), int(np.count_nonzero(dead & ~axis)))
    if counted != found:
        faults.add(f"losses are counted as {counted}, but {found} units are eliminated")
    places = (Status.ON_MAP, Status.ELIMINATED, Status.WITHDRAWN)
    played = axis & np.isin(units["status"], places)
    steps = int((units["full_steps"] - units["steps"])[played].sum())
    if state.game.axis_steps_lost != steps:
        faults.add(
            f"{state.game.axis_steps_lost} German-side steps are counted as lost, not {steps}"
        )


def _check_supply(state: State, faults: Faults) -> None:
    """Supply fields believed to be valid equal fields traced from nothing.

    Rule: drive_on_stalingrad 7.12
    """
    fresh = copy_for_game(state, int(state.game.seed))
    for side, dirty in ((AXIS, "axis_supply_dirty"), (SOVIET, "soviet_supply_dirty")):
        if state.game[dirty]:
            continue
        mark_supply_dirty(fresh, side)
        refresh_supply(fresh, side)
        for row in (2 * int(side), 2 * int(side) + 1):
            wrong = np.flatnonzero(state.supply[row, :-1] != fresh.supply[row, :-1])
            for h in wrong[:3]:
                faults.add(
                    f"supply row {row} of {faults.hex(int(h))} is {state.supply[row, h]}, "
                    f"a fresh trace says {fresh.supply[row, h]} ({len(wrong)} hexes differ)"
                )
