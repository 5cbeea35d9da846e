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
from balance.games.drive_on_stalingrad.supply import (
    mark_supply_dirty,
    refresh_supply,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    Army,
    Feature,
    Side,
    Status,
    Trait,
)
from balance.games.faults import (
    Namer,
    Report,
    begin_check,
    check_logs,
    check_occupants,
    check_stacks,
    check_units,
)


def find_faults(
    state: State, unit_names: Sequence[str] | None = None, *, phase_closed: bool = False
) -> list[str]:
    """Say all that is wrong with a state; empty when nothing is.

    With ``phase_closed`` a phase has just been closed (``play_sequence`` calls its watch then), so
    that stacks out of grace are faults too. Each fault names the hex or unit and the game turn.
    Never changes the game, except that supply fields marked to be traced again may be so.
    """
    faults, namer, report = begin_check(state, unit_names)
    _check_stacks(state, namer, report)
    _check_units(state, namer, report)
    _check_limits(state, namer, report)
    if phase_closed:
        _check_nations(state, namer, report)
    _check_control(state, namer, report)
    _check_points(state, report)
    _check_losses(state, report)
    _check_supply(state, namer, report)
    check_logs(state, report)
    return faults


def _check_stacks(state: State, namer: Namer, report: Report) -> None:
    """The list and the counters of each hex agree with the units that say they stand there."""
    traits = state.units["traits"].tolist()

    def count(stack: Sequence[int]) -> tuple[int, int]:
        guns = sum(1 for u in stack if traits[u] & int(Trait.ARTILLERY))
        return len(stack) - guns, guns

    check_stacks(state, namer, report, ("stack", "guns"), count)
    for h in np.flatnonzero(state.ground["occupant"] >= 0):
        bits = sum_up_stack(state, int(h))
        if state.standing[h] != bits:
            report(f"{namer.hex(int(h))} is kept as {state.standing[h]:08b}, but holds {bits:08b}")
    for h in np.flatnonzero((state.standing != 0) & (state.ground["occupant"] < 0)):
        report(f"{namer.hex(int(h))} is kept as {state.standing[h]:08b}, but is empty")


def _check_units(state: State, namer: Namer, report: Report) -> None:
    """Every unit is on the map or off it, with the steps that its status allows."""
    check_units(state, namer, report, Status)
    held = state.units["frozen_by"]
    for u in np.flatnonzero((held != Army.NONE) & (state.army[held, RELEASED] != 0)):
        report(f"{namer.unit(u)} is frozen by an army that is released")


def _check_limits(state: State, namer: Namer, report: Report) -> None:
    """No hex is overstacked.

    Rule: drive_on_stalingrad 6.1, 6.4
    """
    for h in np.flatnonzero(state.ground["stack"] > state.rules.stacking_limit):
        report(f"{namer.hex(int(h))} holds {state.ground['stack'][h]} units")
    for h in np.flatnonzero(state.ground["guns"] > state.rules.stacking_soviet_artillery_extra):
        report(f"{namer.hex(int(h))} holds {state.ground['guns'][h]} artillery units")


def _check_nations(state: State, namer: Namer, report: Report) -> None:
    """After a German movement phase nationalities mix only where they may, or have grace.

    Rule: drive_on_stalingrad 6.3
    """
    if state.rules.stacking_grace_penalty != 0:
        return
    if state.game.side == Side.AXIS and is_movement_phase(state):
        for h in np.flatnonzero(state.ground["occupant"] == Side.AXIS):
            if not nations_may_share(state, int(h), -1):
                report(f"{namer.hex(int(h))} mixes nationalities")


def _check_control(state: State, namer: Namer, report: Report) -> None:
    """A side controls the hexes it stands in, and networks hold no hex of the enemy.

    Rule: drive_on_stalingrad 3.4, 7.14, 11.23
    """
    check_occupants(state, namer, report)
    ground = state.ground
    for field, side in (("network_axis", Side.AXIS), ("network_soviet", Side.SOVIET)):
        for h in np.flatnonzero((ground[field] != 0) & (ground["control"] != side)):
            report(f"{namer.hex(int(h))} is in the {side.name} network, but in enemy hands")
    for h in np.flatnonzero((ground["line_intact"] != 0) & (ground["occupant"] == Side.AXIS)):
        report(f"{namer.hex(int(h))} is an intact fortification under German-side units")


def _check_points(state: State, report: Report) -> None:
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
        report(f"{state.game.vp_hexes} points are kept for VP hexes worth {points}")
    awards = int(state.game.oos_kills) // int(state.rules.victory_oos_kills_per_vp)
    if state.game.vp_oos != awards:
        report(f"{state.game.vp_oos} awards are kept for {state.game.oos_kills} kills")
    total = int(state.rules.victory_start_vp) + points + awards
    if state.game.vp != total:
        report(f"the German total is {state.game.vp}, but adds up to {total}")
    if state.game.vp >= state.rules.victory_vp_to_win and not state.game.ended:
        report(f"play goes on with {state.game.vp} points")


def _check_losses(state: State, report: Report) -> None:
    """Losses counted are losses suffered: no unit vanishes or comes back.

    Rule: drive_on_stalingrad 2.12, 2.15
    """
    units = state.units
    dead = units["status"] == Status.ELIMINATED
    axis = units["side"] == Side.AXIS
    counted = (int(state.game.axis_units_lost), int(state.game.soviet_units_lost))
    found = (int(np.count_nonzero(dead & axis)), int(np.count_nonzero(dead & ~axis)))
    if counted != found:
        report(f"losses are counted as {counted}, but {found} units are eliminated")
    fought = axis & (dead | (units["status"] == Status.ON_MAP))
    steps = int((units["full_steps"] - units["steps"])[fought].sum())
    withdrawn = axis & (units["status"] == Status.WITHDRAWN)
    steps += int((units["full_steps"] - units["steps"])[withdrawn].sum())
    if state.game.axis_steps_lost != steps:
        report(f"{state.game.axis_steps_lost} German-side steps are counted as lost, not {steps}")


def _check_supply(state: State, namer: Namer, report: Report) -> None:
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
                report(
                    f"supply row {row} of {namer.hex(int(h))} is {state.supply[row, h]}, "
                    f"a fresh trace says {fresh.supply[row, h]} ({len(wrong)} hexes differ)"
                )
