"""``balance resume``: go on with a study."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli import options


def command(
    study: options.Study,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Extend to N games; as planned if not given."),
    ] = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    quiet: options.Quiet = False,
) -> None:
    """Play the games that an interrupted study lacks, or extend a finished one."""
    from balance.cli.run import finish, kept_on_interrupt
    from balance.experiments.question import RUN
    from balance.studies.kinds import answer_study, resume_study

    with kept_on_interrupt(str(study)):
        results = resume_study(study, games=games, jobs=jobs, progress=not quiet)
    if results.spec.question.kind == RUN:
        finish(results, quiet=quiet, kept=True)
    else:
        options.finish_answer(answer_study(results), quiet=quiet, kept=True)
