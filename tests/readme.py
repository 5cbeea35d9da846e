"""``make readme``: everything in the pages for users that a program can write.

COMMANDS.md is written from the help of all commands. In the other pages a block of output stands
below a comment that says what makes it::

    <!-- output of: balance compare blue --variant no_aircraft --games 200 -->

and, where less than all of it is shown, how many paragraphs: ``<!-- output of: ...; first 2 -->``.
The commands are run in an empty folder, in the order of the page, and the blocks rewritten; the
files that blocks name (```toml my.toml) are written there first. The comment at the end of the
README keeps the digests of the games they speak of, for a test to hold against those of today.
``--check`` writes nothing and names what has changed.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent
from typing import Any

import typer.main

from balance.cli.app import GROUPS, command_line

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "STUDIES.md", "STRATEGIES.md", "ADDING_A_GAME.md", "YOUR_OWN_GAME.md")
SCENARIOS = ("blue", "star")
#: A block of code, indented like the text around it, and what a comment before it says.
BLOCK = re.compile(
    r"(?:^ *<!-- output of: (?P<command>[^\n]*?)(?:; first (?P<count>\d+))? -->\n)?"
    r"^(?P<indent> *)```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)
MADE = re.compile(r"<!-- outputs of games with the digests (.*?) -->")
#: What hangs on the machine: never a reason to call a page stale.
_TIMES = re.compile(r"\b\d[\d.,]*\s(?:s|min|h|hours?|days?)\shere\b|\d[\d.]* games a second")


def commands_page() -> str:
    """Every command with its arguments and options, as Markdown."""
    app: Any = typer.main.get_command(command_line())
    lines = [
        "# Commands",
        "",
        "Written from `balance --help` and the help of each command by `make readme`. Bad input",
        "gets one message that says what was expected, and exit code 2.",
    ]
    for group, names in GROUPS.items():
        lines += ["", f"## {group}"]
        for name in names:
            lines += _section(app.commands[name], f"balance {name}")
    return "\n".join(lines) + "\n"


def _section(command: Any, words: str) -> Iterator[str]:
    """A command, or each command below it."""
    inner = getattr(command, "commands", {})
    for name, each in inner.items():
        yield from _section(each, f"{words} {name}")
    if inner:
        return
    context = typer.Context(command, info_name=words)
    yield from ("", f"### `{' '.join([words, *command.collect_usage_pieces(context)])}`", "")
    yield from (command.help or "").split("\n")
    records = [p.get_help_record(context) for p in command.params]
    rows = [(name, told) for name, told in filter(None, records)]
    if rows:
        yield from ("", "| | |", "|---|---|")
    for name, told in rows:
        cells = (cell.replace("|", "\\|").replace("  [", " [") for cell in (f"`{name}`", told))
        yield f"| {' | '.join(cells)} |"


def output_of(command: str, folder: Path, paragraphs: int | None) -> str:
    """What a command prints, or its first paragraphs."""
    words = shlex.split(command)
    assert words[0] == "balance", command
    done = subprocess.run(
        [str(Path(sys.executable).with_name("balance")), *words[1:]],
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{command}\nended with exit code {done.returncode}:\n{done.stderr}")
    text = done.stdout.strip("\n")
    if paragraphs is not None:
        text = "\n\n".join(text.split("\n\n")[:paragraphs])
    return "\n".join(line.rstrip() for line in text.split("\n")) + "\n"


def digests_now() -> str:
    """What all games of a few seeds hash to: "blue 0123456789ab, star ..."."""
    from balance.experiments.digest import digests
    from balance.experiments.study import Cell

    cell = Cell("historical", "historical")
    return ", ".join(f"{name} {digests(name, cell).total}" for name in SCENARIOS)


def rewritten(page: str) -> str:
    """A page with all its outputs made anew."""
    with TemporaryDirectory() as folder:
        # Files that examples name lie in the repository.
        for name in ("data", "strategies"):
            (Path(folder) / name).symlink_to(ROOT / name)

        def anew(block: re.Match[str]) -> str:
            if block["file"]:
                path = Path(folder) / block["file"]
                path.parent.mkdir(exist_ok=True)
                path.write_text(dedent(block["text"]), encoding="utf-8")
            if not block["command"]:
                return block[0]
            print(f"  {block['command']}", flush=True)
            count = block["count"] and int(block["count"])
            made = indent(output_of(block["command"], Path(folder), count), block["indent"])
            head, _, _ = block[0].partition(f"```{block['kind']}\n")
            return f"{head}```{block['kind']}\n{made}{block['indent']}```"

        page = BLOCK.sub(anew, page)
    if MADE.search(page):
        page = MADE.sub(f"<!-- outputs of games with the digests {digests_now()} -->", page)
    return page


def without_times(page: str) -> str:
    """A page without what differs from machine to machine."""
    return _TIMES.sub("TIME", page)


def main() -> int:
    """Rewrite the pages, or say which of them are stale (1)."""
    parser = argparse.ArgumentParser(prog="make readme")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if one is stale")
    check = parser.parse_args().check
    stale = []
    for name in (*PAGES, "COMMANDS.md"):
        path = ROOT / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        print(name, flush=True)
        after = commands_page() if name == "COMMANDS.md" else rewritten(before)
        if without_times(before) != without_times(after):
            stale.append(name)
            if not check:
                path.write_text(after, encoding="utf-8")
    print(f"{'stale' if check else 'rewritten'}: {', '.join(stale) or 'none'}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
