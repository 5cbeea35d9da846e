"""``balance tune``: the value of a parameter, or the bid, that gives a wanted balance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options
from balance.errors import BadQuestion

if TYPE_CHECKING:
    from balance.studies.answer import Answer


def command(
    scenario: options.Scenario,
    parameter: Annotated[
        str | None,
        typer.Option("--parameter", metavar="KEY", help="Parameter to tune, a whole number."),
    ] = None,
    start: Annotated[
        int | None, typer.Option("--from", metavar="A", help="Smallest value to consider.")
    ] = None,
    end: Annotated[
        int | None, typer.Option("--to", metavar="B", help="Largest value to consider.")
    ] = None,
    bid: Annotated[
        bool,
        typer.Option("--bid", help="Find the fair bid of victory points, not a parameter's value."),
    ] = False,
    want: Annotated[
        str,
        typer.Option(
            "--want",
            metavar="PERCENT",
            help="Wanted score of the side that scores points, such as 50, or its wins, draws and "
            "losses, such as 45/10/45.",
        ),
    ] = "50",
    axis: options.FieldAxis = None,
    soviet: options.FieldSoviet = None,
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games a value.")
    ] = 1000,
    error_rate: options.IntervalErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    detail: Annotated[
        str | None,
        typer.Option(
            "--detail",
            metavar="LEVEL",
            help="How much to keep: turns, events (where and why) or battles.",
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Find the value of a parameter that gives a wanted balance, or the fair bid of victory points.

    Write --parameter KEY --from A --to B, or --bid. All values are played on the same seeds.
    """
    from balance.cli.run import kept_on_interrupt

    shared: dict[str, Any] = {
        "want": want,
        "axis": axis,
        "soviet": soviet,
        "variant": variant,
        "settings": options.read_overrides(settings),
        "games": games,
        "error_rate": error_rate,
        "seed": seed,
        "jobs": jobs,
        "out": out,
        "progress": not quiet,
        **({"detail": detail} if detail else {}),
    }
    with kept_on_interrupt(str(out) if out else ""):
        answer = _answer(scenario, parameter, start, end, bid=bid, shared=shared)
    options.finish_answer(answer, quiet=quiet, kept=out is not None)


def _answer(
    scenario: str,
    parameter: str | None,
    start: int | None,
    end: int | None,
    *,
    bid: bool,
    shared: dict[str, Any],
) -> Answer:
    given = [parameter is not None, start is not None, end is not None]
    if bid and not any(given):
        from balance.studies.bid.study import bid as find_bid

        return find_bid(scenario, **shared)
    if bid or parameter is None or start is None or end is None:
        raise BadQuestion(
            "tune: say what to tune, either --parameter KEY --from A --to B, such as --parameter "
            "victory.vp_to_win --from 4 --to 9, or --bid"
        )
    from balance.studies.tune.study import tune

    return tune(scenario, parameter, start, end, **shared)
