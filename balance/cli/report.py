"""``balance report``: the HTML page of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def command(
    study: options.Study,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="File to write; report.html in the study."),
    ] = None,
) -> None:
    """Write the report of a study as one self-contained HTML page, and summary.json beside it."""
    from reports.html import render

    print(f"report: {render(study, to)}")
