"""What a plan of the common game may choose for a game turn, and its place on the desk.

Rule: common 5.7, 13.2
"""

from __future__ import annotations

from balance.staff.choices import Choice

#: Entries of ``desk.order``; a word is the place of it.
REPLACEMENTS, STRATEGIC = range(2)
STEPS_FIRST = 0
CHOICES = (
    Choice(
        "replacements",
        "what replacement points buy first: steps of units on the map, or units that were lost",
        default="steps",
        words=("steps", "units"),
    ),
    Choice("strategic", "whether the staff may move units strategically", default=True),
)
#: Weights that the staff has no use for.
UNUSED_WEIGHTS = (
    "town_worth", "pocket_worth", "away", "ahead", "soak_off", "mass", "odds_wanted", "alarm",
    "call_back",
)  # fmt: skip
