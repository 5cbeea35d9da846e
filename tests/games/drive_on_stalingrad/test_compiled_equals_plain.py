"""Compiled kernels and plain Python play the same battles to the last field."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = "tests.games.drive_on_stalingrad.compiled_battles"


def played(jit_off: str) -> list[str]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": jit_off}
    command = [sys.executable, "-m", SCRIPT]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.slow
def test_marches_and_battles_are_the_same_without_the_jit():
    plain = played("1")
    compiled = played("0")
    assert plain == compiled
    # The comparison is worth nothing unless every kind of action takes place.
    assert sum(line.startswith("move") for line in plain) > 200
    assert sum(line.startswith("mobile") for line in plain) > 2
    assert sum(line.startswith("assault") and line.endswith(" 0") for line in plain) > 40
