"""The guide to a game of data: each of its steps plays, from the first block to the last."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from balance.games.common import order_of_battle
from balance.maps.sheet import SIDE_FEATURES
from balance.rulebook.game import open_game
from tests.readme import BLOCK, ROOT

GUIDE = (ROOT / "YOUR_OWN_GAME.md").read_text(encoding="utf-8")
MAIN = "import sys; from balance.cli import main; sys.exit(main())"
#: Games of the guide -> games of the test.
FEWER = {"--games 200": "--games 3", "--games 60": "--games 20", "--games 2": "--games 1"}


def commands_of(text: str) -> list[str]:
    """Commands of a block, with fewer games."""
    lines = [line.split(" #")[0].strip() for line in text.splitlines()]
    return [re.sub(r"--games \d+\b", lambda m: FEWER[m[0]], line) for line in lines]


def play(command: str, folder: Path) -> str:
    """Run a command of the guide; what it says must not be a complaint."""
    words = shlex.split(command)
    assert words[0] == "balance", command
    if words[1] in ("run", "compare", "tournament"):
        words += ["--jobs", "1"]
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.slow
@pytest.mark.compiled
def test_each_step_of_the_guide_plays(tmp_path: Path):
    for block in BLOCK.finditer(GUIDE):
        if block["file"]:
            path = tmp_path / block["file"]
            path.parent.mkdir(exist_ok=True)
            path.write_text(dedent(block["text"]), encoding="utf-8")
        elif block["command"]:
            play(block["command"], tmp_path)
        elif block["kind"] == "sh":
            for command in commands_of(block["text"]):
                play(command, tmp_path)
    assert (tmp_path / "ford.png").is_file()


def test_the_guide_lists_what_there_is():
    common = open_game("common")
    functions = tomllib.loads(common.file("rule_functions.toml").read_text())["function"]
    rows = re.findall(r"^\| `(\w+)` in `(\w+)\.py` \| (.*) \(rule (.*)\) \|$", GUIDE, re.M)
    assert rows == [(f["name"], f["module"], f["tells"], f["rule"]) for f in functions]
    kinds = ", ".join(order_of_battle._KINDS)
    assert kinds in GUIDE
    for column in (*order_of_battle._COLUMNS, *order_of_battle._OPTIONAL):
        assert f"`{column}`" in GUIDE, column
    assert f"its {len(common.register.rules)} rules" in GUIDE
    named = re.search(r"^Hexsides may be called (.*?)\.", GUIDE, re.M)
    assert named
    assert set(re.findall(r"`(\w+)`", named[1])) <= set(SIDE_FEATURES)
