"""``balance sweep``: the balance over the values of one or more parameters."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="KEY=VALUES",
            help="Parameter with its values: KEY=5,6,7 or KEY=5..9 or KEY=5..50:5 (steps of 5); "
            "several make a full grid.",
        ),
    ] = None,
    axis: options.FieldAxis = None,
    soviet: options.FieldSoviet = None,
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games a setting.")
    ] = 1000,
    error_rate: options.IntervalErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: options.Detail = "turns",
    quiet: options.Quiet = False,
) -> None:
    """Play every combination of the values of some parameters, all on the same seeds.

    Says how the balance changes with the values, and which differ from the unchanged rules.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.sweep.study import sweep

    with kept_on_interrupt(str(out) if out else ""):
        answer = sweep(
            scenario,
            options.read_overrides(over, "--over", "victory.vp_to_win=5..7"),
            axis=axis,
            soviet=soviet,
            variant=variant,
            settings=options.read_overrides(settings),
            games=games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
