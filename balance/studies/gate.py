"""Balance tests for a designer's own checks: does a scenario still lie in its expected bands?

A gate is a TOML file of what is played and what is expected of it; ``balance gate FILE`` plays it
and ends with exit code 1 where a figure's whole interval lies beyond its band. A figure that is
beyond with its estimate alone is doubtful: that passes, with a warning, unless the file is strict.

    [gate]
    scenario = "blue"
    games = 400

    [bands]                                # figure = [least, greatest]
    "score.axis" = [0.35, 0.60]
    "ending.sudden_death" = [0.0, 0.05]
    ending_turn = [9, 11]
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.gate import check_bands, study_figures
from balance.analysis.labels import read_labels
from balance.analysis.questions import check_confidence
from balance.analysis.study import rows
from balance.analysis.words import count_games
from balance.charts import shown_path
from balance.errors import BalanceError, DataError
from balance.experiments.match import PLAYER, rules_of
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.rulebook import line_of, read_toml
from balance.studies.answer import Answer, Sheet, fault_remarks
from balance.studies.tables import TABLES

KIND = "gate"
METHODS = (
    "Shares: Wilson interval. Scores and means: t interval of the games that ended.",
    "Inside: the estimate lies in its band. Outside: the whole interval lies beyond. Doubtful: "
    "only the estimate does; more games tell.",
)
#: Entries of [gate]: name, type and value if it is left out.
_ENTRIES: dict[str, tuple[type, Any]] = {
    "scenario": (str, None),
    "axis": (str, "historical"),
    "soviet": (str, "historical"),
    "variant": (str, "baseline"),
    "games": (int, 400),
    "seed": (int, 1),
    "confidence": (float, 0.95),
    "strict": (bool, False),
    "why": (str, ""),
}


@dataclass(frozen=True)
class GateFile:
    """What a gate file asks for."""

    path: Path
    scenario: str
    axis: str
    soviet: str
    variant: str
    games: int
    seed: int
    confidence: float
    strict: bool
    why: str
    overrides: Mapping[str, object]
    bands: Mapping[str, tuple[float, float]]


def read_gate(path: Path) -> GateFile:
    """Read a gate file; all its faults come in one error, each with its line.

    Raises
    ------
    DataError
        If it can't be read, lacks something or has an entry of no meaning.
    """
    data = read_toml(path)
    faults = [*_strange(path, data)]
    head = data.get("gate") if isinstance(data.get("gate"), dict) else {}
    assert isinstance(head, dict)
    values: dict[str, Any] = {}
    for name, (kind, usual) in _ENTRIES.items():
        value = head.get(name, usual)
        if value is None:
            faults.append(
                f'{shown_path(path)}:{line_of(path, "gate")}: [gate] needs {name} = "..."'
            )
        elif not _is_of(value, kind):
            faults.append(
                f"{shown_path(path)}:{line_of(path, name)}: {name} is {value!r}; expected "
                f"{_KIND_WORDS[kind]}"
            )
        values[name] = value
    bands = data.get("bands", {})
    if not isinstance(bands, dict) or not bands:
        faults.append(
            f"{shown_path(path)}: a gate needs [bands] with at least one figure, such as "
            '"score.axis" = [0.4, 0.6]'
        )
        bands = {}
    for name, band in bands.items():
        if not _is_band(band):
            faults.append(
                f"{shown_path(path)}:{line_of(path, name)}: {name} is {band!r}; expected its least "
                "and its greatest value, such as [0.45, 0.55]"
            )
    if faults:
        raise DataError(faults)
    given = {name: (float(band[0]), float(band[1])) for name, band in bands.items()}
    return GateFile(path=path, overrides=data.get("set", {}), bands=given, **values)


def _strange(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    for name, part in data.items():
        if name not in ("gate", "bands", "set"):
            yield (
                f"{shown_path(path)}:{line_of(path, name)}: unknown entry {name!r}; expected "
                "[gate], [bands] or [set]"
            )
        elif not isinstance(part, dict):
            yield f"{shown_path(path)}:{line_of(path, name)}: {name} is no table; write [{name}]"
    head = data.get("gate", {})
    for name in head if isinstance(head, dict) else ():
        if name not in _ENTRIES:
            yield (
                f"{shown_path(path)}:{line_of(path, name)}: unknown entry {name!r} of [gate]; "
                f"expected one of {', '.join(_ENTRIES)}"
            )


_KIND_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _is_of(value: object, kind: type) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    return isinstance(value, (int, float) if kind is float else kind)


def _is_band(band: object) -> bool:
    if not (isinstance(band, list) and len(band) == 2 and all(_is_of(end, float) for end in band)):
        return False
    return math.isfinite(band[0]) and math.isfinite(band[1]) and band[0] <= band[1]


def gate(
    path: str | Path,
    *,
    games: int | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Play what a gate file asks for and hold its figures against their bands.

    ``facts["passed"]`` of the answer says whether all do. ``games`` replaces the number in the
    file.

    Raises
    ------
    DataError
        For a file that is wrong, or a figure that the game has not.
    """
    asked = read_gate(Path(path))
    try:
        found = find_scenario(asked.scenario)
        check_confidence(asked.confidence)
        axis, soviet, variant = (
            _beside(asked.path, name) for name in (asked.axis, asked.soviet, asked.variant)
        )
        cell = Cell(axis, soviet, variant, cell_overrides(asked.overrides))
        rules_of(found.game, cell)
        question = Question.of(
            KIND,
            bands=[(name, *band) for name, band in asked.bands.items()],
            confidence=asked.confidence,
            strict=asked.strict,
        )
        spec = StudySpec(
            found.game, found.name, (cell,), games or asked.games, asked.seed, "turns", question
        )
        _known_figures(spec, asked)
    except BalanceError as error:
        faults = getattr(error, "faults", None) or [str(error)]
        raise DataError([f"{shown_path(asked.path)}: {fault}" for fault in faults]) from error
    return answer(play_spec(spec, out, jobs, progress, player))


def _beside(gate_file: Path, name: str) -> str:
    """A file that lies beside the gate file is meant by its name there."""
    file, colon, parameters = name.partition(":")
    near = gate_file.parent / file
    if file.endswith((".toml", ".py")) and near.is_file():
        return f"{near}{colon}{parameters}"
    return name


def _known_figures(spec: StudySpec, asked: GateFile) -> None:
    """Refuse a figure that no game of the study can have, before any is played."""
    labels = read_labels(spec.game)
    columns = {name: [0] for name in ("ending_turn", *labels.measures)}
    made_up = pd.DataFrame({**columns, "winner": ["none"], "ending": ["truncated"]})
    figures = study_figures(made_up, labels.winners, labels.ending_keys, tuple(labels.measures))
    check_bands(figures, asked.bands)


def answer(results: Results) -> Answer:
    """Hold the figures of a study against the bands it was played for."""
    spec, question = results.spec, results.spec.question
    labels = read_labels(spec.game)
    figures = study_figures(
        results.games, labels.winners, labels.ending_keys, tuple(labels.measures),
        question.get("confidence"),
    )  # fmt: skip
    bands = {name: (low, high) for name, low, high in question.get("bands")}
    table = check_bands(figures, bands)
    failing = ("outside", "doubtful") if question.get("strict") else ("outside",)
    failed = table.loc[table["status"].isin(failing)]
    doubtful = table.loc[(table["status"] == "doubtful") & ~table["status"].isin(failing)]
    return Answer(
        results=results,
        sentence=_sentence(table, failed, results.game_count),
        remarks=(
            *(f"doubtful, more games must tell: {_figure(row)}" for row in rows(doubtful)),
            *fault_remarks(results.games),
        ),
        tables={"bands": table[TABLES["bands"].names]},
        sheets=[_sheet(table)],
        facts={"passed": failed.empty, "failed": failed["figure"].tolist()},
        methods=METHODS,
    )


def _sentence(table: pd.DataFrame, failed: pd.DataFrame, games: int) -> str:
    if failed.empty:
        inside = int((table["status"] == "inside").sum())
        return f"gate passed: {inside} of {len(table)} figures lie in their bands; " + count_games(
            games
        )
    return f"gate failed: {'; '.join(_figure(row) for row in rows(failed))}; {count_games(games)}"


def _figure(row: Mapping[str, Any]) -> str:
    return (
        f"{row['figure']} is {row['estimate']:.3g} [{row['low']:.3g}, {row['high']:.3g}], expected "
        f"{row['expected_low']:g} to {row['expected_high']:g}"
    )


def _sheet(table: pd.DataFrame) -> Sheet:
    return Sheet(
        "Figures and their bands",
        ("Figure", "Expected", "Found", "Interval", "Games", "Status"),
        [
            (
                row["figure"],
                f"{row['expected_low']:g} to {row['expected_high']:g}",
                f"{row['estimate']:.3g}",
                f"[{row['low']:.3g}, {row['high']:.3g}]",
                f"{row['games']:,}",
                row["status"],
            )
            for row in rows(table)
        ],
    )
