import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.experiments.arrow import number_array, text_array

ROOT = Path(__file__).resolve().parents[2]
#: The first array that PyArrow makes itself imports pandas.
unhurried = settings(deadline=None)


def same(made: pa.Array, expected: pa.Array) -> None:
    made.validate(full=True)
    assert made.equals(expected)


@unhurried
@given(st.lists(st.none() | st.text()))
def test_words_become_the_array_that_arrow_makes_of_them(words: list[str | None]):
    same(text_array(words), pa.array(words, pa.string()))


@unhurried
@given(st.lists(st.tuples(st.integers(-(2**15), 2**15 - 1), st.booleans())))
def test_numbers_become_the_array_that_arrow_makes_of_them(values: list[tuple[int, bool]]):
    numbers = np.array([number for number, _ in values], np.int64)
    missing = np.array([gone for _, gone in values], bool)
    same(number_array(numbers, pa.int16()), pa.array(numbers, pa.int16()))
    same(number_array(numbers, pa.int64(), missing), pa.array(numbers, mask=missing))


@unhurried
@given(st.lists(st.booleans()))
def test_flags_become_the_array_that_arrow_makes_of_them(flags: list[bool]):
    same(number_array(np.array(flags, bool), pa.bool_()), pa.array(flags, pa.bool_()))


def test_fields_of_records_are_packed():
    records = np.zeros(3, [("hex", np.int16), ("value", np.int32)])
    records["value"] = [5, 6, 7]
    same(number_array(records["value"], pa.int32()), pa.array([5, 6, 7], pa.int32()))


def test_a_number_too_large_for_its_column_is_refused():
    with pytest.raises(pa.ArrowInvalid, match="40000"):
        number_array([1, 40000], pa.int16())


def test_a_process_that_plays_a_study_imports_no_pandas(tmp_path: Path):
    code = """
import sys
from pathlib import Path
from balance.experiments.pool import play_study
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game
from tests.experiments.fake_match import PLAYER

game, cells = open_game("drive_on_stalingrad"), (Cell("historical", "random"),)
spec = StudySpec(game, "operation_blue", cells, 20, 1)
for _ in range(2):  # from the start, and going on with what is there
    play_study(spec, Path(sys.argv[1]), jobs=1, player=PLAYER)
    spec = spec.with_games(40)
print([name for name in ("pandas", "scipy.linalg", "matplotlib") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "study")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
