"""``balance compare``: rule variants on the same seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options
from balance.errors import DataError


def command(
    context: typer.Context,
    scenario: options.Scenario,
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant", metavar="NAME|FILE", help="Rule variant, by name or file; may be repeated."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Compare the first variant with itself under this parameter; several make one "
            "variant together.",
        ),
    ] = None,
    axis: options.AxisSeveral = None,
    soviet: options.SovietSeveral = None,
    games: options.Games = 1000,
    until: options.Until = None,
    margin: options.Margin = 2.0,
    max_games: options.MaxGames = 10_000,
    error_rate: options.ErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: options.Detail = "events",
    adapt: Annotated[
        bool, typer.Option("--adapt", help="Train both sides under either of the rules, too.")
    ] = False,
    budget: Annotated[
        int, typer.Option("--budget", metavar="N", help="Games of each search of --adapt.")
    ] = 5000,
    quiet: options.Quiet = False,
) -> None:
    """Compare rule variants on the same seeds and say which side a change favours, and by how much.

    One --variant is compared with the baseline; of several, the first is what the others are
    compared with. With --set, one variant (the baseline if none is given) is compared with itself
    under these settings.

    With --adapt, both sides are trained under either of the rules, with --budget games a search,
    and the answer says how the balance changes between players who know the rules.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.compare.study import compare

    decides = (until, "--until decided")
    adapts = (adapt, "--adapt")
    options.refuse_idle(
        context,
        {"max_games": decides, "budget": adapts},
        {"games": decides, "detail": adapts},
    )
    if adapt:
        _refuse_beside_adapt(out, settings=settings, until=until)
        from balance.studies.adapt.study import adapt as adapted

        with kept_on_interrupt(str(out)):
            answer = adapted(
                scenario,
                variants or [],
                axis=axis,
                soviet=soviet,
                budget=budget,
                games=games,
                margin=margin,
                error_rate=error_rate,
                seed=seed,
                jobs=jobs,
                out=out,
                progress=not quiet,
            )
        options.finish_answer(answer, quiet=quiet, kept=True)
        return
    with kept_on_interrupt(str(out) if out else ""):
        answer = compare(
            scenario,
            variants or ["baseline"],
            settings=options.read_overrides(settings),
            axis=axis,
            soviet=soviet,
            games=games,
            until=until,
            margin=margin,
            max_games=max_games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail,
            progress=not quiet,
        )
    options.finish_answer(answer, quiet=quiet, kept=out is not None)


def _refuse_beside_adapt(out: Path | None, **given: object) -> None:
    """Refuse what goes with no training: nowhere to keep it, settings, playing until decided."""
    if out is None:
        raise DataError("--adapt: the openings that it finds need a folder; say which with --out")
    for name, value in given.items():
        if value:
            raise DataError(
                f"--{'set' if name == 'settings' else name}: doesn't go with --adapt; "
                "expected --variant NAME|FILE and --games N"
            )
