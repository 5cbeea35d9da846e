"""``balance sensitivity``: which rules matter."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    scenario: options.Scenario,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="How to ask: one_at_a_time, morris, sobol or dead_rules.",
        ),
    ] = "one_at_a_time",
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="KEY|PREFIX",
            help="Change only this parameter or topic (combat), switch off only this rule (11.28); "
            "may be repeated.",
        ),
    ] = None,
    parameters: Annotated[
        str,
        typer.Option(
            "--parameters", metavar="A,B,...", help="Range over these, for morris and sobol."
        ),
    ] = "",
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="KEY=LOW..HIGH",
            help="Range over this parameter from low to high; may be repeated.",
        ),
    ] = None,
    trajectories: Annotated[
        int | None,
        typer.Option("--trajectories", metavar="R", help="Trajectories of morris [10]."),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(
            "--rows", metavar="N", help="Rows of sobol, 64 or more, best a power of 2 [64]."
        ),
    ] = None,
    outcome: Annotated[
        str,
        typer.Option("--outcome", metavar="NAME", help="Outcome: score, or a column such as vp."),
    ] = "score",
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    axis: options.FieldAxis = None,
    soviet: options.FieldSoviet = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games a setting or rule [100]; seeds at each point of morris [20], of sobol [4].",
        ),
    ] = None,
    error_rate: options.ErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: Annotated[
        str | None,
        typer.Option(
            "--detail", metavar="LEVEL", help="Tables to keep [turns; battles for dead_rules]."
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Find out which rules matter.

    One parameter at a time, over ranges of chosen ones (morris, sobol), or each rule switched off
    (dead_rules). All games are compared on the same seeds.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.sensitivity.ranges import read_over
    from balance.studies.sensitivity.study import sensitivity

    with kept_on_interrupt(str(out) if out else ""):
        answer = sensitivity(
            scenario,
            method,
            only=only or (),
            parameters=[name.strip() for name in parameters.split(",") if name.strip()],
            over=read_over(over or ()),
            trajectories=trajectories,
            rows=rows,
            outcome=outcome,
            variant=variant,
            settings=options.read_overrides(settings),
            axis=axis,
            soviet=soviet,
            games=games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
