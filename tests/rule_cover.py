"""``python -m tests.rule_cover``: every line of every rule function is played by the rule tests.

Runs the tests of kernels and referees, and random games, as plain Python under ``coverage``; then
asks of each function of a referee that models a rule (``Rule:`` in its docstring, or listed in
``rule_functions.toml``), and of each frame that is handed such functions, whether each of its
statements was executed. What is left is printed as file:line with the function, and fails.

``python -m tests.rule_cover TESTS --of NAME``: what these tests alone leave of the functions whose
"game.module.function" holds NAME, in seconds.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from balance.rulebook.game import open_game
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
    (*_PYTEST, "tests/games/test_damaged_data.py"),
)


@dataclass(frozen=True)
class RuleCode:
    """A function that models a rule, by its statements."""

    path: Path
    name: str
    statements: frozenset[range]  # lines of each; of one that holds others, those before the first

    @property
    def place(self) -> str:
        """Game, module and function: "army_group_south.advance.advance_unit"."""
        return f"{self.path.parent.name}.{self.path.stem}.{self.name}"


def rule_code(game: str) -> Iterator[RuleCode]:
    """The functions of a game's referee, and of its system's, that model a rule."""
    opened = open_game(game)
    listed = {(each.path, each.name) for each in opened.rule_functions.values()}
    homes = [game, *([opened.system.name] if opened.system else [])]
    for path in sorted(p for h in homes for p in (ROOT / "balance" / "games" / h).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                cites = "Rule:" in (ast.get_docstring(node) or "")
                if cites or (path, node.name) in listed:
                    yield RuleCode(path, node.name, frozenset(_statements(node)))


def frame_code() -> Iterator[RuleCode]:
    """The functions of frames that take a game's rule functions, as ``rules``."""
    for path in sorted((ROOT / "balance" / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                if any(each.arg == "rules" for each in node.args.args):
                    yield RuleCode(path, node.name, frozenset(_statements(node)))


def _statements(function: ast.FunctionDef) -> Iterator[range]:
    """Lines of each statement of a function, without its docstring.

    Python tells of a statement of several lines only those that hold something to do.
    """
    body = function.body[1:] if ast.get_docstring(function) else function.body
    for top in body:
        for node in ast.walk(top):
            if isinstance(node, ast.stmt) and not isinstance(node, ast.Global | ast.Nonlocal):
                inside = getattr(node, "body", None)
                end = inside[0].lineno if inside else (node.end_lineno or node.lineno) + 1
                yield range(node.lineno, end)


def play(folder: Path, runs: tuple[tuple[str, ...], ...], workers: int) -> None:
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
        "--include=balance/games/*,balance/rules/*",
    )

    def run(words: tuple[str, ...]) -> None:
        done = subprocess.run(
            [*start, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        if done.returncode:
            print(done.stdout)
            raise SystemExit(f"{' '.join(words)} failed as plain Python")

    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(run, runs))


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


def missed(each: RuleCode, found: dict[Path, set[int]]) -> list[int]:
    """First lines of the statements of a rule function that nothing executed."""
    lines = found.get(each.path, set())
    return sorted(where.start for where in each.statements if lines.isdisjoint(where))


def main(words: list[str] | None = None) -> int:
    """Run the check; 1 if a statement was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.rule_cover", description=__doc__)
    parser.add_argument("tests", nargs="*", help="test files or folders; all there are if none")
    parser.add_argument("--of", default="", help="part of a game.module.function")
    asked = parser.parse_args(words)
    runs = ((*_PYTEST, *asked.tests),) if asked.tests else RUNS
    with TemporaryDirectory(prefix="balance-cover-") as scratch:
        play(Path(scratch), runs, workers=2)
        found = executed(Path(scratch))
    code = [*(each for game in GAMES for each in rule_code(game)), *frame_code()]
    code = [each for each in code if asked.of in each.place]
    gone = [(each, line) for each in code for line in missed(each, found)]
    for each, line in gone:
        path = each.path.relative_to(ROOT)
        print(f"{path}:{line}: no test of a rule gets here, in {each.place}")
    count = sum(len(each.statements) for each in code)
    print(f"{count - len(gone)} of {count} statements of {len(code)} rule functions are executed")
    return min(len(gone), 1)


if __name__ == "__main__":
    sys.exit(main())
