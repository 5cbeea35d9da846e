"""The built wheel works by itself, data included, where its user can write nothing but his own.

``python -m tests.wheel_check`` builds it, installs it into a folder that is then closed to writing,
and asks it for its lists, a game, a page and a map, from another folder and with another home. With
``--compiled`` it also compiles the engine, which takes minutes, and plays, judges, shows and tells
a study, one with a plugin of the user's own included. The superuser does all that as ``nobody``, as
far as that user can reach the Python that runs this.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
USER = "nobody"
LISTS = (
    ("games", "operation_blue"),
    ("strategies", "historical"),
    ("variants", "baseline"),
    ("rules drive_on_stalingrad", "modelled"),
)
#: The first turns of a game in plain Python, and what can be asked without any.
UNCOMPILED = (
    ("map army_group_south --picture map.png --rows 1-5", "map.png"),
    (
        "run star --axis random --soviet random --games 1 --jobs 1 --out study "
        "--set sequence.game_turns=2",
        "1 game",
    ),
    ("report study --no-figures --replays 0", "report.html"),
)
COMPILED = (
    ("run blue --soviet mine.py --games 12 --jobs 2 --out study", "12 games"),
    ("run star --games 4 --jobs 1 --out star", "4 games"),
    ("report study --replays 1", "report.html"),
    ("replay star --game 0 --out game.html", "game.html"),
    ("gate gate.toml --jobs 1 --out gated", "Gate passed"),
    ("check strategy mine.py", "passed"),
    ("map drive_on_stalingrad --picture map.png --rows 1-5", "map.png"),
)
PLUGIN = '''
"""Holds where it stands."""

from balance.strategy import Plan, Strategy


class Mine(Strategy):
    """Leaves all to the staff."""

    name = "mine"
    game = "drive_on_stalingrad"
    side = "soviet"

    def plan(self, view):
        return Plan()
'''
GATE = """
[gate]
scenario = "blue"
games = 4

[bands]
"score.axis" = [0.0, 1.0]
"""


def main() -> None:
    """Build, install and try the wheel."""
    parser = argparse.ArgumentParser(prog="python -m tests.wheel_check", description=__doc__)
    parser.add_argument("--compiled", action="store_true", help="compile and play, for minutes")
    compiled = parser.parse_args().compiled
    with TemporaryDirectory(prefix="balance-wheel-") as scratch:
        place = Place(Path(scratch), compiled)
        place.install()
        found = place.ask("-c", "import balance; print(balance.__file__)").strip()
        assert found.startswith(str(place.installed)), found
        for command, expected in (*LISTS, *(COMPILED if compiled else UNCOMPILED)):
            place.command(command, expected)
        place.look_after(compiled)
    print("the wheel is in order")


class Place:
    """Where the wheel is installed, and who works with it."""

    def __init__(self, scratch: Path, compiled: bool) -> None:
        self.scratch = scratch
        self.installed = scratch / "installed"
        self.home = scratch / "home"
        self.environment = {
            **{name: value for name, value in os.environ.items() if "NUMBA" not in name},
            # Ahead of the checkout that an editable installation would add to the path.
            "PYTHONPATH": str(self.installed),
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        }
        self.as_other: dict[str, object] = {}

    def install(self) -> None:
        """Build the wheel, unpack it as an installation does, and close that to writing."""
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "wheel", "--no-deps", "-w", str(self.scratch), str(ROOT)], check=True)
        (wheel,) = self.scratch.glob("*.whl")
        subprocess.run(
            [*pip, "install", "--no-deps", "--no-compile", "--target", self.installed, wheel],
            check=True,
        )
        assert (self.installed / "balance" / "_data" / "drive_on_stalingrad").is_dir()
        for package in ("balance", "reports", "strategies"):
            assert (self.installed / package / "py.typed").is_file(), f"{package} hides its types"
        self.files = self.listed()
        self.home.mkdir()
        (self.home / "mine.py").write_text(PLUGIN, encoding="utf-8")
        (self.home / "gate.toml").write_text(GATE, encoding="utf-8")
        for path in (self.installed, *self.installed.rglob("*")):
            path.chmod(path.stat().st_mode & ~0o222 | 0o444 | (0o111 if path.is_dir() else 0))
        self.scratch.chmod(0o755)
        self._become_other()

    def _become_other(self) -> None:
        """Let the superuser work as a user that can write nothing here, if that one can at all."""
        if os.geteuid() != 0:
            return
        other = {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []}
        try:
            subprocess.run([sys.executable, "-c", "import numba"], check=True, **other)
        except (OSError, subprocess.CalledProcessError):
            print(f"{USER} can't reach {sys.executable}: tried as the superuser", flush=True)
            return
        for path in (self.home, *self.home.rglob("*")):
            shutil.chown(path, USER, other["group"])
        self.as_other = other

    def listed(self) -> set[Path]:
        """All files of the installation."""
        return {path for path in self.installed.rglob("*") if path.is_file()}

    def ask(self, *words: str) -> str:
        """What Python says in the user's home."""
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **self.as_other,
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}"
        return done.stdout

    def command(self, command: str, expected: str) -> None:
        """Give a command, and look for something in its answer."""
        print("balance", command, flush=True)
        answer = self.ask("-m", "balance", *command.split())
        assert expected in answer, f"balance {command}: {answer}"

    def look_after(self, compiled: bool) -> None:
        """See that nothing was written but in the user's home."""
        if not self.as_other and os.geteuid() == 0:
            print("nothing is closed to the superuser: where files went isn't looked at")
            return
        assert self.listed() == self.files, "the installation has changed"
        if compiled:
            assert list(self.home.rglob("*.nbi")), "no compiled code in the user's own folder"


if __name__ == "__main__":
    main()
