"""Kernels with the JIT switched off: members of an enum stand in them as numbers."""

from __future__ import annotations

import traceback
from enum import IntEnum, StrEnum

import numpy as np
import pytest
from numba import config

from balance.kernel.compiled import entry
from balance.kernel.uncompiled import with_numbers


class Colour(IntEnum):
    RED = 1
    BLUE = 300

    @property
    def shade(self) -> int:
        return self - 1


class Word(StrEnum):
    RED = "red"


def test_a_member_stands_as_a_64_bit_integer():
    value = with_numbers(lambda: Colour.BLUE)()
    assert (type(value), value) == (np.int64, 300)


def test_a_small_field_and_a_larger_member_make_64_bits():
    both = with_numbers(lambda field: (field & Colour.BLUE, field == Colour.BLUE))
    anded, equal = both(np.uint8(5))
    assert (anded, anded.dtype, equal) == (300 & 5, np.int64, False)


def test_branches_loops_and_jumps_over_members_go_where_they_went():
    def count(colours):
        red = other = 0
        for colour in colours:
            if colour == Colour.RED or colour < Colour.RED:
                red += Colour.RED
            elif colour != Colour.BLUE:
                continue
            else:
                other += 1
        return red, other

    assert with_numbers(count)([0, 1, 300, 7, 300, 1]) == (3, 2)


def test_what_is_no_member_of_whole_numbers_is_left_as_it_is():
    def look(Word):  # noqa: N803
        return Word.RED

    assert with_numbers(lambda: Word.RED)() is Word.RED
    assert with_numbers(look)(Word) is Word.RED
    assert with_numbers(lambda: Colour(300))() is Colour.BLUE
    assert with_numbers(lambda: Colour.__members__)() == Colour.__members__
    with pytest.raises(AttributeError, match="GREEN"):
        with_numbers(lambda: Colour.GREEN)()


@pytest.mark.parametrize("count", [200, 300])
def test_a_function_with_more_constants_and_names_than_a_byte_counts_gives_the_same(count):
    names = " + ".join(f"name_{i}" for i in range(count))
    numbers = " + ".join(f"{1000 + i}" for i in range(count))
    scope = {f"name_{i}": i for i in range(count)} | {"Colour": Colour}
    exec(f"def total(x): return Colour.RED + {names} + x * ({numbers}) + Colour.BLUE", scope)
    expected = scope["total"](2)
    assert with_numbers(scope["total"])(2) == expected


def test_a_fault_is_told_with_the_line_where_it_arose():
    def fails():
        _ = Colour.RED
        return [][Colour.BLUE]

    with pytest.raises(IndexError) as caught:
        with_numbers(fails)()
    _, line = list(traceback.walk_tb(caught.value.__traceback__))[-1]
    assert line == fails.__code__.co_firstlineno + 2


@pytest.mark.skipif(not config.DISABLE_JIT, reason="of uncompiled kernels alone")
def test_uncompiled_kernels_hold_numbers():
    @entry
    def colour():
        return Colour.BLUE

    assert type(colour()) is np.int64
