"""``balance rules GAME``: every rule with its status, parameters, code and tests."""

from __future__ import annotations

import csv
import io
import shutil
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from balance.errors import UnknownName
from balance.experiments.scenarios import find_game
from balance.rule_index import RuleCover, checkout_tests, load_register, rule_cover

COLUMNS = ("rule", "title", "status", "parameters", "code", "tests")
#: Between the entries of one cell in CSV.
_BETWEEN = ";"


def run(game: str, format: str = "table", missing: int = 0) -> int:
    """Print the rule register of a game.

    Parameters
    ----------
    game : str
        Name of the game.
    format : str
        ``table`` for reading, ``csv`` for other programs (all code and tests, separated by ``;``).
    missing : int
        1 to show only modelled rules that no code or no test cites.
    """
    game = find_game(game)
    load_register(game)
    cover = rule_cover(game)
    if missing:
        due = [c for c in cover if c.rule.status in ("modelled", "simplified")]
        cover = [c for c in due if not c.code or not c.tests]
    sys.stdout.write(as_csv(cover) if format == "csv" else as_table(cover))
    if checkout_tests() is None:
        print(
            "The tests aren't part of an installed package: that column is empty.", file=sys.stderr
        )
    return 0


def command(
    game: Annotated[str, typer.Argument(help="Game: see `balance games`.")],
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="table or csv.")
    ] = "table",
    missing: Annotated[
        bool, typer.Option("--missing", help="Only rules that no code or no test cites.")
    ] = False,
) -> None:
    """List every rule of a game: its status, parameters, the code and the tests that cite it."""
    if format not in ("table", "csv"):
        raise UnknownName("format", format, ["table", "csv"])
    raise typer.Exit(run(game, format, int(missing)))


def as_csv(cover: Sequence[RuleCover]) -> str:
    """The register as CSV, one row a rule."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in cover:
        rule = entry.rule
        lists = (rule.parameters, entry.code, entry.tests)
        writer.writerow([rule.number, rule.title, rule.status, *map(_BETWEEN.join, lists)])
    return out.getvalue()


def as_table(cover: Sequence[RuleCover], width: int = 0) -> str:
    """The register as text for a terminal: names shortened to fit, then a count of each status."""
    width = width or max(shutil.get_terminal_size((140, 24)).columns, 100)
    short = [
        (
            entry.rule.number,
            entry.rule.title,
            entry.rule.status,
            _first(entry.rule.parameters),
            _first([place.removeprefix("balance.") for place in entry.code]),
            _first([place.removeprefix("tests/") for place in entry.tests]),
        )
        for entry in cover
    ]
    fixed = [max(len(row[i]) for row in [COLUMNS, *short]) for i in range(3)]
    rest = width - sum(fixed) - 5 * 2
    widths = [*fixed, rest * 3 // 10, rest * 3 // 10, rest - 2 * (rest * 3 // 10)]
    lines = [_line(COLUMNS, widths), _line(["-" * w for w in widths], widths)]
    lines += [_line(row, widths) for row in short]
    counts: dict[str, int] = {}
    for entry in cover:
        counts[entry.rule.status] = counts.get(entry.rule.status, 0) + 1
    total = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    lines.append(f"\n{len(cover)} rules: {total or 'none'}")
    lines += [
        f"not modelled: {entry.rule.number} {entry.rule.title}. {entry.rule.note}"
        for entry in cover
        if entry.rule.status == "not_modelled"
    ]
    return "\n".join(lines) + "\n"


def _first(names: Sequence[str]) -> str:
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return names[0] + more if names else ""


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_fit(c, w) for c, w in zip(cells, widths, strict=True)).rstrip()


def _fit(text: str, width: int) -> str:
    """Cut the middle out of a long name; its start and its count of others stay readable.

    >>> _fit("games.drive_on_stalingrad.supply:trace +2", 24)
    'games.dri...ply:trace +2'
    """
    if len(text) <= width:
        return text.ljust(width)
    tail = (width - 3) * 3 // 5
    return text[: width - 3 - tail] + "..." + text[-tail:]
