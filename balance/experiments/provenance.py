"""Hashes of all that results depend on: code, data, rules, strategies.

They go into a study's manifest, so that a study is never continued by other code or other rules.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import balance
import balance.experiments.isolation.trying  # tries plugins before they are loaded
from balance.experiments.match import rules_of
from balance.experiments.source_hashes import engine_hash
from balance.experiments.strategy_hashes import strategy_hashes
from balance.experiments.study import Provenance, StudySpec, player_names
from balance.rulebook.ruleset import Ruleset

_LIBRARIES = ("numba", "numpy", "pandas", "pyarrow")


def provenance(spec: StudySpec) -> Provenance:
    """Collect the hashes for a study; faults of variants and strategies show here first."""
    rules = [rules_of(spec.game, cell) for cell in spec.cells]
    strategies: dict[str, str] = {}
    for cell in spec.cells:
        hashes = strategy_hashes(spec.game, cell)
        strategies |= dict(zip(player_names(cell), hashes, strict=True))
    return Provenance(
        version=balance.__version__,
        engine=engine_hash(spec.game),
        rules=tuple(ruleset.hash for ruleset in rules),
        strategies=strategies,
        changes=tuple(change_texts(ruleset) for ruleset in rules),
        libraries={"python": platform.python_version(), **_library_versions()},
    )


def change_texts(ruleset: Ruleset) -> dict[str, str]:
    """What a variant changes in the rules, for readers: key -> "before -> after"."""
    return {
        key: f"{_text(before)} -> {_text(after)}"
        for key, (before, after) in ruleset.changes.items()
    }


def _library_versions() -> dict[str, str]:
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def _text(value: object) -> str:
    return "|".join(map(str, value)) if isinstance(value, tuple) else str(value)
