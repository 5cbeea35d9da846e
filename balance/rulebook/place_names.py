"""Names of towns wherever a variant may write the number of a hex."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from balance.errors import UnknownName
from balance.files.charts import Row
from balance.rulebook.map_rows import map_hexes

#: A hex as rulebooks print it, perhaps with the letter of its map.
_NUMBER = re.compile(r"[A-Z]?[0-9]{4}")


@lru_cache(maxsize=8)
def hex_rows(folder: Path) -> dict[str, Row]:
    """The rows of a game's map by the numbers of the hexes."""
    return {row["hex"]: row for row in map_hexes(folder / "map", ("hex",))}


@lru_cache(maxsize=8)
def _numbers(folder: Path) -> dict[str, str]:
    """Hex numbers by the names of the places on a game's map, in small letters."""
    rows = hex_rows(folder).values()
    return {row["place"].casefold(): row["hex"] for row in rows if row.cells.get("place")}


def hex_number(folder: Path, text: str, what: str = "hex") -> str:
    """The number of the hex that a number or the name of a place means.

    Raises
    ------
    UnknownName
        If the map has neither; ``what`` says what was sought.
    """
    name = text.strip()
    if name in hex_rows(folder):
        return name
    if name.casefold() in _numbers(folder):
        return _numbers(folder)[name.casefold()]
    numbered = name[-1:].isdigit()
    known = hex_rows(folder) if numbered else [r["place"] for r in hex_rows(folder).values()]
    raise UnknownName(what if numbered else "place", name, filter(None, known))


def hexside_ends(folder: Path, text: str) -> tuple[str, str]:
    """The two hexes of a side such as "2111-2112" or "Kharkov-1135"; names may have hyphens.

    Raises
    ------
    UnknownName
        If one of them isn't on the map.
    """
    halves = [(text[: at.start()], text[at.end() :]) for at in re.finditer("-", text)]
    for a, b in halves:
        if all(each.strip() in hex_rows(folder) or _is_place(folder, each) for each in (a, b)):
            break
    else:
        a, b = halves[0] if halves else (text, "")
    what = f"hex in 'hexside:{text}'"
    return hex_number(folder, a, what), hex_number(folder, b, what)


def _is_place(folder: Path, text: str) -> bool:
    return text.strip().casefold() in _numbers(folder)


def numbered_hexes(folder: Path, given: object) -> object:
    """A list of hexes as a variant gives it, with numbers for the names of places.

    What is no list of hexes is left as it is, for the parameter to refuse.

    Raises
    ------
    UnknownName
        If a name is no place on the map.
    """
    if isinstance(given, str):
        return "|".join(_numbered(folder, re.split(r"[|,]", given)))
    if isinstance(given, list | tuple) and all(isinstance(each, str) for each in given):
        return list(_numbered(folder, given))
    return given


def _numbered(folder: Path, names: list[str] | tuple[str, ...]) -> Iterator[str]:
    for name in names:
        is_number = all(_NUMBER.fullmatch(each) for each in name.split())
        # What has no letters is a number with a fault: the parameter knows what it takes.
        if is_number or not any(letter.isalpha() for letter in name):
            yield name
        else:
            yield hex_number(folder, name)
