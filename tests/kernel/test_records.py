"""Rows: records that plain Python and kernels read and write alike."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numba import typeof

from balance.kernel.compiled import entry
from balance.kernel.records import as_row, as_rows, copy_records

POINT = np.dtype([("x", "i4"), ("y", "i2"), ("weight", "f8")], align=True)


@entry
def step_east(point):
    point.x += 1
    return point.x + point.y


@pytest.fixture
def array() -> np.ndarray:
    return np.array([(3, -4, 0.5)], POINT)


def test_fields_read_as_attributes_and_as_items(array):
    point = as_row(array)
    assert (point.x, point.y, point.weight) == (3, -4, 0.5)
    assert (point["x"], point["y"]) == (3, -4)


def test_writing_to_a_row_writes_to_its_array(array):
    point = as_row(array)
    point.x = 7
    point["weight"] = 2.5
    assert array.tolist() == [(7, -4, 2.5)]


def test_writing_to_the_array_shows_in_the_row(array):
    point = as_row(array)
    array["y"] = 9
    assert point.y == 9


def test_unknown_field_is_an_attribute_error_that_names_it(array):
    point = as_row(array)
    with pytest.raises(AttributeError, match="colour"):
        _ = point.colour
    assert not hasattr(point, "colour")


def test_a_row_takes_no_new_fields(array):
    point = as_row(array)
    with pytest.raises(ValueError, match="colour"):
        point.colour = 1
    assert array.tolist() == [(3, -4, 0.5)]


def test_a_kernel_reads_and_writes_a_row(array):
    point = as_row(array)
    assert step_east(point) == 0
    assert (point.x, int(array["x"][0])) == (4, 4)


def test_a_kernel_reads_what_was_written_between_two_calls(array):
    point = as_row(array)
    step_east(point)
    point.y = 100
    array["x"] = 50
    assert step_east(point) == 151


def test_each_record_of_an_array_of_rows_is_a_row_that_shares_its_memory():
    array = np.array([(1, 2, 0.0), (3, 4, 0.0)], POINT)
    points = as_rows(array)
    for point in points[:1], points[[1]], points.copy():
        assert type(point[0]) is type(as_row(array[:1]))
    points[1].x = 8
    assert array["x"].tolist() == points["x"].tolist() == points.x.tolist() == [1, 8]
    assert type(points.x) is np.ndarray
    assert as_row(points[1:]).x == 8


def test_a_field_of_all_rows_is_written_as_an_attribute():
    array = np.zeros(3, POINT)
    points = as_rows(array)
    points.y = [1, 2, 3]
    points.x[1:] = 7
    assert array.tolist() == [(0, 1, 0.0), (7, 2, 0.0), (7, 3, 0.0)]
    with pytest.raises(AttributeError, match="colour"):
        _ = points.colour


def test_to_a_kernel_an_array_of_rows_is_one_of_records(array):
    assert typeof(as_rows(array)) == typeof(array)
    assert step_east(as_rows(array)[0]) == 0
    assert array["x"].tolist() == [4]


def test_rows_of_two_arrays_do_not_share_memory(array):
    first, second = as_row(array), as_row(array.copy())
    first.x = 11
    assert (first.x, second.x) == (11, 3)


def test_memory_of_a_row_is_the_memory_of_its_array(array):
    point = as_row(array)
    assert bytes(point.data) == array.tobytes()
    point.x = 12
    assert bytes(point.data) == array.tobytes()


def test_dtype_and_item_of_a_row_are_those_of_the_record(array):
    point = as_row(array)
    assert point.dtype.names == ("x", "y", "weight")
    assert point.item() == (3, -4, 0.5)
    assert np.array([point], POINT).tolist() == array.tolist()


def test_a_pickled_row_keeps_its_values(array):
    again = pickle.loads(pickle.dumps(as_row(array)))
    assert (again.x, again.y, again.weight) == (3, -4, 0.5)


def test_a_copy_of_records_keeps_the_bytes_between_their_fields():
    kind = np.dtype([("wide", "i4"), ("narrow", "i2")], align=True)
    records = np.zeros(1000, kind)
    records["narrow"] = 5
    for _ in range(20):
        np.full(records.nbytes, 1, np.uint8)  # memory that is handed out again with what it held
        assert copy_records(records).tobytes() == records.tobytes()
