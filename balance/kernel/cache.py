"""Compiled code that is never stale: cached functions are stamped by all the source they rest on.

Numba stamps a cached function by its own file alone, so an edited callee or constant in another
file would leave the old machine code in place. The locators here stamp a file by the hash of that
file and of every module it imports, directly or not, within its own package and this product.
``balance/__init__.py`` names them to Numba before any function is decorated. Functions that do not
rest on this product keep Numba's own locators.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching, config

_PRODUCT = Path(__file__).resolve().parents[1]


def source_closure(file: Path) -> list[Path]:
    """Return the file and all modules it rests on, sorted.

    Modules of this product are followed, and modules beside the file: those of its own package, or
    the single files in its folder if it belongs to none (a strategy loaded by its path). Imports
    for type checkers only are left out, since compiled code cannot depend on them.
    """
    return list(map(Path, sorted(_closure(file))))


def source_stamp(file: Path) -> str:
    """Hash of the source that the compiled functions of a file rest on.

    Bounds checking is part of it: checked and unchecked code must not share a cache entry.
    """
    digest = hashlib.sha256(b"boundscheck" if getattr(config, "BOUNDSCHECK", None) else b"")
    for path in sorted(_closure(file)):
        digest.update(_hash_file(path, _time_of(path)))
    return digest.hexdigest()


def written_since(file: Path, ns: int) -> bool:
    """Whether anything that a file rests on was written after a time in nanoseconds (Unix)."""
    times = map(os.stat, _closure(file))
    # A copy may keep the time of its original, but not the time of its own change.
    return any(max(each.st_mtime_ns, each.st_ctime_ns) > ns for each in times)


# From here on files are texts: a process that starts to play asks for ten thousand of them.


def _closure(file: Path) -> set[str]:
    """Return the file and all modules it rests on."""
    seen: set[str] = set()
    waiting = [str(file.resolve())]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting.extend(_imported_files(path, _time_of(path)))
    return seen


def _time_of(path: str) -> int:
    """When a file was written; part of what is kept of it, so that an edited one is read again."""
    return os.stat(path).st_mtime_ns


@cache
def _hash_file(path: str, mtime_ns: int) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


@cache
def _imported_files(file: str, mtime_ns: int) -> tuple[str, ...]:
    path = Path(file)
    package = _package_of(path)
    top = package[0] if package else None
    root = path.parents[len(package)] if package else path.parent
    found: list[str] = []

    def files_of(module: str) -> list[str]:
        parts = module.split(".")
        if parts[0] == _PRODUCT.name:
            return list(_module_files(_PRODUCT.parent, parts))
        if parts[0] == top or (top is None and len(parts) == 1):
            return list(_module_files(root, parts))
        return []

    for module, names in _imported(_imports_of(path.read_text(encoding="utf-8")), package):
        files = files_of(module)
        found += files
        if not files or files[-1].endswith("__init__.py"):
            # It may be a package, and each imported name a module itself.
            for name in names:
                found += files_of(f"{module}.{name}" if module else name)
    return tuple(dict.fromkeys(found))


#: An import on lines of its own.
_IMPORT = re.compile(
    r"^[ \t]*((?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(?:\([^()#]*\)|[\w., \t*]+))$", re.MULTILINE
)
_WORD = re.compile(r"\bimport\b")


def _imports_of(source: str) -> ast.Module:
    """Parse a module, or its imports alone where all stand on lines of their own.

    A process that starts to play reads a hundred modules for them: parsed whole, that is a third of
    the time it takes.
    """
    imports = _IMPORT.findall(source)
    if "TYPE_CHECKING" not in source and len(imports) == len(_WORD.findall(source)):
        with contextlib.suppress(SyntaxError):  # of a sentence that reads like one
            return ast.parse("\n".join(imports))
    return ast.parse(source)


def _package_of(path: Path) -> list[str]:
    """Names of the packages that hold a file, outermost first; empty for a loose file."""
    names: list[str] = []
    folder = path.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return names


def _imported(tree: ast.Module, package: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Modules that a module imports, each with what it takes from them."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield stem, [alias.name for alias in node.names]
        elif isinstance(node, ast.stmt | ast.Module | ast.excepthandler | ast.match_case):
            waiting.extend(ast.iter_child_nodes(node))


def _module_files(root: Path, parts: list[str]) -> Iterator[str]:
    """Source files that importing a dotted name runs: its packages and the module itself."""
    place = str(root)
    for name in parts:
        place = os.path.join(place, name)
        if os.path.isfile(package := os.path.join(place, "__init__.py")):
            yield package
        elif os.path.isfile(module := f"{place}.py"):
            yield module
            return


class _ClosureStamp:
    """Mixin for Numba's file locators: stamp by the whole closure, for our files only."""

    _py_file: str

    def get_source_stamp(self) -> str:
        return source_stamp(Path(self._py_file))

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        if not os.path.isfile(py_file) or not py_file.endswith(".py"):
            return None
        path = Path(py_file).resolve()
        if _PRODUCT not in path.parents and not any(
            _PRODUCT in below.parents for below in source_closure(path)
        ):
            return None
        return super().from_function(py_func, py_file)  # type: ignore[misc]


class GivenFolderLocator(_ClosureStamp, caching.UserProvidedCacheLocator):
    """Cache in the folder that NUMBA_CACHE_DIR names, if it names one."""


class InTreeLocator(_ClosureStamp, caching.InTreeCacheLocator):
    """Cache beside the source, where that can be written."""


class UserFolderLocator(_ClosureStamp, caching.UserWideCacheLocator):
    """Cache in the user's cache folder: for an installation that cannot be written."""
