"""Writes the tables of a study as single files for other programs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from balance.errors import DataError, UnknownName
from balance.experiments.schema import Table, describe, tables_of
from balance.experiments.store import Store
from balance.experiments.study import read_manifest

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS = ("csv", "parquet")
#: The file that explains the columns of the others.
NOTES = "columns.md"

#: Writes one file at the path it is given.
Writer = Callable[[Path], object]
#: Reads one table, in pieces of which each fits into memory; at least one.
Reader = Callable[[], Iterable["pa.Table"]]


def game_tables(study: Path) -> dict[str, tuple[Table, Reader]]:
    """Tables of games that a study kept: what they are, and what reads them."""
    documented = tables_of(read_manifest(study).spec.game)  # says so if this is no study
    store = Store(study)
    return {name: (documented[name], partial(store.read_pieces, name)) for name in store.kept()}


def table_files(
    known: Mapping[str, tuple[Table, Reader]], format: str, chosen: Sequence[str] | None
) -> dict[str, Writer]:
    """Files that hold tables and explain them, by name; all tables if none is chosen.

    Raises
    ------
    UnknownName
        For a format or table that there is not.
    """
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    for name in chosen or ():
        if name not in known:
            raise UnknownName("table", name, known)
    names = [name for name in known if not chosen or name in chosen]
    files: dict[str, Writer] = {
        f"{name}.{format}": partial(_write_table, known[name][1], format) for name in names
    }
    notes = describe(known[name][0] for name in names)
    return {**files, NOTES: lambda path: path.write_text(notes, encoding="utf-8")}


def write_files(target: Path, files: Mapping[str, Writer]) -> list[Path]:
    """Write files into a folder, or none of them if one is there already; return their paths.

    Raises
    ------
    DataError
        If a file is there already or can't be written.
    """
    paths = {target / name: write for name, write in files.items()}
    there = [name for name in files if (target / name).exists()]
    if there:
        raise DataError(
            f"{target}: {_names(there)} there already and left alone; nothing was written, choose "
            "another folder"
        )
    for path, write in paths.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path)
        except OSError as error:
            raise DataError(f"{path}: can't be written ({error.strerror})") from error
    return list(paths)


def _names(files: Sequence[str], shown: int = 3) -> str:
    """Name a few files.

    >>> _names(["games.csv"]), _names(list("abcde"))
    ('games.csv is', 'a, b, c and 2 more are')
    """
    left = len(files) - shown
    more = f" and {left} more" if left > 0 else ""
    return f"{', '.join(files[:shown])}{more} {'is' if len(files) == 1 else 'are'}"


def _write_table(read: Reader, format: str, path: Path) -> None:
    """Write a table piece by piece; a file of its name is there only when it is whole."""
    waiting = path.with_suffix(f"{path.suffix}.tmp")
    (_write_csv if format == "csv" else _write_parquet)(read(), waiting)
    waiting.replace(path)


def _write_csv(pieces: Iterable[pa.Table], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        for number, piece in enumerate(pieces):
            piece.to_pandas().to_csv(file, index=False, header=number == 0)


def _write_parquet(pieces: Iterable[pa.Table], path: Path) -> None:
    import pyarrow.parquet as pq

    with contextlib.ExitStack() as stack:
        writer = None
        for piece in pieces:
            if writer is None:
                writer = stack.enter_context(pq.ParquetWriter(path, piece.schema))
            writer.write_table(piece)
