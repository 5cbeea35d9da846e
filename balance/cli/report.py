"""``balance report``: the HTML page of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options
from balance.errors import DataError


def command(
    study: options.Study,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="File to write; report.html in the study."),
    ] = None,
    replays: Annotated[
        int | None,
        typer.Option(
            "--replays", metavar="N", help="Games to show move by move, on pages; a few by default."
        ),
    ] = None,
    no_figures: Annotated[
        bool,
        typer.Option("--no-figures", help="Leave out the figures as SVG and PNG, in figures/."),
    ] = False,
    quiet: options.Hush = False,
) -> None:
    """Write the report of a study as one self-contained HTML page, and summary.json beside it.

    The first N games worth looking at get pages of their own in the folder replays beside the
    report, which links to them; --replays 0 leaves them out.
    """
    if replays is not None and replays < 0:
        raise DataError(f"--replays takes a number of games, 0 or more, not {replays}")
    from balance.experiments.progress import working
    from reports.html import render

    doing = f"drawing the report of {study} and replaying games that are worth a look"
    with working(doing, "some seconds, more for a long study", quiet=quiet):
        page = render(study, out, replays, figures=not no_figures)
    print(f"report: {page}")
