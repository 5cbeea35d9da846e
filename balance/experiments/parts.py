"""The parts of a study's tables: how they are written, sealed, and read as they were written.

The part of ``games`` seals its block: an entry of its metadata says whose block it is and holds the
checksum of each part beside it, and that of the file itself with the place of this one left blank.
So a block and its checksums come into being at one instant, and no other file could disagree.
"""

from __future__ import annotations

import errno
import json
import warnings
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import DataError, UncheckedStudy
from balance.experiments.schema import ADDED
from balance.experiments.study import MANIFEST, Manifest, read_manifest

if TYPE_CHECKING:
    import pyarrow as pa

#: Name of the entry that holds a seal.
_ENTRY = b"wargame-balance"
_BLANK = "0" * 8
#: Parts of so many rows or fewer aren't compressed: that would take longer than all else that is
#: done to write or read them, and save little.
_FEW_ROWS = 100


@dataclass(frozen=True, order=True)
class Block:
    """Games ``first`` .. ``last`` of a study, both included."""

    first: int
    last: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.last - self.first + 1

    @property
    def part(self) -> str:
        """Name of its file in each table's folder."""
        return f"part-{self.first:09d}-{self.last:09d}.parquet"


@dataclass(frozen=True)
class Seal:
    """What a part of games says of the block it belongs to."""

    #: ``Manifest.identity`` of its study.
    study: str
    #: Checksum of each part, by table.
    parts: Mapping[str, str]

    def to_bytes(self, games: str = _BLANK) -> bytes:
        """The seal as it stands in the file, with the checksum of that file."""
        entries = {"study": self.study, "parts": {**self.parts, "games": games}}
        return json.dumps(entries, sort_keys=True).encode()


def checksum(data: bytes) -> str:
    """Checksum of a file: it is to find accidents, and to be quick.

    >>> checksum(b"123456789")
    'cbf43926'
    """
    return f"{zlib.crc32(data):08x}"


def part_files(tables: Mapping[str, pa.Table], study: str) -> dict[str, bytes]:
    """Parts of a block as the bytes of their files, by table; that of games seals the others.

    ``study`` is the ``Manifest.identity`` of the study that they belong to.
    """
    files = {name: _part_bytes(table) for name, table in tables.items() if name != "games"}
    seal = Seal(study, {name: checksum(data) for name, data in files.items()})
    blank = _part_bytes(tables["games"], {_ENTRY: seal.to_bytes()})
    games = blank.replace(seal.to_bytes(), seal.to_bytes(checksum(blank)))
    return {**files, "games": games}


def _part_bytes(table: pa.Table, metadata: Mapping[bytes, bytes] | None = None) -> bytes:
    """A part as the bytes of its file; its pages have checksums that any reader can verify."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    compression = "none" if len(table) <= _FEW_ROWS else "zstd"
    with pq.ParquetWriter(
        sink, table.schema, compression=compression, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(metadata or {})
    return bytes(sink.getvalue().to_pybytes())


def read_seal(data: bytes) -> Seal | None:
    """The seal in the bytes of a part of games; None if it has none, as in an older study.

    Raises
    ------
    OSError, ValueError, pyarrow.ArrowException
        If the file is no part, or has changed since it was written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = (pq.read_metadata(pa.BufferReader(data)).metadata or {}).get(_ENTRY)
    if text is None:
        return None
    try:
        entries = json.loads(text)
        seal = Seal(str(entries["study"]), dict(entries["parts"]))
    except (ValueError, KeyError, TypeError):
        raise ValueError("its checksums can't be read") from None
    if checksum(data.replace(text, seal.to_bytes())) != seal.parts.get("games"):
        raise ValueError("it has changed since it was written")
    return seal


class DamagedPart(DataError):
    """A part that is gone, or not as it was written; ``balance resume`` plays its block again."""

    def __init__(self, told: str, folder: Path) -> None:
        super().__init__(f"{told}; balance resume {folder} plays it again")
        #: What is wrong, without what to do.
        self.told = told


class _OfAnother(ValueError):
    """A part that is whole but not of this study: who put it there must say what is to stay."""


class Parts:
    """Reads the parts of a study and refuses those that are not as they were written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seals: dict[Block, Seal | None] = {}

    @cached_property
    def manifest(self) -> Manifest:
        """What the study is; only its games and its question change while it is played."""
        manifest = read_manifest(self.folder)
        if not manifest.is_sealed:
            warnings.warn(
                f"{self.folder}: was played by a version that kept no checksums; it is read as it "
                "is, and nothing would tell if its tables have changed since",
                UncheckedStudy,
                stacklevel=2,
            )
        return manifest

    def read(self, table: str, block: Block, schema: pa.Schema) -> pa.Table:
        """Read columns of one part.

        Raises
        ------
        DataError
            If the part can't be read, has changed or belongs to another study.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        data = self.checked(table, block)
        coded = [field.name for field in schema if pa.types.is_dictionary(field.type)]
        try:
            with pq.ParquetFile(
                pa.BufferReader(data), read_dictionary=coded, page_checksum_verification=True
            ) as file:
                table_part = file.read(columns=schema.names, use_threads=False)
            columns = _with_added(table_part, schema)
            if lacking := [n for n in schema.names if n not in columns.schema.names]:
                raise ValueError(f"it lacks {', '.join(lacking)}")
            part = columns.select(schema.names).cast(schema)
            if self._seals[block] is None and "game_id" in schema.names:
                _check_numbers(table, block, part["game_id"].to_numpy())
            return part
        except (OSError, ValueError, pa.ArrowException) as error:
            raise self._refused(table, block, error) from error

    def checked(self, table: str, block: Block) -> bytes:
        """The bytes of a part, held against the seal of its block.

        Raises
        ------
        DamagedPart
            If it has changed or is gone, and playing its block again puts it right.
        DataError
            If it can't be read for another reason, or belongs to another study.
        """
        import pyarrow as pa

        if table != "games" and block not in self._seals:
            self.checked("games", block)
        try:
            # Read by Python, which finds names that are no UTF-8.
            data = (self.folder / table / block.part).read_bytes()
            if table == "games":
                self._seals[block] = self._checked_seal(data)
            elif (seal := self._seals[block]) and checksum(data) != seal.parts.get(table):
                raise ValueError("it has changed since it was written")
        except (OSError, ValueError, pa.ArrowException) as error:
            refused = self._refused(table, block, error, mendable=self._is_damage(error))
            raise refused from error
        return data

    def _is_damage(self, error: Exception) -> bool:
        """Whether a part can't be read since it is gone or not as it was written, by its seal."""
        if isinstance(error, _OfAnother) or not self.manifest.is_sealed:
            return False
        # A disk or folder that can't be read now says nothing of the file.
        return not isinstance(error, OSError) or error.errno in (None, errno.ENOENT)

    def _checked_seal(self, games: bytes) -> Seal | None:
        """What a part of games says of its block; None in a study without checksums."""
        seal = read_seal(games)
        if seal and not self.manifest.is_sealed:
            raise _OfAnother(f"{MANIFEST} lacks its checksum, which this part has")
        if seal is None and self.manifest.is_sealed:
            raise _OfAnother("it has no checksums, as the parts of this study have")
        if seal and seal.study != self.manifest.identity:
            raise _OfAnother(f"it belongs to another study than {MANIFEST} tells of")
        return seal

    def _refused(
        self, table: str, block: Block, error: Exception, *, mendable: bool = False
    ) -> DataError:
        """What to tell of a part that can't be read, and what to do."""
        import pyarrow as pa

        what = str(error)
        if isinstance(error, pa.ArrowException):
            what = "it isn't a whole Parquet file with the columns of the table"
        elif isinstance(error, OSError) and error.strerror:
            what = "it is gone" if isinstance(error, FileNotFoundError) else error.strerror
        told = f"{self.folder / table / block.part}: not a part of the {table} table: {what}"
        if mendable:
            return DamagedPart(told, _outermost(self.folder))
        return DataError(
            f"{told}. Delete {self.folder / 'games' / block.part}, and balance resume "
            f"{self.folder} plays its games again"
        )


def _outermost(folder: Path) -> Path:
    """The study that is played on to play a folder on: some play others in folders of theirs."""
    for home in list(folder.parents)[:2]:
        if (home / MANIFEST).is_file():
            return _outermost(home)
    return folder


def _check_numbers(table: str, block: Block, numbers: Any) -> None:
    """Refuse rows of other games than those of a block: an int64 array, in order.

    Raises
    ------
    ValueError
        With the games that they should be of.
    """
    games = range(block.first, block.last + 1)
    whole = list(numbers) == list(games) if table == "games" else set(numbers) <= set(games)
    if not whole or any(numbers[1:] < numbers[:-1]):
        raise ValueError(f"its rows are not those of games {block.first} to {block.last}, in order")


def _with_added(part: pa.Table, schema: pa.Schema) -> pa.Table:
    """The part with columns that were added after it was written, as missing values."""
    import pyarrow as pa

    for field in schema:
        if field.name in ADDED and field.name not in part.schema.names:
            part = part.append_column(field, pa.nulls(len(part), field.type))
    return part
