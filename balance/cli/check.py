"""``balance check``: is a file of one's own in order?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options

app = typer.Typer(
    help="Check a strategy or a variant of your own.", no_args_is_help=True, rich_markup_mode=None
)


@app.command("strategy")
def strategy(
    file: Annotated[Path, typer.Argument(help="Opening file (.toml) or plugin (.py).")],
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games to play against each opponent.")
    ] = 4,
) -> None:
    """Put a strategy through its exam: it must load, play legally and repeat itself."""
    from balance.experiments.exam import check_file

    raise typer.Exit(check_file(file, games))


@app.command("variant")
def variant(
    game: Annotated[str, typer.Argument(help="Game that the variant belongs to.")],
    file: Annotated[str, typer.Argument(help="Variant, by name or TOML file.")],
    settings: options.Set = None,
) -> None:
    """Read a variant and list what it changes; rule functions of its own are put to the test.

    A game of each scenario is played with them, compiled as in a study, and after each phase the
    invariants of the game are checked.
    """
    from balance.experiments.digest import digests
    from balance.experiments.run import cell_overrides
    from balance.experiments.scenarios import find_game, scenarios
    from balance.experiments.study import Cell
    from balance.experiments.variants import rules_under
    from balance.rulebook import describe_changes

    overrides = options.read_overrides(settings)
    game = find_game(game)
    ruleset = rules_under(game, file, overrides)
    lines = list(describe_changes(ruleset))
    print("\n".join(lines) if lines else "changes nothing")
    if not ruleset.functions:
        return
    cell = Cell("historical", "historical", file, cell_overrides(overrides))
    for scenario in scenarios():
        if scenario.game == game:
            found = digests(f"{game}/{scenario.name}", cell, games=1, debug=True)
            print(f"{scenario.name}: played, invariants hold; digest {found.total}")
