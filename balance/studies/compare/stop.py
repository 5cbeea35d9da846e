"""When a comparison has played enough, as ``compare`` and ``restrict`` ask it."""

from __future__ import annotations

from dataclasses import dataclass

from balance.analysis.questions import check_count, check_error_rate, check_margin
from balance.errors import BadQuestion
from balance.experiments.question import Question
from balance.studies.field.players import Players

DECIDED = "decided"
#: Pairs between two looks of a study that plays until decided.
BATCH = 100


@dataclass(frozen=True)
class Stop:
    """When a comparison has played enough: after a number of games, or once it is decided."""

    until: str | None
    margin: float
    max_games: int
    error_rate: float

    def check(self, games: int) -> None:
        """Refuse what makes no sense."""
        check_margin(self.margin)
        _check_points(self.margin)
        check_error_rate(self.error_rate)
        if self.until is None:
            check_count(games, 2, "games to compare")
        elif self.until == DECIDED:
            check_count(self.max_games, BATCH, "largest number of paired games")
        else:
            raise BadQuestion(
                f"until: {self.until!r} is no way to stop; expected {DECIDED!r}, or nothing"
            )

    def question(self, kind: str, players: Players, **settings: object) -> Question:
        """What is asked, with the settings that the answer needs."""
        asked = {**settings, **players.setting}
        asked |= {"margin": self.margin, "error_rate": self.error_rate}
        if self.until == DECIDED:
            most, batch = players.whole(self.max_games), players.whole(BATCH)
            asked |= {"until": self.until, "max_games": most, "batch": batch}
        return Question.of(kind, **asked)


def _check_points(margin: float) -> None:
    if margin >= 100:
        raise BadQuestion(
            f"margin: {margin:g} points is as large as any difference can be (100); expected less; "
            "give the smallest difference that matters"
        )
