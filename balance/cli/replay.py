"""``balance replay``: one game again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options
from balance.errors import DataError

if TYPE_CHECKING:
    from balance.experiments.replay.game import Replay


def command(
    study: Annotated[
        Path | None,
        typer.Argument(help="Folder of a study whose game --game is to be shown."),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option("--game", metavar="ID", help="Number of the game in its study (game_id)."),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", metavar="NAME", help="Instead of a study: what to play."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="With --scenario: seed of the game itself."),
    ] = None,
    axis: options.MainAxis = None,
    soviet: options.MainSoviet = None,
    variant: options.Variant = "baseline",
    settings: options.Set = None,
    set_up: Annotated[
        int | None,
        typer.Option("--set-up", metavar="N", help="Seed of set-up draws, if another."),
    ] = None,
    chances: Annotated[
        Path | None,
        typer.Option(
            "--chances",
            metavar="FILE",
            help="Model of the chances to win, by balance chances [the shipped one].",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Page to write."),
    ] = None,
    quiet: options.Hush = False,
) -> None:
    """Play one game again and write it as a page to step through: map, moves, battles, log.

    A game of a study is checked against what the study has stored, to the last die.
    """
    from balance.experiments.progress import working
    from balance.experiments.replay.game import page_name
    from balance.experiments.results import open_study

    takes = "some seconds, half a minute before the engine is compiled"
    if study is not None:
        results = open_study(study)
        given = (scenario, seed, axis, soviet, set_up, settings)
        if variant != "baseline" or any(option is not None for option in given):
            raise DataError(
                f"{study}: a game of a study has the scenario, strategies, rules "
                "and seed of its study; leave out --scenario and all that goes with it"
            )
        if game is None:
            raise DataError(
                f"{study}: which game? Add --game ID, a number of the column "
                "game_id; the report lists games to look at"
            )
        with working(f"playing game {game} of {study} again", takes, quiet=quiet):
            made = results.replay(game, chances=chances)
            default = study / "replays" / page_name(game)
    else:
        if scenario is None or seed is None or game is not None:
            raise DataError(
                "name a game: either STUDY --game ID, or --scenario NAME --seed N "
                "with --axis, --soviet, --variant and --set as it was played"
            )
        with working(f"playing seed {seed} of {scenario}", takes, quiet=quiet):
            made, default = _free(scenario, seed, axis, soviet, variant, settings, set_up, chances)
    print(f"{made.document['outcome']['words']}; seed {made.row['seed']}")
    print(f"replay: {made.write(out or default)}")


def _free(
    scenario: str,
    seed: int,
    axis: str | None,
    soviet: str | None,
    variant: str,
    settings: list[str] | None,
    set_up: int | None,
    chances: Path | None,
) -> tuple[Replay, Path]:
    """A game of its own, and where its page goes."""
    from balance.experiments.replay.game import replay

    made = replay(
        scenario,
        seed=seed,
        axis=axis,
        soviet=soviet,
        variant=variant,
        overrides=options.read_overrides(settings),
        set_up=set_up,
        chances=chances,
    )
    return made, Path(f"replay-{made.document['played']['scenario']}-{seed}.html")
