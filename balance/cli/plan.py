"""``balance plan``: games and time for a wanted precision, before playing."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    variants: options.Variants = None,
    settings: options.Set = None,
    axis: options.FieldAxis = None,
    soviet: options.FieldSoviet = None,
    precision: Annotated[
        list[float] | None,
        typer.Option(
            "--precision", metavar="POINTS", help="Wanted precision; may be repeated [1, 2, 5]."
        ),
    ] = None,
    power: Annotated[
        float, typer.Option("--power", metavar="SHARE", help="Chance to find a change as large.")
    ] = 0.8,
    error_rate: options.IntervalErrorRate = 0.05,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of the pilot, a variant.")
    ] = 60,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    out: options.Out = None,
    quiet: options.Quiet = False,
) -> None:
    """Play a small pilot and say how many games a given precision takes, and how long.

    With two variants (or one and --set) it also tells what playing them on the same seeds saves.
    """
    from balance.analysis.questions import check_error_rate
    from balance.cli.run import kept_on_interrupt
    from balance.studies.plan.study import PRECISIONS, plan

    check_error_rate(error_rate)
    with kept_on_interrupt(str(out) if out else ""):
        answer = plan(
            scenario,
            variants or ["baseline"],
            settings=options.read_overrides(settings),
            axis=axis,
            soviet=soviet,
            precision=precision or PRECISIONS,
            power=power,
            confidence=1 - error_rate,
            games=games,
            seed=seed,
            jobs=jobs,
            out=out,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
