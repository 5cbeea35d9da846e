"""Compiled code follows its source: an edit anywhere below a cached function recompiles it."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.kernel import cache
from balance.kernel.cache import source_closure, source_stamp

ROOT = Path(__file__).resolve().parents[1]

CALLER = """
from numba import njit
import balance.kernel
from {package}callee import add
from {package}words import FACTOR

@njit(cache=True)
def total(x):
    return add(x) * FACTOR
"""
CALLEE = """
from numba import njit

@njit(cache=True)
def add(x):
    return x + {added}
"""
FRAME = """
from typing import Any, NamedTuple
from balance.kernel.compiled import inner

class Rules(NamedTuple):
    add: Any

@inner
def worth(rules, x):
    return rules.add(x) * {factor}
"""
RULES = """
from balance.kernel.compiled import inner
from {package}frame import Rules

@inner
def add(x):
    return x + {added}

RULES = Rules(add)
"""
CALLER_OF_FRAME = """
from balance.kernel.compiled import entry
from {package}callee import RULES
from {package}frame import worth

@entry
def total(x):
    return worth(RULES, x)
"""
RUN = """
import sys
import balance
from {package}caller import total
print(total(1), sum(total.stats.cache_hits.values()))
"""


class Project:
    """A small package on disk, run in fresh processes against one compiled cache."""

    def __init__(self, root: Path, package: str) -> None:
        self.root = root
        self.prefix = f"{package}." if package else ""
        self.folder = root / package if package else root
        self.folder.mkdir(exist_ok=True)
        if package:
            (self.folder / "__init__.py").touch()
        self.write("caller", CALLER.format(package=self.prefix))
        self.write("callee", CALLEE.format(added=10))
        self.write("words", "FACTOR = 100\n")

    def write(self, module: str, text: str) -> None:
        (self.folder / f"{module}.py").write_text(text)

    def run(self, **environment: str) -> tuple[int, int]:
        """Result of the compiled caller and whether it came from the cache."""
        path = os.pathsep.join([str(self.root), str(Path(__file__).resolve().parents[1])])
        environment = {
            "PYTHONPATH": path,
            "NUMBA_CACHE_DIR": str(self.root / "cache"),
            **environment,
        }
        done = subprocess.run(
            [sys.executable, "-B", "-c", RUN.format(package=self.prefix)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        value, hits = done.stdout.split()
        return int(value), int(hits)


@pytest.fixture(params=["", "plugin"], ids=["loose files", "package"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    return Project(tmp_path, request.param)


def test_a_function_is_compiled_again_when_anything_below_it_has_changed(project: Project):
    assert project.run() == (1100, 0)
    assert project.run() == (1100, 1), "unchanged, it is loaded"
    assert project.run(NUMBA_BOUNDSCHECK="1") == (1100, 0), "checked code is another"
    project.write("callee", CALLEE.format(added=60))
    assert project.run() == (6100, 0), "a callee in another file"
    project.write("words", "FACTOR = 7\n")
    assert project.run() == (427, 0), "a constant in another file"


def test_a_frame_is_compiled_again_when_it_or_a_rule_function_given_to_it_has_changed(tmp_path):
    project = Project(tmp_path, "plugin")
    project.write("frame", FRAME.format(factor=100))
    project.write("callee", RULES.format(package="plugin.", added=10))
    project.write("caller", CALLER_OF_FRAME.format(package="plugin."))
    assert project.run() == (1100, 0)
    assert project.run() == (1100, 1), "unchanged, it is loaded"
    project.write("callee", RULES.format(package="plugin.", added=60))
    assert project.run() == (6100, 0), "another rule function"
    project.write("frame", FRAME.format(factor=7))
    assert project.run() == (427, 0), "another frame"


def test_imports_for_type_checkers_only_do_not_count(tmp_path: Path):
    project = Project(tmp_path, "plugin")
    project.write("unrelated", "")
    project.write(
        "caller",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import unrelated\n"
        "else:\n    from . import words\n",
    )
    names = {path.name for path in source_closure(project.folder / "caller.py")}
    assert names == {"__init__.py", "caller.py", "words.py"}


def test_an_import_inside_a_function_counts(tmp_path: Path):
    project = Project(tmp_path, "plugin")
    before = source_stamp(project.folder / "caller.py")
    project.write("callee", "def add(x):\n    from .words import FACTOR\n    from . import late\n")
    project.write("late", "A = 1\n")
    assert source_stamp(project.folder / "caller.py") != before
    assert project.folder / "late.py" in source_closure(project.folder / "caller.py")


def test_importing_the_product_loads_no_heavy_library():
    code = (
        "import balance, sys; print([m for m in ('numba', 'pandas', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_imports_on_lines_of_their_own_are_found_without_parsing_a_module_whole(monkeypatch):
    parse, parsed = ast.parse, []
    monkeypatch.setattr(cache.ast, "parse", lambda source: parsed.append(source) or parse(source))
    whole = 0
    for path in sorted((ROOT / "balance").rglob("*.py")):
        source, package = path.read_text(encoding="utf-8"), cache._package_of(path)
        found = list(cache._imported(cache._imports_of(source), package))
        assert sorted(found) == sorted(cache._imported(parse(source), package)), path
        whole += parsed[-1] == source
    assert 0 < whole < len(parsed) / 2


@pytest.mark.parametrize(
    "source",
    [
        "if here: import balance.errors",
        "x = 1; from balance import errors",
        "from balance import (  # why\n    errors,\n)",
        "from balance import \\\n    errors",
        "import balance.errors as told  # why",
        '"""\nimport of goods\n"""\nimport balance.errors',
        "try:\n    from . import errors\nexcept ImportError: import errors",
    ],
)
def test_imports_are_found_wherever_they_stand(source: str):
    names = list(cache._imported(cache._imports_of(source), ["balance"]))
    assert names == list(cache._imported(ast.parse(source), ["balance"]))
    assert ("balance.errors", []) in names or ("balance", ["errors"]) in names
