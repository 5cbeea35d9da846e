"""Sets of hexes as short text: runs of consecutive hex numbers, three characters each.

Who controls each hex is a character a hex.
"""

from __future__ import annotations

from collections.abc import Iterable

#: Digits of base 64, in order of their value.
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_BASE = len(DIGITS)


def write_runs(hexes: Iterable[int]) -> str:
    """Write a sorted set of hexes: for each run the gap before it (two digits), its length less 1.

    >>> write_runs([0, 1, 2, 70]), write_runs([])
    ('AACBDA', '')
    """
    runs: list[list[int]] = []
    for h in hexes:
        if runs and h == sum(runs[-1]) and runs[-1][1] < _BASE:
            runs[-1][1] += 1
        else:
            runs.append([h, 1])
    text, end = "", 0
    for start, length in runs:
        high, low = divmod(start - end, _BASE)
        text += DIGITS[high] + DIGITS[low] + DIGITS[length - 1]
        end = start + length
    return text


def read_runs(text: str) -> list[int]:
    """Read what ``write_runs`` wrote.

    >>> read_runs("AACBDA")
    [0, 1, 2, 70]
    """
    hexes: list[int] = []
    end = 0
    for i in range(0, len(text), 3):
        high, low, length = (DIGITS.index(digit) for digit in text[i : i + 3])
        start = end + high * _BASE + low
        end = start + length + 1
        hexes += range(start, end)
    return hexes


def write_control(sides: Iterable[int]) -> str:
    """Write the side that controls each hex, "-" where nobody does.

    >>> write_control([0, 1, -1])
    '01-'
    """
    return "".join("-" if side < 0 else str(side) for side in sides)


def read_control(text: str) -> list[int]:
    """Read what ``write_control`` wrote.

    >>> read_control("01-")
    [0, 1, -1]
    """
    return [-1 if side == "-" else int(side) for side in text]
