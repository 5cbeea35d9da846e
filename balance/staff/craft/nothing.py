"""Answers of games that know nothing of a matter."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner


@inner
def never(state: Any, unit: int) -> bool:
    """Whether a unit is or may something that none is or may."""
    return False


@inner
def no_division(state: Any, unit: int) -> int:
    """Division of a unit where divisions are single counters."""
    return 0


@inner
def once(state: Any) -> int:
    """What a strength is multiplied by where nothing multiplies it."""
    return 1
