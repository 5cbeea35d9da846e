"""``python -m tests.first_hour``: what the README has a designer do, in its order, as it stands.

Clones the last commit into a new folder and begins with nothing installed; with ``--installed`` all
but the installation is done, in an empty folder. Files that a block names are written, blocks of
commands are run; at the end the pages that the README promises must be there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from tests.readme import BLOCK, ROOT

#: What installs, left to the clean clone.
INSTALLS = ("make setup", "export PATH=")
PROMISED = (
    "studies/blue/report.html",
    "studies/blue/replays/game-000012.html",
    "studies/my_errata/report.html",
)


def walk(folder: Path, installed: bool) -> None:
    """Do what the README says in a folder."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in BLOCK.finditer((ROOT / "README.md").read_text(encoding="utf-8")):
        text = dedent(block["text"])
        if block["file"]:
            (folder / block["file"]).write_text(text, encoding="utf-8")
        if block["kind"] != "sh":
            continue
        lines = text.splitlines()
        if installed:
            lines = [line for line in lines if not line.startswith(INSTALLS)]
        else:
            # Each block is a shell of its own.
            path = f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        print("\n".join(f"$ {line}" for line in lines), flush=True)
        began = time.monotonic()
        subprocess.run(
            ["bash", "-euc", "\n".join(lines)],
            cwd=folder,
            env={**os.environ, "PATH": path},
            check=True,
        )
        print(f"-- {time.monotonic() - began:.0f} s", flush=True)
    for name in PROMISED:
        page = (folder / name).read_text(encoding="utf-8")
        assert page.rstrip().endswith("</html>"), name


def main() -> None:
    """Walk through the first hour."""
    parser = argparse.ArgumentParser(prog="python -m tests.first_hour")
    parser.add_argument("--installed", action="store_true", help="begin behind the installation")
    installed = parser.parse_args().installed
    with TemporaryDirectory(prefix="balance-first-hour-") as scratch:
        folder = Path(scratch) / "balance"
        if installed:
            folder.mkdir()
        else:
            subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        walk(folder, installed)
    print("the first hour goes as the README says")


if __name__ == "__main__":
    main()
