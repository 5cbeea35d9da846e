"""What a plan of Stalingrad 1942-43 may choose for a game turn: nothing beside missions yet."""

from __future__ import annotations

from balance.staff.choices import Choice

CHOICES: tuple[Choice, ...] = ()
