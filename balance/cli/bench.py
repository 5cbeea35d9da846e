"""``balance bench``: how fast this machine plays."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario = "blue",
    axis: options.Axis = "historical",
    soviet: options.Soviet = "historical",
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games for each measurement.")
    ] = 60,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure games a second, compile times, memory and scaling over the cores."""
    from balance.experiments.bench import measure

    figures = measure(scenario, axis=axis, soviet=soviet, games=games, seed=seed, jobs=jobs)
    if as_json:
        import json

        print(json.dumps({figure.key: figure.value for figure in figures}, indent=1))
        return
    options.print_columns([(f.title, f.text) for f in figures])
