"""Dead rules: how often each rule fires, and what changes in the same games without it.

``data/<game>/switch_off.toml`` says what switches a rule off. A rule is dead if its absence changed
nothing in any game, quiet if it changed how games went but never who won, else live.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.multiplicity import holm
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.analysis.estimates.proportions import upper_bound, wilson_interval
from balance.analysis.estimates.strata import Strata
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.words import count_games, percent
from balance.counting import counted
from balance.errors import BadQuestion, DataError, UnknownName
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.schema import DETAIL
from balance.experiments.study import Cell, StudySpec
from balance.given import listed
from balance.rulebook.game import Game
from balance.rulebook.register import Rule
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.by_cell import (
    SCORE,
    Measure,
    games_by_cell,
    rules_cells,
    set_up_faults,
    whole_seeds,
)
from balance.studies.dead_rules.sheets import rule_sheets
from balance.studies.dead_rules.switches import RuleSwitch, read_switches
from balance.studies.field.changes import (
    FIELD_METHODS,
    field_changes,
    field_sheet,
    turned_words,
)
from balance.studies.field.players import Players
from balance.studies.tables import TABLES

KIND = "dead_rules"
GAMES = 100
DEAD, QUIET, LIVE = "dead", "quiet", "live"
#: A rule with one of these has something to do in play.
IN_PLAY = ("modelled", "simplified")
#: Rules that a sentence names, at most.
NAMED = 5

METHODS = (
    "Each rule is switched off as switch_off.toml says, in games on the seeds of the baseline. "
    "Dead: no game changed; quiet: some did, but none changed its winner; live: the rest.",
    "Shares have Wilson intervals, firings t intervals, the score a paired interval; each holds "
    "for its rule alone, p values are adjusted for all rules by Holm. The bound on what a dead "
    "rule may change is one-sided (Clopper-Pearson), for each rule alone and for all rules tested "
    "together (Bonferroni): dead ones are picked from all of them.",
    "A rule is judged as these strategies play: one that they never use may be dead for them only.",
)


def dead_rules(
    scenario: str,
    *,
    only: Sequence[str] = (),
    variant: str = "baseline",
    settings: Mapping[str, object] | None = None,
    axis: str | None = None,
    soviet: str | None = None,
    games: int = GAMES,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "battles",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Find the rules that change nothing.

    Parameters
    ----------
    only
        Numbers of rules, or what they begin with (``11.28``); all if none is given.
    variant, settings
        The baseline: a variant, and parameters on top of it.
    games
        Games a rule.
    error_rate
        Intervals and bounds hold with one minus this.
    detail
        Tables to keep; firings are counted in those alone.
    axis, soviet
        Strategies; the field of the scenario if none is named.
    scenario, seed, jobs, out, progress
        As of ``balance.run``.

    Raises
    ------
    UnknownName, BadQuestion, DataError
        Before anything is played.

    Examples
    --------
    >>> answer = balance.dead_rules("blue", only=["11.28"], games=40)
    >>> list(answer.tables["rule_effects"].rule)
    ['11.28a', '11.28b', '11.28c', '11.28d']
    """
    check_error_rate(error_rate)
    check_count(games, 2, "games of a rule")
    only = listed(only or (), "only")
    found = find_scenario(scenario)
    switches = choose_switches(found.game, only)
    players = Players.chosen(found, axis, soviet)
    baseline = Cell(*players.pairings[0], variant, cell_overrides(settings or {}))
    question = Question.of(KIND, error_rate=error_rate, only=tuple(only) or None, **players.setting)
    spec = StudySpec(found.game, found.name, (baseline,), games, seed, detail, question)
    spec = players.study(design(spec, switches, player, progress))
    return answer(play_spec(spec, out, jobs, progress, player))


def choose_switches(game: Game, only: Sequence[str]) -> list[RuleSwitch]:
    """Rules of a game that can be switched off: those meant by ``only``, or all.

    Raises
    ------
    UnknownName, BadQuestion
        If a number is no rule's, or nothing switches those rules off.
    """
    switches = read_switches(game)
    known = game.register.rules
    for wanted in only:
        if not any(wanted and _is_meant(number, [wanted]) for number in known):
            raise UnknownName(f"rule of {game}", wanted, known)
    chosen = [each for each in switches.values() if _is_meant(each.rule, only)]
    if not chosen:
        raise BadQuestion(
            f"rule {', '.join(only)}: nothing switches it off; expected a rule of switch_off.toml, "
            f"such as {', '.join(list(switches)[:3])}"
        )
    return chosen


def _is_meant(number: str, only: Sequence[str]) -> bool:
    """Whether a rule is meant: 11.2 means 11.2 and 11.2a, but not 11.28; nothing means all.

    >>> [_is_meant("11.28a", each) for each in (["11.28"], ["11"], ["11.2"], [])]
    [True, True, False, True]
    """
    begun = (number[len(each) :] for each in only if number.startswith(each))
    return not only or any(not rest[:1].isdigit() for rest in begun)


def design(
    spec: StudySpec,
    switches: Sequence[RuleSwitch],
    player: str,
    progress: bool | Progress = False,
) -> StudySpec:
    """Add a cell for each way to switch rules off to a study of the baseline alone."""
    (baseline,) = spec.cells
    made = {switch.rule: switch.off(baseline) for switch in switches}
    faults = set_up_faults(spec, list(made.values()), player, progress)
    faults[baseline] = "the baseline of this study has it switched off"
    places = {cell: n for n, cell in enumerate((c for c, why in faults.items() if not why), 1)}
    tested = [(rule, places[cell]) for rule, cell in made.items() if cell in places]
    left_out = [(rule, faults[cell]) for rule, cell in made.items() if faults[cell]]
    check_count(len(tested), 1, "rules that can be switched off")
    settings = dict(spec.question.settings)
    question = Question.of(KIND, **settings, tested=tested, left_out=left_out or None)
    return replace(spec, cells=(baseline, *places), question=question)


def answer(results: Results) -> Answer:
    """Answer from the stored tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    spec, question = results.spec, results.spec.question
    register = spec.game.register.rules
    labels = read_labels(spec.game)
    measure = Measure.of(labels, SCORE)
    players = Players.of(spec)
    effects, left_out, changes = _effects(results, measure)
    reasons = {**dict(question.get("left_out", ())), **left_out}
    meant = [
        rule
        for rule in register.values()
        if rule.status in IN_PLAY and _is_meant(rule.number, question.get("only", ()))
    ]
    untested = _untested(meant, set(effects["rule"]), reasons)
    tables = {
        "rule_effects": effects,
        "rules_not_tested": untested,
        "field_changes": changes,
    }
    by_status = {
        status: effects.loc[effects["status"] == status, "rule"].tolist()
        for status in (DEAD, QUIET, LIVE)
    }
    remarks = [
        *fault_remarks(results.games),
        *unfinished_remarks(results, players.counted),
        *players.remarks,
        *(f"rule {told}" for told in turned_words(changes)),
    ]
    unused = effects.loc[(effects["status"] == DEAD) & (effects["fired"] == 0), "rule"].tolist()
    if unused:
        remarks.append(
            "of the dead rules, these never came into play, so that what they do is not "
            f"measurable with these players: {', '.join(unused)}"
        )
    return Answer(
        results=results,
        sentence=_sentence(
            effects, by_status, len(untested), 1 - question.get("error_rate"), players
        ),
        remarks=tuple(remarks),
        tables=tables,
        sheets=[
            *rule_sheets(tables, measure),
            *([field_sheet(changes, "the baseline", labels)] if len(changes) else []),
        ],
        facts={
            "error_rate": question.get("error_rate"),
            "games_a_rule": int(effects["pairs"].max()),
            "tested": len(effects),
            "not_tested": len(untested),
            **by_status,
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=(*METHODS, *(FIELD_METHODS if players.is_field else ())),
    )


def _effects(
    results: Results, measure: Measure
) -> tuple[pd.DataFrame, dict[str, str], pd.DataFrame]:
    """Table of what changed without each rule, why some rules can't be judged, and where a field
    tells apart what the others do.
    """
    spec = results.spec
    register, switches = spec.game.register.rules, read_switches(spec.game)
    games = games_by_cell(results, measure.outcome)
    players, count = Players.of(spec), len(rules_cells(spec))
    table = {name: whole_seeds(games, name, count) for name in ("value", "log", "winner")}
    base_games = games.loc[(games["cell"] == 0) & games["value"].notna(), "game_id"]
    if table["value"][0].notna().sum() < 2:
        raise BadQuestion(
            f"{results.folder}: {table['value'][0].notna().sum()} complete games of the baseline "
            "have a twin without each rule; expected at least 2; play on with balance resume"
        )
    lines, left_out = [], {}
    rules_tested = len(spec.question.get("tested"))
    for number, cell in spec.question.get("tested"):
        if number not in register:
            raise DataError(f"{results.folder}: rule {number} is no longer in the register")
        whole = table["value"][[0, cell]].notna().all(axis=1)
        pairs = {name: each.loc[whole, [0, cell]].to_numpy() for name, each in table.items()}
        strata = players.strata(whole.index[whole])
        if whole.sum() < 2:
            left_out[number] = "hardly any game without it came to an end"
            continue
        switch = switches.get(number)
        lines.append(
            {
                "rule": number,
                "title": register[number].title,
                "off": switch.text if switch else "",
                "note": switch.note if switch else "",
                **_firings(results, switch, base_games, spec.question.get("error_rate")),
                **_changes(
                    pairs,
                    spec.question.get("error_rate"),
                    measure.outcome.bound,
                    rules_tested,
                    strata,
                ),
            }
        )
    if not lines:
        raise BadQuestion(f"{results.folder}: hardly a game without a rule came to an end")
    effects = pd.DataFrame(lines)
    effects["p_holm"] = holm(effects["p_value"])
    error_rate, places = spec.question.get("error_rate"), dict(spec.question.get("tested"))
    value = table["value"]
    moved = effects.loc[effects["p_holm"] <= error_rate, "rule"]
    turns = {rule: (value.index, value[0], value[places[rule]]) for rule in moved}
    changes = field_changes(players, turns, 1 - error_rate, len(effects))
    return effects[TABLES["rule_effects"].names], left_out, changes


def _firings(
    results: Results, switch: RuleSwitch | None, game_ids: pd.Series, error_rate: float
) -> dict[str, float]:
    """Firings a game in the baseline, with intervals; missing where the tables don't tell."""
    names = ("fired", "fired_low", "fired_high")
    shares = ("fired_share", "fired_share_low", "fired_share_high")
    told = switch.fired if switch else None
    if told is None or told.table not in DETAIL[results.spec.detail]:
        return dict.fromkeys((*names, *shares), np.nan)
    counts = told.by_game(getattr(results, told.table), game_ids)
    games = int((counts > 0).sum())
    low, high = wilson_interval(games, len(counts), 1 - error_rate)
    mean, mean_low, mean_high = mean_interval(counts, 1 - error_rate, least=0, unit=1.0)
    return {
        **dict(zip(names, (mean, mean_low, mean_high), strict=True)),
        **dict(zip(shares, (games / len(counts), float(low), float(high)), strict=True)),
    }


def _changes(
    pairs: Mapping[str, np.ndarray],
    error_rate: float,
    bound: float,
    rules_tested: int,
    strata: Strata,
) -> dict[str, object]:
    """What changed between the games of pairs; arrays of shape (pairs, 2)."""
    confidence = 1 - error_rate
    count = len(pairs["log"])
    line: dict[str, object] = {"pairs": count}
    for name, column in (("changed", "log"), ("flipped", "winner")):
        number = int((pairs[column][:, 0] != pairs[column][:, 1]).sum())
        low, high = wilson_interval(number, count, confidence)
        line |= {
            name: number,
            f"{name}_share": number / count,
            f"{name}_low": float(low),
            f"{name}_high": float(high),
        }
    line["status"] = DEAD if not line["changed"] else LIVE if line["flipped"] else QUIET
    for name, share in (("changed_bound", 1), ("changed_bound_all", rules_tested)):
        line[name] = upper_bound(int(str(line["changed"])), count, 1 - error_rate / share)
    differences = (pairs["value"][:, 1] - pairs["value"][:, 0]).astype(float)
    ends = difference_interval(differences, confidence, bound, strata)
    line |= dict(zip(("difference", "low", "high"), ends, strict=True))
    line["p_value"] = difference_p_value(differences, bound, strata)
    return line


def _untested(meant: Iterable[Rule], tested: set[str], reasons: Mapping[str, str]) -> pd.DataFrame:
    """Rules that were meant but not tested, each with the reason."""
    lines = [
        (rule.number, rule.title, reasons.get(rule.number, "nothing switches it off"))
        for rule in meant
        if rule.number not in tested
    ]
    return pd.DataFrame(lines, columns=TABLES["rules_not_tested"].names)


def _sentence(
    effects: pd.DataFrame,
    by_status: Mapping[str, list[str]],
    untested: int,
    confidence: float,
    players: Players,
) -> str:
    """Number of rules of each status, the dead ones with the bound."""
    pairs = count_games(int(effects["pairs"].min())) + (" of the field" if players.is_field else "")
    dead = effects.loc[effects["status"] == DEAD]
    left_out = f"{counted(untested, 'rule')} {'was' if untested == 1 else 'were'} not tested"
    rest = (
        f"{len(by_status[QUIET])} change games but never the winner, {len(by_status[LIVE])} change "
        f"the winner too; {left_out}."
    )
    if dead.empty:
        return f"None of the {counted(len(effects), 'rule')} tested is dead ({pairs} each). {rest}"
    named = [f"{row['rule']} {row['title']}" for row in rows(dead.head(NAMED))]
    more = f" and {len(dead) - NAMED} more" if len(dead) > NAMED else ""
    each, together = (
        percent(float(dead[name].max())) for name in ("changed_bound", "changed_bound_all")
    )
    several = f" for any one rule, and {together} for all {len(effects)} tested together"
    whole = several if len(effects) > 1 else ""
    verb, absence = ("is", "its absence") if len(dead) == 1 else ("are", "their absence")
    return (
        f"{len(dead)} of {counted(len(effects), 'rule')} tested {verb} dead "
        f"({', '.join(named)}{more}): {absence} changed none of {pairs} each, and so "
        f"changes at most {each} of all games{whole} "
        f"({percent(confidence)} confidence). {rest}"
    )
