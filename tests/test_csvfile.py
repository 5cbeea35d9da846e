import pytest

from balance.csvfile import read_csv, shown_path
from balance.errors import DataError
from balance.resources import game_folder


def write(folder, text):
    path = folder / "units.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_comments_are_skipped_and_rows_keep_their_line(tmp_path):
    path = write(tmp_path, "# source\n# rule\nunit,army\n24 Pz,4PA\n\n45 Inf,2A\n")

    rows = read_csv(path, ("unit", "army"))

    assert [row["unit"] for row in rows] == ["24 Pz", "45 Inf"]
    assert [row.place.rpartition(":")[2] for row in rows] == ["4", "6"]


def test_every_broken_row_is_reported_with_its_line(tmp_path):
    path = write(tmp_path, 'unit,army\n24 Pz\n"45 Inf,2A\n82 Inf,4PA,5\n')

    with pytest.raises(DataError) as error:
        read_csv(path, ("unit", "army"))

    lines = [fault.split(":")[1] for fault in error.value.faults]
    assert lines == ["2", "3", "4"]
    assert "1 values; expected 2" in error.value.faults[0]


def test_another_header_says_what_was_expected(tmp_path):
    path = write(tmp_path, "unit,amry\n24 Pz,4PA\n")

    with pytest.raises(
        DataError, match=r"units\.csv:1: the columns are unit,amry; expected unit,army"
    ):
        read_csv(path, ("unit", "army"))


def test_a_missing_or_empty_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"units\.csv: no such file"):
        read_csv(tmp_path / "units.csv", ("unit",))
    with pytest.raises(DataError, match="holds no header row"):
        read_csv(write(tmp_path, "# only a comment\n"), ("unit",))


def test_a_number_out_of_range_is_noted_and_reading_goes_on(tmp_path):
    row = read_csv(write(tmp_path, "unit,steps\n24 Pz,7\n"), ("unit", "steps"))[0]
    faults: list[str] = []

    assert row.integer("steps", faults, low=1, high=2) == 1
    assert row.integer("unit", faults) == 0
    assert faults[0].endswith(":2: steps is 7; expected 1 to 2")
    assert faults[1].endswith(":2: unit is '24 Pz'; a whole number was expected")


def test_files_of_the_product_are_shown_from_the_data_folder_on():
    path = game_folder("drive_on_stalingrad") / "order_of_battle" / "axis.csv"

    assert shown_path(path) == "data/drive_on_stalingrad/order_of_battle/axis.csv"
