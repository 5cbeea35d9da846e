"""``balance check``: is a file of one's own in order?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options
from balance.errors import DataError

if TYPE_CHECKING:
    from balance.strategy.conformance import Report

app = typer.Typer(
    help="Check a strategy, a variant or a game of your own.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("strategy")
def strategy(
    file: Annotated[Path, typer.Argument(help="Opening file (.toml) or plugin (.py).")],
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games to play against each opponent.")
    ] = 4,
    record: Annotated[
        int,
        typer.Option(
            "--record",
            metavar="N",
            help="Further games against each, to tell how it fares; 0 for none.",
        ),
    ] = 60,
    jobs: options.Jobs = None,
    quiet: options.Hush = False,
) -> None:
    """Put a strategy through its exam: it must load, play legally and repeat itself.

    Then it plays against random and historical, and the share of its wins is told.
    """
    from balance.experiments.exam import examine
    from balance.experiments.progress import FIRST_RUN, working

    if record < 0:
        raise DataError(f"--record takes a number of games, 0 or more, not {record}")
    with working(f"examining {file}", f"half a minute or so; {FIRST_RUN}", quiet=quiet):
        reports = list(examine(file, games))
    print("\n\n".join(report.text() for report in reports))
    if not all(report.passed for report in reports):
        raise typer.Exit(1)
    for report in reports if record else ():
        _tell_record(report, file, record, jobs, quiet)


def _tell_record(report: Report, file: Path, games: int, jobs: int | None, quiet: bool) -> None:
    """Print how a strategy fares, and warn of what it loses."""
    from balance.experiments.scenarios import find_game
    from balance.studies.fares import fare

    records = fare(
        find_game(report.game), report.side, str(file), games=games, jobs=jobs, progress=not quiet
    )
    print(f"{report.name} ({report.side}), shares with their 95% intervals:")
    for each in records:
        print(f"  {each}")
    for each in records:
        if each.warning:
            print(f"balance: warning: {report.name}: {each.warning}", file=sys.stderr)


@app.command("variant")
def variant(
    game: Annotated[str, typer.Argument(help="Game that the variant belongs to.")],
    file: Annotated[str, typer.Argument(help="Variant, by name or TOML file.")],
    settings: options.Set = None,
    quiet: options.Hush = False,
) -> None:
    """Read a variant and list what it changes; rule functions of its own are put to the test.

    A game of each scenario is played with them, compiled as in a study, and after each phase the
    invariants of the game are checked.
    """
    from balance.experiments.digest import digests
    from balance.experiments.progress import FIRST_RUN, working
    from balance.experiments.run import cell_overrides
    from balance.experiments.scenarios import find_game
    from balance.experiments.study import Cell
    from balance.experiments.variants import rules_under
    from balance.rulebook.ruleset import describe_changes

    overrides = options.read_overrides(settings)
    found = find_game(game)
    ruleset = rules_under(found, file, overrides)
    lines = list(describe_changes(ruleset))
    print("\n".join(lines) if lines else "changes nothing")
    if not ruleset.functions:
        return
    cell = Cell("historical", "historical", file, cell_overrides(overrides))
    for scenario in found.scenarios:
        doing = f"playing a game of {scenario.name} by these rules, each phase checked"
        with working(doing, f"ten seconds or so; {FIRST_RUN}", quiet=quiet):
            digest = digests(f"{found}/{scenario.name}", cell, games=1, debug=True).total
        print(f"{scenario.name}: played, invariants hold; digest {digest}")


@app.command("game")
def game_of_ones_own(
    folder: Annotated[str, typer.Argument(help="Folder of the game, or its name.")],
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of each pairing in each scenario.")
    ] = 4,
    quiet: options.Hush = False,
) -> None:
    """Put a game through its exam: its data, its map, whole games and all its openings.

    Whole games are played at random and by the historical openings, twice, and after each phase the
    invariants are checked.
    """
    from balance.experiments.game_check import check_field, check_game, told
    from balance.experiments.progress import FIRST_RUN, working
    from balance.experiments.scenarios import find_game

    if games < 1:
        raise DataError(f"--games takes a number of games, 1 or more, not {games}")
    found = find_game(folder)
    with working(f"examining {found}", f"half a minute or so; {FIRST_RUN}", quiet=quiet):
        checks = [*check_game(found, games)]
        checks += [check_field(found)] if checks[0].passed else []
    passed = all(check.passed for check in checks)
    print(f"{found.title}: {'passed' if passed else 'failed'}")
    print("\n".join(told(checks)))
    if not found.system:
        print("Its map was not looked at: this game has code of its own, whose tests do that.")
    if not passed:
        raise typer.Exit(1)
