"""What a comparison of referees looked at, and where they disagreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any


class Noticed(Exception):
    """The referees disagree about the topic in question, which was all there was to see."""


class Tally:
    """Positions compared by topic, questions asked in them, and disagreements in words.

    With ``until`` only that topic is asked about, and the first disagreement raises ``Noticed``.
    """

    def __init__(self, until: str = "") -> None:
        self.until = until
        self.positions: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.faults: list[str] = []

    def compare(self, topic: str, questions: Iterator[tuple[str, Any, Any]]) -> None:
        """Take the questions of one position: words, the referee's answer, the oracle's."""
        if self.until not in ("", topic):
            return
        asked = 0
        for words, referee, oracle in questions:
            asked += 1
            if referee != oracle:
                self.faults.append(f"{topic}: {words}: referee {referee}, oracle {oracle}")
                if self.until:
                    raise Noticed(self.faults[-1])
        self.questions[topic] += asked
        self.positions[topic] += asked > 0
