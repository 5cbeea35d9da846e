"""Debug check: what must hold between any two acts of a game, in words where it does not.

``find_faults`` is plain Python and slow on purpose: it recounts everything from the rows of the
units and hexes.

Rule: army_group_south 7.0, 8.12, 9.61, 11.22, 19.8, 21.0, 25.2, 25.3
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.army_group_south.losses import loss_points
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Hexside, Kind, Mode, Phase, Side, Size, Status
from balance.games.faults import Faults

_STEP_KINDS = (
    Kind.GERMAN_INFANTRY,
    Kind.GERMAN_MECHANIZED,
    Kind.GUARDS_RIFLE_DIVISION,
    Kind.CAVALRY_CORPS,
    Kind.TANK_CORPS,
)
#: Phases within which a side may not stand too thickly for an instant.
_COMBAT = (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT)


def find_faults(
    state: State, unit_names: Sequence[str] | None = None, *, phase_closed: bool = False
) -> list[str]:
    """Say all that is wrong with a state; empty when nothing is.

    With ``phase_closed`` a phase has just been closed (``play_sequence`` calls its watch then), so
    that stacks beyond the limits are faults too, as they are within a Combat Phase. Each fault
    names the hex or unit and the game turn. Never changes the game.
    """
    faults = Faults(state, unit_names)
    staffs = state.units["unit_size"] == Size.HEADQUARTERS
    faults.check_stacks(stack=~staffs, headquarters=staffs)
    _check_zones(state, faults)
    _check_units(state, faults)
    if phase_closed or state.game.phase in _COMBAT:
        _check_limits(state, faults)
    _check_doctrine(state, faults)
    if state.rules.victory_set_up_enters:  # else who stands in a place needn't hold it
        faults.check_occupants()
    _check_losses(state, faults)
    faults.check_logs()
    return faults.told


def _check_zones(state: State, faults: Faults) -> None:
    """Zones of control are those of the hexes that are held.

    Rule: army_group_south 8.11, 8.12
    """
    sides = state.hexside.astype(np.int64)
    stops = (sides & Hexside.SEA) != 0
    if state.rules.stacking_major_river_stops_zones:
        stops |= (sides & Hexside.MAJOR_RIVER) != 0
    for side in Side:
        held = np.flatnonzero(state.ground["occupant"] == side)
        expected = np.zeros(len(state.ground), np.int64)
        for d in range(6):
            open_hexes = held[~stops[held, d]]
            np.add.at(expected, state.neighbour[open_hexes, d], 1)
        wrong = (state.zones[side] != expected)[:-1]
        faults.in_hexes(wrong, f"is controlled {{}} times by {side.name}", state.zones[side])


def _check_units(state: State, faults: Faults) -> None:
    """Every unit is on the map or off it, with the steps that its status allows."""
    faults.check_units(Status)
    units, status = state.units, state.units["status"]
    disrupted = units["disrupted"] != 0
    lives = (status == Status.ON_MAP) | (status == Status.RETREATED_OFF)
    faults.of_units(disrupted & ~lives, "is disrupted off the map")
    faults.of_units(units["fighting"], "is left in a battle")
    away = (status == Status.RETREATED_OFF) | (status == Status.EXITED)
    nowhere = units["exit_hex"] == len(state.ground) - 1
    faults.of_units(away & nowhere, "left the map nowhere")


def _check_limits(state: State, faults: Faults) -> None:
    """No hex is overstacked, and no Soviet corps shares one with a division or corps.

    Rule: army_group_south 7.0, 11.22, 19.8
    """
    troops, staffs = state.ground["stack"], state.ground["headquarters"]
    rules, units = state.rules, state.units
    faults.in_hexes(troops > rules.stacking_combat_units, "holds {} combat units", troops)
    faults.in_hexes(staffs > rules.stacking_headquarters, "holds {} headquarters", staffs)
    crowded = (staffs > 0) & (troops + staffs > rules.stacking_with_headquarters)
    faults.in_hexes(crowded, "holds {} units with a headquarters", troops + staffs)
    soviet = (units["side"] == Side.SOVIET) & (units["status"] == Status.ON_MAP)
    large = soviet & ((units["unit_size"] == Size.DIVISION) | (units["unit_size"] == Size.CORPS))
    for h in np.unique(units["hex"][soviet & (units["unit_size"] == Size.CORPS)]):
        if np.count_nonzero(large & (units["hex"] == h)) > 1:
            faults.add(f"{faults.hex(int(h))} holds a corps and another large unit")


def _check_doctrine(state: State, faults: Faults) -> None:
    """Headquarters that may not change their mode have not.

    Rule: army_group_south 21.0, 21.3
    """
    staffs = state.units["unit_size"] == Size.HEADQUARTERS
    defensive = staffs & (state.units["mode"] == Mode.DEFENSIVE)
    faults.of_units(defensive & (state.units["always_offensive"] != 0), "is in defensive mode")
    if np.count_nonzero(defensive) > state.game.mode_changes:
        faults.add(f"{np.count_nonzero(defensive)} headquarters changed over, not counted")


def _check_losses(state: State, faults: Faults) -> None:
    """Losses counted are losses suffered, and the points are what they are worth.

    Rule: army_group_south 9.61, 25.2, 25.3
    """
    units, game = state.units, state.game
    lost = units["full_steps"] - units["steps"]
    dead = units["status"] == Status.ELIMINATED
    for side in Side:
        own = units["side"] == side
        name = side.name.lower()
        steps, count = int(lost[own].sum()), int(np.count_nonzero(dead & own))
        if (game[f"{name}_steps_lost"], game[f"{name}_units_lost"]) != (steps, count):
            faults.add(f"{side.name} lost {steps} steps and {count} units, not what is counted")
        if game.ended or not state.rules.stacking_excess_scores:
            continue
        points = 0
        for u in np.flatnonzero(own & (lost > 0)):
            if dead[u] or units["kind"][u] in _STEP_KINDS:
                gone = 1 if dead[u] else 0
                points += int(loss_points(state, np.int64(u), np.int64(lost[u]), gone))
        kept = int(game.vp_soviet if side == Side.AXIS else game.vp_axis)
        if kept != points:
            faults.add(f"{side.name} losses are worth {points} points, but {kept} are kept")
