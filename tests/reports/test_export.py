"""Tables and figures of a study as files."""

from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

from balance.cli import main
from balance.errors import DataError, UnknownName
from balance.studies.export import export
from balance.studies.tables import TABLES
from tests.reports.fake_comparison import compare


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "study"
    return folder, compare(folder, games=40)


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_the_tables_of_an_answer_come_back_as_they_went(study, format: str, tmp_path: Path):
    folder, answer = study
    paths = export(folder, tmp_path, format)
    # Names of hexes are text: "0233" keeps its zero.
    text = {"hex": object, "first_hex": object, "second_hex": object}
    read = partial(pd.read_csv, dtype=text) if format == "csv" else pd.read_parquet
    assert {path.name for path in paths} == {
        *(f"{name}.{format}" for name in ("games", "turns", "events", *answer.tables)),
        "columns.md",
    }
    for name, table in answer.tables.items():
        back = read(tmp_path / f"{name}.{format}")
        # CSV knows no difference between an empty text and none.
        went = table.replace("", float("nan")) if format == "csv" else table
        pd.testing.assert_frame_equal(back, went, check_dtype=False)
    notes = (tmp_path / "columns.md").read_text("utf-8")
    for name in answer.tables:
        assert all(f"`{column}`" in notes for column in TABLES[name].names)


def test_single_tables_are_written_with_their_own_notes(study, tmp_path: Path):
    export(study[0], tmp_path, tables=["verdicts", "games"])
    assert {path.name for path in tmp_path.iterdir()} == {
        "games.csv",
        "verdicts.csv",
        "columns.md",
    }
    assert "### turns" not in (tmp_path / "columns.md").read_text("utf-8")


def test_an_unknown_table_is_refused_with_near_ones(study, tmp_path: Path):
    with pytest.raises(UnknownName, match="did you mean 'verdicts'"):
        export(study[0], tmp_path, tables=["verdict"])


def test_nothing_is_written_where_one_file_is_there_already(study, tmp_path: Path):
    (tmp_path / "curves.csv").write_text("mine")
    with pytest.raises(DataError, match=r"curves\.csv is there already"):
        export(study[0], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["curves.csv"]


def test_the_command_writes_tables_and_figures_as_svg_and_png(study, tmp_path: Path, capsys):
    assert main_code("export", str(study[0]), "--to", str(tmp_path), "--figures") == 0
    said = capsys.readouterr().out.splitlines()
    assert str(tmp_path / "verdicts.csv") in said
    assert str(tmp_path / "figures" / "curves.svg") in said
    assert all(Path(path).exists() for path in said)
    drawn = sorted((tmp_path / "figures").iterdir())
    names = {path.stem for path in drawn}
    assert names == {
        *(
            "verdicts",
            "changes",
            "incidence",
            "curves",
            "partings-1",
            "differences-1",
            "sources-1",
            "state-1",
        ),
    }
    for path in drawn:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG")
            continue
        root = ElementTree.fromstring(path.read_text("utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        words = [
            root.find(f"{{http://www.w3.org/2000/svg}}{tag}").text for tag in ("title", "desc")
        ]
        assert all(words)


def main_code(*words: str) -> int:
    try:
        return main(words)
    except SystemExit as ended:
        return int(ended.code or 0)
