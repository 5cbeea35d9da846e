"""Numbers with what they count."""

from __future__ import annotations


def counted(number: float, one: str, many: str = "") -> str:
    """Write a number with its noun, which is plural unless there is exactly one.

    >>> counted(1, "seed"), counted(1200, "seed"), counted(2, "hex", "hexes"), counted(0.5, "point")
    ('1 seed', '1,200 seeds', '2 hexes', '0.5 points')
    """
    figure = f"{number:,.0f}" if number == round(number) else f"{number:g}"
    return f"{figure} {one if number == 1 else many or f'{one}s'}"
