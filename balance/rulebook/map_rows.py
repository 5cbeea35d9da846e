"""The rows of a game's map, whatever it is written as: tables, or a map of letters.

A map of letters is ``map/map.txt``: a line for each row of hexes, from north to south, a letter for
each hex, from west to east. Letters are those of the column ``letter`` of the terrain chart. Hexes
of odd rows lie half a hex further east, which the text may show by a blank before them::

     . . f .
    . ~ f .
     . . . .

Row 1 has the hexes 0101, 0102 ... Beside it may lie, all of them tables with a line for each entry:

``places.csv``
    ``hex,place,place_kind,vp,supply,entry_areas``: towns and cities with their points, sources of
    supply (axis, soviet or both), letters of the areas where newcomers enter.
``hexsides.csv``
    ``hex_a,hex_b,features``: rivers and whatever else lies between two hexes. ``name`` and
    ``origin`` may stand there too, for readers.
``lines.csv``
    ``feature,hexes``: a road by the hexes that it passes, with blanks between; a river by those of
    its two banks, ``0101 0201 | 0102 0202``. Roads may so lie beside ``hexes.csv``, too.
``control.txt``
    As the map, with ``a`` for hexes that the axis side holds at the start and ``s`` for those of
    the other; without it a hex is of the side whose source of supply is nearer. A scenario that
    begins otherwise has a ``control_SCENARIO.txt`` of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from balance.errors import DataError, told_near
from balance.files.charts import Row, read_chart, read_rows, shown_path

TEXT_MAP, LINES = "map.txt", "lines.csv"
#: Columns of ``hexes.csv`` that a place may have beside its name and kind.
_OF_PLACES = ("hex", "place", "place_kind", "vp", "supply", "entry_areas")
_PLAIN = {"place": "", "place_kind": "", "vp": "0", "supply": "", "entry_areas": ""}
_FOR_READERS = {"lat": "0", "lon": "0", "origin": "", "note": ""}
_ENDS = ("hex_a", "hex_b", "features")
_FOR_READERS_OF_SIDES = ("name", "origin")
_SIDE_COLUMNS = (*_ENDS, *_FOR_READERS_OF_SIDES)
_CONTROL = {"a": "axis", "s": "soviet"}
_CENTURY = 100


def is_text_map(map_folder: Path) -> bool:
    """Whether the map of a folder is one of letters."""
    return (map_folder / TEXT_MAP).is_file() and not (map_folder / "hexes.csv").is_file()


def map_hexes(map_folder: Path, columns: Iterable[str] = ()) -> list[Row]:
    """The rows of ``hexes.csv``, or what a map of letters has in their place.

    Raises
    ------
    DataError
        With every fault, its file and line.
    """
    if not is_text_map(map_folder):
        if not (map_folder / "hexes.csv").is_file():
            raise DataError(
                f"{shown_path(map_folder)}: has no map; expected {TEXT_MAP}, a letter for each "
                "hex, or the table hexes.csv"
            )
        if (map_folder / TEXT_MAP).is_file():
            raise DataError(
                f"{shown_path(map_folder)}: has {TEXT_MAP} and hexes.csv; take away one of them"
            )
        needed = [column for column in columns if column not in _FOR_READERS]
        rows = read_rows(map_folder / "hexes.csv", needed)
        return [Row(row.path, row.line, {**_FOR_READERS, **row.cells}) for row in rows]
    return list(_text_hexes(map_folder))


def map_sides(map_folder: Path, columns: Iterable[str] = ()) -> list[Row]:
    """The rows of ``hexsides.csv``, and what ``lines.csv`` adds; either may be missing.

    Raises
    ------
    DataError
        With every fault, its file and line.
    """
    path, lines = map_folder / "hexsides.csv", map_folder / LINES
    if not is_text_map(map_folder) and not lines.is_file():
        needed = [column for column in columns if column not in _FOR_READERS_OF_SIDES]
        return [_whole_side(row) for row in read_rows(path, needed)]
    sides: dict[tuple[str, str], Row] = {}
    faults: list[str] = []
    kinds = _features(map_folder.parent / "tables" / "hexsides.csv")
    known = list(kinds)
    for read in read_rows(path, _ENDS) if path.is_file() else []:
        row = _whole_side(read)
        ends = row["hex_a"], row["hex_b"]
        if ends in sides:
            faults.append(row.fault(f"side {'-'.join(ends)} is in line {sides[ends].line} too"))
        sides[ends] = row
        faults += _strange_features(row, row["features"].split("|"), known)
    for row in read_rows(lines, ("feature", "hexes")) if lines.is_file() else []:
        faults += _strange_features(row, [row["feature"]], known)
        for pair in _pairs(row, kinds, faults):
            a, b = sorted(pair)
            there = sides.get((a, b))
            features = there["features"].split("|") if there else []
            cells = dict.fromkeys(_SIDE_COLUMNS, "") | (dict(there.cells) if there else {})
            cells |= {"hex_a": a, "hex_b": b}
            cells["features"] = "|".join(dict.fromkeys([*features, row["feature"]]))
            sides[a, b] = Row(row.path, row.line, cells)
    if faults:
        raise DataError(faults)
    return list(sides.values())


def _whole_side(row: Row) -> Row:
    """A row of ``hexsides.csv`` with the columns that may be left out."""
    return Row(row.path, row.line, {**dict.fromkeys(_FOR_READERS_OF_SIDES, ""), **row.cells})


def _pairs(row: Row, kinds: Mapping[str, str], faults: list[str]) -> list[tuple[str, str]]:
    """Pairs of hexes between which a line has its feature: along a road, across a river."""
    near, parted, far = (half.split() for half in row["hexes"].partition("|"))
    if not parted:
        if len(near) < 2:
            faults.append(row.fault("expected two hexes or more, with blanks between"))
        if kinds.get(row["feature"]) == "barrier":
            faults.append(
                row.fault(
                    f"{row['feature']} is a barrier: name the hexes of its two banks, with | "
                    "between; hexes in a row are those of a road"
                )
            )
        return list(pairwise(near))
    if not is_text_map(row.path.parent):
        told = f"beside {TEXT_MAP} alone; write its sides one by one in hexsides.csv"
        faults.append(row.fault(f"{row['feature']} by its two banks is read {told}"))
        return []
    strange = [each for each in (*near, *far) if len(each) != 4 or not each.isdecimal()]
    if strange:
        faults.append(row.fault(f"{strange[0]!r} isn't a hex; expected numbers such as 0101"))
        return []
    pairs = [(a, b) for a in near for b in far if _away(_place(a), _place(b)) == 1]
    for alone in sorted({*near, *far} - {each for pair in pairs for each in pair}):
        faults.append(row.fault(f"{alone} adjoins no hex of the other bank"))
    return pairs


def _features(chart: Path) -> dict[str, str]:
    """Features that the chart of hexsides has a row for, and the kind of each."""
    if not chart.is_file():
        return {}
    read = read_chart(chart)
    return {row[read.key_column]: row.cells.get("kind", "") for row in read.rows}


def _strange_features(row: Row, features: Iterable[str], known: list[str]) -> Iterator[str]:
    """Features that the chart of hexsides has no row for; each is told once, then known."""
    for each in features:
        if each not in known:
            there = ", ".join(known) or "none"
            yield row.fault(f"{each!r} has no row in tables/hexsides.csv; there are {there}")
            known.append(each)


@dataclass(frozen=True)
class _TextHex(Row):
    """A hex of a map of letters; a fault of what its place says names the line of the place."""

    place: Row | None = None

    def fault(self, text: str) -> str:
        """A message that opens with file and line of the column it begins with."""
        if self.place is not None and text.split(" ", 1)[0] in _OF_PLACES:
            return self.place.fault(text)
        return super().fault(text)


@lru_cache(maxsize=16)
def _text_hexes(map_folder: Path) -> tuple[Row, ...]:
    path = map_folder / TEXT_MAP
    letters = _letters(map_folder.parent / "tables" / "terrain.csv")
    faults: list[str] = []
    cells: dict[str, tuple[int, dict[str, str]]] = {}
    for name, line, letter in _grid(path):
        if letter not in letters:
            told = told_near(letter, letters)
            faults.append(f"{shown_path(path)}:{line}: hex {name} is {letter!r}; {told}")
        terrain = letters.get(letter, "")
        cells[name] = (line, {"hex": name, "terrain": terrain, **_PLAIN, **_FOR_READERS})
    places = map_folder / "places.csv"
    said: dict[str, Row] = {}
    names: dict[str, Row] = {}
    for row in read_rows(places, _OF_PLACES) if places.is_file() else []:
        if row["hex"] not in cells:
            last = list(cells)[-1]
            faults.append(row.fault(f"hex {row['hex']} isn't on the map; expected 0101 to {last}"))
            continue
        if row["place"].isdecimal():
            told = "expected a name that isn't read as the number of a hex"
            faults.append(row.fault(f"place is {row['place']!r}; {told}"))
        if row["hex"] in said:
            faults.append(row.fault(f"hex {row['hex']} is in line {said[row['hex']].line} too"))
        if row["place"] and row["place"] in names:
            faults.append(
                row.fault(f"place {row['place']!r} is in line {names[row['place']].line} too")
            )
        names[row["place"]] = row
        said[row["hex"]] = row
        cells[row["hex"]][1].update({c: row[c] or _PLAIN.get(c, "") for c in _OF_PLACES})
    if faults:
        raise DataError(faults)
    _note_control(map_folder, {name: own for name, (_, own) in cells.items()})
    return tuple(_TextHex(path, line, own, said.get(name)) for name, (line, own) in cells.items())


def _letters(chart: Path) -> dict[str, str]:
    """Terrains by their letters."""
    found: dict[str, str] = {}
    for row in read_chart(chart).rows:
        letter = row["letter"]
        if len(letter) != 1 or letter in found:
            told = "expected a single one that no other kind of terrain has"
            raise DataError(row.fault(f"letter is {letter!r}; {told}"))
        found[letter] = row[next(iter(row.cells))]
    return found


def _grid(path: Path) -> Iterator[tuple[str, int, str]]:
    """Hex, line and letter of a text map; lines that begin with # are comments."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{shown_path(path)}: can't be read ({error})") from error
    row, width = 0, 0
    for line, content in enumerate(text.splitlines(), start=1):
        letters = content.split()
        if not letters or content.startswith("#"):
            continue
        row += 1
        width = width or len(letters)
        if len(letters) != width:
            raise DataError(
                f"{shown_path(path)}:{line}: {len(letters)} hexes in row {row}; expected {width} "
                "letters with blanks between, as in the first row"
            )
        if row >= _CENTURY or width >= _CENTURY:
            raise DataError(
                f"{shown_path(path)}:{line}: row {row} with {width} hexes; expected 99 rows of 99 "
                "hexes at most, for hexes are numbered 0101 to 9999"
            )
        for column, letter in enumerate(letters, start=1):
            yield f"{row:02d}{column:02d}", line, letter
    if row == 0:
        raise DataError(f"{shown_path(path)}: is empty; expected a line for each row of hexes")


def control_in(map_folder: Path, scenario: str, names: Collection[str]) -> dict[str, str]:
    """Side that holds each hex as a scenario begins; {} where it begins as all do.

    Raises
    ------
    DataError
        If its file doesn't say it of each hex, or the map isn't one of letters.
    """
    path = map_folder / f"control_{scenario}.txt"
    if not path.is_file():
        return {}
    if not is_text_map(map_folder):
        raise DataError(f"{shown_path(path)}: expected beside a map of letters alone, {TEXT_MAP}")
    return _read_control(path, names)


def _read_control(path: Path, names: Collection[str]) -> dict[str, str]:
    """Side that holds each hex, by a map with a and s for letters."""
    found = {}
    for name, line, letter in _grid(path):
        if name not in names or letter not in _CONTROL:
            raise DataError(
                f"{shown_path(path)}:{line}: {letter!r} for hex {name}; expected a or s for each "
                "hex of the map"
            )
        found[name] = _CONTROL[letter]
    missing = [name for name in names if name not in found]
    if missing:
        raise DataError(
            f"{shown_path(path)}: says nothing of hex {missing[0]} and {len(missing) - 1} others; "
            "expected a or s for each hex of the map"
        )
    return found


def _note_control(map_folder: Path, cells: dict[str, dict[str, str]]) -> None:
    """Fill in who holds each hex at the start."""
    path = map_folder / "control.txt"
    if path.is_file():
        for name, side in _read_control(path, cells).items():
            cells[name]["start_side"] = side
        return
    sources = {
        side: [_place(name) for name, own in cells.items() if own["supply"] in (side, "both")]
        for side in _CONTROL.values()
    }
    for name, own in cells.items():
        away = {
            side: min((_away(_place(name), place) for place in places), default=_CENTURY)
            for side, places in sources.items()
        }
        own["start_side"] = "axis" if away["axis"] <= away["soviet"] else "soviet"


def _place(name: str) -> tuple[int, int]:
    row, column = int(name[:2]), int(name[2:])
    return row, 2 * (_CENTURY - column) + (row % 2 == 0)


def _away(here: tuple[int, int], there: tuple[int, int]) -> int:
    """Hexes between two places, as ``balance.kernel.hexes`` counts them: lists load no compiler."""
    rows, halves = abs(here[0] - there[0]), abs(here[1] - there[1])
    return rows + max(0, (halves - rows) // 2)
