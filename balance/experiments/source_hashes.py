"""Hashes of the files that decide how games go: the code that plays a game, and its data.

Nothing of play is loaded, so that ``balance --version`` answers at once.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from balance.rulebook.game import Game

_PACKAGE = Path(__file__).resolve().parents[1]
#: Parts of the product that don't decide how a game goes: what comes after it, what went into data.
_BESIDES = ("analysis", "studies", "cli", "maps", "_data", "py.typed")
#: Data that doesn't decide it either: words for readers, and what is hashed as rules where used.
_DATA_BESIDES = (
    *("report.toml", "replay.toml", "records.toml", "rulebook.toml", "rulings.md", "history.csv"),
    *("variants", "restrictions.toml", "gates", "pairing.toml", "field.toml", "strategies"),
    "chances",
)


def engine_hash(game: Game) -> str:
    """Hash of the code that plays a game and of its data files."""
    parts = [path for path in _PACKAGE.iterdir() if path.name not in (*_BESIDES, "games")]
    games = [_PACKAGE / "games" / folder.name for folder in game.folders]
    return hash_files([*parts, *filter(Path.is_dir, games), *_data_of(game)])


def data_hash(game: Game) -> str:
    """Hash of the data files of a game alone."""
    return hash_files(_data_of(game))


def hash_files(places: Iterable[Path]) -> str:
    """Hash of files, and of all files in folders, with their names: 16 letters."""
    files = [
        (path[len(str(place)) - len(place.name) :].replace(os.sep, "/"), path)
        for place in places
        for path in _files_in(place)
    ]
    digest = hashlib.sha256()
    for name, path in sorted(files):
        stamp = os.stat(path)
        known = _hash_file(os.path.abspath(path), stamp.st_mtime_ns, stamp.st_size)
        digest.update(f"{name}:{known}\n".encode())
    return digest.hexdigest()[:16]


def _files_in(place: Path) -> list[str]:
    """Paths of a file, or of all in a folder; without what Python and Numba have compiled.

    As texts and walked, since each study asks for it and paths that are objects take many times as
    long.
    """
    if "__pycache__" in place.parts:
        return []
    found = [str(place)]
    for folder, inside, names in os.walk(place):
        inside[:] = [name for name in inside if name != "__pycache__"]
        found += [os.path.join(folder, name) for name in names]
    return list(filter(os.path.isfile, found))


def _data_of(game: Game) -> list[Path]:
    return [
        path
        for folder in game.folders
        for path in folder.iterdir()
        if path.name not in _DATA_BESIDES
    ]


@lru_cache(maxsize=1024)
def _hash_file(path: str, mtime_ns: int, size: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
