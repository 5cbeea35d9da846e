"""What a plan of Drive on Stalingrad may choose for a game turn, and its place on the desk.

Rule: drive_on_stalingrad 5.4, 5.5, 7.6, 9.18, 9.27, 9.32, 11.37
"""

from __future__ import annotations

from enum import IntEnum

from balance.staff.choices import Choice
from balance.staff.plan import POSTURES as COMMON

#: Weights that a mission may have for itself: those by which its units choose their way and place.
MISSION_WEIGHTS = (
    "advance",
    "ahead",
    "away",
    "detour",
    "effort",
    "risk",
    "supply_need",
    "together",
)
#: What a mission may be.
POSTURES = (*COMMON, "reserve")


class Order(IntEnum):
    """What a plan says of the phase order; BEST lets the staff rate both."""

    BEST = 0
    ASSAULT_MOVE = 1
    MOVE_ASSAULT = 2
    DOUBLE = 3  # the once-a-game double phase of the side


class Luftwaffe(IntEnum):
    """What the aircraft are for this turn."""

    BEST = 0
    ASSAULTS = 1
    MOBILE = 2
    SEA_BLOCK = 3


class Losses(IntEnum):
    """Whose steps pay for a combat result; BEST gives up the cheapest step each time."""

    BEST = 0
    SPREAD = 1  # nobody is lost while others can be reduced
    CONCENTRATE = 2  # whoever has paid pays on


def _words(kind: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in kind)


#: Entries of ``desk.order``; the last is the staff's own: the phase order assumed in ratings.
PHASE_ORDER, LUFTWAFFE, FLOOD_MANYCH, AERIAL_SUPPLY, LOSSES, RATED_ORDER = range(6)
CHOICES = (
    Choice("phase_order", "which of the two phases comes first", "best", _words(Order)),
    Choice("luftwaffe", "what the aircraft are for", "best", _words(Luftwaffe), side="axis"),
    Choice("flood_manych", "whether to flood the Manych this turn", default=False, side="soviet"),
    Choice(
        "aerial_supply", "whether the staff may commit the aerial marker", default=True, side="axis"
    ),
    Choice("losses", "which units take step losses", "best", _words(Losses)),
)
#: Weights that the staff has no use for.
UNUSED_WEIGHTS = ("soak_off",)
