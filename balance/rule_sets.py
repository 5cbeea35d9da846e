"""Compiles a game under a variant's own rule functions, beside the game as it is.

A compiled function holds what it calls. So every module of the game and of its staff that rests on
a replaced function is loaded a second time, under a name of its own (``...shifts__rules_1f3a...``),
with its imports led to the other modules loaded so; all the rest is shared. One process can hold
the game under several sets of rule functions, and each set keeps its compiled code in a folder of
its own (``balance/cache.py``).
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.cache import imported_files, source_closure
from balance.charts import shown_path
from balance.errors import BalanceError, DataError
from balance.rule_functions import RuleFunction
from balance.rulebook import Ruleset

_PRODUCT = Path(__file__).resolve().parent
_loaded: dict[str, RuleSet] = {}


def module_under(name: str, ruleset: Ruleset) -> ModuleType:
    """Import a module of a game as it is under a ruleset: the module itself, or one loaded anew.

    Raises
    ------
    DataError
        If a replaced rule function can't be loaded.
    """
    if not ruleset.functions:
        return import_module(name)
    wanted = RuleSet(ruleset.game, tuple(sorted(ruleset.functions.values(), key=_name)))
    return _loaded.setdefault(wanted.hash, wanted).module(name)


@contextlib.contextmanager
def blamed_on_rule_files(ruleset: Ruleset) -> Iterator[None]:
    """Turn what Numba finds wrong with a variant's own rule functions into a DataError."""
    if not ruleset.functions:
        yield
        return
    try:
        yield
    except Exception as error:
        if isinstance(error, BalanceError) or not _arose_in_compiling(error):
            raise
        files = ", ".join(shown_path(f.path) for f in ruleset.functions.values())
        raise DataError(
            f"{files}: can't be compiled; write it like the function it replaces, in what Numba "
            f"understands. Numba says: {type(error).__name__}: {' '.join(str(error).split())[:600]}"
        ) from error


def _arose_in_compiling(error: BaseException) -> bool:
    """Whether an exception went through Numba's compiler; some of them are plain KeyErrors."""
    frames = traceback.walk_tb(error.__traceback__)
    return any(f.f_globals.get("__name__", "").startswith("numba.core") for f, _ in frames)


def _name(function: RuleFunction) -> str:
    return function.name


@dataclass(frozen=True)
class RuleSet:
    """Replaced rule functions of a game, and the modules that rest on them."""

    game: str
    functions: tuple[RuleFunction, ...]

    @cached_property
    def hash(self) -> str:
        """Twelve characters that differ whenever a function or its source does."""
        text = "\n".join(f"{self.game} {f.name} {f.hash}" for f in self.functions)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that hold the functions."""
        return tuple(function.path for function in self.functions)

    @cached_property
    def copies(self) -> dict[str, Path]:
        """Modules that rest on a replaced function, by name."""
        changed = {function.documented.path for function in self.functions}
        found = {}
        for layer in ("games", "staff"):
            for path in sorted((_PRODUCT / layer / self.game).glob("*.py")):
                if changed.intersection(source_closure(path)):
                    found[f"balance.{layer}.{self.game}.{path.stem}"] = path
        return found

    def copy_name(self, name: str) -> str:
        """Name of a module as it is under these rules."""
        return f"{name}__rules_{self.hash}" if name in self.copies else name

    def module(self, name: str) -> ModuleType:
        """A module of the game under these rules; what it rests on is loaded before it."""
        copy = self.copy_name(name)
        if copy in sys.modules or copy == name:
            return import_module(copy)
        path = self.copies[name]
        names = {below: each for each, below in self.copies.items()}
        for below in imported_files(path):
            if below in names and below != path:
                self.module(names[below])
        module = self._load(copy, path, path.read_text(encoding="utf-8"))
        for function in self.functions:
            if function.documented.path == path:
                setattr(module, function.name, self._compile(function))
        return module

    def _load(self, name: str, path: Path, source: str) -> ModuleType:
        tree = _Redirected(self).visit(ast.parse(source))
        module = ModuleType(name)
        module.__dict__.update(
            __file__=str(path), __package__=name.rpartition(".")[0], __rule_set__=self
        )
        # Numba finds the globals of cached code by the name of their module.
        sys.modules[name] = module
        try:
            exec(compile(tree, str(path), "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
        return module

    def _compile(self, function: RuleFunction) -> Any:
        """The function as its file has it, compiled like the one it replaces."""
        documented = function.documented
        self._check_imports(function)
        try:
            module = self._load(
                f"{documented.full_module}__{function.name}_{self.hash}",
                function.path.resolve(),
                function.source,
            )
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise DataError(f"{shown_path(function.path)}: can't be loaded: {reason}") from error
        made = getattr(module, function.name)
        plain = getattr(made, "py_func", made)  # decorated or not, it's the game that says how
        compiled = getattr(import_module("balance.kernel.compiled"), documented.decorator)(plain)
        setattr(module, function.name, compiled)
        return compiled

    def _check_imports(self, function: RuleFunction) -> None:
        """Refuse imports of what rests on the replaced function: it'd still call the old one."""
        own = function.documented.path
        for below in imported_files(function.path):
            if below != own and own in source_closure(below):
                raise DataError(
                    f"{shown_path(function.path)}: imports {below.stem}, which itself rests on "
                    f"{function.name}; import from what stands below {own.stem}"
                )


class _Redirected(ast.NodeTransformer):
    """Leads the imports of a module to the modules loaded for a rule set."""

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        for alias in node.names:
            self._refuse(f"{node.module}.{alias.name}")
        if node.module and node.level == 0:
            node.module = self.rule_set.copy_name(node.module)
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for alias in node.names:
            self._refuse(alias.name)
        return node

    def _refuse(self, name: str) -> None:
        if name in self.rule_set.copies:
            raise DataError(f"import names from {name}, not the module: from {name} import ...")
