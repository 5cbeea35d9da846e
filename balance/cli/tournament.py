"""``balance tournament``: every strategy against every one of the other side."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    axis: options.AxisEach = None,
    soviet: options.SovietEach = None,
    variants: options.VariantEach = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games in each pairing, 20 or more.")
    ] = 200,
    error_rate: options.ErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: options.Detail = "turns",
    quiet: options.Quiet = False,
) -> None:
    """Play every strategy against every one of the other side and say who wins if both choose well.

    Under several variants, the first is what the others are compared with.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.tournament.study import tournament

    with kept_on_interrupt(str(out) if out else ""):
        answer = tournament(
            scenario,
            axis=axis,
            soviet=soviet,
            variants=variants or ["baseline"],
            games=games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
