"""Write a new game: a copy of the small one that comes with the common system."""

from __future__ import annotations

import re
from pathlib import Path

from balance.errors import DataError
from balance.files.resources import data_folder
from balance.files.writing import write_whole
from balance.rulebook.game import GAME_FILE, Game, game_names, open_game

#: The system whose games are written, and the folder of its data that holds the one to copy.
SYSTEM, TEMPLATE = "common", "new_game"
#: What the files of the template have in the place of a name and a title.
_NAME, _TITLE = "{name}", "{title}"


def write_game(name: str, into: Path, title: str = "") -> Game:
    """Write a game of that name into a folder, and open it.

    Raises
    ------
    DataError
        If the name is none for a game or taken, or a file can't be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise DataError(
            f"{name!r} can't be the name of a game; expected small letters, digits and _ alone, a "
            "letter first, e.g. my_game"
        )
    if name in game_names():
        raise DataError(f"{name!r} is the name of a game that comes with the product; take another")
    target = into / name
    if target.exists():
        raise DataError(f"{target}: is there already; take another name, or another folder")
    shown = title or name.replace("_", " ").title()
    if any(letter in shown for letter in '"\\') or not shown.isprintable():
        raise DataError(f"title {title!r}; expected plain text without quotation marks")
    template = data_folder() / SYSTEM / TEMPLATE
    for path in sorted(template.rglob("*")):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            text = text.replace(_NAME, name).replace(_TITLE, shown)
            write_whole(target / path.relative_to(template), text)
    assert (target / GAME_FILE).is_file(), "the template is a whole game"
    return open_game(str(target.resolve()))
