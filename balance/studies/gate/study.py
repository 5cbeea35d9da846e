"""Balance tests for a designer's own checks: does a scenario still lie in its expected bands?

A gate is a TOML file of what is played and what is expected of it; ``balance gate FILE`` plays it
and ends with exit code 1 where a figure's whole interval lies beyond its band: the gate failed. A
figure that is beyond with its estimate alone is doubtful: the gate is then neither passed nor
failed (exit code 0), unless the file is strict, which fails it. It passes when all figures lie in
their bands.

    [gate]
    scenario = "blue"
    games = 400

    [bands]                                # figure = [least, greatest]
    "score.axis" = [0.35, 0.60]
    "ending.sudden_death" = [0.0, 0.05]
    ending_turn = [9, 11]

    [dead_rules]                           # asks besides that no rule does nothing
    games = 20

``balance.studies.gate.file`` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.gate import check_bands, study_figures
from balance.analysis.questions import check_confidence
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import count_games
from balance.errors import BalanceError, DataError, UnknownName
from balance.experiments.match import PLAYER, rules_of
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec
from balance.files.charts import shown_path
from balance.given import path_at
from balance.studies.answer import Answer, Sheet, fault_remarks
from balance.studies.dead_rules.study import answer as dead_rules_answer
from balance.studies.dead_rules.study import choose_switches, dead_rules
from balance.studies.field.players import Players
from balance.studies.gate.file import GateFile, read_gate
from balance.studies.tables import TABLES

KIND = "gate"
#: Figure, and folder of the study, of rules that change nothing.
DEAD_RULES = "dead_rules"
METHODS = (
    "Shares, and scores of the games that ended: Wilson interval, for scores as if no game were "
    "drawn, which is never too short. Means: t interval of the games that ended.",
    "Inside: the estimate lies in its band. Outside: the whole interval lies beyond. Doubtful: "
    "only the estimate does; more games would tell.",
    "Dead rules: those whose absence changed none of the games played for them.",
)
#: Of a gate over a field.
FIELD_METHOD = (
    "Field: pairings with fixed weights share the games, each on seeds of its own; intervals of "
    "scores and means are those of stratified means, those of shares take what differs from "
    "pairing to pairing for luck, and so are a little wide."
)

#: How the names of figures begin that are scores or shares of games.
_SHARES = ("score.", "share.", "ending.", "faulty")

#: What figures are that every game has.
_FIGURES = {
    "faulty": "Share of games that broke off",
    "ending_turn": "Last turn played",
    DEAD_RULES: "Dead rules",
}


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

    ``facts["passed"]`` of the answer says whether all do, ``facts["failed"]`` and
    ``facts["doubtful"]`` name those that don't. ``games`` replaces the number in the file.

    Raises
    ------
    DataError
        For a file that is wrong, or a figure that the game has not.

    Examples
    --------
    >>> answer = balance.gate("data/drive_on_stalingrad/gates/operation_blue.toml", games=40)
    >>> list(answer.tables["bands"].columns[:2])
    ['figure', 'expected_low']
    """
    spec = study_of(read_gate(path_at("gate file", path)), games)
    try:
        results = play_spec(spec, out, jobs, progress, player)
    except UnknownName as error:
        # Whether its players are there is found by whoever plays them.
        raise DataError(f"{shown_path(Path(path))}: {error}") from error
    play_further(results, jobs, progress, player)
    return answer(results)


def study_of(asked: GateFile, games: int | None = None) -> StudySpec:
    """The study that a gate file asks for; ``games`` replaces the number in the file.

    Raises
    ------
    DataError
        With the file, if it names what isn't there or a figure that the game has not.
    """
    try:
        found = find_scenario(asked.scenario)
        check_confidence(asked.confidence)
        axis, soviet, variant = map(asked.beside, (asked.axis, asked.soviet, asked.variant))
        players = Players.chosen(found, axis or None, soviet or None)
        cells = players.cells([(variant, cell_overrides(asked.overrides))])
        rules_of(found.game, cells[0])
        question = Question.of(
            KIND,
            bands=[(name, *band) for name, band in asked.bands.items()],
            confidence=asked.confidence,
            strict=asked.strict,
            **_dead_settings(asked),
            **players.setting,
        )
        each = players.rounds(asked.games if games is None else games)
        spec = StudySpec(found.game, found.name, cells, each, asked.seed, "turns", question)
        _known_figures(spec, asked)
        if asked.dead_rules:
            choose_switches(found.game, asked.dead_rules.only)
    except BalanceError as error:
        faults = getattr(error, "faults", None) or [str(error)]
        raise DataError([f"{shown_path(asked.path)}: {fault}" for fault in faults]) from error
    return spec


def _dead_settings(asked: GateFile) -> dict[str, Any]:
    """Settings of the search for dead rules; none if the file doesn't ask for it."""
    if asked.dead_rules is None:
        return {}
    dead = asked.dead_rules
    return {"dead_games": dead.games, "dead_only": dead.only, "dead_allowed": dead.allowed}


def play_further(
    results: Results, jobs: int | None, progress: bool | Progress, player: str
) -> None:
    """Play the search for dead rules, a study of its own in the gate's folder."""
    question, spec = results.spec.question, results.spec
    if question.get("dead_games") is None:
        return
    cell, named = spec.cells[0], not Players.of(spec).is_field
    dead_rules(
        f"{spec.game}/{spec.scenario}",
        only=question.get("dead_only"),
        variant=cell.variant,
        settings=dict(cell.overrides),
        axis=cell.axis if named else None,
        soviet=cell.soviet if named else None,
        games=question.get("dead_games"),
        error_rate=1 - question.get("confidence"),
        seed=spec.seed,
        jobs=jobs,
        out=results.folder / DEAD_RULES,
        progress=progress,
        player=player,
    )


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
    players = Players.of(spec)
    games = players.whole_rounds(results.games, 1)
    figures = study_figures(
        games, labels.winners, labels.ending_keys, tuple(labels.measures),
        question.get("confidence"), players.strata(games["seed"]),
    )  # fmt: skip
    bands = {name: (low, high) for name, low, high in question.get("bands")}
    table = check_bands(figures, bands)
    dead = _dead_beyond(results)
    if question.get("dead_games") is not None:
        table = pd.concat([table, _dead_line(dead, question)], ignore_index=True)
    failing = ("outside", "doubtful") if question.get("strict") else ("outside",)
    failed = table.loc[table["status"].isin(failing)]
    doubtful = table.loc[(table["status"] == "doubtful") & ~table["status"].isin(failing)]
    return Answer(
        results=results,
        sentence=_sentence(table, failed, doubtful, results.game_count, labels),
        remarks=(
            *(
                f"in doubt until more games are played: {_figure(row, labels)}"
                for row in rows(doubtful)
            ),
            *([f"dead rules: {', '.join(dead)}"] if dead else []),
            *fault_remarks(results.games),
            *players.remarks,
        ),
        tables={"bands": table[TABLES["bands"].names]},
        sheets=[_sheet(table, labels)],
        facts={
            "passed": failed.empty and doubtful.empty,
            "failed": failed["figure"].tolist(),
            "doubtful": doubtful["figure"].tolist(),
            "dead_rules": dead,
        },
        methods=(*METHODS, *([FIELD_METHOD] if players.is_field else [])),
    )


def _dead_beyond(results: Results) -> list[str]:
    """Rules that changed no game and aren't allowed to."""
    folder = results.folder / DEAD_RULES
    if not folder.is_dir():
        return []
    allowed = results.spec.question.get("dead_allowed", ())
    dead = dead_rules_answer(Results(folder)).facts["dead"]
    return [rule for rule in dead if rule not in allowed]


def _dead_line(dead: Sequence[str], question: Question) -> pd.DataFrame:
    """The number of dead rules as a figure; none are expected."""
    count = float(len(dead))
    line = (DEAD_RULES, 0.0, 0.0, count, count, count, question.get("dead_games"))
    status = "outside" if dead else "inside"
    return pd.DataFrame([(*line, status)], columns=TABLES["bands"].names)


def _sentence(
    table: pd.DataFrame, failed: pd.DataFrame, doubtful: pd.DataFrame, games: int, labels: Labels
) -> str:
    if len(failed):
        said = f"Gate failed: {'; '.join(_figure(row, labels) for row in rows(failed))}"
        others = f"; {len(doubtful)} more in doubt" if len(doubtful) else ""
        return f"{said}{others} ({count_games(games)})."
    count = len(table)
    if doubtful.empty:
        whole = (
            "its figure lies in its band"
            if count == 1
            else f"all {count} figures lie in their bands"
        )
        return f"Gate passed: {whole} ({count_games(games)})."
    inside = count - len(doubtful)
    return (
        f"Gate undecided: {inside} of {count} figures in their bands, {len(doubtful)} in doubt, "
        f"none is shown to lie outside ({count_games(games)})."
    )


def _figure(row: Mapping[str, Any], labels: Labels) -> str:
    found, interval, expected = _numbers(row)
    return f"{figure_words(row['figure'], labels)} {found} {interval}, expected {expected}"


def _numbers(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """A figure, its interval and its band as readers see them: scores and shares in percent.

    >>> ends = {"low": 0, "high": 0.658, "expected_low": 0.1, "expected_high": 0.35}
    >>> _numbers({"figure": "score.axis", "estimate": 0, **ends})
    ('0%', '[0, 65.8]', '10% to 35%')
    """
    is_share = str(row["figure"]).startswith(_SHARES)
    times, sign = (100, "%") if is_share else (1, "")
    return (
        f"{times * row['estimate']:.3g}{sign}",
        f"[{times * row['low']:.3g}, {times * row['high']:.3g}]",
        f"{times * row['expected_low']:g}{sign} to {times * row['expected_high']:g}{sign}",
    )


def figure_words(name: str, labels: Labels) -> str:
    """Say what a figure of a gate is.

    >>> from balance.rulebook.game import open_game
    >>> words = read_labels(open_game("drive_on_stalingrad"))
    >>> figure_words("score.axis", words), figure_words("ending.sudden_death", words)
    ('Axis score', 'Ends by: Sudden death')
    >>> figure_words("vp_hexes", words)
    'Axis victory points at the end, of which for victory hexes held'
    """
    kind, _, of = name.partition(".")
    if kind == "score":
        return f"{labels.sides[of]} score"
    if kind == "share":
        return f"Winner: {labels.winner_name(of)}"
    if kind == "ending":
        return f"Ends by: {labels.ending_name(of)}"
    if name not in labels.measures:
        return _FIGURES[name]
    words = labels.measures[name]
    if not words.startswith("of which "):
        return words
    before = list(labels.measures)[: list(labels.measures).index(name)]
    wholes = [labels.measures[key] for key in before]
    whole = next(each for each in reversed(wholes) if not each.startswith("of which "))
    return f"{whole}, {words}"


def _sheet(table: pd.DataFrame, labels: Labels) -> Sheet:
    return Sheet(
        "Figures and their bands",
        ("Figure", "What it is", "Expected", "Found", "Interval", "Games", "Status"),
        [
            (
                row["figure"],
                figure_words(row["figure"], labels),
                expected,
                found,
                interval,
                f"{row['games']:,}",
                row["status"],
            )
            for row in rows(table)
            for found, interval, expected in [_numbers(row)]
        ],
    )
