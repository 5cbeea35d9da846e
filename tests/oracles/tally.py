"""What a comparison of referees looked at, and where they disagreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any


class Tally:
    """Positions compared by topic, questions asked in them, and disagreements in words."""

    def __init__(self) -> None:
        self.positions: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.faults: list[str] = []

    def compare(self, topic: str, questions: Iterator[tuple[str, Any, Any]]) -> None:
        """Take the questions of one position: words, the referee's answer, the oracle's."""
        asked = 0
        for words, referee, oracle in questions:
            asked += 1
            if referee != oracle:
                self.faults.append(f"{topic}: {words}: referee {referee}, oracle {oracle}")
        self.questions[topic] += asked
        self.positions[topic] += asked > 0
