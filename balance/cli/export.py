"""``balance export``: the tables and figures of a study for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def command(
    study: options.Study,
    to: Annotated[
        Path, typer.Option("--to", metavar="DIR", help="Folder to write to, one file a table.")
    ],
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="csv or parquet.")
    ] = "csv",
    table: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="NAME", help="Only this table; may be repeated."),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures", help="Each figure of the report too, as SVG and PNG.")
    ] = False,
) -> None:
    """Write the tables of a study as one CSV or Parquet file each, with a note on the columns.

    A study that asks more than who wins adds the tables of its answer.
    """
    from balance.studies.export import export

    drawn = None
    if figures:
        from reports.html import figure_files

        drawn = figure_files(study)
    for path in export(study, to, format, table, drawn):
        print(path)
