import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.errors import DataError, ResumeMismatch
from balance.experiments.parts import part_files
from balance.experiments.schema import CORE, tables_of
from balance.experiments.store import Block, Store, arrow_schema, write_block
from balance.experiments.study import Cell, Manifest, Provenance, StudySpec, read_manifest
from balance.rulebook.game import open_game

TABLES = tables_of(open_game("drive_on_stalingrad"))


def manifest(game: str = "drive_on_stalingrad", **changes: object) -> Manifest:
    cell = Cell(
        str(changes.pop("axis", "historical")), "random", overrides=(("victory.vp_to_win", "7"),)
    )
    made = Provenance(
        version=str(changes.pop("version", "0.1.0")),
        engine=str(changes.pop("engine", "abc")),
        rules=(str(changes.pop("rules", "def")),),
        strategies={"axis historical": str(changes.pop("source", "123"))},
        changes=({"victory.vp_to_win": "6 -> 7"},),
        libraries={"numpy": "2"},
    )
    scenario = str(changes.pop("scenario", "operation_blue"))
    values = {"games": 40, "seed": 1, "detail": "battles", **changes}
    spec = StudySpec(open_game(game), scenario, (cell,), **values)  # type: ignore[arg-type]
    return Manifest(spec, made, 10)


def games_table(block: Block) -> pa.Table:
    rows = [{"game_id": i, "winner": "axis"} for i in range(block.first, block.last + 1)]
    return pa.Table.from_pylist(rows, schema=arrow_schema(TABLES["games"]))


def write(folder: Path, block: Block) -> None:
    empty = {name: arrow_schema(TABLES[name]).empty_table() for name in CORE if name != "games"}
    write_block(
        folder, block, part_files({"games": games_table(block), **empty}, manifest().identity)
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_manifest_reads_back_as_it_was_written(tmp_path: Path):
    written = manifest()
    Store.create_or_open(tmp_path / "study", written)
    assert read_manifest(tmp_path / "study") == written


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"axis": "random"}, "its Axis strategy is 'historical', not 'random'"),
        (
            {"game": "stalingrad_1942", "scenario": "uranus"},
            "its game is 'drive_on_stalingrad', not 'stalingrad_1942'",
        ),
        ({"seed": 2}, "seed is 1, not 2"),
        ({"detail": "turns"}, "detail is 'battles', not 'turns'"),
        ({"games": 20}, "holds 40 games"),
        ({"version": "0.2.0"}, "played by version 0.1.0"),
        ({"engine": "xyz"}, "code or the game's data has changed"),
        ({"rules": "xyz"}, "rule variant or rules data has changed"),
        ({"source": "xyz"}, "strategy axis historical has changed"),
    ],
)
def test_a_folder_with_another_study_is_refused_and_left_alone(
    tmp_path: Path, change: dict[str, object], said: str
):
    Store.create_or_open(tmp_path, manifest())
    write(tmp_path, Block(0, 9))
    before = contents(tmp_path)
    with pytest.raises(ResumeMismatch, match=said):
        Store.create_or_open(tmp_path, manifest(**change))
    assert contents(tmp_path) == before


def test_the_greatest_difference_is_told_first_and_few_after_it(tmp_path: Path):
    Store.create_or_open(tmp_path, manifest())
    other = manifest(detail="turns", seed=2, games=20, axis="random")
    with pytest.raises(
        ResumeMismatch, match=f"^{tmp_path}: its seed is 1, not 2: the folder"
    ) as said:
        Store.create_or_open(tmp_path, other)
    assert "its detail is" in str(said.value)


def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ResumeMismatch, match="no study"):
        Store.create_or_open(tmp_path, manifest())
    assert contents(tmp_path) == {"letter.txt": b"dear"}


def test_a_study_may_be_extended(tmp_path: Path):
    Store.create_or_open(tmp_path, manifest())
    Store.create_or_open(tmp_path, manifest(games=100))
    assert read_manifest(tmp_path).spec.games == 100


def test_a_manifest_that_is_no_toml_is_named(tmp_path: Path):
    (tmp_path / "study.toml").write_text("seed = = 1")
    with pytest.raises(DataError, match=r"study\.toml:1: not valid TOML"):
        read_manifest(tmp_path)


def test_blocks_left_half_done_do_not_count_and_are_swept_away(tmp_path: Path):
    store, _ = Store.create_or_open(tmp_path, manifest())
    write(tmp_path, Block(0, 9))
    write(tmp_path, Block(10, 19))
    (tmp_path / "games" / Block(10, 19).part).unlink()
    (tmp_path / "turns" / "part-000000020-000000029.1234.tmp").write_bytes(b"half")
    assert store.blocks() == [Block(0, 9)]
    store.sweep()
    left = {p.name for name in CORE for p in (tmp_path / name).iterdir()}
    assert left == {Block(0, 9).part}
    assert list(store.read("games").game_id) == list(range(10))


def test_a_folder_that_went_away_is_not_said_to_be_kept(tmp_path: Path):
    Store.create_or_open(tmp_path / "s", manifest())
    shutil.rmtree(tmp_path / "s")
    with pytest.raises(DataError, match=r"s: is no longer there.*the command that began the"):
        write(tmp_path / "s", Block(0, 9))


def test_a_table_below_the_level_of_detail_is_said_to_be_missing(tmp_path: Path):
    store, _ = Store.create_or_open(tmp_path, manifest(detail="turns"))
    write_block(tmp_path, Block(0, 9), part_files({"games": games_table(Block(0, 9))}, ""))
    with pytest.raises(DataError, match="--detail"):
        store.read("battles")


def test_a_second_run_into_the_same_folder_is_refused(tmp_path: Path):
    store, _ = Store.create_or_open(tmp_path, manifest())
    with store.locked(), pytest.raises(ResumeMismatch, match="another process"), store.locked():
        pass


@given(
    done=st.lists(st.integers(0, 200), unique=True, max_size=20).map(sorted),
    total=st.integers(1, 250),
    size=st.integers(1, 60),
)
def test_done_and_missing_blocks_together_hold_each_game_once(
    done: list[int], total: int, size: int
):
    blocks = [Block(a, b - 1) for a, b in zip(done[::2], done[1::2], strict=False)]
    store = Store(Path("unused"))
    store.blocks = lambda: blocks  # type: ignore[method-assign]
    missing = store.missing(total, size)
    games = [g for b in [*blocks, *missing] for g in range(b.first, b.last + 1)]
    assert len(games) == len(set(games))
    assert set(range(total)) <= set(games)
    assert all(b.games <= size and b.last < total for b in missing)


def test_a_part_of_an_older_version_reads_without_what_was_added_since(tmp_path: Path):
    store, _ = Store.create_or_open(tmp_path, manifest())
    old = games_table(Block(0, 9)).drop_columns(["traceback"])
    write_block(tmp_path, Block(0, 9), part_files({"games": old}, manifest().identity))
    games = store.read("games")
    assert games.traceback.isna().all()
    assert list(games.winner) == ["axis"] * 10


@pytest.mark.parametrize(("games", "compression"), [(100, "UNCOMPRESSED"), (101, "ZSTD")])
def test_parts_of_few_rows_are_not_compressed(games: int, compression: str):
    data = part_files({"games": games_table(Block(0, games - 1))}, "study")["games"]
    column = pq.read_metadata(pa.BufferReader(data)).row_group(0).column(0)
    assert column.compression == compression
