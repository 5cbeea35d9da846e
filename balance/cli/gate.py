"""``balance gate``: balance tests with expected bands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def command(
    file: Annotated[Path, typer.Argument(help="TOML file with what is played and expected.")],
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Games to play; as the file says if not given."),
    ] = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    quiet: options.Quiet = False,
) -> None:
    """Play a scenario and check that its figures lie in their bands; exit code 1 if one does not.

    A figure whose interval still reaches into its band is doubtful: that is told, and no failure
    unless the file is strict. Exit code 2 means that the file itself is wrong.
    """
    from balance.cli.run import kept_on_interrupt
    from balance.studies.gate.study import gate

    with kept_on_interrupt(str(out) if out else ""):
        answer = gate(file, games=games, jobs=jobs, out=out, progress=not quiet)
    options.finish_answer(answer, quiet=quiet, kept=out is not None)
    if answer.facts["failed"]:
        raise typer.Exit(1)
