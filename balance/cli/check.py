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
    from balance.strategy.conformance import check_file

    raise typer.Exit(check_file(file, games))


@app.command("variant")
def variant(
    game: Annotated[str, typer.Argument(help="Game that the variant belongs to.")],
    file: Annotated[str, typer.Argument(help="Variant, by name or TOML file.")],
    settings: options.Set = None,
) -> None:
    """Read a variant and list what it changes."""
    from balance.experiments.variants import load_variant
    from balance.rulebook import describe_changes

    ruleset = load_variant(game, file).apply(game, options.read_overrides(settings))
    lines = list(describe_changes(ruleset))
    print("\n".join(lines) if lines else "changes nothing")
