"""``balance chances``: how likely each side is to win, by how a game stands."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    axis: options.AxisAll = None,
    soviet: options.SovietAll = None,
    variant: options.Variant = "baseline",
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", help="Games in all, about, shared by the pairings; 300 or more."
        ),
    ] = 3000,
    rebuild: Annotated[
        bool,
        typer.Option("--rebuild", help="Put the model in the place of the one that is shipped."),
    ] = False,
    error_rate: options.IntervalErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    quiet: options.Quiet = False,
) -> None:
    """Fit the chances of both sides to win, turn by turn, and judge them on other games.

    Every opening meets every one of the other side. A game is judged by all that the table of its
    turns tells: points, strength, supply, places. The model is written to chances.toml in the
    folder of the study, for balance replay --chances; replays and reports take the shipped one.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.chances.study import chances

    with kept_on_interrupt(str(out) if out else ""):
        answer = chances(
            scenario,
            axis=axis,
            soviet=soviet,
            variant=variant,
            games=games,
            rebuild=rebuild,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
