"""What a study tunes, towards what."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from balance.analysis.designs.tuning import Tuned
from balance.analysis.designs.tuning import tune as tune_score
from balance.analysis.telling.labels import Labels, read_labels
from balance.experiments.study import StudySpec
from balance.studies.field.players import Players


@dataclass(frozen=True)
class Plan:
    """Parameter, range and wanted balance of one study."""

    labels: Labels
    parameter: str
    first: int
    last: int
    wanted: tuple[float, ...]
    error_rate: float
    players: Players

    @classmethod
    def of(cls, spec: StudySpec) -> Plan:
        """Read the plan of a study."""
        ask = spec.question.get
        return cls(
            labels=read_labels(spec.game),
            parameter=ask("parameter"),
            first=ask("first"),
            last=ask("last"),
            wanted=ask("wanted"),
            error_rate=ask("error_rate"),
            players=Players.of(spec),
        )

    @property
    def score(self) -> float:
        """Wanted score of the side that scores points."""
        return self.wanted[0] + (self.wanted[1] / 2 if len(self.wanted) > 1 else 0)

    @property
    def confidence(self) -> float:
        """Confidence of an interval."""
        return 1 - self.error_rate

    def tune(self, scores: pd.DataFrame) -> Tuned:
        """Estimate the value from the scores by seed and value."""
        return tune_score(scores, self.score, self.confidence, self.players.strata(scores.index))
