"""Studies whose files have changed since they were written: refused, whatever has changed."""

import random
import re
import shutil
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance.cli import main
from balance.cli.call import _warnings_as_messages
from balance.errors import BalanceError, DataError, UncheckedStudy
from balance.experiments.pool import play_study
from balance.experiments.results import Results
from balance.experiments.schema import CORE
from balance.experiments.store import Block, Store
from balance.experiments.study import MANIFEST, read_manifest
from tests.experiments.fake_match import PLAYER
from tests.experiments.killed_studies import assert_same_tables
from tests.experiments.killed_studies import study as study_of
from tests.large_study import store_tables
from tests.synthetic import make_study

BLOCKS = [Block(0, 9), Block(10, 19), Block(20, 29)]
MIDDLE = BLOCKS[1]
#: What somebody might write where something else stands.
INSTEAD = (
    *("0", "-1", "1", "1.5", "true", '""', '"x"', "[]", '["historical"]', "{}", "1979-01-01"),
    *("9223372036854775808", '{"a" = 1}', "[[0]]"),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return store_tables(make_study(30), tmp_path_factory.mktemp("made") / "study", 30, block=10)


@pytest.fixture
def study(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "study"))


def read_all(folder: Path) -> None:
    """Read a study as a report does, with all its tables."""
    results = Results(folder)
    for name in results.kept:
        results.coded(name)


def refusal(folder: Path) -> str:
    """With which words a manifest is refused, "" if it is read."""
    try:
        read_manifest(folder)
    except BalanceError as error:
        return str(error)
    return ""


def rewrite(folder: Path, table: str, rows: pa.Table) -> None:
    """Write the middle part of a table again, as somebody would who knows nothing of seals."""
    pq.write_table(rows, folder / table / MIDDLE.part)


def middle_part(folder: Path, table: str) -> pa.Table:
    return pq.read_table(folder / table / MIDDLE.part, partitioning=None)


def without_checksums(folder: Path) -> None:
    """Make a study one of an older version."""
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text().partition("[checksum]")[0])
    for part in folder.glob("*/*.parquet"):
        table = pq.read_table(part, partitioning=None)
        pq.write_table(table.replace_schema_metadata(), part)


def test_what_was_written_is_read(study: Path):
    read_all(study)
    assert len(Results(study).games) == 30


@pytest.mark.parametrize("checked", [True, False])
def test_every_entry_of_a_manifest_that_is_changed_is_refused(study: Path, checked: bool):
    if not checked:
        without_checksums(study)
    manifest = study / MANIFEST
    lines = manifest.read_text().splitlines()
    places = [number for number, line in enumerate(lines) if "=" in line and line[0] != "#"]
    assert len(places) > 12
    for place, instead in product(places, (*INSTEAD, None)):
        key, _, value = lines[place].partition(" = ")
        if value == instead:
            continue
        spoiled = list(lines)
        spoiled[place : place + 1] = [] if instead is None else [f"{key} = {instead}"]
        manifest.write_text("\n".join([*spoiled, ""]))
        said = refusal(study)
        assert said.startswith(str(manifest)) or not (said or checked), (key, instead)


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("round_games = 1", "round_games = 0", "round_games is 0; expected a whole number fr"),
        ('axis = "historical"', 'axis = ["a"]', "pairing 1: axis is ['a']; expected text"),
        ('axis = "historical"', 'axis = ""', "pairing 1: axis is ''; expected text"),
        ("[made_by]", "group = -1\n[made_by]", "pairing 1: group is -1; expected a whole num"),
        ("games = 30", "games = 300", "has changed since it was written, by its checksum; put"),
        ("seed = 7", "seed = 8", "has changed since it was written, by its checksum; put it"),
    ],
)
def test_a_manifest_changed_by_hand_gets_one_message(study, capsys, line, instead, said):
    manifest = study / MANIFEST
    assert line in manifest.read_text()
    manifest.write_text(manifest.read_text().replace(line, instead, 1))
    assert main(["export", str(study), "--to", str(study / "x")]) == 2
    message = capsys.readouterr().err
    assert re.search(rf"{MANIFEST}(:\d+)?: {re.escape(said)}", message)
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("table", CORE)
def test_a_flipped_bit_in_any_part_is_noticed(study: Path, table: str):
    dice = random.Random(table)
    part = study / table / MIDDLE.part
    data = part.read_bytes()
    for place in dice.sample(range(len(data)), 60):
        spoiled = bytearray(data)
        spoiled[place] ^= 1 << dice.randrange(8)
        part.write_bytes(spoiled)
        with pytest.raises(DataError) as error:
            Store(study).read(table)
        assert str(error.value).startswith(f"{part}: not a part of the {table} table: "), place
    part.write_bytes(data)
    Store(study).read(table)


@pytest.mark.parametrize("table", CORE)
def test_rows_lost_doubled_or_of_another_type_are_noticed(study: Path, table: str):
    rows = middle_part(study, table)
    last = rows.num_columns - 1
    text = pa.array(["x"] * len(rows))
    for spoiled in (
        rows.slice(1),
        pa.concat_tables([rows, rows.slice(0, 1)]),
        rows.slice(0, 0),
        rows.drop_columns([rows.column_names[last]]),
        rows.set_column(0, "game_id", text),
        rows.replace_schema_metadata(),
    ):
        rewrite(study, table, spoiled)
        with pytest.raises(DataError, match=f"{table}/{MIDDLE.part}: not a part of the {table}"):
            Store(study).read(table)


def test_a_block_of_another_study_is_refused_also_in_the_middle(made: Path, study: Path):
    manifest = read_manifest(made)
    other = study.parent / "other"
    shutil.copytree(made, other)
    Store(other).write_manifest(replace(manifest, spec=replace(manifest.spec, detail="events")))
    with pytest.raises(
        DataError, match=r"games table: it belongs to another study than study\.toml"
    ):
        read_all(other)
    for name in CORE:
        shutil.copy(other / name / MIDDLE.part, study / name / MIDDLE.part)
    read_all(study)
    foreign = store_tables(make_study(30, seed=2), study.parent / "foreign", 30, block=10)
    for name in CORE:
        if name != "games":
            shutil.copy(foreign / name / MIDDLE.part, study / name / MIDDLE.part)
            with pytest.raises(DataError, match=f"{name} table: it has changed since"):
                Store(study).read(name)
            shutil.copy(made / name / MIDDLE.part, study / name / MIDDLE.part)


def test_a_study_is_not_played_on_with_games_of_another_one(made: Path, study: Path):
    manifest = read_manifest(made)
    other = replace(manifest, spec=replace(manifest.spec, seed=8))
    assert other.identity != manifest.identity
    Store(study).write_manifest(other)
    with pytest.raises(DataError, match=r"it belongs to another study than study\.toml tells of"):
        Store.create_or_open(study, other)


def played(folder: Path, games: int = 40) -> Store:
    return play_study(study_of(games), folder, jobs=1, player=PLAYER)


def flip(part: Path) -> None:
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


@pytest.mark.parametrize("table", CORE)
@pytest.mark.parametrize(
    "spoil", [flip, Path.unlink, lambda part: part.write_bytes(part.read_bytes()[:100])]
)
def test_a_block_with_a_damaged_part_is_played_again_and_no_other(tmp_path, table, spoil):
    whole, spoiled = played(tmp_path / "whole"), played(tmp_path / "spoiled")
    block = spoiled.blocks()[1]
    parts = sorted(spoiled.folder.glob("*/*.parquet"))
    before = {part: part.stat().st_mtime_ns for part in parts}
    spoil(spoiled.folder / table / block.part)
    again = played(tmp_path / "spoiled")
    assert_same_tables(again, whole)
    after = {part: part.stat().st_mtime_ns for part in parts}
    assert {part.name for part in parts if after[part] != before[part]} == {block.part}
    if table != "games" or spoil != Path.unlink:  # without that one it was never played
        told = f"games {block.first} to {block.last} are played again: {again.folder / table}"
        assert again.given_up.startswith(told)
        assert "\n" not in again.given_up


def test_a_table_that_is_gone_is_played_again(tmp_path):
    whole, spoiled = played(tmp_path / "whole"), played(tmp_path / "spoiled")
    shutil.rmtree(spoiled.folder / "turns")
    again = played(tmp_path / "spoiled")
    assert_same_tables(again, whole)
    assert again.given_up.startswith("games 0 to ")
    assert f" and of {len(again.blocks()) - 3} more block" in again.given_up


def test_the_study_is_named_that_plays_what_is_damaged_again(made: Path, study: Path):
    inner = Path(shutil.copytree(made, study / "further" / "6"))
    flip(inner / "turns" / MIDDLE.part)
    with pytest.raises(DataError, match=rf"; balance resume {study} plays it again$"):
        read_all(inner)


def test_nothing_is_given_up_where_a_part_is_of_another_study(made: Path, study: Path):
    manifest = read_manifest(made)
    other = replace(manifest, spec=replace(manifest.spec, seed=8))
    Store(study).write_manifest(other)
    flip(study / "games" / BLOCKS[0].part)
    before = sorted(study.rglob("*"))
    with pytest.raises(DataError, match=r"belongs to another study than .* Delete .*games/part-"):
        Store.create_or_open(study, other)
    assert sorted(study.rglob("*")) == before


def test_what_a_study_is_to_answer_and_how_long_it_is_may_change(made: Path):
    manifest = read_manifest(made)
    for spec in (manifest.spec.with_games(60), replace(manifest.spec, detail="battles")):
        assert replace(manifest, spec=spec, block_games=3).identity == manifest.identity


def test_a_study_without_checksums_is_read_and_that_is_told(study: Path):
    without_checksums(study)
    with pytest.warns(UncheckedStudy, match="was played by a version that kept no checksums"):
        assert len(Results(study).games) == 30
    with _warnings_as_messages():
        assert warnings.formatwarning("told", UncheckedStudy, "file.py", 1) == "balance: told\n"


@pytest.mark.filterwarnings("ignore::balance.errors.UncheckedStudy")
@pytest.mark.parametrize("table", ["turns", "games"])
def test_rows_that_are_not_of_a_block_are_noticed_without_checksums(study: Path, table: str):
    without_checksums(study)
    rewrite(study, table, pa.concat_tables([middle_part(study, table)] * 2))
    with pytest.raises(DataError, match="its rows are not those of games 10 to 19, in order"):
        Store(study).read(table)


def test_a_checked_part_among_unchecked_ones_is_refused(made: Path, study: Path):
    manifest = study / MANIFEST
    manifest.write_text(manifest.read_text().partition("[checksum]")[0])
    with (
        pytest.warns(UncheckedStudy),
        pytest.raises(DataError, match=r"study\.toml lacks its check"),
    ):
        Store(study).read("games")


def test_pages_have_checksums_that_other_readers_can_verify(made: Path):
    part = made / "battles" / MIDDLE.part
    data = bytearray(part.read_bytes())
    whole = pq.read_table(pa.BufferReader(bytes(data)), page_checksum_verification=True)
    column = pq.read_metadata(part).row_group(0).column(0)
    data[column.data_page_offset + column.total_compressed_size - 1] ^= 1
    with pytest.raises(OSError, match=r"CRC|checksum"):
        pq.read_table(pa.BufferReader(bytes(data)), page_checksum_verification=True)
    assert len(whole) > 0
