"""Writes the tables of a study as single files for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.experiments.results import Results
from balance.experiments.schema import DETAIL, markdown
from balance.experiments.store import Store

FORMATS = ("csv", "parquet")


def export(
    study: Path, target: Path, format: str = "csv", tables: Sequence[str] | None = None
) -> list[Path]:
    """Write one file a table, and ``columns.md`` that explains them; return their paths.

    Raises
    ------
    DataError
        If a file of that name is there already; nothing is written then.
    """
    results = Results(study)
    kept = DETAIL[results.spec.detail]
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    for name in tables or ():
        if name not in kept:
            raise UnknownName("table", name, kept)
    chosen = [name for name in kept if not tables or name in tables]
    paths = [target / f"{name}.{format}" for name in chosen]
    notes = target / "columns.md"
    there = [path for path in [*paths, notes] if path.exists()]
    if there:
        raise DataError([f"{path}: is there already and was left alone" for path in there])
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{target}: can't be made ({error.strerror})") from error
    store = Store(study)
    for name, path in zip(chosen, paths, strict=True):
        frame = store.read(name)
        if format == "csv":
            frame.to_csv(path, index=False)
        else:
            frame.to_parquet(path, index=False)
    notes.write_text(markdown(), encoding="utf-8")
    return [*paths, notes]
