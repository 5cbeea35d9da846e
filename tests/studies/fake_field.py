"""A match of players whose balance, and what a rule does to it, depends on who meets whom.

It stands in for the real player by its name, ``tests.studies.fake_field:prepare``. Games go as
those of ``fake_balance``, but the Axis wins those whose luck lies below the chance of the pairing,
moved by its change for each victory point that winning takes more than 6.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from balance.errors import UnknownName
from balance.strategy.field import Field, Pairing
from tests.studies import fake_balance

PLAYER = "tests.studies.fake_field:prepare"
#: Chance of the Axis, and what a victory point more does to it.
PAIRS = {
    ("steady", "firm"): (0.5, -0.1),
    ("bold", "firm"): (0.2, -0.15),
    ("bold", "wary"): (0.7, 0.25),
}
WEIGHTS = (5, 3, 2)
FIELD = Field(
    scenario="operation_blue",
    pairings=tuple(
        Pairing(*met, weight) for met, weight in zip(PAIRS, WEIGHTS, strict=True)
    ),
    source="made up",
    games=1,
    seed=1,
    date=date(2026, 11, 25),
    version="0.1",
)  # fmt: skip


def over_field(place: int) -> float:
    """Mean over the field of a chance (0) or of its change (1)."""
    return sum(
        weight * pair[place] for weight, pair in zip(WEIGHTS, PAIRS.values(), strict=True)
    ) / sum(WEIGHTS)


class Match(fake_balance.Match):
    """One pairing under some rules."""

    @property
    def chance(self) -> float:
        """Share of games that the Axis wins in the long run."""
        base, change = PAIRS[self.axis, self.soviet]
        return base + change * (self.vp_to_win - 6)


def prepare(game: str, scenario: str, ruleset: Any, axis: str, soviet: str) -> Match:
    if (axis, soviet) not in PAIRS:
        raise UnknownName("pairing", f"{axis} against {soviet}", map(" against ".join, PAIRS))
    plain = fake_balance.prepare(game, scenario, ruleset, "historical", "historical")
    return Match(**{**vars(plain), "axis": axis, "soviet": soviet})
