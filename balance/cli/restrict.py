"""``balance restrict``: what an ability of one side is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    context: typer.Context,
    scenario: options.Scenario,
    side: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="Side to restrict: axis or soviet.")
    ] = "",
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="KIND[+KIND]",
            help="Kind of action to forbid; may be repeated, each is compared alone.",
        ),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List what can be forbidden, and play nothing.")
    ] = False,
    variant: options.Variant = "baseline",
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
    detail: options.Detail = "battles",
    quiet: options.Quiet = False,
) -> None:
    """Forbid one side a kind of action and say what the ability is worth, on the same seeds."""
    if listed:
        _print_restrictions(scenario, side)
        return
    from balance.cli.run import kept_on_interrupt
    from balance.studies.restrict.study import restrict

    decides = (until, "--until decided")
    options.refuse_idle(context, {"max_games": decides}, {"games": decides})
    with kept_on_interrupt(str(out) if out else ""):
        answer = restrict(
            scenario,
            side,
            without or [],
            variant=variant,
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


def _print_restrictions(scenario: str, side: str) -> None:
    """Print what can be forbidden to a side, or to either if none is given."""
    from balance.experiments.scenarios import find_scenario
    from balance.studies.restrict.restrictions import check_side, restrictions

    if side:
        check_side(side)
    game = find_scenario(scenario).game
    shown = [
        (each.key, each.side, each.rule, each.title)
        for each in restrictions(game)
        if side in ("", each.side)
    ]
    if not shown:
        whom = f"the {side} side" if side else "either side"
        print(f"{game} lists nothing to forbid {whom}: it has no restrictions.toml that says how")
        return
    options.print_columns([("KIND", "SIDE", "RULE", "WITHOUT"), *shown])
