"""``python -m tests.near_tests``: runs the tests near what has changed, as git tells it.

Changed is what differs from the commit where the branch left the main one, or, there, from the last
commit. Near a module are the test files that import it, and those named after it in the mirrored
folder; a changed test is near itself. What is marked ``slow`` or ``compiled`` is left to `make
test`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: What the main branch may be called.
MAIN = ("origin/main", "origin/master", "main", "master")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal")


def changed_files() -> set[str]:
    """Files that differ from where the branch began, and new ones, as git writes them."""
    bases = (_git("merge-base", "HEAD", name) for name in MAIN)
    changed = _git("diff", "--name-only", next(filter(None, bases), "HEAD"))
    return {*changed.splitlines(), *_git("ls-files", "--others", "--exclude-standard").splitlines()}


def _git(*words: str) -> str:
    """What git says; "" where it has no answer."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode else done.stdout.strip()


def near(changed: Iterable[str], tests: Iterable[str]) -> list[str]:
    """Choose the test files that are near changed files; all by their path in the repository."""
    changed = set(changed)
    product = [path for path in changed if re.match(r"(balance|reports)/.*\.py$", path)]
    modules = [Path(path).with_suffix("").parts for path in product]
    mirrored = tuple(
        "/".join(("tests", *module[module[0] == "balance" : -1], f"test_{module[-1]}"))
        for module in modules
    )
    imports = [r"\.".join(module[:-1]) + rf"(\.| import .*\b){module[-1]}\b" for module in modules]
    asked = re.compile("|".join(imports) or "(?!)")
    return sorted(
        test
        for test in tests
        if test in changed or test.startswith(mirrored) or asked.search((ROOT / test).read_text())
    )


def main() -> int:
    """Run them, those of rules and staff without the compiler; 0 if all pass."""
    tests = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/test_*.py")]
    chosen = near(changed_files(), tests)
    if not chosen:
        print("no tests near what has changed")
        return 0
    failed = False
    for marks, jit_off in (("plain", "1"), ("not plain and not compiled", "0")):
        done = subprocess.run(
            [*PYTEST, "-m", f"{marks} and not slow", *chosen],
            cwd=ROOT,
            env=os.environ | {"NUMBA_DISABLE_JIT": jit_off},
            check=False,
        )
        failed |= done.returncode not in (0, 5)  # 5: there were none
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
