"""Runs a script of the tests with the JIT on or off, to compare what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def played(script: str, jit_off: str) -> list[str]:
    """Lines that a module prints when it is run with NUMBA_DISABLE_JIT "0" or "1"."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": jit_off}
    command = [sys.executable, "-m", script]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()
