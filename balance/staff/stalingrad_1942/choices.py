"""What a plan of Stalingrad 1942-43 may choose for a game turn, and its place on the desk.

Rule: stalingrad_1942 9.11, 17.1, 17.3
"""

from __future__ import annotations

from balance.staff.choices import Choice

#: Entries of ``desk.order``.
BRIDGING, DEMOLITION, WORKS = range(3)
CHOICES = (
    Choice("bridging", "whether headquarters bridge rivers for strike units", default=True),
    Choice("demolition", "whether bridges that can't be held are blown", default=True),
    Choice("works", "whether troops that have stood still dig in", default=True),
)
