"""A stored study of any size, made by repeating the rows of a small one under new numbers.

    python -m tests.large_study STUDY GAMES FOLDER

repeats a played study, so that speed and memory of a report can be measured on any number of games.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from balance.experiments.parts import part_files
from balance.experiments.provenance import Provenance
from balance.experiments.schema import DETAIL, tables_of
from balance.experiments.store import Block, Store, arrow_schema, write_block
from balance.experiments.study import Cell, Manifest, StudySpec, read_manifest
from balance.rulebook.game import open_game

TABLES = tables_of(open_game("drive_on_stalingrad"))
BLOCK = 60
BLANK = {"text": "x", "flag": False}


def store_tables(
    tables, folder: Path, games: int, block: int = BLOCK, detail: str = "battles"
) -> Path:
    """Store a study in memory as one of ``games`` games, its rows repeated as often as it takes."""
    cells = (Cell("historical", "historical"),)
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, games, 7, detail)
    made = Provenance("0.1.0", "e" * 16, ("r" * 12,), {}, ({},), {"numpy": np.__version__})
    manifest = Manifest(spec, made, block)
    Store.create_or_open(folder, manifest)
    frames = {name: _whole_rows(name, getattr(tables, name)) for name in DETAIL[spec.detail]}
    _write_blocks(frames, folder, manifest, block)
    return folder


def _whole_rows(name, frame: pd.DataFrame) -> pa.Table:
    missing = [column for column in TABLES[name].columns if column.name not in frame]
    filled = frame.assign(**{column.name: BLANK.get(column.type, 0) for column in missing})
    return pa.Table.from_pandas(filled, arrow_schema(TABLES[name]), preserve_index=False)


def _write_blocks(tables, folder: Path, manifest: Manifest, block: int) -> None:
    spec, games = manifest.spec, manifest.spec.total_games
    numbers = {name: table["game_id"].to_numpy() for name, table in tables.items()}
    source = len(numbers["games"])
    block = min(block, source)
    assert games % block == 0, f"{games} games are no whole blocks of {block}"
    for first in range(0, games, block):
        start = first % (source - source % block)
        parts = {}
        for name, table in tables.items():
            low, high = np.searchsorted(numbers[name], [start, start + block])
            ids = numbers[name][low:high] + (first - start)
            parts[name] = _with(table.slice(low, high - low), "game_id", ids)
        seeds = [spec.seed_of(game) for game in range(first, first + block)]
        parts["games"] = _with(parts["games"], "seed", seeds)
        write_block(folder, Block(first, first + block - 1), part_files(parts, manifest.identity))


def _with(table, column, values):
    return table.set_column(table.schema.get_field_index(column), column, pa.array(values))


def repeat_study(study: Path, games: int, folder: Path) -> None:
    """Repeat a stored study until it has so many games a pairing."""
    store = Store(study)
    tables = {name: pa.concat_tables(store.read_parts(name)) for name in store.kept()}
    for name in tables:
        (folder / name).mkdir(parents=True)
    manifest = read_manifest(study)
    manifest = replace(manifest, spec=manifest.spec.with_games(games))
    Store(folder).write_manifest(manifest)
    _write_blocks(tables, folder, manifest, BLOCK)


if __name__ == "__main__":
    repeat_study(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
