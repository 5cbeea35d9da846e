"""All tables of a study as files for other programs: those of its games and of its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from balance.experiments.export import Reader, Writer, game_tables, table_files, write_files
from balance.experiments.question import RUN
from balance.experiments.results import Results
from balance.experiments.schema import Table
from balance.studies.kinds import answer_study
from balance.studies.tables import TABLES

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def export(
    study: str | Path,
    target: str | Path,
    format: str = "csv",
    tables: Sequence[str] | None = None,
    figures: Mapping[str, Writer] | None = None,
) -> list[Path]:
    """Write one file a table, and ``columns.md`` that explains them; return their paths.

    Parameters
    ----------
    study
        Folder of a study of any kind.
    target
        Folder to write to.
    format
        ``csv`` or ``parquet``.
    tables
        Names of the tables wanted, all if not given.
    figures
        Further files by name, with what writes each.

    Raises
    ------
    DataError
        If a file of that name is there already; nothing is written then.
    BadQuestion
        If a table of the answer is wanted, and too few games are there yet for it.
    """
    results = Results(study)
    known: dict[str, tuple[Table, Reader]] = game_tables(results.folder)
    wanted = [name for name in tables or () if name not in known]
    if results.spec.question.kind != RUN and (wanted or not tables):
        known |= _answer_tables(results)
    return write_files(Path(target), {**table_files(known, format, tables), **(figures or {})})


def _answer_tables(results: Results) -> dict[str, tuple[Table, Reader]]:
    tables = answer_study(results).tables
    return {name: (TABLES[name], partial(_in_one_piece, tables[name])) for name in tables}


def _in_one_piece(table: pd.DataFrame) -> list[pa.Table]:
    import pyarrow as pa

    return [pa.Table.from_pandas(table, preserve_index=False)]
