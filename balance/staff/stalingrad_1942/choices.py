"""What a plan of Stalingrad 1942-43 may choose, and what it values things at if it doesn't say.

Rule: stalingrad_1942 7.11, 9.11, 14.13, 17.1, 17.3
"""

from __future__ import annotations

from balance.staff.choices import Choice
from balance.staff.weights import Weights

#: Entries of ``desk.order``.
BRIDGING, DEMOLITION, WORKS, SALLIES, BRIDGE_STRIKES, RING, GUARDS = range(7)
CHOICES = (
    Choice(
        "bridging",
        "whether headquarters bridge rivers for strike units and for supply",
        default=True,
    ),
    Choice("demolition", "whether bridges that can't be held are blown", default=True),
    Choice("works", "whether troops that have stood still dig in", default=True),
    Choice(
        "sallies",
        "whether troops leave the line to attack enemies they aren't next to",
        default=True,
    ),
    Choice(
        "bridge_strikes",
        "whether aircraft and guns strike a bridge that many enemies are fed over",
        default=True,
    ),
    Choice(
        "ring",
        "whether strike units leave their missions to keep 6th Army cut off once it has been",
        default=True,
    ),
    Choice(
        "guards",
        "whether, on the last day, a unit moves into each scoring place that the enemy, who moves "
        "later, could take",
        default=False,
    ),
)
#: Towns score a few points each, and what stands beside an enemy must attack him: a point is worth
#: less here, an attack that falls due costs more.
WEIGHTS = Weights(
    min_value=0.4,
    vp_worth=4.0,
    ground_worth=5.0,
    detour=0.1,
    effort=0.02,
    soak_off=12.0,
    supply_need=10.0,
    together=2.0,
)
#: Weights that the staff has no use for.
UNUSED_WEIGHTS = (
    "min_value_mobile", "town_worth", "pocket_worth", "away", "ahead", "mass", "odds_wanted",
    "alarm", "call_back",
)  # fmt: skip
