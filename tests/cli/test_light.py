"""Commands that list answer at once: they don't load the libraries that play needs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import json, sys
from balance.cli import main
sys.stdout = open("/dev/null", "w")
try:
    sys.exit(main({arguments!r}))
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
LISTS = (
    "games",
    "strategies",
    "strategies --parameters",
    "strategies army_group_south",
    "variants",
    "variants drive_on_stalingrad",
    "variants show no_aircraft",
    "rules drive_on_stalingrad",
    "parameters drive_on_stalingrad",
    "rules army_group_south --format csv",
    "restrict blue --list",
    "map drive_on_stalingrad",
    "--help",
    "--version",
    "run --help",
)
HEAVY = {"numba", "pandas", "pyarrow", "scipy", "matplotlib", "joblib"}


def loaded_by(command: str) -> set[str]:
    """Modules that a process has loaded once it has run a command."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(arguments=command.split())],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("command", LISTS)
def test_a_command_that_lists_loads_nothing_of_play(command: str):
    assert not HEAVY & loaded_by(command)
