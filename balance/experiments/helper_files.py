"""Files beside a plugin that it takes: what it imports from its folder, and what it reads there.

They are found in its source, which is not run for it: every import, also by ``import_module``, and
every text that is the name of a file there (``Path(__file__).with_name("worths.json")``) of a kind
that is read: what a plugin writes, as a log, isn't its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from balance.files.writing import is_file

#: Letters of a text that may be the name of a file.
_MOST_NAME = 200
#: Kinds of files that a plugin reads.
_READ = {".py", ".toml", ".json", ".csv", ".yaml", ".yml", ".npy", ".npz"}
#: Functions that import the module that a text names.
_IMPORTERS = {"import_module", "__import__"}


def helpers_of(plugin: Path) -> list[Path]:
    """Files of the plugin's own folder, and of folders in it, that it needs to play; sorted.

    What its helpers need belongs to them.
    """
    home = plugin.resolve().parent
    found: set[Path] = set()
    waiting = [plugin.resolve()]
    while waiting:
        file = waiting.pop()
        named = {path for path in _named_in(file, home) if is_file(path)}
        new = {path for path in named if path.resolve().is_relative_to(home)} - found
        found |= new
        waiting += [path for path in new if path.suffix == ".py"]
    return sorted(found - {plugin.resolve()})


def _named_in(file: Path, home: Path) -> Iterator[Path]:
    """Paths that the source of a file may mean, whether there is something or not."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return  # whoever loads it will say so
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of_module(home, alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            if node.level > len(file.parents):
                continue
            start = file.parents[node.level - 1] if node.level else home
            parts = node.module.split(".") if node.module else []
            yield from _files_of_module(start, parts)
            for alias in node.names:
                yield from _files_of_module(start, [*parts, alias.name])
        elif isinstance(node, ast.Call) and _name_of(node.func) in _IMPORTERS:
            for text in _texts(node.args):
                yield from _files_of_module(home, text.split("."))
        elif isinstance(node, ast.Constant):
            for text in _texts([node]):
                named = (file.parent / text, home / text)
                yield from (path for path in named if path.suffix in _READ)


def _files_of_module(start: Path, parts: list[str]) -> Iterator[Path]:
    """A module and the packages it is in: ``a/__init__.py``, ``a/b.py`` for ``a.b``."""
    for count in range(1, len(parts) + 1):
        place = start.joinpath(*parts[:count])
        yield place.with_name(f"{place.name}.py")
        yield place / "__init__.py"


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    """Texts among some values that may be names of files."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if 0 < len(node.value) <= _MOST_NAME:
                yield node.value


def _name_of(function: ast.expr) -> str:
    """Last name of what is called: ``import_module`` of ``importlib.import_module``."""
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))
