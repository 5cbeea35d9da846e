"""The order of a study's page: which parts each kind of study has, in its reader's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from balance.studies.answer import ANSWER, MORE, PARTS, SURE, WHY, Sheet
from reports.page import Section
from reports.picture import Picture


@dataclass(frozen=True)
class Headings:
    """Headings of the parts of a page."""

    answer: str = "The answer"
    sure: str = "How sure"
    why: str = "Why"
    more: str = "What else the games tell"

    def of(self, part: str) -> str:
        """Heading of one part."""
        return {ANSWER: self.answer, SURE: self.sure, WHY: self.why, MORE: self.more}[part]


_HEADINGS = {
    "adapt": Headings(
        "Players who stay as they are, and those who adapt",
        why="Which plans hold",
        more="Pairing by pairing",
    ),
    "bid": Headings("How many points a fair bid is"),
    "compare": Headings(
        "What the change does", why="Where the difference comes from", more="What else changes"
    ),
    "dead_rules": Headings(
        "Rules that change nothing", why="Rules that matter", more="Rules that were not tested"
    ),
    "chances": Headings("How far the chances can be trusted"),
    "explain": Headings("Luck or skill"),
    "gate": Headings("Figures and their bands"),
    "plan": Headings("How many games it takes"),
    "restrict": Headings(
        "What the ability is worth", why="Where the worth comes from", more="What else changes"
    ),
    "sensitivity": Headings(
        "What matters", why="What does not matter", more="All settings, and those left out"
    ),
    "sweep": Headings(
        "How the score changes with the value",
        why="How the games end",
        more="Points and length of the games",
    ),
    "tournament": Headings(
        "Who is ahead when both choose well", why="Which plans hold", more="Pairing by pairing"
    ),
    "train": Headings("What the search found", more="What the search tried"),
    "train_both": Headings("What the scenario is worth to trained players"),
    "tune": Headings("Which value gives the balance"),
}


def arrange(
    kind: str,
    sure: Sequence[str],
    pictures: Sequence[tuple[str, Picture]],
    sheets: Sequence[Sheet],
) -> list[Section]:
    """Put figures and tables into the parts they belong to; empty parts are left out.

    A table that tells what a figure shows folds away below it, wherever the figure stands.
    ``pictures`` come with their part; ``sure`` are the sentences on how far to trust the answer.
    """
    headings = _HEADINGS.get(kind, Headings())
    keys = {picture.key for _, picture in pictures}
    made = []
    for part in PARTS:
        drawn = [
            replace(picture, tables=[each for each in sheets if each.topic == picture.key])
            for its, picture in pictures
            if its == part
        ]
        tables = [each for each in sheets if each.part == part and each.topic not in keys]
        lines = sure if part == SURE else ()
        if drawn or tables or lines:
            made.append(Section(part, headings.of(part), "", drawn, tables, lines))
    return made
