"""Options that several commands share, each with help, unit and default."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.listing import entry
from balance.errors import DataError

if TYPE_CHECKING:
    from balance.studies.answer import Answer

#: Columns that the last cell of a row is wrapped to, at the least.
_LEAST_ROOM = 20

Scenario = Annotated[str, typer.Argument(help="Scenario, by name or alias: see balance games.")]
Game = Annotated[str, typer.Argument(help="Game: see balance games.")]
#: What a list of rules or numbers is asked about, see ``listing.find_about``.
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[WORD]...", help="Words, or the number of a rule: 4.2, 4.2a or 4."),
]
Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help="table or csv.")]
Study = Annotated[Path, typer.Argument(help="Folder of a study, as --out of balance run.")]


def _strategy(side: str, about: str) -> Any:
    """An option that names a strategy, or several, of a side."""
    return typer.Option(
        f"--{side.lower()}", metavar="NAME[:k=v,...]", help=f"{side} strategy{about}."
    )


Axis = Annotated[str, _strategy("Axis", ", by name or by file")]
Soviet = Annotated[str, _strategy("Soviet", ", by name or by file")]
FieldAxis = Annotated[str | None, _strategy("Axis", ", by name or by file [the field]")]
FieldSoviet = Annotated[str | None, _strategy("Soviet", ", by name or by file [the field]")]
_MAIN = ", by name or by file [main pairing of the field]"
MainAxis = Annotated[str | None, _strategy("Axis", _MAIN)]
MainSoviet = Annotated[str | None, _strategy("Soviet", _MAIN)]
AxisSeveral = Annotated[list[str] | None, _strategy("Axis", "; may be repeated [the field]")]
SovietSeveral = Annotated[list[str] | None, _strategy("Soviet", "; may be repeated [the field]")]
_ALL = "; may be repeated [all but random, planner]"
AxisAll = Annotated[list[str] | None, _strategy("Axis", _ALL)]
SovietAll = Annotated[list[str] | None, _strategy("Soviet", _ALL)]
_EACH = "; may be repeated [all but examples, random, planner]"
AxisEach = Annotated[list[str] | None, _strategy("Axis", _EACH)]
SovietEach = Annotated[list[str] | None, _strategy("Soviet", _EACH)]
Games = Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="Seed of the study: same seed, same games.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", help="Processes; one a core if not given."),
]


def _join_cluster(context: typer.Context, address: str | None) -> str | None:
    """Have all that the command plays played on a cluster."""
    if address is not None:
        from balance.experiments.cluster import on_cluster

        context.with_resource(on_cluster(address))
    return address


Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Dask cluster to play on: tcp://HOST:PORT, or local:N.",
        callback=_join_cluster,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder to keep the tables in; none if not given."),
]
Variant = Annotated[
    str,
    typer.Option("--variant", metavar="NAME|FILE", help="Rule variant, by name or TOML file."),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Set one parameter of the rules; may be repeated."
    ),
]
Detail = Annotated[
    str,
    typer.Option(
        "--detail",
        metavar="LEVEL",
        help="How much to keep: turns, events (where and why) or battles.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bar and no summary.")]
Hush = Annotated[bool, typer.Option("--quiet", help="Don't say what is being done meanwhile.")]


Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME|FILE", help="Rule variant; give two or more."),
]
VariantEach = Annotated[
    list[str] | None,
    typer.Option(
        "--variant", metavar="NAME|FILE", help="Rule variant; may be repeated [baseline]."
    ),
]
Margin = Annotated[
    float,
    typer.Option("--margin", metavar="POINTS", help="Smallest change of a side's score in points."),
]
Until = Annotated[
    str | None,
    typer.Option("--until", metavar="WHAT", help="'decided': play until the question is answered."),
]
MaxGames = Annotated[
    int, typer.Option("--max-games", metavar="N", help="Games a variant at most, with --until.")
]
ErrorRate = Annotated[
    float, typer.Option("--error-rate", metavar="RATE", help="Accepted chance of a false verdict.")
]

IntervalErrorRate = Annotated[
    float,
    typer.Option(
        "--error-rate", metavar="RATE", help="Accepted chance that an interval misses the truth."
    ),
]


def refuse_idle(
    context: typer.Context,
    needed: dict[str, tuple[object, str]],
    beside: dict[str, tuple[object, str]],
) -> None:
    """Refuse what was given and does nothing without another option, or beside another one.

    By the name of an option whether the other one is there, and how it is written.
    """
    for name, (is_there, other) in needed.items():
        if _is_given(context, name) and not is_there:
            raise DataError(
                f"{_option(name)}: does nothing without {other}; add that, or leave it out"
            )
    for name, (is_there, other) in beside.items():
        if _is_given(context, name) and is_there:
            raise DataError(f"{_option(name)}: does nothing beside {other}; leave out one of them")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def finish_answer(answer: Answer, *, quiet: bool, kept: bool) -> None:
    """Store the machine-readable answer of a study and print the readable one."""
    from balance.studies.answer import fault_remarks

    if kept:
        answer.write_summary()
    if quiet:  # about what went well, that is
        for fault in fault_remarks(answer.results.games):
            print(f"balance: {fault}", file=sys.stderr)
        return
    from rich.console import Console

    from balance.studies.terminal import render_answer

    console = Console()
    console.print(render_answer(answer), highlight=False)
    if kept:
        folder = answer.results.folder
        console.print(f"tables in {folder}", markup=False, highlight=False, soft_wrap=True)


def read_overrides(
    settings: list[str] | None, option: str = "--set", example: str = "victory.vp_to_win=7"
) -> dict[str, object]:
    """Turn a repeated option, such as ``--set KEY=VALUE``, into a mapping.

    >>> read_overrides(["victory.vp_to_win=7"])
    {'victory.vp_to_win': '7'}
    >>> read_overrides(["unit:all army=13:movement=+1"])
    {'unit:all army=13:movement': '+1'}
    """
    overrides: dict[str, object] = {}
    for setting in settings or []:
        # A group of units may have an equals sign in its name.
        parts = setting.rpartition("=") if setting.startswith("unit:") else setting.partition("=")
        key, equals, value = parts
        if not equals or not key.strip():
            raise DataError(f"{option} {setting!r}: write KEY=VALUE, e.g. {example}")
        if key.strip() in overrides:
            raise DataError(f"{option} {key.strip()!r} is given twice")
        overrides[key.strip()] = value.strip()
    return overrides


def print_columns(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows as aligned columns; in a terminal the last one is wrapped where it has room.

    Where it has none, each row becomes an entry of its own: its last cell below the others.
    """
    if not rows:
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    taken = sum(widths) + 2 * len(widths)
    columns = shutil.get_terminal_size((10_000, 24)).columns
    for row in rows:
        if columns - taken < _LEAST_ROOM:
            print(entry("  ".join(filter(None, row[:-1])), row[-1:], columns))
            continue
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        last = textwrap.wrap(row[-1], columns - taken)
        print("  ".join([*cells, *last[:1]]).rstrip())
        for line in last[1:]:
            print(" " * taken + line)
