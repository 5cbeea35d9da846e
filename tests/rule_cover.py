"""``python -m tests.rule_cover``: every line of every rule function is played by the rule tests.

Runs the tests of kernels and referees, and random games, as plain Python under ``coverage``; then
asks of each function of a referee that models a rule (``Rule:`` in its docstring, or listed in
``rule_functions.toml``) whether each of its lines was executed. What is left is printed as
file:line with the function, and fails, but for what ``rule_cover_left.txt`` lists.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from balance.rule_functions import rule_functions
from tests.every_game import GAMES

ROOT = Path(__file__).parents[1]
_PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=600")
#: Tests that play whole games, or many positions of such: in plain Python they would take hours.
_WHOLE_GAMES = (
    *("test_random_play.py", "test_slow_referee.py", "test_supply_oracle.py"),
    "test_compiled_equals_plain.py",
)
#: What is run, in several processes, the longest first.
RUNS: tuple[tuple[str, ...], ...] = (
    ("-m", "tests.random_games"),
    *(
        (
            *(*_PYTEST, f"tests/games/{game}"),
            *(f"--ignore=tests/games/{game}/{file}" for file in _WHOLE_GAMES),
        )
        for game in GAMES
    ),
    (*_PYTEST, "tests/kernel"),
)
#: Functions with lines that nothing executes yet, "module.function" a line; the list only shrinks.
LEFT = Path(__file__).with_name("rule_cover_left.txt")


@dataclass(frozen=True)
class RuleCode:
    """A function that models a rule, by its lines that do something."""

    path: Path
    name: str
    lines: frozenset[int]

    @property
    def place(self) -> str:
        """Game, module and function: "army_group_south.advance.advance_unit"."""
        return f"{self.path.parent.name}.{self.path.stem}.{self.name}"


def rule_code(game: str) -> Iterator[RuleCode]:
    """The functions of a game's referee that model a rule."""
    listed = {(each.path, each.name) for each in rule_functions(game).values()}
    for path in sorted((ROOT / "balance" / "games" / game).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                cites = "Rule:" in (ast.get_docstring(node) or "")
                if cites or (path, node.name) in listed:
                    yield RuleCode(path, node.name, frozenset(_statements(node)))


def _statements(function: ast.FunctionDef) -> Iterator[int]:
    """First lines of all statements of a function, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    for top in body:
        for node in ast.walk(top):
            if isinstance(node, ast.stmt) and not isinstance(node, ast.Global | ast.Nonlocal):
                yield node.lineno


def play(folder: Path, workers: int) -> None:
    """Run everything under coverage; a failing test ends the check."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(ROOT),
        "COVERAGE_FILE": str(folder / "data"),
        **({"COVERAGE_CORE": "sysmon"} if sys.version_info >= (3, 12) else {}),
    }
    start = (
        sys.executable,
        "-m",
        "coverage",
        "run",
        "--parallel-mode",
        "--include=balance/games/*",
    )

    def run(words: tuple[str, ...]) -> None:
        done = subprocess.run(
            [*start, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        if done.returncode:
            print(done.stdout)
            raise SystemExit(f"{' '.join(words)} failed as plain Python")

    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(run, RUNS))


def executed(folder: Path) -> dict[Path, set[int]]:
    """Lines that were executed, by file."""
    from coverage import CoverageData

    found: dict[Path, set[int]] = {}
    for part in folder.glob("data*"):
        data = CoverageData(str(part))
        data.read()
        for file in data.measured_files():
            found.setdefault(Path(file), set()).update(data.lines(file) or ())
    return found


def missing(code: list[RuleCode], found: dict[Path, set[int]]) -> dict[RuleCode, list[int]]:
    """Rule functions with the lines of each that nothing executed."""
    missed = {each: sorted(each.lines - found.get(each.path, set())) for each in code}
    return {each: lines for each, lines in missed.items() if lines}


def faults(missed: dict[RuleCode, list[int]], left: set[str]) -> list[str]:
    """Missed lines of functions that aren't listed, and listed functions that miss nothing."""
    told = [
        f"{each.path}:{line}: no test of a rule gets here, in {each.name}"
        for each, lines in missed.items()
        if each.place not in left
        for line in lines
    ]
    done = left - {each.place for each in missed}
    return told + [f"{LEFT.name}: {place} is executed whole; strike it out" for place in done]


def read_left() -> set[str]:
    """Functions known to have lines that nothing executes."""
    lines = LEFT.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def main() -> int:
    """Run the check; 1 if a line was missed that isn't known to be."""
    code = [each for game in GAMES for each in rule_code(game)]
    with TemporaryDirectory(prefix="balance-cover-") as scratch:
        play(Path(scratch), workers=2)
        missed = missing(code, executed(Path(scratch)))
    for each, lines in missed.items():
        print(f"{each.place}: {', '.join(map(str, lines))}")
    told = faults(missed, read_left())
    count, gone = sum(len(each.lines) for each in code), sum(map(len, missed.values()))
    print("\n".join(told))
    print(f"{count - gone} of {count} lines of {len(code)} rule functions are executed")
    return min(len(told), 1)


if __name__ == "__main__":
    sys.exit(main())
