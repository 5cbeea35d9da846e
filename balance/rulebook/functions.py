"""Rule functions that a variant may replace by its own, and the files that replace them.

A game lists them in ``rule_functions.toml``: name, module, rule. Files are read here, never run:
both sides of a replacement are compared by their source, so that lists and checks stay quick and
nothing of a variant is executed before a game is asked for. ``balance.rulebook.own_functions``
compiles them.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.shapes import TEXT, TEXTS, read_shaped
from balance.files.toml import line_of
from balance.files.writing import is_file
from balance.rulebook.game import Game

#: What a rule file may import; other modules would change play unseen by the hashes of a study.
ALLOWED_IMPORTS = ("__future__", "typing", "math", "numpy", "balance")
_SHAPE = {
    "function": [dict.fromkeys(("name", "module", "rule", "tells"), TEXT) | {"writes?": TEXTS}]
}
_PRODUCT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class DocumentedFunction:
    """A rule function of a game that a variant may replace."""

    game: Game
    name: str
    #: Module of the game that holds it, e.g. "shifts".
    module: str
    rule: str
    tells: str
    #: Parameters that it may change; else it only tells.
    writes: Sequence[str] = ()

    @property
    def full_module(self) -> str:
        """Name of the module to import."""
        return f"balance.games.{self.game.name}.{self.module}"

    @property
    def path(self) -> Path:
        """File of the module."""
        return _PRODUCT / "games" / self.game.name / f"{self.module}.py"

    @cached_property
    def definition(self) -> ast.FunctionDef:
        """The function as the game has it."""
        return _functions_of_product(self.path)[self.name]

    @property
    def parameters(self) -> list[str]:
        """Names of its parameters."""
        return _parameters(self.definition)

    @property
    def signature(self) -> str:
        """Name and parameters: "mobile_shift(state, mobile)"."""
        return f"{self.name}({', '.join(self.parameters)})"


@dataclass(frozen=True)
class RuleFunction:
    """A function of a variant's own in the place of a documented one."""

    documented: DocumentedFunction
    path: Path
    source: str

    @property
    def name(self) -> str:
        """Name of the function, there and here."""
        return self.documented.name

    @property
    def comes_with_the_product(self) -> bool:
        """Whether it stands in the package, beside the code of a game that comes with it."""
        return _PRODUCT / "games" in self.path.resolve().parents

    @property
    def hash(self) -> str:
        """Twelve characters that differ whenever the source does."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]

    @property
    def label(self) -> str:
        """What lists and manifests call it."""
        return f"{self.path.name} {self.hash}"


def read_rule_functions(game: Game) -> dict[str, DocumentedFunction]:
    """Read the list of a game's rule functions that may be replaced; by name.

    >>> from balance.rulebook.game import open_game
    >>> open_game("drive_on_stalingrad").rule_functions["mobile_shift"].signature
    'mobile_shift(state, mobile)'
    """
    path = game.folder / "rule_functions.toml"
    if not path.is_file():
        return {}
    found: dict[str, DocumentedFunction] = {}
    faults = []
    for number, record in enumerate(read_shaped(path, _SHAPE)["function"], start=1):
        function = DocumentedFunction(game, **record)
        where = f"{shown_path(path)}:{line_of(path, '', number, '[[function]]')}"
        if function.name in found:
            faults.append(f"{where}: {function.name!r} is there twice")
        found[function.name] = function
        faults += [f"{where}: {fault}" for fault in _misplaced(function)]
    if faults:
        raise DataError(faults)
    return found


def _misplaced(function: DocumentedFunction) -> Iterator[str]:
    """What the list says of a function that isn't so in the game."""
    if not is_file(function.path):
        yield f"{function.name}: no module {function.module!r} of {function.game}"
    elif f"\ndef {function.name}(" not in function.path.read_text(encoding="utf-8"):
        yield f"module {function.module!r} has no function {function.name!r}"
    elif unknown := [each for each in function.writes if each not in function.parameters]:
        yield f"{function.name}: writes names {unknown[0]!r}; expected a parameter of it"
    try:
        function.game.register.covers(function.rule)
    except UnknownName as error:
        yield f"{function.name}: {error}"


def read_rule_function(game: Game, name: str, path: Path) -> RuleFunction:
    """Read the file that replaces a rule function, and compare it with what it replaces.

    Raises
    ------
    UnknownName
        If the game documents no such function.
    DataError
        If the file can't be read, isn't Python, lacks the function or gives it other parameters.
    """
    known = game.rule_functions
    if name not in known:
        raise UnknownName("rule function", name, known)
    documented = known[name]
    shown = shown_path(path)
    try:
        source = path.read_text(encoding="utf-8")
        functions, imports = _parsed(source)
    except OSError as error:
        raise DataError(f"{shown}: can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{shown}: isn't UTF-8 text (byte {error.start})") from error
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", None) or str(error)
        raise DataError(f"{shown}:{line}: not valid Python: {reason}") from error
    if name not in functions:
        there = ", ".join(functions) or "none"
        raise DataError(
            f"{shown}: has no function {name!r}; write `def {documented.signature}` "
            f"[{game} {documented.rule}]. Functions there: {there}"
        )
    faults = [
        f"{shown}:{line}: {fault}" for line, fault in _faults(imports, functions[name], documented)
    ]
    if faults:
        raise DataError(faults)
    return RuleFunction(documented, path, source)


@lru_cache(maxsize=32)
def _parsed(source: str) -> tuple[dict[str, ast.FunctionDef], tuple[tuple[int, str], ...]]:
    """Functions and imports of a file; games have several rule functions in one."""
    tree = ast.parse(source)
    return _functions(tree), tuple(_imports(tree))


@cache
def _functions_of_product(path: Path) -> dict[str, ast.FunctionDef]:
    """Functions of a module of the product, which stays as it is."""
    return _functions(ast.parse(path.read_text(encoding="utf-8")))


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]


def _faults(
    imports: Iterable[tuple[int, str]], own: ast.FunctionDef, documented: DocumentedFunction
) -> Iterator[tuple[int, str]]:
    extra = own.args.vararg or own.args.kwarg or own.args.kwonlyargs or own.args.defaults
    if _parameters(own) != documented.parameters or extra:
        reason = (
            f"{documented.name}({ast.unparse(own.args)}) has other parameters than the function "
            f"it replaces: write `def {documented.signature}`"
        )
        yield own.lineno, reason
    for line, module in imports:
        if module.split(".")[0] not in ALLOWED_IMPORTS:
            reason = (
                f"imports {module or 'a neighbour'}; a rule file rests on "
                f"{', '.join(ALLOWED_IMPORTS[1:])} alone, which the hashes of a study cover"
            )
            yield line, reason


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, (node.module or "") if node.level == 0 else ""
