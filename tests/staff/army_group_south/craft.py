"""The craft with the answers of Army Group South, as kernels that Python may call."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.state import State
from balance.kernel.compiled import entry
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.battles import TABLE
from balance.staff.army_group_south.strengths import known_strengths
from balance.staff.craft import advancing as _advancing
from balance.staff.craft import attacks as _attacks
from balance.staff.craft import battle_value as _battle_value
from balance.staff.craft import bodies as _bodies
from balance.staff.craft import entries as _entries
from balance.staff.craft import errands as _errands
from balance.staff.craft import exposure as _exposure
from balance.staff.craft import garrisons as _garrisons
from balance.staff.craft import manning as _manning
from balance.staff.craft import marching as _marching
from balance.staff.craft import offensive as _offensive
from balance.staff.craft import overruns as _overruns
from balance.staff.craft import standing_orders as _standing_orders
from balance.staff.craft import survey as _survey
from balance.staff.craft import worth as _worth
from balance.staff.desk import Desk


@entry
def seek_prey(state: State, desk: Desk, side: int, wanted: int) -> None:
    """How far the nearest place or enemy is."""
    _advancing.seek_prey(state, ASK, desk, side, wanted)


@entry
def advance_in_step(state: State, desk: Desk, side: int) -> None:
    """March the units without a task that go forward: to places, to the enemy."""
    _advancing.advance_in_step(state, ASK, desk, side)


@entry
def assess_reach(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.threat``: enemy attack strength that can fall on a hex in his next turn."""
    _exposure.assess_reach(state, ASK, desk, side)


@entry
def battle_value(crt: np.ndarray, column: int, stakes: np.ndarray) -> float:
    """Expected worth of a battle to the attacker in a column of the combat results table."""
    return _battle_value.battle_value(TABLE, crt, column, stakes)


@entry
def bring_newcomers(state: State, desk: Desk, side: int, prepared: bool) -> None:
    """Enter all units that are due, each where its task is nearest, and march them on."""
    _entries.bring_newcomers(state, ASK, desk, side, prepared)


@entry
def conduct_attacks(state: State, desk: Desk, side: int) -> None:
    """Make all attacks of this phase that are worth their risk, best first."""
    _attacks.conduct_attacks(state, ASK, desk, side)


@entry
def conduct_overruns(state: State, desk: Desk, side: int) -> None:
    """Have each stack of units that go forward overrun what is weak before it, then again."""
    _overruns.conduct_overruns(state, ASK, desk, side)


@entry
def exposure(state: State, desk: Desk, unit: int, h: int, worth: float) -> float:
    """What a unit is thought to lose if it ends its move in a hex, in factor points."""
    return _exposure.exposure(state, ASK, desk, unit, h, worth)


@entry
def hold_line(state: State, desk: Desk, side: int) -> None:
    """Draw the line, man its posts and bring up whoever is left."""
    _manning.hold_line(state, ASK, desk, side)


@entry
def leave_standing_orders(state: State, desk: Desk, side: int) -> None:
    """Tell the referee what a side wants wherever battles leave it a choice."""
    _standing_orders.leave_standing_orders(state, ASK, desk, side)


@entry
def man_garrisons(state: State, desk: Desk, side: int) -> None:
    """Settle the units wanted in a hex at all times, before anybody else moves."""
    _garrisons.man_garrisons(state, ASK, desk, side)


@entry
def move_strikers(state: State, desk: Desk, side: int) -> None:
    """Move all strike units, nearest to their objective first."""
    _marching.move_strikers(state, ASK, desk, side)


@entry
def known_attack(state: State, unit: int) -> float:
    """Attack strength a unit has where it stands."""
    return known_strengths(state, unit)[0]


@entry
def known_defense(state: State, unit: int) -> float:
    """Defense strength a unit has where it stands."""
    return known_strengths(state, unit)[1]


@entry
def odds_column(attack: float, defense: float) -> int:
    """Column of the table for estimated strengths, beyond its ends too."""
    return _battle_value.odds_column(ASK, attack, defense)


@entry
def open_offensive(state: State, desk: Desk, side: int) -> None:
    """March the units of the attacks to come to their launch hexes, the best attacks first."""
    _offensive.open_offensive(state, ASK, desk, side)


@entry
def step_worth(state: State, desk: Desk, unit: int) -> float:
    """What a step of a unit is worth to either side."""
    return _worth.step_worth(state, ASK, desk, unit)


@entry
def strike_in_bodies(state: State, desk: Desk, side: int) -> None:
    """March the divisions of a side that have an objective, each as one body."""
    _bodies.march_bodies(state, ASK, desk, side, True)


@entry
def survey(state: State, desk: Desk, side: int) -> None:
    """Fill the desk's own and enemy strengths by hex."""
    _survey.survey(state, ASK, desk, side)


@entry
def take_open_places(state: State, desk: Desk, side: int) -> None:
    """Send a unit into each empty enemy place in reach, places of most points first."""
    _errands.take_open_places(state, ASK, desk, side, _errands.anybody)


@entry
def walk_back(state: State, desk: Desk, side: int) -> None:
    """March units that began the phase out of supply towards where they would be in it again."""
    _errands.walk_back(state, ASK, desk, side)
