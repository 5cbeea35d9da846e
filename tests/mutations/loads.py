"""Loads a game's files as ``balance run`` does before it plays, from a copy that may be damaged."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.play.history import read_history
from balance.analysis.telling.labels import read_labels
from balance.errors import DataError, UnknownName
from balance.experiments.scenarios import find_scenario
from balance.experiments.schema import own_records
from balance.experiments.variants import apply_variants, load_variant
from balance.files import resources
from balance.files.charts import Row
from balance.maps.build import build_map, map_tables
from balance.rulebook.game import Game, open_game, playable_games
from balance.strategy.field import read_fields
from balance.strategy.play import prepare
from balance.strategy.registry import find, read_file
from balance.studies.dead_rules.switches import read_switches
from balance.studies.gate.file import read_gate
from balance.studies.gate.study import study_of
from balance.studies.plan.pairing import read_changes
from balance.studies.restrict.restrictions import restrictions
from tests.mutations.mutate import PROSE

Load = Callable[[], Any]
SCENARIOS = {game.name: [each.name for each in game.scenarios] for game in playable_games()}


def copy_data(folder: Path) -> Path:
    """Copy data and strategies of all games below a folder, for ``lead_to``."""
    shutil.copytree(resources.data_folder(), folder / "data")
    shutil.copytree(
        resources.strategies_folder(),
        folder / "strategies",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return folder


def lead_to(folder: Path) -> None:
    """Have the product read its data and strategies from a copy, until this is called again."""
    resources._PACKAGE = folder / "balance"
    forget()


def forget() -> None:
    """Empty everything that the product remembers of files."""
    for name, module in list(sys.modules.items()):
        if name.startswith("balance"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


# --- what each file is loaded by


def files(folder: Path) -> Iterator[tuple[Path, Load]]:
    """Every file of the copy that a user may edit, and what loads it."""
    for game in SCENARIOS:
        data = folder / "data" / game
        for path in sorted(data.rglob("*")):
            load = _load_of(game, data, path)
            if load is not None:
                yield path, load
        for path in sorted((folder / "strategies" / game).glob("*.toml")):
            yield path, lambda path=path: _opening(path)


def _load_of(game: str, data: Path, path: Path) -> Load | None:
    place = str(path.relative_to(data))
    if place == "history.csv" and not (data / "report.toml").is_file():
        return None  # the report reads it
    if place in _BY_NAME:
        return lambda: _BY_NAME[place](open_game(game))
    if path.suffix not in (".toml", ".csv"):
        return None
    top = place.split("/")[0]
    if top == "chances":
        return None  # written by a command, for nobody to edit
    if top == "gates":
        return lambda: _gate(path)
    if top == "variants":
        return lambda: _variant(game, path)
    if place in ("map/projection.toml", "map/places.csv", "map/overrides.csv"):
        return lambda: _built(game, data)
    return lambda: _game(open_game(game))


def _built(game: str, data: Path) -> Any:
    """The map as its recipe gives it, read by the game."""
    tables = map_tables(build_map(data.parent / "geography", data / "map"))
    before = {name: (data / "map" / name).read_bytes() for name in tables}
    try:
        for name, text in tables.items():
            (data / "map" / name).write_text(text, encoding="utf-8")
        return tables, _game(open_game(game))
    finally:
        for name, content in before.items():
            (data / "map" / name).write_bytes(content)


def _gate(path: Path) -> Any:
    """The study that a gate file asks for, and its file; its players are there."""
    asked = read_gate(path)
    (cell,) = study_of(asked).cells
    for side, player in (("axis", cell.axis), ("soviet", cell.soviet)):
        try:
            find(find_scenario(asked.scenario).game, side, player)
        except UnknownName as error:
            raise DataError(f"{path}: {error}") from error
    return asked


def _opening(path: Path) -> Any:
    """What an opening file plans for each turn, found to be possible in the scenario."""
    (entry,) = read_file(path)
    player = entry.cls()
    players = ["random", str(path)] if entry.side == "soviet" else [str(path), "random"]
    game = entry.game
    scenario = next(each for each in SCENARIOS[game.name] if entry.plays(each))
    prepare(game, scenario, game.rules, *players).check()
    return entry.name, game.name, entry.side, [player.plan_for(turn) for turn in range(1, 12)]


def _variant(game: str, path: Path) -> Any:
    variant = load_variant(open_game(game), str(path))
    return variant, apply_variants(open_game(game), [variant]).changes


def _game(game: Game) -> Any:
    """Rules and scenarios of a game."""
    ruleset = game.rules
    module = game.referee("scenario")
    found = [module.load_scenario(name, ruleset) for name in SCENARIOS[game.name]]
    return ruleset.hash, ruleset.parameters, game.register, found


def _labels(game: Game) -> Any:
    """The words of a game for readers, by what they stand for; the words themselves are free."""
    labels = read_labels(game)
    spoken = ("results", "measures", "state", "levels", "scenarios", "sides")
    return replace(labels, **{name: dict.fromkeys(getattr(labels, name), "") for name in spoken})


def _history(game: Game) -> Any:
    return read_history(game.folder / "history.csv")


def _replay_words(game: Game) -> Any:
    """The words of replays, by what they stand for; the words themselves are free."""
    module = game.referee("replay_words")
    load = game.referee("scenario").load_scenario
    found = [
        module.open_replay_words(load(name, game.rules)).words for name in SCENARIOS[game.name]
    ]
    return [_named(words) for words in found]


def _named(words: Any) -> Any:
    """Words without the texts that readers see."""
    if isinstance(words, list):
        return [_named(each) for each in words]
    if not isinstance(words, dict):
        return words
    free = {"phase", "points", "group", "value", "states"}
    return {
        key: dict.fromkeys(below, "")
        if key in free and isinstance(below, dict)
        else ""
        if key == "words"
        else _named(below)
        for key, below in words.items()
    }


_BY_NAME: dict[str, Callable[[Game], Any]] = {
    "history.csv": _history,
    "pairing.toml": read_changes,
    "records.toml": own_records,
    "replay.toml": _replay_words,
    "report.toml": _labels,
    "restrictions.toml": restrictions,
    "field.toml": read_fields,
    "rule_functions.toml": lambda game: game.rule_functions,
    "switch_off.toml": read_switches,
}

# --- what was loaded, to be compared


def meaning(thing: Any) -> Any:
    """Everything that was loaded, but for paths, lines and words for readers."""
    if isinstance(thing, np.ndarray):
        # Field by field: what lies between the fields of a record is whatever was in memory.
        names = thing.dtype.names
        parts = [thing[name] for name in names] if names else [thing]
        return (str(thing.dtype), thing.shape, [part.tobytes() for part in parts])
    if isinstance(thing, pd.DataFrame):
        return thing.to_csv()
    if isinstance(thing, Row):
        return meaning({k: v for k, v in thing.cells.items() if k not in PROSE})
    if isinstance(thing, Path | FunctionType | ModuleType | type):
        return None
    if isinstance(thing, Enum) or thing is None or isinstance(thing, bool | int | float | str):
        return repr(thing)
    if is_dataclass(thing):
        told = [f.name for f in fields(thing) if f.name not in (*PROSE, "line")]
        return [(name, meaning(getattr(thing, name))) for name in told]
    if isinstance(thing, dict):
        return [(meaning(key), meaning(value)) for key, value in thing.items()]
    if isinstance(thing, tuple | list | set | frozenset):
        return [meaning(each) for each in thing]
    if hasattr(thing, "items"):
        return meaning(dict(thing))
    return repr(type(thing))
