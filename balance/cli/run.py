"""``balance run``: play one pairing many times."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from balance.cli import options

if TYPE_CHECKING:
    from balance.analysis.results import Results as Answers
    from balance.experiments.results import Results


def command(
    scenario: options.Scenario,
    axis: options.MainAxis = None,
    soviet: options.MainSoviet = None,
    games: options.Games = 100,
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    out: options.Out = None,
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    detail: options.Detail = "battles",
    quiet: options.Quiet = False,
) -> None:
    """Play a scenario many times between two strategies and say who wins.

    With --out, the tables of all games are kept in that folder, and a study that was interrupted
    goes on where it stopped. Neither --jobs nor an interruption changes a result.
    """
    from balance.experiments.run import run

    with kept_on_interrupt(str(out) if out else ""):
        results = run(
            scenario,
            axis=axis,
            soviet=soviet,
            games=games,
            seed=seed,
            jobs=jobs,
            out=out,
            variant=variant,
            overrides=options.read_overrides(settings),
            detail=detail,
            progress=not quiet,
        )
    finish(results, quiet=quiet, kept=out is not None)


class kept_on_interrupt:  # noqa: N801 - reads as a sentence after `with`
    """On Ctrl-C, say what is kept and how to go on; exit code 130."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        """Nothing to set up."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or not issubclass(kind, KeyboardInterrupt):
            return
        from balance.experiments.study import MANIFEST

        if self._folder and not (Path(self._folder) / MANIFEST).is_file():
            print("\ninterrupted before the first game: nothing is kept yet", file=sys.stderr)
        elif self._folder:
            print(
                f"\ninterrupted: all finished blocks of games are kept in {self._folder}; "
                f"balance resume {self._folder} plays the rest",
                file=sys.stderr,
            )
        else:
            print("\ninterrupted: nothing is kept without --out", file=sys.stderr)
        raise typer.Exit(130)


def finish(results: Results, *, quiet: bool, kept: bool) -> None:
    """Store the machine-readable summary and print the readable one.

    Exit code 1 if not one of the games came to its end.
    """
    from balance.analysis.reading import answers_of, write_summary

    answers = answers_of(results)
    if kept:
        write_summary(results, answers)
    from balance.analysis.telling.terminal import render_faults

    if quiet:  # about what went well, that is
        for line in render_faults(answers):
            print(f"balance: {line}", file=sys.stderr)
    else:
        _print_summary(results, answers, kept=kept)
    if answers.failures["games"].sum() == results.game_count:
        raise typer.Exit(1)


def _print_summary(results: Results, answers: Answers, *, kept: bool) -> None:
    from rich.console import Console

    from balance.analysis.telling.terminal import render_summary

    spec = results.spec
    console = Console()
    console.print(render_summary(answers), highlight=False)
    for cell in spec.cells:
        console.print(
            f"{spec.game} {spec.scenario}, axis {cell.axis}, soviet {cell.soviet}, "
            f"variant {cell.variant_label}, --games {spec.games} --seed {spec.seed}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if kept:
        console.print(f"tables in {results.folder}", markup=False, highlight=False, soft_wrap=True)
