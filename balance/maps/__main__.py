"""The command ``python -m balance.maps GAME``: rebuild the map tables of a game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from balance.errors import BalanceError, DataError
from balance.files.charts import shown_path
from balance.files.resources import data_folder
from balance.maps.build import build_map, map_tables
from balance.rulebook.game import Game, open_game


def rebuild_tables(game: Game) -> list[str]:
    """Build the tables of a game's map anew and write them; what to tell the user.

    Raises
    ------
    DataError
        If the map isn't drawn from geography, or a file that it is drawn from is wrong.
    """
    folder = game.folder / "map"
    if not (folder / "projection.toml").exists():
        raise DataError(
            f"--rebuild: {shown_path(folder)} has no projection.toml to draw tables by; the files "
            "of this map are read as they are at each start, so leave --rebuild out"
        )
    draft = build_map(data_folder() / "geography", folder)
    told = [f"note: {warning}" for warning in draft.warnings]
    for name, text in map_tables(draft).items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
        told.append(f"wrote {shown_path(folder / name)}")
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Rebuild the tables; exit code 2 with one message if the data is wrong."""
    parser = argparse.ArgumentParser(prog="balance.maps", description=__doc__)
    parser.add_argument("game", help="game whose map is rebuilt, e.g. drive_on_stalingrad")
    options = parser.parse_args(arguments)
    try:
        for line in rebuild_tables(open_game(options.game)):
            print(line)
    except BalanceError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
