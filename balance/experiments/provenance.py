"""Hashes of all that results depend on: code, data, rules, strategies.

They go into a study's manifest, so that a study is never continued by other code or other rules.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import balance
import balance.experiments.isolation.trying  # tries plugins before they are loaded
from balance.experiments.helper_files import helpers_of
from balance.experiments.match import rules_of
from balance.experiments.plugins import plugin_path
from balance.experiments.source_hashes import engine_hash, hash_files
from balance.experiments.study import Provenance, StudySpec
from balance.files.resources import strategies_folder
from balance.files.writing import is_file
from balance.rulebook.game import Game
from balance.rulebook.ruleset import Ruleset
from balance.strategy import registry
from balance.strategy.chances import FOLDER
from balance.strategy.field import FILE
from balance.strategy.planner import Planner

_LIBRARIES = ("numba", "numpy", "pandas", "pyarrow")


def provenance(spec: StudySpec) -> Provenance:
    """Collect the hashes for a study; faults of variants and strategies show here first."""
    rules = [rules_of(spec.game, cell) for cell in spec.cells]
    strategies = {}
    for cell in spec.cells:
        for side, strategy in (("axis", cell.axis), ("soviet", cell.soviet)):
            strategies[f"{side} {strategy}"] = strategy_hash(spec.game, side, strategy)
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


def strategy_hash(game: Game, side: str, strategy: str) -> str:
    """Hash of the source of a strategy, named ``name:key=value`` or by the path of its file.

    An opening file that comes with the product counts by itself. A Python strategy there may share
    code with its neighbours, so all of them count; a plugin of others counts with the files of its
    folder that it takes. With a planner counts what it looks up: openings, field and chances.
    """
    path = Path(strategy.partition(":")[0])
    plugin = plugin_path(game, side, strategy)
    if plugin is not None and is_file(plugin):
        files = [plugin, *helpers_of(plugin)]
        return hash_files([*files, *(_looked_up(game) if any(map(_plans, files)) else ())])
    if game.is_outside:
        entry, _ = registry.find(game, side, strategy)
        if entry.kind == "opening":
            return hash_files([entry.path])
    folders = [strategies_folder() / folder.name for folder in game.folders]
    own = [place / f"{side}_{path}.toml" for place in folders]
    alone = next(filter(is_file, (path, *own)), None)
    return hash_files([alone] if alone else [*filter(Path.is_dir, folders), *_looked_up(game)])


def _plans(file: Path) -> bool:
    """Whether a file may hold a planner, found without loading it: it names the class."""
    return Planner.__name__.encode() in file.read_bytes()


def _looked_up(game: Game) -> list[Path]:
    """What planners of a game look up."""
    openings = [entry.path for entry in registry.entries(game) if entry.kind == "opening"]
    return [*openings, *filter(Path.exists, (game.folder / FILE, game.folder / FOLDER))]


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
