"""One phase at a time: the compiled calls that carry out a plan."""

from __future__ import annotations

from balance.games.army_group_south.state import State
from balance.staff.desk import Desk


def open_turn(state: State, desk: Desk, side: int) -> None:
    """Do what comes before the phases of a player turn."""


def conduct_doctrine(state: State, desk: Desk) -> None:
    """Put headquarters on the defensive where the plan wants it."""


def conduct_movement(state: State, desk: Desk, side: int) -> None:
    """Enter, move and overrun."""


def conduct_combat(state: State, desk: Desk, side: int) -> None:
    """Attack where it pays."""


def conduct_mechanized(state: State, desk: Desk, side: int) -> None:
    """Move and overrun once more with what may."""
