"""``balance new-game``: a small game of one's own, whole, to begin from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    name: Annotated[str, typer.Argument(help="Name of the game: small letters, digits and _.")],
    into: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Folder that the game's is made in.")
    ] = Path(),
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What readers call it [by its name].")
    ] = "",
) -> None:
    """Write a small game that plays: map, units, charts, a scenario, openings for both sides.

    All of it is text to change; YOUR_OWN_GAME.md takes you through it.
    """
    from balance.experiments.new_game import write_game

    game = write_game(name, into, title)
    place = into / name
    shown = place if place.is_absolute() else f"./{place}"
    print(f"{game.title} is in {shown}. Look at it, play it, change it:")
    print(f"  balance map {shown}")
    print(f"  balance run {shown} --games 200 --out {name}_study")
    print(f"  balance report {name}_study")
    print(f"  balance check game {shown}")
