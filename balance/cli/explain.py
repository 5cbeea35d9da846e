"""``balance explain``: where the differences between games come from."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    axis: options.AxisEach = None,
    soviet: options.SovietEach = None,
    variants: options.VariantEach = None,
    set_ups: Annotated[
        int,
        typer.Option(
            "--set-ups",
            metavar="M",
            help="Draws of the set-up, 5 or more; 0 counts them to luck.",
        ),
    ] = 10,
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", help="Seeds of the dice, 20 or more, for each combination."
        ),
    ] = 20,
    error_rate: options.ErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: options.Detail = "turns",
    quiet: options.Quiet = False,
) -> None:
    """Say how much of the outcome is luck, and how much the set-up, strategies and rules.

    Every variant, pairing of strategies and draw of the set-up is played with the same --games
    seeds of the dice.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.explain.study import explain

    with kept_on_interrupt(str(out) if out else ""):
        answer = explain(
            scenario,
            axis=axis,
            soviet=soviet,
            variants=variants or ["baseline"],
            set_ups=set_ups,
            games=games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
