"""``balance train``: the best play of a side that a search finds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli import options
from balance.errors import DataError


def command(
    scenario: options.Scenario,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Folder for the opening and the games."),
    ],
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Side to train; both, in turn, if not given."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="NAME[:k=v,...]",
            help="Strategy of the other side; may be repeated [the mix of the field].",
        ),
    ] = None,
    shares: Annotated[
        str | None,
        typer.Option(
            "--shares", metavar="A,B,...", help="How often each of them is met, such as 60,40."
        ),
    ] = None,
    begin: Annotated[
        list[str] | None,
        typer.Option(
            "--begin",
            metavar="NAME",
            help="Strategy of the side that the search begins with; may be repeated "
            "[all but random, planner].",
        ),
    ] = None,
    variant: options.Variant = "baseline",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            metavar="N",
            help="Times that both sides are trained; 0: only the best mixes are answered [2].",
        ),
    ] = None,
    searches: Annotated[
        int | None,
        typer.Option(
            "--searches",
            metavar="N",
            help="Seeds by which both sides are searched before it counts that neither finds "
            "anything better [1].",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of the search, about; 500 or more.")
    ] = 5000,
    judge: Annotated[
        int,
        typer.Option("--judge", metavar="N", help="Games that judge what it found, 100 or more."),
    ] = 1000,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", help="Name of the opening that is written [trained]."
        ),
    ] = None,
    error_rate: options.IntervalErrorRate = 0.05,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    quiet: options.Quiet = False,
) -> None:
    """Search for the opening of a side that does best against some opponents, and judge it.

    It begins with the game's own openings, with all that strike a single place and one that only
    holds the line, changes the best of them, and writes what it finds to NAME.toml in the folder of
    the study. Without --side both sides are trained in turn, each against the best mix of the
    other: what is the scenario worth then, and how far can the best mixes still be exploited? The
    openings found and the field, in strategies/ and field.toml in the folder, have the form that a
    game ships.
    """
    from balance.cli.run import kept_on_interrupt

    shared: dict[str, Any] = {
        "variant": variant,
        "games": games,
        "judge": judge,
        "error_rate": error_rate,
        "seed": seed,
        "jobs": jobs,
        "out": out,
        "progress": not quiet,
    }
    with kept_on_interrupt(str(out)):
        if side is None:
            if against or shares or begin or name is not None:
                raise DataError(
                    "--against, --shares, --begin and --name are for one side: say which with "
                    "--side"
                )
            from balance.studies.train_both.study import train_both

            answer = train_both(
                scenario,
                rounds=2 if rounds is None else rounds,
                searches=1 if searches is None else searches,
                **shared,
            )
        else:
            if rounds is not None or searches is not None:
                raise DataError("--rounds and --searches are for both sides: leave --side out")
            if shares is not None and not against:
                raise DataError(
                    "--shares: whose? Name an opponent with --against for each, or leave it out"
                )
            from balance.studies.train.study import train

            answer = train(
                scenario,
                side,
                against=against,
                shares=_read_shares(shares),
                begin=begin,
                name="trained" if name is None else name,
                **shared,
            )
    options.finish_answer(answer, quiet=quiet, kept=True)


def _read_shares(text: str | None) -> list[float] | None:
    """Numbers between commas."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise DataError(
            f"--shares {text!r}: expected a number for each --against, such as 60,40"
        ) from None
