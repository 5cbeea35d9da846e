"""``balance digest``: a fingerprint of how games go."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    axis: options.Axis = "historical",
    soviet: options.Soviet = "historical",
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games to play.")
    ] = 4,
    seed: options.Seed = 1,
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    debug: Annotated[
        bool, typer.Option("--debug", help="Check the invariants of the game after each phase.")
    ] = False,
) -> None:
    """Play a few games of fixed seeds and print a hash of all that happened in each.

    Equal digests mean equal games: code that plays as before leaves them alone.
    """
    from balance.experiments.digest import digests
    from balance.experiments.run import cell_overrides
    from balance.experiments.study import Cell

    overrides = cell_overrides(options.read_overrides(settings))
    cell = Cell(axis, soviet, variant, overrides)
    found = digests(scenario, cell, games=games, seed=seed, debug=debug)
    rows = [("SEED", "DIGEST"), *((str(number), text) for number, text in found.games)]
    options.print_columns(rows)
    print(f"{found.scenario.game}/{found.scenario.name} digest {found.total}")
