"""``balance rules GAME``: every rule with its status, parameters, code and tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from balance.cli import options
from balance.cli.listing import csv_text, entry, find_about, terminal_width
from balance.counting import counted
from balance.errors import UnknownName
from balance.experiments.scenarios import find_game
from balance.rulebook.register import RuleCover, checkout_tests, rule_cover

COLUMNS = ("rule", "title", "status", "parameters", "code", "tests")
#: Between the entries of one cell in CSV.
_BETWEEN = ";"
#: Columns of a terminal from which a rule takes one row.
_WIDE = 120


def run(
    game: str, format: str = "table", missing: int = 0, words: Sequence[str] | None = None
) -> int:
    """Print the rule register of a game.

    Parameters
    ----------
    game : str
        Name of the game.
    format : str
        ``table`` for reading, ``csv`` for other programs (all code and tests, separated by ``;``).
    missing : int
        1 to show only modelled rules that no code or no test cites.
    words : list of str
        Only rules about all of these words, or under these numbers.

    Raises
    ------
    DataError
        If there is no rule about the words.
    """
    cover = rule_cover(find_game(game))
    if missing:
        due = [c for c in cover if c.rule.status in ("modelled", "simplified")]
        cover = [c for c in due if not c.code or not c.tests]
    if words:
        cover = find_about(words, cover, _about, f"no rule of {game}")
    sys.stdout.write(as_csv(cover) if format == "csv" else as_table(cover))
    if checkout_tests() is None:
        print(
            "The tests aren't part of an installed package: that column is empty.", file=sys.stderr
        )
    return 0


def command(
    game: options.Game,
    words: options.Words = None,
    format: options.Format = "table",
    missing: Annotated[
        bool, typer.Option("--missing", help="Only rules that no code or no test cites.")
    ] = False,
) -> None:
    """List the rules of a game: status, parameters, the code and the tests that cite each.

    With words, only the rules that have all of them in title, note or parameters; with a number,
    only the rules under it.
    """
    if format not in ("table", "csv"):
        raise UnknownName("format", format, ["table", "csv"])
    raise typer.Exit(run(game, format, int(missing), words))


def as_csv(cover: Sequence[RuleCover]) -> str:
    """The register as CSV, one row a rule."""
    rows = []
    for each in cover:
        rule = each.rule
        lists = (rule.parameters, each.code, each.tests)
        rows.append([rule.number, rule.title, rule.status, *map(_BETWEEN.join, lists)])
    return csv_text(COLUMNS, rows)


def _about(cover: RuleCover) -> tuple[list[str], str]:
    rule = cover.rule
    return [rule.number], " ".join((rule.title, rule.note, *rule.parameters))


def as_table(cover: Sequence[RuleCover], width: int = 0) -> str:
    """The register as text for a terminal, then a count of each status and what isn't modelled.

    A wide one has a row for each rule, with names shortened to fit; a narrow one an entry.
    """
    width = width or terminal_width()
    lines = _rows(cover, width) if width >= _WIDE else [_entry(each, width) for each in cover]
    counts: dict[str, int] = {}
    for each in cover:
        counts[each.rule.status] = counts.get(each.rule.status, 0) + 1
    total = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    lines.append(f"\n{counted(len(cover), 'rule')}: {total or 'none'}")
    lines += [
        entry(f"not modelled: {c.rule.number} {c.rule.title}. {c.rule.note}", (), width)
        for c in cover
        if c.rule.status == "not_modelled"
    ]
    return "\n".join(lines) + "\n"


def _entry(cover: RuleCover, width: int) -> str:
    """One rule for a narrow terminal: who reads it there looks for parameters, not for code."""
    rule = cover.rule
    cited = [
        f"cited in {counted(len(places), 'place')} of the {where}"
        for where, places in (("code", cover.code), ("tests", cover.tests))
        if places
    ]
    parameters = f"parameters: {', '.join(rule.parameters)}" if rule.parameters else ""
    head = f"{rule.number}  {rule.title}  [{rule.status}]"
    return entry(head, (parameters, "; ".join(cited)), width)


def _rows(cover: Sequence[RuleCover], width: int) -> list[str]:
    short = [
        (
            each.rule.number,
            each.rule.title,
            each.rule.status,
            _first(each.rule.parameters),
            _first([place.removeprefix("balance.") for place in each.code]),
            _first([place.removeprefix("tests/") for place in each.tests]),
        )
        for each in cover
    ]
    fixed = [max(len(row[i]) for row in [COLUMNS, *short]) for i in range(3)]
    rest = width - sum(fixed) - 5 * 2
    widths = [*fixed, rest * 3 // 10, rest * 3 // 10, rest - 2 * (rest * 3 // 10)]
    lines = [_line(COLUMNS, widths), _line(["-" * w for w in widths], widths)]
    return lines + [_line(row, widths) for row in short]


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
