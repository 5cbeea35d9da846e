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
    from reports.page import write_page

    from balance.cli.answers import answers_of, write_summary
    from balance.experiments.results import open_study

    results = open_study(study)
    answers = answers_of(results)
    write_summary(results, answers)
    path = to or results.folder / "report.html"
    write_page(answers, path)
    print(f"report: {path}")
