"""What a study comes to: one sentence, remarks, tables, and the same for machines and for readers.

``tables`` hold plain numbers under documented names (``balance.studies.tables``); ``sheets`` are
the same numbers as a reader wants them, with intervals in brackets, for terminal and report.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.reading import manifest_entries, write_twin
from balance.analysis.study import FAULTY_ENDINGS, rows
from balance.analysis.telling.words import count_games, unfinished
from balance.display import Shown
from balance.experiments.results import Results
from balance.experiments.tables import Tables
from balance.studies.tables import TABLES

#: Parts of a report, in the order in which a reader asks: what, how sure, why, what else.
ANSWER, SURE, WHY, MORE = "answer", "sure", "why", "more"
PARTS = (ANSWER, SURE, WHY, MORE)
#: Rows of a table that are made at once for its twin.
_ROWS_AT_A_TIME = 1000


@dataclass(frozen=True)
class Sheet:
    """A table for readers: every cell is text; figures in brackets are intervals."""

    title: str
    head: tuple[str, ...]
    lines: Sequence[tuple[str, ...]]
    #: What a reader must know of it, below the table.
    note: str = ""
    #: Whether the terminal shows it too; a report shows all.
    brief: bool = True
    #: Where the first cell of each line leads, "" for nowhere; none if empty.
    links: tuple[str, ...] = ()
    #: Part of the report it stands in.
    part: str = ANSWER
    #: Key of the figure that shows the same, if there is one; the table then folds away below it.
    topic: str = ""


@dataclass(frozen=True)
class Answer(Shown):
    """The answer of one study.

    ``sentence`` comes first; ``remarks`` say what else the reader must know before the tables.
    ``facts`` are single figures by name. ``results`` gives the games. ``figure`` draws what
    ``figures`` lists, ``report`` writes all of it down.

    Examples
    --------
    >>> answer = balance.compare("blue", settings={"victory.vp_to_win": 7}, games=40)
    >>> answer.tables["verdicts"].columns[0], len(answer.results.games)
    ('variant', 80)
    """

    results: Results = field(repr=False)
    sentence: str
    remarks: tuple[str, ...]
    tables: Mapping[str, pd.DataFrame] = field(repr=False)
    sheets: Sequence[Sheet] = field(repr=False)
    facts: Mapping[str, Any]
    methods: tuple[str, ...] = field(default=(), repr=False)
    #: What the names in the sentence stand for, a line each.
    about: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Keep tables and their documentation together."""
        for name, table in self.tables.items():
            assert list(table.columns) == TABLES[name].names, (name, list(table.columns))
        if not isinstance(self.tables, Tables):
            readers = {name: partial(dict(self.tables).__getitem__, name) for name in self.tables}
            object.__setattr__(self, "tables", Tables(readers, TABLES))

    def __str__(self) -> str:
        return self.sentence

    @property
    def kind(self) -> str:
        """Kind of the study, such as "compare"."""
        return self.results.spec.question.kind

    def summarise(self) -> dict[str, Any]:
        """The machine-readable twin: plain numbers, texts, lists and dictionaries.

        Numbers that do not exist, or are infinite, are None.
        """
        return {**self._summary(), "tables": {n: list(t) for n, t in self._plain_tables().items()}}

    def write_summary(self) -> None:
        """Write ``summary.json`` into the study's folder, whole or not at all."""
        write_twin(self.results, {**self._summary(), "tables": self._plain_tables()})

    def _summary(self) -> dict[str, Any]:
        """The twin with a place for the tables."""
        spec = self.results.spec
        return plain(
            {
                "verdict": self.sentence,
                "kind": self.kind,
                "question": dict(spec.question.settings),
                "game": spec.game.name,
                "scenario": spec.scenario,
                "games": self.results.game_count,
                "planned_games": spec.total_games,
                "about": self.about,
                "facts": dict(self.facts),
                "remarks": self.remarks,
                "methods": self.methods,
                "tables": {},
                "study": manifest_entries(self.results),
            }
        )

    def _plain_tables(self) -> dict[str, PlainRows]:
        return {name: PlainRows(table) for name, table in self.tables.items()}


class PlainRows(list[dict[str, Any]]):
    """Rows of a table for a writer of JSON, which asks for a list: made as they are asked for."""

    def __init__(self, table: pd.DataFrame) -> None:
        super().__init__()
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for start in range(0, len(self._table), _ROWS_AT_A_TIME):
            yield from plain(rows(self._table.iloc[start : start + _ROWS_AT_A_TIME]))


def plain(value: Any) -> Any:
    """Turn numbers of any library, tuples and missing values into what JSON has.

    >>> plain({"share": np.float64(0.5), "ends": (1, float("inf"))})
    {'share': 0.5, 'ends': [1, None]}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return None if value is pd.NA else value


def fault_remarks(games: pd.DataFrame) -> tuple[str, ...]:
    """Say which games broke off, by ending, side and first reason; nothing if none did."""
    broken = games.loc[games["ending"].isin(FAULTY_ENDINGS)]
    said = []
    for (ending, side), part in broken.groupby(
        [broken["ending"], broken["error_side"].fillna("")], sort=True
    ):
        first = part.iloc[0]
        whose = f" of the {side} side" if side else ""
        reason = first["error"] if isinstance(first["error"], str) else "cut short"
        said.append(
            f"{count_games(len(part))} broke off ({ending}{whose}) and count for nobody; first "
            f"seed {first['seed']}: {reason}"
        )
    return tuple(said)


def unfinished_remarks(results: Results, counted: str = "") -> tuple[str, ...]:
    """Say that a study lacks games, and which of those that are there count; else nothing."""
    if results.is_complete:
        return ()
    return (unfinished(results.game_count, results.spec.total_games, counted),)


def speed_here(games: pd.DataFrame, games_a_pair: int = 1) -> float | None:
    """Games (or sets of them) a second that all cores play, judged by the games of a study.

    None where the games took no time that could be measured.
    """
    from balance.experiments.workers import core_count

    seconds = float(games["play_seconds"].mean()) * games_a_pair
    return core_count() / seconds if seconds > 0 else None
