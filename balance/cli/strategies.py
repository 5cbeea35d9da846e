"""``balance strategies``: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.options import print_columns


def command(
    game: Annotated[str | None, typer.Argument(help="Game; all of them if not given.")] = None,
    parameters: Annotated[
        bool, typer.Option("--parameters", help="Show the parameters of each and their defaults.")
    ] = False,
) -> None:
    """List the strategies of each side."""
    import balance.experiments.trying  # noqa: F401 - tries plugins before they are loaded
    from balance.errors import UnknownName
    from balance.experiments.scenarios import playable_games
    from balance.rulebook import game_names
    from balance.strategy.registry import entries

    if game is not None and game not in game_names():
        raise UnknownName("game", game, game_names())
    rows = [("GAME", "SIDE", "STRATEGY", "KIND", "WHAT IT DOES")]
    for each in [game] if game else playable_games():
        for entry in entries(each):
            rows.append((each, entry.side, entry.name, entry.kind, entry.title))
            if parameters:
                for key, default in entry.cls.parameters().items():
                    rows.append(("", "", "", "", f"  {key}={default}"))
    print_columns(rows)
