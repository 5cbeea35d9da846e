"""What a plan of the common game may choose for a game turn, and its place on the desk.

Rule: common 13.2
"""

from __future__ import annotations

from balance.staff.choices import Choice

#: Entry of ``desk.order``; the place of its word.
REPLACEMENTS = 0
STEPS_FIRST = 0
CHOICES = (
    Choice(
        "replacements",
        "what replacement points buy first: steps of units on the map, or units that were lost",
        default="steps",
        words=("steps", "units"),
    ),
)
