"""The decorators of kernels: entries that Python calls, inner kernels that only kernels call."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from llvmlite.binding import Linkage, ModuleRef
from numba import config, types
from numba.core.caching import NullCache
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from balance.kernel.compiled import entry, inlined, inner

pytestmark = pytest.mark.compiled
COMPILED = not config.DISABLE_JIT


@inlined
def double(number):
    return 2 * number


@inner
def add_all(numbers):
    total = np.int64(0)
    for i in range(len(numbers)):
        total += double(numbers[i])
    return total


@entry
def sum_in_place(numbers):
    """Double the sum of the numbers; makes no array."""
    return add_all(numbers)


@inner
def running_sums(numbers):
    sums = np.zeros(len(numbers), np.int64)
    total = np.int64(0)
    for i in range(len(numbers)):
        total += double(numbers[i])
        sums[i] = total
    return sums


@entry
def last_running_sum(numbers):
    """Do the same by an array of its own, made further down."""
    sums = running_sums(numbers)
    copied = sums.copy()
    return copied[-1]


@entry
def hand_out_an_array(count):
    return np.arange(count)


@entry
def call_another_entry(numbers):
    return sum_in_place(numbers) + last_running_sum(numbers)


@pytest.fixture
def numbers() -> np.ndarray:
    return np.arange(1, 6, dtype=np.int64)


def test_an_entry_that_makes_no_array_works(numbers):
    assert sum_in_place(numbers) == 30


def test_an_entry_that_makes_arrays_works(numbers):
    assert last_running_sum(numbers) == 30


def test_an_entry_calls_other_entries(numbers):
    assert call_another_entry(numbers) == 60


def test_an_array_made_by_an_entry_outlives_the_call():
    made = [hand_out_an_array(np.int64(1000)) for _ in range(20)]
    gc.collect()
    assert all(array.tolist() == list(range(1000)) for array in made)


def test_arrays_given_to_an_entry_are_neither_kept_nor_let_go(numbers):
    before = sys.getrefcount(numbers)
    for _ in range(50):
        sum_in_place(numbers)
        last_running_sum(numbers)
    assert sys.getrefcount(numbers) == before


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_an_inner_kernel_can_not_be_called_from_python(numbers):
    sum_in_place(numbers)
    with pytest.raises(TypeError):
        add_all(numbers)


@inner
def twice(number):
    return 2 * number


@entry
def call_with_several_kinds(numbers, small):
    return twice(numbers[0]) + twice(small[0]) + twice(3) + twice(np.int64(4)) + twice(number=-5)


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_an_inner_kernel_is_compiled_once_for_all_signed_whole_numbers(numbers):
    for kind in (types.int16, types.literal(3), types.int64):  # as callers under construction ask
        twice.get_call_template((kind,), {})
    assert list(twice.overloads) == [(types.int64,)]
    small = np.array([32767], np.int16)
    assert call_with_several_kinds(numbers, small) == 2 * (1 + 32767 + 3 + 4 - 5)


def test_an_uncompiled_entry_gives_the_same(numbers):
    plain = getattr(hand_out_an_array, "py_func", hand_out_an_array)
    assert plain(5).tolist() == hand_out_an_array(np.int64(5)).tolist()


BOUNDS = """
import sys
import numpy as np
from balance.kernel.compiled import entry, inner

@inner
def element(numbers, place):
    return numbers[place]

@entry
def element_of(numbers, place):
    return element(numbers, place)

@entry
def last(numbers):
    return numbers[-1]

numbers = np.arange(10)
print(element_of(numbers[5:], int(sys.argv[1])), last(numbers))
"""


@pytest.mark.skipif(not COMPILED, reason="Python itself counts from the end")
def test_an_index_is_taken_as_it_is_and_bounds_are_checked_on_demand(tmp_path):
    file = tmp_path / "bounds.py"
    file.write_text(BOUNDS)

    def run(place: int, check: int) -> str:
        done = subprocess.run(
            [sys.executable, file, str(place)],
            env={
                **os.environ,
                "NUMBA_BOUNDSCHECK": str(check),
                "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
                "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            },
            capture_output=True,
            text=True,
        )
        return done.stdout.strip() or done.stderr.strip().splitlines()[-1]

    assert run(2, 1) == run(2, 0) == "7 9"
    assert run(-1, 0) == "4 9"  # the element before the part handed over, not its last
    assert "IndexError" in run(-1, 1)


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_options_of_a_compilation_are_those_that_numba_lists():
    from numba.core.compiler import Flags

    flags = Flags()
    flags.nrt, flags.no_compile = True, True
    assert flags.values() == {name: getattr(flags, name) for name in Flags.options}
    assert flags.values() != Flags().values()
    assert flags == flags.copy()
    assert hash(flags) == hash(flags.copy())


@inner
def stir(numbers, by):
    """Too much to be copied into whoever calls it."""
    for turn in range(by):
        for i in range(1, len(numbers)):
            while numbers[i] > turn * by:
                numbers[i] -= numbers[i - 1] // (by + turn) + 1
            if numbers[i] % (by + 3) == turn:
                numbers[i - 1] += numbers[i] % (turn + 2)
            elif numbers[i] % (by + 5) == turn:
                numbers[i - 1] -= numbers[i] // (turn + 7) + numbers[-1] % (by + 11)
            for k in range(i):
                if numbers[k] % (turn + 13) < numbers[i] // (by + 17):
                    numbers[k] += numbers[i] % (turn + 19) - numbers[k] // (by + 23)


@entry
def stir_often(numbers):
    stir(numbers, 1 + numbers[0])
    stir(numbers[1:], 2 + numbers[1])
    stir(numbers[2:], 3 + numbers[2])
    stir(numbers[3:], 4 + numbers[3])


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_machine_code_of_an_entry_shows_none_of_what_it_calls(numbers):
    fresh = entry(stir_often.py_func)
    fresh._cache = NullCache()  # what is kept on disk has no functions to look at
    fresh(numbers.copy())
    (code,) = fresh.overloads.values()
    defined = [each for each in code.library._final_module.functions if not each.is_declaration]
    called = [each for each in defined if "stir_often" not in each.name and "stir" in each.name]
    assert {each.linkage for each in called} == {Linkage.internal}


def one_more(kernel):
    @inner
    def more(number):
        return kernel(number) + 1

    return more


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_no_module_has_most_of_what_an_entry_calls_linked_into_it_one_by_one(monkeypatch):
    longest = twice
    for _ in range(30):
        longest = one_more(longest)
    linked: list[ModuleRef] = []
    usual = ModuleRef.link_in

    def link_in(self, other, preserve=False):
        linked.append(self)
        usual(self, other, preserve)

    monkeypatch.setattr(ModuleRef, "link_in", link_in)

    @entry
    def ask(number):
        return longest(number) + twice(number)

    ask._cache = NullCache()
    assert ask(2) == 38
    assert len(linked) > 30
    assert max(sum(each is one for each in linked) for one in linked) <= 8


#: Runs a file, or else a command of the product, as with a version of Numba not tried before.
WITH_ANOTHER_NUMBA = """
import runpy, sys, types
import numba
numba.version_info = types.SimpleNamespace(short=(0, 99))
from balance.kernel import compiled
assert not compiled._ENTRY_OPTIONS
sys.argv = sys.argv[1:]
if sys.argv[0].endswith(".py"):
    runpy.run_path(sys.argv[0], run_name="__main__")
else:
    runpy.run_module(sys.argv[0], run_name="__main__")
"""


def _with_another_numba(cache: Path, *arguments: str) -> str:
    surroundings = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(cache),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    command = [sys.executable, "-c", WITH_ANOTHER_NUMBA, *arguments]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
def test_kernels_give_the_same_with_a_numba_not_tried_before(tmp_path):
    file = tmp_path / "bounds.py"
    file.write_text(BOUNDS)
    assert _with_another_numba(tmp_path, str(file), "2") == "7 9"


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="uncompiled kernels are plain functions")
@pytest.mark.parametrize("scenario", ["blue", "star"])
def test_games_are_the_same_with_a_numba_not_tried_before(tmp_path, scenario):
    asked = ("digest", scenario, "--games", "1")
    usual = subprocess.run(
        [sys.executable, "-m", "balance", *asked], capture_output=True, text=True, check=True
    )
    assert _with_another_numba(tmp_path, "balance", *asked) == usual.stdout.strip()


@inner
def countdown(length):
    """An array that its caller must let go of."""
    made = np.empty(length, np.int64)
    for i in range(length):
        made[i] = length - i
    return made


@entry
def sum_of_countdown(length):
    """Names nothing that makes arrays."""
    return add_all(countdown(length))


@pytest.mark.skipif(not COMPILED, reason="Python lets go by itself")
def test_arrays_that_kernels_hand_to_each_other_are_let_go():
    sum_of_countdown(9)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for length in range(1, 50):
        assert sum_of_countdown(length) == length * (length + 1)
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0
