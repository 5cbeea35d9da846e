"""The page of a study that asks more than who wins, made from its answer."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from balance.analysis.consistency import find_faults
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.reading import tables_of
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.variant_names import rename_variants, variant_names
from balance.analysis.telling.words import as_sentence
from balance.experiments.schema import DETAIL
from balance.studies.answer import Answer
from balance.studies.examples import games_to_look_at
from reports.limits import limits_of
from reports.page import DICE_ALONE, Page, alarms_of
from reports.replays import Replays, examples_section, no_replays
from reports.study_figures import draw_answer
from reports.study_layout import arrange

if TYPE_CHECKING:
    import pandas as pd

#: Tables of the short version.
_BRIEF_TABLES = 3
#: Variants that a headline names.
_FEW_VARIANTS = 3
#: Kinds of study whose variants are what is asked about, and no values of a parameter.
_BETWEEN_VARIANTS = ("compare", "restrict", "tournament", "explain", "plan", "gate")
#: Settings of a question that say how its cells are laid out, and nothing to a reader.
_BOOKKEEPING = (
    "reference", "unchanged", "batch", "further", "designs", "tested", "left_out", "given",
)  # fmt: skip
#: What readers call settings that are named otherwise in the study.
_ASKED = {
    "over": "Values",
    "wanted": "Wanted shares",
    "first": "From",
    "last": "To",
    "set_ups": "Set-up draws",
    "needed": "Points needed",
    "max_games": "Games at most",
}
#: Letters of a setting that are shown; ``study.toml`` has all of them.
_LONGEST_SETTING = 300


def study_page(answer: Answer, replays: Callable[[pd.DataFrame], Replays] = no_replays) -> Page:
    """Put the answer of a study in order: sentence, answer, how sure, why, what else, limits.

    ``replays`` makes pages of games worth looking at.
    """
    spec = answer.results.spec
    labels = read_labels(spec.game)
    tables = tables_of(answer.results)
    sure = [*map(as_sentence, answer.remarks), *_untold(answer), DICE_ALONE]
    examples = games_to_look_at(answer.results)
    pages = replays(examples)
    names = variant_names(spec.game, [cell.variant_label for cell in spec.cells])
    named = replace(answer, tables=rename_variants(answer.tables, names))
    name, kind = labels.scenario_name(spec.scenario), answer.kind.replace("_", " ")
    return Page(
        title=f"{name}: {kind}",
        kicker=" · ".join([name, labels.game["name"], kind, *_rules_played(answer, names)]),
        sentence=as_sentence(answer.sentence),
        about=answer.about,
        alarms=alarms_of(tables, find_faults(tables, labels)),
        sure=sure,
        sections=[
            *arrange(answer.kind, sure, draw_answer(named, labels), answer.sheets),
            examples_section(examples, labels, pages, pairings=True),
        ],
        limits=limits_of(
            tables, labels, spec.game, spec.scenario, answer.methods, _confidence(answer),
            _asked(answer),
        ),
        replays=pages.links,
        brief=[sheet for sheet in answer.sheets if sheet.brief][:_BRIEF_TABLES],
    )  # fmt: skip


def _rules_played(answer: Answer, names: Mapping[str, str]) -> list[str]:
    """Which variants met, by their ``names``, where they are few."""
    if answer.kind not in _BETWEEN_VARIANTS:
        return []
    first, *others = names.values()
    if not others:
        return [first] if first != "baseline" else []
    return [f"{', '.join(others)} against {first}"] if len(others) <= _FEW_VARIANTS else []


def _untold(answer: Answer) -> list[str]:
    """Say what a comparison can't tell because its games kept no events."""
    if answer.kind not in ("compare", "restrict") or "events" in DETAIL[answer.results.spec.detail]:
        return []
    return [
        "This study kept no events, so it can't tell where points come from, when places fell and "
        "what goes with a change of winner: play it again with --detail events."
    ]


def _confidence(answer: Answer) -> float:
    """Confidence of the study's intervals."""
    question = answer.results.spec.question
    return float(question.get("confidence", 1 - question.get("error_rate", 1 - CONFIDENCE)))


def _asked(answer: Answer) -> list[tuple[str, str]]:
    """What the study was asked, setting by setting."""
    question = answer.results.spec.question
    facts = [("Kind of study", answer.kind.replace("_", " "))]
    for name, value in question.settings:
        if name in _BOOKKEEPING:
            continue
        words = textwrap.shorten(_setting(value), _LONGEST_SETTING, placeholder=" ...")
        facts.append((_ASKED.get(name, name.replace("_", " ").capitalize()), words))
    return facts


def _setting(value: object) -> str:
    """Write a setting of a question.

    >>> _setting(2.0), _setting(True), _setting((("victory.vp_to_win", "5", "6"), ("b", 1, 2)))
    ('2', 'yes', 'victory.vp_to_win, 5, 6; b, 1, 2')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        joint = "; " if any(isinstance(each, tuple) for each in value) else ", "
        return joint.join(map(_setting, value))
    return str(value)
