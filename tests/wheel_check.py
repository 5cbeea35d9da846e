"""The built wheel works by itself, data included, from another folder than the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PREPARE = """
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.study import Cell

cell = Cell("historical", "historical")
rules = rules_of("drive_on_stalingrad", cell)
open_match(PLAYER, "drive_on_stalingrad", "operation_blue", cell, rules.hash)
print("prepared")
"""


def main() -> None:
    """Build the wheel, unpack it elsewhere and ask it for its lists."""
    with TemporaryDirectory(prefix="balance-wheel-") as scratch:
        folder = Path(scratch)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--disable-pip-version-check", "-w", scratch, str(ROOT)], check=True)
        (wheel,) = folder.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder / "installed")
        assert (folder / "installed" / "balance" / "_data" / "drive_on_stalingrad").is_dir()

        def ask(*words: str) -> str:
            # Ahead of the checkout that an editable installation would add to the path.
            there = {"PYTHONPATH": str(folder / "installed"), "NUMBA_DISABLE_JIT": "1"}
            done = subprocess.run(
                [sys.executable, *words],
                cwd=scratch,
                env={**os.environ, **there},
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
            return done.stdout

        place = ask("-c", "import balance; print(balance.__file__)").strip()
        assert place.startswith(scratch), place
        for command, expected in (
            ("games", "operation_blue"),
            ("strategies", "historical"),
            ("variants", "baseline"),
            ("rules drive_on_stalingrad", "modelled"),
        ):
            answer = ask("-m", "balance", *command.split())
            assert expected in answer, f"balance {command}: {answer}"
        # Map, order of battle, scenario and strategies; not compiled, which takes longer.
        assert ask("-c", PREPARE).strip() == "prepared"
    print("the wheel is in order")


if __name__ == "__main__":
    main()
