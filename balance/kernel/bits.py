"""Rows of bits: sets of small numbers, 32 to a word, that are asked for many members at once.

A row is a uint32 array; number i is bit i % 32 of word i // 32.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import inlined


@inlined
def words_for(count: int) -> int:
    """Words of a row that has room for the numbers below ``count``; one at least."""
    return max(1, (count + 31) >> 5)


@inlined
def put_bit(row: np.ndarray, i: int) -> None:
    """Put a number into a set."""
    row[i >> 5] |= np.uint32(np.int64(1) << (i & 31))


@inlined
def has_bit(row: np.ndarray, i: int) -> bool:
    """Whether a number is in a set."""
    return (np.int64(row[i >> 5]) >> (i & 31)) & 1 != 0


@inlined
def count_bits(word: int) -> int:
    """How many bits of a word are set, added up side by side."""
    twos = word - ((word >> 1) & 0x55555555)
    fours = (twos & 0x33333333) + ((twos >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return ((eights * 0x01010101) >> 24) & 0xFF


@inlined
def lowest_bit(word: int) -> int:
    """Number of the lowest bit of a word that is set; the word isn't 0."""
    return count_bits((word & -word) - 1)
