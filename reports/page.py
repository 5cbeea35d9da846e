"""What a page says, whatever kind of study it is of; ``html`` and ``markdown`` write it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from balance.analysis.consistency import Fault
from balance.analysis.study import StudyTables, is_complete
from balance.analysis.telling.words import count_games
from balance.studies.answer import Sheet
from reports.limits import Limits
from reports.picture import Picture

#: Stands below what a study says of its own precision.
DICE_ALONE = (
    "The interval covers the luck of the dice alone. It does not cover how well these strategies "
    "play, nor the parts of the game that had to be reconstructed: see Data and limits."
)


@dataclass(frozen=True)
class Alarm:
    """What a reader must not overlook: a few words, then the rest; ``anchor`` is where more is."""

    head: str
    words: str
    anchor: str = ""


@dataclass(frozen=True)
class Section:
    """A part of the page: its heading, a sentence or two, figures, tables.

    A part with the key "sure" takes the place of the page's own part of that name.
    """

    key: str
    title: str
    words: str
    pictures: Sequence[Picture]
    tables: Sequence[Sheet]
    #: Paragraphs below the heading.
    lines: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """All that a page says, the sentence first."""

    title: str
    kicker: str
    sentence: str
    alarms: Sequence[Alarm]
    sure: Sequence[str]
    sections: Sequence[Section]
    limits: Limits
    #: Tables of the short version, which a forum post can hold.
    brief: Sequence[Sheet]
    #: What the names in the sentence stand for, a line each.
    about: Sequence[str] = ()
    #: Address of the replay of each game that has one, by its number.
    replays: Mapping[int, str] = field(default_factory=dict)

    def link_to(self, game_id: int) -> str:
        """Where a game that a caption names can be seen: its replay, else the list of games."""
        return self.replays.get(int(game_id), "#examples")

    @property
    def opens_with_sure(self) -> bool:
        """Whether how sure it is comes before all parts, and not as one of them."""
        return all(section.key != "sure" for section in self.sections)

    @property
    def pictures(self) -> list[Picture]:
        """All figures in their order."""
        return [picture for section in self.sections for picture in section.pictures]


def alarms_of(tables: StudyTables, faults: Sequence[Fault]) -> list[Alarm]:
    """Raise the alarm where tables disagree or games broke off."""
    alarms = [
        Alarm(
            "The tables of this study disagree:",
            f"{fault}. Do not trust the figures below until this is explained.",
        )
        for fault in faults
    ]
    broken = int((~is_complete(tables.games)).sum()) if len(tables.games) else 0
    if broken:
        words = f"{broken:,} of {count_games(len(tables.games))} broke off without a result"
        alarms.append(Alarm("", f"{words} and count for nobody; see", "broken"))
    return alarms
