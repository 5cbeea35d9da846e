"""Entries that come from the cache: they do what they did, and take no more memory than needed."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import config

from balance.kernel.compiled import entry

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled"),
]

ENTRIES = """
import numpy as np
from balance.kernel.compiled import entry, inner
from words import FACTOR

@inner
def scaled(units, i):
    return np.int64(units[i].strength) * FACTOR

@entry
def total(units):
    found = np.int64(0)
    for i in range(len(units)):
        found += scaled(units, i)
    return found
"""
CALLERS = """
from numba import njit
from balance.kernel.compiled import entry
from entries import total

@entry
def twice(units):
    return total(units) + total(units)

@njit
def plain_twice(units):
    return total(units) * 2
"""
LOAD = """
import sys
import numpy as np
from entries import total

units = np.zeros(3, [("strength", np.int16), ("hex", np.int32)])
units["strength"] = [1, 2, 3]
answer = total(units)
hits = sum(total.stats.cache_hits.values())
library = total.overloads[total.signatures[0]].library
bodies = sum(len(list(each.blocks)) for each in library._final_module.functions)
"""


class Folder:
    """Loose files on disk, run in fresh processes against one cache."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("entries", ENTRIES)
        self.write("words", "FACTOR = 10\n")
        self.write("callers", CALLERS)

    def write(self, module: str, text: str) -> None:
        (self.root / f"{module}.py").write_text(text)

    def run(self, more: str) -> str:
        done = subprocess.run(
            [sys.executable, "-B", "-c", LOAD + more],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(self.root), str(ROOT)]),
                "NUMBA_CACHE_DIR": str(self.root / "cache"),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_an_entry_from_the_cache_comes_without_its_bitcode(folder: Folder):
    say = "print(answer, hits, bodies > 5)"
    assert folder.run(say) == "60 0 True"
    assert folder.run(say) == "60 1 False"


def test_new_callers_of_an_entry_from_the_cache_are_compiled(folder: Folder):
    folder.run("")
    say = "from callers import {0}\nprint(hits, {0}(units))"
    assert folder.run(say.format("twice")) == "1 120"
    assert folder.run(say.format("plain_twice")) == "1 120"


def test_a_caller_from_the_cache_needs_nothing_that_it_calls(folder: Folder):
    say = "from callers import twice\nprint(twice(units), len(total.within.overloads))"
    assert folder.run(say) == "120 1"
    assert folder.run(say) == "120 0"


def test_an_edit_below_an_entry_compiles_it_anew(folder: Folder):
    say = "from callers import twice\nprint(answer, hits, twice(units))"
    folder.run(say)
    folder.write("words", "FACTOR = 100\n")
    assert folder.run(say) == "600 0 1200"
    assert folder.run(say) == "600 1 1200"


def test_an_edit_between_the_import_and_the_first_call_is_not_taken_for_what_was_read(
    folder: Folder,
):
    words = folder.root / "words.py"
    edited = f"""
import pathlib
from callers import twice
pathlib.Path({str(words)!r}).write_text("FACTOR = 100\\n")
print(twice(units))
"""
    assert folder.run(edited) == "120"
    assert (
        folder.run("from callers import twice\nprint(answer, hits, twice(units))") == "600 0 1200"
    )


def test_loading_an_entry_imports_no_linear_algebra(folder: Folder):
    say = "print('scipy.linalg' in sys.modules)"
    assert folder.run(say) == "False"
    assert folder.run(say) == "False"


def test_linear_algebra_still_compiles_for_those_who_want_it(folder: Folder):
    more = """
from numba import njit

@njit
def mixed(a, b):
    return np.dot(a, b).sum() + np.cov(a)[0, 0]

print(mixed(np.eye(2), np.full((2, 2), 3.0)))
"""
    assert folder.run(more) == "12.5"


@entry
def first_strength(units):
    return np.int64(units[0].strength)


def test_entries_have_short_names_however_long_their_types_are():
    fields = [(f"a_field_of_a_unit_{number}", np.int32) for number in range(100)]
    for kind in (np.int16, np.int32):  # types of the same length
        assert first_strength(np.ones(2, [("strength", kind), *fields])) == 1
    names = set()
    for made in first_strength.overloads.values():
        names.add(made.fndesc.llvm_func_name)
        assert max(map(len, (made.fndesc.llvm_func_name, made.fndesc.env_name))) < 300
    assert len(names) == len(first_strength.overloads) == 2
