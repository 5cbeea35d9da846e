"""Rows of bits: against Python's own sets and integers."""

from __future__ import annotations

import numpy as np
import pytest

from balance.kernel.bits import count_bits, has_bit, lowest_bit, put_bit, words_for
from balance.kernel.compiled import entry


@entry
def fill_row(numbers: np.ndarray, room: int) -> np.ndarray:
    """A row with some numbers in it."""
    row = np.zeros(words_for(room), np.uint32)
    for i in numbers:
        put_bit(row, i)
    return row


@entry
def is_in(row: np.ndarray, i: int) -> bool:
    """Whether a number is in a row."""
    return has_bit(row, i)


@entry
def ask_word(word: int) -> tuple[int, int]:
    """How many bits of a word are set, and the lowest one."""
    return count_bits(word), lowest_bit(word)


@pytest.mark.parametrize("kind", [np.int64, np.int16])
@pytest.mark.parametrize("seed", range(5))
def test_row_holds_the_numbers_put_into_it_and_no_others(seed, kind):
    rng = np.random.default_rng(seed)
    room = int(rng.integers(1, 200))
    numbers = rng.integers(0, room, 40).astype(kind)
    row = fill_row(numbers, np.int64(room))
    assert {i for i in range(room) if is_in(row, np.int64(i))} == set(numbers.tolist())


@pytest.mark.parametrize("place", range(32))
def test_words_tell_how_many_bits_they_have_and_which_is_lowest(place):
    rng = np.random.default_rng(place)
    word = (int(rng.integers(0, 1 << 32)) | 1) << place & 0xFFFFFFFF
    assert ask_word(np.int64(word)) == (word.bit_count(), place)


@pytest.mark.parametrize(("room", "words"), [(0, 1), (1, 1), (32, 1), (33, 2), (96, 3)])
def test_row_has_room_for_all_and_is_never_empty(room, words):
    assert len(fill_row(np.zeros(0, np.int64), np.int64(room))) == words
