"""Hashes of what players are made of: opening files, plugins with their helpers, the planner."""

from __future__ import annotations

from pathlib import Path

from balance.experiments.helper_files import helpers_of
from balance.experiments.plugins import plugin_path
from balance.experiments.source_hashes import hash_files
from balance.experiments.study import Cell
from balance.files.resources import strategies_folder
from balance.files.writing import is_file
from balance.rulebook.game import Game
from balance.strategy import registry
from balance.strategy.chances import FOLDER
from balance.strategy.field import FILE
from balance.strategy.planner import Planner


def strategy_hashes(game: Game, cell: Cell) -> tuple[str, str]:
    """Hashes of the sources of a cell's two players."""
    return strategy_hash(game, "axis", cell.axis), strategy_hash(game, "soviet", cell.soviet)


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
