"""From a study's folder to the answers that the terminal, the report and summary.json share."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pandas as pd

from balance.analysis.results import Results as Answers
from balance.analysis.results import analyse
from balance.analysis.study import StudyTables
from balance.analysis.telling.summary import summarise
from balance.errors import BalanceError
from balance.experiments.match import rules_of
from balance.experiments.results import Results
from balance.experiments.schema import tables_of as documented
from balance.files.writing import write_whole

#: Columns of the logs that the analysis asks for.
LOG_COLUMNS = {
    "events": ("game_id", "game_turn", "kind", "hex", "unit", "value"),
    "battles": ("game_id", "game_turn", "attacker", "hex", "final_odds", "final_odds_ratio",
                "die", "result"),
    "hexes": ("game_id", "game_turn", "hex", "changed", "control", "axis_oos", "soviet_oos"),
}  # fmt: skip
#: Columns of the games that it does not ask for: they are as many words as games.
UNREAD = ("log", "worker")
#: Games held at a time with their logs (some 700,000 events), or with their turns alone.
GAMES_A_PART, GAMES_OF_TURNS = 2000, 10_000


def answers_of(results: Results) -> Answers:
    """Analyse a study."""
    spec, parameters = results.spec, changed_parameters(results)
    return analyse(tables_of(results), spec.game, spec.scenario, parameters=parameters)


def tables_of(results: Results) -> StudyTables:
    """Read the games of a study; its turns and logs are read in parts."""
    columns = [name for name in documented(results.spec.game)["games"].names if name not in UNREAD]
    whole = StudyTables(results.coded("games", columns), manifest=manifest_entries(results))
    return dataclasses.replace(whole, parts=lambda: _parts(results, whole))


def _parts(results: Results, whole: StudyTables) -> Iterator[StudyTables]:
    """Cut a study into runs of games with their turns and logs."""
    kept = {name: columns for name, columns in LOG_COLUMNS.items() if name in results.kept}
    size = GAMES_A_PART if kept else GAMES_OF_TURNS
    kept["turns"] = tuple(documented(results.spec.game)["turns"].names)
    if whole.games.empty:
        empty = {name: results.coded(name, columns) for name, columns in kept.items()}
        yield dataclasses.replace(whole, parts=None, **dict[str, Any](empty))
        return
    for first, last, tables in results.runs(kept, size):
        yield dataclasses.replace(
            whole,
            games=games_between(whole.games, first, last),
            parts=None,
            **dict[str, Any](tables),
        )


def games_between(table: pd.DataFrame, first: int, last: int) -> pd.DataFrame:
    """Rows of games ``first`` .. ``last`` of a table that is in order of games."""
    start, end = table["game_id"].searchsorted([first, last + 1])
    return table.iloc[start:end]


def manifest_entries(results: Results) -> dict[str, Any]:
    """Copy the manifest of a study as plain entries, for reports."""
    return {
        **dataclasses.asdict(results.spec),
        "game": results.spec.game.name,
        "made_by": dataclasses.asdict(results.manifest.provenance),
    }


def changed_parameters(results: Results) -> dict[str, Any]:
    """Return what the study's rules change, where all its pairings agree on it."""
    try:
        rulesets = [rules_of(results.spec.game, cell) for cell in results.spec.cells]
    except BalanceError:  # a variant's file is gone since; its games are still worth a report
        return {}
    changes = {key: new for r in rulesets for key, (_, new) in r.changes.items()}
    return {
        key: value
        for key, value in changes.items()
        if all(key in r.changes and r.changes[key][1] == value for r in rulesets)
    }


def write_summary(results: Results, answers: Answers) -> None:
    """Write ``summary.json`` into the study's folder, whole or not at all."""
    write_twin(results, summarise(answers))


def write_twin(results: Results, summary: dict[str, Any]) -> None:
    """Write a machine-readable answer as ``summary.json``, whole or not at all.

    Raises
    ------
    DataError
        If the folder can't be written.
    """
    writer = json.JSONEncoder(indent=1, ensure_ascii=False, allow_nan=False)
    # In pieces: the text of a long study is longer than all its tables.
    write_whole(results.folder / "summary.json", chain(writer.iterencode(summary), "\n"))
