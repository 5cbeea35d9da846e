"""One parameter after the other, each one step away from the baseline, on the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from balance.analysis.designs.planning import effect_for_power
from balance.analysis.designs.screening import one_at_a_time
from balance.analysis.questions import check_count
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.words import count_games
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.by_cell import (
    SCORE,
    Measure,
    games_by_cell,
    rules_cells,
    set_up_faults,
    whole_seeds,
)
from balance.studies.field.changes import (
    FIELD_METHODS,
    field_changes,
    field_sheet,
    turned_words,
)
from balance.studies.field.players import Players
from balance.studies.sensitivity.ranges import chosen_parameters, neighbours, setting_text
from balance.studies.sensitivity.sheets import effect_sheets
from balance.studies.tables import TABLES

METHOD = "one_at_a_time"
GAMES = 100
#: Chance with which the smallest effect that is told would be found.
POWER = 0.8

METHODS = (
    "One parameter at a time, a step from the baseline: a number by 1, or by a quarter of it from "
    "12 on; a switch flipped; each other word of a choice; what is closed opened at its lowest "
    "cost. How two of them work together does not show.",
    "Both games of a pair share their seed. A p value is the smallest error rate at which the "
    "interval excludes 0. A parameter clearly matters if the interval that holds for all "
    "settings at once (Bonferroni) does. The largest of many estimates is likely to be too large.",
)


def design(
    base: StudySpec, only: Sequence[str], player: str, progress: bool | Progress = False
) -> StudySpec:
    """Add a cell for each setting to a study of the baseline alone.

    Settings that can't be played by themselves are left out and noted in the question.

    Raises
    ------
    BalanceError
        If ``only`` names nothing, or the baseline itself can't be set up.
    """
    check_count(base.games, 2, "games of a setting")
    (baseline,) = base.cells
    given = dict(baseline.overrides)
    rules = rules_under(base.game, baseline.variant, given)
    made: dict[tuple[str, str], Cell] = {}
    for parameter in chosen_parameters(rules, only):
        own = {k: v for k, v in given.items() if rules.parameter(k).key != parameter.key}
        for setting in neighbours(rules, parameter):
            overrides = cell_overrides({**own, parameter.key: setting})
            made[parameter.key, setting] = replace(baseline, overrides=overrides)
    faults = set_up_faults(base, list(made.values()), player, progress)
    left_out = [(*name, faults[cell]) for name, cell in made.items() if faults[cell]]
    cells = [baseline, *(cell for cell in made.values() if not faults[cell])]
    check_count(len(cells), 2, "settings that can be played")
    settings = dict(base.question.settings) | {"left_out": left_out or None}
    question = Question.of(base.question.kind, **settings)
    return replace(base, cells=tuple(cells), question=question)


def answer(results: Results) -> Answer:
    """Answer from the stored tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    spec, question = results.spec, results.spec.question
    labels = read_labels(spec.game)
    measure = Measure.of(labels, question.get("outcome"))
    players = Players.of(spec)
    effects, left_out, changes = _effects(results, measure)
    error_rate = question.get("error_rate")
    tables = {"parameter_effects": effects, "left_out": left_out, "field_changes": changes}
    clear = effects.loc[effects["p_all"] < error_rate]
    matter = clear["parameter"].unique().tolist()
    alike = effects.groupby("parameter")["identical_share"].min() == 1
    idle = sorted(alike.index[alike])
    count = int(effects["parameter"].nunique())
    seen, seen_alone = _smallest_effects(effects, error_rate, measure.outcome.bound)
    remarks = [
        *fault_remarks(results.games),
        *unfinished_remarks(results, players.counted),
        *players.remarks,
        *turned_words(changes),
    ]
    if seen is not None and seen_alone is not None:
        remarks.append(_power_remark(effects, seen, seen_alone, measure))
    if len(left_out):
        remarks.append(f"left out, see the table: {counted(len(left_out), 'setting')}")
    return Answer(
        results=results,
        sentence=_sentence(effects, clear, len(idle), count, measure, players),
        remarks=tuple(remarks),
        tables=tables,
        sheets=[
            *effect_sheets(tables, idle, measure),
            *([field_sheet(changes, "the baseline", labels)] if len(changes) else []),
        ],
        facts={
            "method": METHOD,
            "outcome": measure.outcome.key,
            "error_rate": error_rate,
            "parameters": count,
            "matter": matter,
            "never_changed_a_game": idle,
            "effect_found": seen,
            "effect_found_alone": seen_alone,
            "power": POWER,
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=(*METHODS, *(FIELD_METHODS if players.is_field else ())),
    )


def _effects(results: Results, measure: Measure) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Table of the effects, that of what can't be judged, and that of what a field tells apart."""
    spec, players, cells = results.spec, Players.of(results.spec), rules_cells(results.spec)
    confidence = 1 - spec.question.get("error_rate")
    games = games_by_cell(results, measure.outcome)
    values = whole_seeds(games, "value", len(cells))
    logs = whole_seeds(games, "log", len(cells))
    if values[0].notna().sum() < 2:
        raise BadQuestion(
            f"{results.folder}: {values[0].notna().sum()} complete games of the baseline have a "
            "twin in every setting; expected at least 2; play on with balance resume"
        )
    changed, identical, left_out = {}, {}, list(spec.question.get("left_out", ()))
    for number in range(1, len(cells)):
        name = _changed(cells[0], cells[number])
        whole = values[[0, number]].notna().all(axis=1)
        if whole.sum() < 2:
            left_out.append((*name, "hardly any of its games came to an end"))
            continue
        changed[name] = values[number]
        identical[name] = int((logs.loc[whole, 0] == logs.loc[whole, number]).sum())
    strata = players.strata(values.index)
    table = one_at_a_time(values[0], changed, confidence, measure.outcome.bound, strata)
    clear = table.loc[table["p_all"] < 1 - confidence, ["parameter", "setting"]]
    turns = {
        "=".join(name): (values.index, values[0], changed[name])
        for name in clear.itertuples(index=False, name=None)
        if measure.outcome.key == SCORE
    }
    changes = field_changes(players, turns, confidence, len(changed))
    names = list(zip(table["parameter"], table["setting"], strict=True))
    table["identical"] = [identical[name] for name in names]
    table["identical_share"] = table["identical"] / table["pairs"]
    parameters = spec.game.rules.parameters
    table["title"] = [parameters[key].title for key in table["parameter"]]
    table["rule"] = [parameters[key].rule for key in table["parameter"]]
    table["before"] = [_before(results, key) for key in table["parameter"]]
    left = pd.DataFrame(left_out, columns=TABLES["left_out"].names)
    return table[TABLES["parameter_effects"].names], left, changes


def _changed(baseline: Cell, cell: Cell) -> tuple[str, str]:
    """What a cell sets that the baseline doesn't: key and setting."""
    (made,) = set(cell.overrides) - set(baseline.overrides)
    return made


def _before(results: Results, key: str) -> str:
    """Setting of a parameter in the baseline of the study."""
    rules = results.spec.game.rules
    made: Mapping[str, str] = next(iter(results.manifest.provenance.changes), {})
    printed = setting_text(rules.parameter(key), rules[key])
    return made[key].partition(" -> ")[2] if key in made else printed


def _smallest_effects(
    effects: pd.DataFrame, error_rate: float, bound: float
) -> tuple[float | None, float | None]:
    """Effects found with ``POWER`` among all settings, and alone; at the usual deviation.

    That is the median over the settings that changed an outcome; None if none did. An effect that
    takes more changed games than usual is reckoned with these.
    """
    moved = effects.loc[effects["sd"] > 0]
    if moved.empty:
        return None, None
    sd, pairs = float(moved["sd"].median()), int(moved["pairs"].median())
    return (
        effect_for_power(sd, pairs, POWER, error_rate / len(effects), bound),
        effect_for_power(sd, pairs, POWER, error_rate, bound),
    )


def _power_remark(effects: pd.DataFrame, seen: float, seen_alone: float, measure: Measure) -> str:
    """What the study could have missed."""
    games = f"{count_games(int(effects['pairs'].median()))} a setting"
    if seen_alone > measure.outcome.bound:
        return f"{games} are too few to find any effect, however large"
    among = f"of {measure.size(seen)} or more" if seen <= measure.outcome.bound else "of no size"
    return (
        f"{games} have an {POWER:.0%} chance of finding an effect of {measure.size(seen_alone)} or "
        f"more in a setting looked at alone, and {among} among all {len(effects)} settings "
        "together; smaller ones may be missed"
    )


def _sentence(
    effects: pd.DataFrame,
    clear: pd.DataFrame,
    idle: int,
    count: int,
    measure: Measure,
    players: Players,
) -> str:
    """The largest change that is clear of chance, or the largest at all; how many matter."""
    matter = clear["parameter"].nunique()
    top = rows(clear if matter else effects)[0]
    figure = (
        f"{measure.change(top['difference'])} {measure.interval(top['all_low'], top['all_high'])}"
    )
    step = (
        f"{top['title']}, from {top['before']} to {top['setting']}, changes "
        f"the {measure.name} by {figure}"
    )
    lead = (
        f"{matter} of {count} parameters clearly {'matters' if matter == 1 else 'matter'}, the "
        f"largest change first: {step}"
        if matter
        else f"No parameter stands out: the largest change is that {step}"
    )
    held = f"; the interval holds for all {len(effects)} settings at once"
    among = " of the field" if players.is_field else ""
    games = f"{count_games(int(top['pairs']))}{among} a setting"
    played = f"{games}{held if len(effects) > 1 else ''}"
    verb = "parameter" if idle == 1 else "parameters"
    return f"{lead} ({played}). {idle or 'No'} {verb} never changed a game."
