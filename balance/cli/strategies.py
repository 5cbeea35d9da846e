"""``balance strategies``: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.options import print_columns


def command(
    game: Annotated[
        str | None, typer.Argument(help="Game, or one of its scenarios; all games if not given.")
    ] = None,
    parameters: Annotated[
        bool, typer.Option("--parameters", help="Show the parameters of each and their defaults.")
    ] = False,
) -> None:
    """List the strategies of each side."""
    import balance.experiments.isolation.trying  # noqa: F401 - tries plugins before they are loaded
    from balance.experiments.scenarios import find_game, find_scenarios
    from balance.rulebook.game import playable_games
    from balance.strategy.registry import entries

    rows = [("GAME", "SIDE", "STRATEGY", "KIND", "WHAT IT DOES")]
    for each in [find_game(game)] if game is not None else playable_games():
        here = find_scenarios(game or each.name)
        for entry in entries(each):
            if here and not any(entry.plays(scenario.name) for scenario in here):
                continue
            alone = f" [{', '.join(entry.cls.scenarios)}]" if entry.cls.scenarios else ""
            example = [s.name for s in here if entry.is_example(s.name)]
            shows = f" [example in {', '.join(example)}]" if example else ""
            about = f"{entry.title}{alone}{shows}"
            rows.append((each.name, entry.side, entry.name, entry.kind, about))
            if parameters:
                for key, default in entry.cls.parameters().items():
                    rows.append(("", "", "", "", f"  {key}={default}"))
    print_columns(rows)
