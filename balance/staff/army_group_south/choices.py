"""What a plan of Army Group South may choose for a game turn, and its place on the desk.

Rule: army_group_south 5.3, 19.2, 21.0, 25.1
"""

from __future__ import annotations

from balance.staff.choices import Choice

#: Entries of ``desk.order``.
DEFENSIVE, EXIT, RAIL, THREATENED, GUARDS, EXIT_GUARD = range(6)
#: Values of the entry GUARDS.
WORTHWHILE, EVERYWHERE, NOWHERE = range(3)
CHOICES = (
    Choice(
        "defensive",
        "Soviet headquarters to put on the defensive this turn",
        default=(),
        side="soviet",
    ),
    Choice(
        "exit",
        "whether Soviet strike units in the exit area leave the map",
        default=True,
        side="soviet",
    ),
    Choice("rail", "whether the German staff may move units by rail", default=True, side="axis"),
    Choice(
        "threatened",
        "whether outnumbered headquarters go on the defensive",
        default=False,
        side="soviet",
    ),
    Choice(
        "guards",
        "in which threatened scoring places a unit stays behind",
        default="worthwhile",
        words=("worthwhile", "everywhere", "nowhere"),
    ),
    Choice(
        "exit_guard",
        "whether the Germans man the exit area when it is in danger",
        default=True,
        side="axis",
    ),
)
#: Weights that the staff has no use for.
UNUSED_WEIGHTS = (
    "town_worth", "pocket_worth", "away", "ahead", "soak_off", "mass", "odds_wanted", "alarm",
    "call_back",
)  # fmt: skip
