"""``python -m tests.lowest``: the lowest versions that ``pyproject.toml`` promises do work.

Makes an environment of its own in a folder that is thrown away, with the lowest version of each
dependency that is named (what those need in turn is the newest that fits), and runs a good part of
the tests there: kernels, rules, studies, a cluster, analysis, pages. Takes some minutes: the engine
is compiled anew. Python's warnings count for nothing: old libraries warn of newer ones.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/kernel",
    "tests/games/drive_on_stalingrad/test_supply.py",
    "tests/games/army_group_south/test_combat.py",
    "tests/experiments/test_store.py",
    "tests/experiments/test_run.py",
    "tests/experiments/test_cluster.py",
    "tests/experiments/test_pool.py",
    "tests/analysis",
    "tests/reports/test_html.py",
    "tests/reports/test_render.py",
    "tests/reports/test_export.py",
    "tests/reports/test_study_page.py",
    "tests/playthroughs/test_repeatability.py",
    "tests/cli/test_commands.py",
)


def lowest(requirements: list[str]) -> Iterator[str]:
    """Pin each requirement to the version it begins with.

    >>> list(lowest(["numba>=0.68", "SALib>=1.6"]))
    ['numba==0.68', 'SALib==1.6']
    """
    for requirement in requirements:
        name, bound, version = re.split("(>=)", requirement)
        yield f"{name}{bound.replace('>', '=')}{version}"


def pins() -> list[str]:
    """The lowest version of everything the product and its checks are said to need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return list(lowest([*project["dependencies"], *extras["cluster"], *extras["dev"]]))


def main() -> None:
    """Install and test."""
    with TemporaryDirectory(prefix="balance-lowest-") as scratch:
        folder = Path(scratch)
        (folder / "pins.txt").write_text("\n".join(dict.fromkeys(pins())), encoding="utf-8")
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(
            [*pip, "-c", str(folder / "pins.txt"), "-e", f"{ROOT}[dev]"], check=True, cwd=ROOT
        )
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "default", "-n", "2"]
        subprocess.run(
            [python, *words, "--dist", "loadfile", *TESTS],
            check=True,
            cwd=ROOT,
            env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(ROOT)},
        )
    print("the lowest versions work:", ", ".join(dict.fromkeys(pins())))


if __name__ == "__main__":
    sys.exit(main())
