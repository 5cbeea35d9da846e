"""Reading CSV charts with the line of every fault."""

from __future__ import annotations

import pytest

from balance.errors import DataError, UnknownName
from balance.files.charts import read_chart, read_rows


def test_comments_and_empty_lines_count_as_lines_but_hold_no_rows(tmp_path):
    path = tmp_path / "places.csv"
    path.write_text('# source\n\nhex,name\n# half way\n0308,"Kursk, city"\n')
    (row,) = read_rows(path)
    assert (row["hex"], row["name"], row.line) == ("0308", "Kursk, city", 5)


def test_a_column_that_isnt_there_is_named(tmp_path):
    path = tmp_path / "places.csv"
    path.write_text("hex,name\n0308,Kursk\n")
    with pytest.raises(DataError, match=r"places\.csv: no column port"):
        read_rows(path)[0]["port"]


def test_every_row_of_wrong_length_is_named_with_its_line(tmp_path):
    path = tmp_path / "places.csv"
    path.write_text("hex,name\n0308\n0309,x\n0310,x,y\n")
    with pytest.raises(DataError) as error:
        read_rows(path)
    assert [fault.split(": ")[0][-2:] for fault in error.value.faults] == [":2", ":4"]


def test_a_column_too_many_in_the_head_is_told_once(tmp_path):
    path = tmp_path / "places.csv"
    path.write_text("hex,name,port\n0308,x\n0309,y\n")
    told = r"csv:2: 2 cells where 3 columns are named, and so in all 2 lines$"
    with pytest.raises(DataError, match=told):
        read_rows(path)


def test_missing_file_missing_column_and_empty_file_are_told_apart(tmp_path):
    path = tmp_path / "places.csv"
    with pytest.raises(DataError, match="can't be read"):
        read_rows(path)
    path.write_text("# only a comment\n")
    with pytest.raises(DataError, match="is empty"):
        read_rows(path)
    path.write_text("hex\n0308\n")
    with pytest.raises(DataError, match="no column name"):
        read_rows(path, ["hex", "name"])


def test_chart_row_named_twice_is_refused(tmp_path):
    path = tmp_path / "crt.csv"
    path.write_text("die,1:1\n1,AS\n1,DE\n")
    with pytest.raises(DataError, match=r":3: row '1' stands on line 2 already"):
        read_chart(path)


def test_edited_cell_shows_in_the_new_chart_only(tmp_path):
    path = tmp_path / "crt.csv"
    path.write_text("die,1:1\n1,AS\n")
    chart = read_chart(path)
    edited = chart.with_cell("1", "1:1", "DE")
    assert edited.grid() == {"1": {"1:1": "DE"}}
    assert chart.grid() == {"1": {"1:1": "AS"}}
    with pytest.raises(UnknownName, match=r"1:2.*1:1"):
        chart.with_cell("1", "1:2", "DE")
