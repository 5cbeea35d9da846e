"""Figures of the studies' sheets in words, beside those of ``balance.analysis.words``."""

from __future__ import annotations

from balance.analysis.words import number


def signed(value: float, places: int = 1) -> str:
    """Write a difference with its sign.

    >>> signed(2.5), signed(-0.3), signed(0.01)
    ('+2.5', '-0.3', '0.0')
    """
    text = number(value, places)
    return f"+{text}" if value > 0 and float(text) != 0 else text


def chance(p_value: float) -> str:
    """Write a p value; a dash where there is none.

    >>> chance(0.0312), chance(1e-9), chance(float("nan"))
    ('0.031', '<0.001', '-')
    """
    if p_value != p_value:
        return "-"
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"
