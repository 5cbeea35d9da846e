"""Reading a built map reports every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.errors import DataError
from balance.maps.sheet import HEX_COLUMNS, read_sheet

HEADER = ",".join(HEX_COLUMNS)


def write_map(folder: Path, hexes: list[str], sides: list[str]) -> Path:
    rows = [f"{name},clear,,,0,soviet,50.0,40.0,estimate," for name in hexes]
    text = "\n".join(["# a small map", HEADER, *rows]) + "\n"
    (folder / "hexes.csv").write_text(text, encoding="utf-8")
    lines = ["# its sides", "hex_a,hex_b,features,name,origin", *sides]
    (folder / "hexsides.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_side_is_read_from_both_of_its_hexes(tmp_path: Path) -> None:
    sheet = read_sheet(
        write_map(tmp_path, ["0101", "0102", "0201"], ["0101,0102,river|manych,Manych,book"])
    )
    west, east = sheet.index["0102"], sheet.index["0101"]
    assert sheet.features(east, 4) == sheet.features(west, 1) == ["river", "manych"]
    assert sheet.features(east, 0) == []


def test_all_faults_are_named_with_file_and_line(tmp_path: Path) -> None:
    folder = write_map(
        tmp_path,
        ["0101", "0102", "0102", "ab"],
        ["0101,0105,river,,book", "0101,0102,swamp,,book"],
    )
    with pytest.raises(DataError) as caught:
        read_sheet(folder)
    text = str(caught.value)
    assert "hexes.csv:5: hex 0102 after 0102" in text
    assert "hexes.csv:6: hex 'ab'" in text
    assert "hexsides.csv:3: no hex 0105" in text
    assert "hexsides.csv:4: 0101-0102: features ['swamp']" in text


def test_a_side_given_the_wrong_way_round_is_refused(tmp_path: Path) -> None:
    folder = write_map(tmp_path, ["0101", "0102"], ["0102,0101,river,,book"])
    with pytest.raises(DataError, match="0102 before 0101; the lower number stands first"):
        read_sheet(folder)


def test_a_side_given_twice_names_both_lines(tmp_path: Path) -> None:
    twice = ["0101,0102,river,,book", "0101,0102,volga,,book"]
    with pytest.raises(DataError, match=r"hexsides\.csv:4: this side stands in line 3 too"):
        read_sheet(write_map(tmp_path, ["0101", "0102"], twice))
