"""From a study's folder to the answers that the terminal, the report and summary.json share."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import TYPE_CHECKING, Any

from balance.experiments.schema import DETAIL

if TYPE_CHECKING:
    from balance.analysis.results import Results as Answers
    from balance.experiments.results import Results


def answers_of(results: Results) -> Answers:
    """Analyse a study."""
    from balance.analysis.results import analyse
    from balance.analysis.study import StudyTables

    spec, kept = results.spec, DETAIL[results.spec.detail]
    tables = StudyTables(
        games=results.games,
        turns=results.turns,
        events=results.events if "events" in kept else None,
        battles=results.battles if "battles" in kept else None,
        manifest=manifest_entries(results),
    )
    return analyse(tables, spec.game, spec.scenario, parameters=changed_parameters(results))


def manifest_entries(results: Results) -> dict[str, Any]:
    """Return the manifest of a study as plain entries, for reports."""
    return {
        **dataclasses.asdict(results.spec),
        "made_by": dataclasses.asdict(results.manifest.provenance),
    }


def changed_parameters(results: Results) -> dict[str, Any]:
    """Return what the study's rules change, where all its pairings agree on it."""
    from balance.experiments.match import rules_of

    rulesets = [rules_of(results.spec.game, cell) for cell in results.spec.cells]
    changes = {key: new for r in rulesets for key, (_, new) in r.changes.items()}
    return {
        key: value
        for key, value in changes.items()
        if all(key in r.changes and r.changes[key][1] == value for r in rulesets)
    }


def write_summary(results: Results, answers: Answers) -> None:
    """Write ``summary.json`` into the study's folder, whole or not at all."""
    from balance.analysis.summary import summarise

    path = results.folder / "summary.json"
    waiting = path.with_suffix(f".{os.getpid()}.tmp")
    text = json.dumps(summarise(answers), indent=1, ensure_ascii=False, allow_nan=False)
    waiting.write_text(text + "\n", encoding="utf-8")
    waiting.replace(path)
