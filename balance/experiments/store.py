"""The folder of a study: Parquet parts written whole or not at all.

A block of games becomes one part in each table's folder, named by the numbers of its first and last
game. A part is written under another name, flushed and then renamed; the part of ``games`` comes
last, so that a block counts as played exactly when that one file is there. Whatever instant a study
is interrupted at, what is there is whole and what is missing is played again. That same file holds
the checksums of all parts of its block and says whose they are (``balance.experiments.parts``): a
part that has changed since, or comes from another study, is refused when it is read. When the study
is played on, a block with a part that has changed or is gone is given up, and so played again.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.counting import counted
from balance.errors import DataError, ResumeMismatch
from balance.experiments.memory import give_back
from balance.experiments.parts import Block as Block
from balance.experiments.parts import DamagedPart, Parts
from balance.experiments.schema import CORE, DETAIL, TYPES, Table, tables_of
from balance.experiments.study import (
    MANIFEST,
    Manifest,
    check_same_study,
    read_manifest,
)
from balance.files.writing import write_whole

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: Files that processes lock: while a study is played; while a part is written or swept away.
RUN_LOCK, WRITE_LOCK = ".run-lock", ".write-lock"
#: Games whose parts are put together at once.
_GAMES_A_PIECE = 2000
_PART = re.compile(r"part-([0-9]+)-([0-9]+)\.parquet")


def arrow_schema(table: Table) -> pa.Schema:
    """Arrow schema of a result table."""
    import pyarrow as pa

    types = {name: getattr(pa, arrow.replace("bool", "bool_"))() for name, arrow in TYPES.items()}
    return pa.schema([(column.name, types[column.type]) for column in table.columns])


def write_block(folder: Path, block: Block, files: Mapping[str, bytes]) -> None:
    """Store the parts of a block; the last file written makes it count.

    Parameters
    ----------
    files
        Bytes of each table's part, as ``part_files`` makes them.

    Raises
    ------
    DataError
        If the folder can't be written, as when the disk is full; the block then doesn't count.
    """
    try:
        # A worker may outlive a study that was killed; the next run must not sweep between files.
        with _file_lock(folder / WRITE_LOCK, exclusive=False):
            for name in sorted(files, key=lambda name: name == "games"):
                target = folder / name / block.part
                waiting = target.with_suffix(f".{os.getpid()}.tmp")
                with waiting.open("wb") as file:
                    file.write(files[name])
                    file.flush()
                    os.fsync(file.fileno())
                waiting.replace(target)
    except OSError as error:
        if not folder.is_dir():
            raise DataError(
                f"{folder}: is no longer there, nor is what was played into it; give the command "
                "that began the study again"
            ) from error
        raise DataError(
            f"{folder}: games can't be written ({error.strerror}); all finished blocks are kept, "
            f"and balance resume {folder} plays the rest once there is room"
        ) from error


@contextlib.contextmanager
def _file_lock(path: Path, *, exclusive: bool, wait: bool = True) -> Iterator[None]:
    """Hold a lock that ends with the process, whatever ends it.

    Raises
    ------
    BlockingIOError
        If another process holds it and this one is not to wait.
    """
    try:
        import fcntl
    except ImportError:  # not on this system: two runs at once then waste time, no more
        yield
        return
    kind = (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB)
    with path.open("a") as file:
        fcntl.flock(file, kind)
        yield


class Store:
    """The folder of one study."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parts = Parts(folder)
        #: Which blocks were given up when the study was opened to be played on, and why; or "".
        self.given_up = ""

    @classmethod
    def create_or_open(cls, folder: Path, asked: Manifest) -> tuple[Store, Manifest]:
        """Start a study in a folder, or go on with the same study there.

        Returns the store and its manifest (the block size of a study never changes).

        Raises
        ------
        ResumeMismatch
            If the folder holds another study, or files that are no study.
        DataError
            If it holds games of another study.
        """
        stored = check_folder(folder, asked)
        given_up = ""
        if stored:
            given_up = cls(folder)._give_up_damaged()
            manifest = Manifest(asked.spec, asked.provenance, stored.block_games)
            if (stored.spec.games, stored.spec.question) != (asked.spec.games, asked.spec.question):
                write_whole(folder / MANIFEST, manifest.to_toml())
        else:
            manifest = asked
            write_whole(folder / MANIFEST, manifest.to_toml())
        for name in DETAIL[manifest.spec.detail]:
            (folder / name).mkdir(exist_ok=True)
        store = cls(folder)
        store.given_up = given_up
        return store, manifest

    def _give_up_damaged(self) -> str:
        """Give up blocks of which a part has changed or is gone; say which and why, or nothing.

        A block counts as played by its part of games: without that it is played again.

        Raises
        ------
        DataError
            Naming the first part that is of another study or can't be looked at; nothing is
            changed then.
        """
        manifest = self._parts.manifest
        tables = DETAIL[manifest.spec.detail] if manifest.is_sealed else ("games",)
        damaged: dict[Block, str] = {}
        for block in self.blocks():
            try:
                for table in tables:
                    self._parts.checked(table, block)
            except DamagedPart as error:
                damaged[block] = error.told
        for block in damaged:
            (self.folder / "games" / block.part).unlink()
        if not damaged:
            return ""
        games = [f"{block.first} to {block.last}" for block in damaged]
        more = f" and of {counted(len(games) - 3, 'more block')}" if games[3:] else ""
        return f"games {', '.join(games[:3])}{more} are played again: " + next(
            iter(damaged.values())
        )

    def write_manifest(self, manifest: Manifest) -> None:
        """Record what the study has become; whole or not at all."""
        write_whole(self.folder / MANIFEST, manifest.to_toml())

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from playing into this folder meanwhile; make it if need be.

        Raises
        ------
        ResumeMismatch
            If another process plays into it.
        DataError
            If the folder can't be made.
        """
        with contextlib.ExitStack() as stack:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                stack.enter_context(_file_lock(self.folder / RUN_LOCK, exclusive=True, wait=False))
            except BlockingIOError as error:
                raise ResumeMismatch(
                    f"{self.folder}: another process is playing this study"
                ) from error
            except OSError as error:
                raise DataError(f"{self.folder}: can't be written ({error.strerror})") from error
            yield

    def blocks(self) -> list[Block]:
        """Blocks that are played, in order."""
        found = (_PART.fullmatch(path.name) for path in (self.folder / "games").glob("part-*"))
        blocks = sorted(Block(int(m.group(1)), int(m.group(2))) for m in found if m)
        for before, after in itertools.pairwise(blocks):
            if after.first <= before.last:
                raise DataError(
                    f"{self.folder}: {before.part} and {after.part} hold the same games; delete one"
                )
        return blocks

    def missing(self, total: int, block_games: int) -> list[Block]:
        """Blocks still to play: what is not there, cut at multiples of the block size."""
        missing: list[Block] = []
        start = 0
        for done in [*self.blocks(), Block(total, total)]:
            while start < min(done.first, total):
                end = min((start // block_games + 1) * block_games, done.first, total)
                missing.append(Block(start, end - 1))
                start = end
            start = max(start, done.last + 1)
        return missing

    def sweep(self) -> None:
        """Remove what an interrupted run left half done: files that no finished block owns."""
        with _file_lock(self.folder / WRITE_LOCK, exclusive=True):
            parts = {block.part for block in self.blocks()}
            for name in CORE:
                for path in (self.folder / name).glob("part-*"):
                    if path.name not in parts:
                        path.unlink()

    def kept(self) -> list[str]:
        """Tables that the study kept; one of an older version may lack a table of its detail."""
        detail = self._parts.manifest.spec.detail
        return [name for name in DETAIL[detail] if (self.folder / name).is_dir()]

    def read(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Read a result table, in order of game number."""
        return self._read_whole(self._schema_of(table, columns), table)

    def read_coded(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Read a result table in little memory: its texts come as categories, in order of words."""
        frame = self._read_whole(_with_categories(self._schema_of(table, columns)), table)
        for name in frame.select_dtypes("category"):
            words = sorted(frame[name].cat.categories)
            frame[name] = frame[name].cat.reorder_categories(words)
        return frame

    def _read_whole(self, schema: pa.Schema, table: str) -> pd.DataFrame:
        import pandas as pd
        import pyarrow as pa

        whole = pa.concat_tables(self._read_pieces(schema, table)).unify_dictionaries()
        frame = whole.to_pandas(split_blocks=True, self_destruct=True)
        assert isinstance(frame, pd.DataFrame)
        give_back()  # what the pieces took is as much again as the table
        return frame

    def read_pieces(self, table: str) -> Iterator[pa.Table]:
        """Read a result table in pieces of a few thousand games, without pandas; at least one."""
        return self._read_pieces(self._schema_of(table, None), table)

    def _read_pieces(self, schema: pa.Schema, table: str) -> Iterator[pa.Table]:
        import pyarrow as pa

        self._check_kept(table)
        yield schema.empty_table()
        for run in _runs(self.blocks(), _GAMES_A_PIECE):
            parts = [self._parts.read(table, block, schema) for block in run]
            # Put together: a part has so few rows that keeping it costs more than what is in it.
            yield pa.concat_tables(parts).unify_dictionaries().combine_chunks()

    def read_game(self, game_id: int) -> dict[str, Any] | None:
        """Row of ``games`` of one game, missing values as None; None if it is not played."""
        schema = self._schema_of("games", None)
        for block in self.blocks():
            if block.first <= game_id <= block.last:
                for row in self._parts.read("games", block, schema).to_pylist():
                    if row["game_id"] == game_id:
                        return dict(row)
        return None

    def _check_kept(self, table: str) -> None:
        if (self.folder / table).is_dir():
            return
        detail = self._parts.manifest.spec.detail
        if table in DETAIL[detail]:
            games = self.folder / "games"
            what = f"put it back, or delete {games}," if games.is_dir() else "put it back,"
            raise DataError(
                f"{self.folder}: its {table} table is gone, or it was played by a version that had "
                f"none; {what} and balance resume {self.folder} plays the games that it lacks"
            )
        raise DataError(
            f"{self.folder}: has no {table} table; the study was played at detail {detail}, which "
            "keeps none (--detail)"
        )

    def read_parts(self, table: str, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """Read a result table block by block, without pandas."""
        schema = self._schema_of(table, columns)
        self._check_kept(table)
        for block in self.blocks():
            yield self._parts.read(table, block, schema)

    def read_runs(
        self, tables: Mapping[str, Sequence[str]], games: int
    ) -> Iterator[tuple[int, int, dict[str, pd.DataFrame]]]:
        """Read columns of several tables side by side, in runs of about so many whole games.

        Each run comes with the numbers of its first and last game. Texts come as categories, of
        which each run has its own.
        """
        schemas = {name: _with_categories(self._schema_of(name, tables[name])) for name in tables}
        # One thread reads ahead while the caller works on the run before.
        with ThreadPoolExecutor(1) as reader:
            waiting: Future[tuple[int, int, dict[str, pd.DataFrame]]] | None = None
            for run in _runs(self.blocks(), games):
                following = reader.submit(self._read_run, run, schemas)
                if waiting is not None:
                    yield waiting.result()
                waiting = following
            if waiting is not None:
                yield waiting.result()
        give_back()

    def _read_run(
        self, run: Sequence[Block], schemas: Mapping[str, pa.Schema]
    ) -> tuple[int, int, dict[str, pd.DataFrame]]:
        import pyarrow as pa

        found = {}
        for name, schema in schemas.items():
            parts = [self._parts.read(name, block, schema) for block in run]
            found[name] = pa.concat_tables(parts).unify_dictionaries().to_pandas()
        return run[0].first, run[-1].last, found

    def _schema_of(self, table: str, columns: Sequence[str] | None) -> pa.Schema:
        """Columns of a table, or those asked for; they are those of the game that was played."""
        import pyarrow as pa

        schema = arrow_schema(tables_of(self._parts.manifest.spec.game)[table])
        return schema if columns is None else pa.schema([schema.field(name) for name in columns])


def _with_categories(schema: pa.Schema) -> pa.Schema:
    """Schema with each text as a number and a list of the words."""
    import pyarrow as pa

    words = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [field.with_type(words) if field.type == pa.string() else field for field in schema]
    )


def _runs(blocks: Sequence[Block], games: int) -> Iterator[list[Block]]:
    """Cut blocks into runs of so many games, or of one block if that holds more.

    >>> [len(run) for run in _runs([Block(0, 9), Block(10, 19), Block(20, 49)], games=20)]
    [2, 1]
    """
    run: list[Block] = []
    for block in blocks:
        if run and sum(each.games for each in run) + block.games > games:
            yield run
            run = []
        run.append(block)
    if run:
        yield run


def check_folder(folder: Path, asked: Manifest) -> Manifest | None:
    """Return the manifest of the study to go on with there, None where one can be started.

    Raises
    ------
    ResumeMismatch
        If the folder holds another study, or files that are no study.
    """
    if folder.exists() and not folder.is_dir():
        raise ResumeMismatch(f"{folder}: is a file; --out takes a folder")
    if (folder / MANIFEST).is_file():
        stored = read_manifest(folder)
        check_same_study(folder, stored, asked)
        return stored
    if folder.exists() and {path.name for path in folder.iterdir()} - {RUN_LOCK, WRITE_LOCK}:
        raise ResumeMismatch(
            f"{folder}: holds files that are no study; nothing was changed, choose another --out"
        )
    return None
