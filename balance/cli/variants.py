"""``balance variants``: the rule variants of each game."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.options import print_columns


def command(
    game: Annotated[str | None, typer.Argument(help="Game; all of them if not given.")] = None,
) -> None:
    """List the rule variants that come with the games, and what each changes."""
    from balance.errors import UnknownName
    from balance.experiments.variants import load_variant, variant_names
    from balance.rulebook import game_names

    if game is not None and game not in game_names():
        raise UnknownName("game", game, game_names())
    rows = [("GAME", "VARIANT", "CHANGES", "WHY")]
    for each in [game] if game else game_names():
        for name in variant_names(each):
            variant = load_variant(each, name)
            changes = len(variant.apply(each).changes)
            rows.append((each, name, str(changes), variant.why))
    print_columns(rows)
