"""``balance bench``: how fast this machine plays."""

from __future__ import annotations

from pathlib import Path
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
    pairing: Annotated[
        bool,
        typer.Option(
            "--pairing", help="Measure instead what playing variants on the same seeds saves."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder for a figure of how time grows, growth.svg and .png, with growth.json.",
        ),
    ] = None,
) -> None:
    """Measure games a second, compile times, memory and scaling over the cores.

    With --out, a figure shows how time grows with games, units, their reach and the map.
    """
    if pairing:
        _pairing(scenario, axis, soviet, games, seed, jobs, as_json=as_json)
        return
    if out is not None:
        _draw_growth(scenario, axis, soviet, games, seed, out)
    from balance.experiments.bench import measure

    figures = measure(scenario, axis=axis, soviet=soviet, games=games, seed=seed, jobs=jobs)
    if as_json:
        import json

        print(json.dumps({figure.key: figure.value for figure in figures}, indent=1))
        return
    options.print_columns([(f.title, f.text) for f in figures])


def _draw_growth(
    scenario: str, axis: str, soviet: str, games: int, seed: int, folder: Path
) -> None:
    """Write the figure of how time grows into a folder."""
    from balance.experiments.growth_bench import measure_growth
    from reports.figures_bench import write_growth

    grown = measure_growth(scenario, axis=axis, soviet=soviet, games=games, seed=seed)
    write_growth(grown, folder)


def _pairing(
    scenario: str,
    axis: str,
    soviet: str,
    games: int,
    seed: int,
    jobs: int | None,
    *,
    as_json: bool,
) -> None:
    """Print the gain from pairing for each small change that the game lists."""
    from balance.analysis.study import rows
    from balance.studies.plan.pairing import measure_pairing

    table = measure_pairing(
        scenario, axis=axis, soviet=soviet, games=games, seed=seed, jobs=jobs, progress=not as_json
    )
    if as_json:
        print(table.to_json(orient="records", indent=1))
        return
    head = ("CHANGE", "PAIRS", "ALIKE", "FLIPPED", "GAIN: SCORE", "GAIN: POINTS", "MEANT")
    lines = [
        (
            str(row["change"]),
            *(f"{row[name]:,}" for name in ("pairs", "identical", "flipped")),
            *(
                f"{row[name]:.1f} [{row[f'{name}_low']:.1f}, {row[f'{name}_high']:.1f}]"
                for name in ("score", "points")
            ),
            f"{row['expected']:g}",
        )
        for row in rows(table)
    ]
    options.print_columns([head, *lines])
