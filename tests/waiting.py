"""How tests wait: until something happens, and no longer than need be for what never ends."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache

from balance.experiments.blocks import Begin, Limits
from balance.experiments.isolation.apart import Apart

#: Ends a test that would hang; no machine is so slow.
HANGS = 900.0


def wait_for(happened: Callable[[], object], every: float = 0.02) -> None:
    """Look again and again until something has happened."""
    end = time.monotonic() + HANGS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(every)


def _nothing(begin: Begin) -> None:
    """Have nothing done."""


@cache
def start_of_a_process() -> float:
    """Seconds that a process apart takes to its first answer, on this machine as it is now."""
    began = time.monotonic()
    with Apart(Limits()) as room:
        room.call(_nothing)
    return time.monotonic() - began


def limits_for_the_endless(starts: float, **others: float) -> Limits:
    """Limits of time that what ends keeps, and what doesn't is soon ended by.

    ``starts`` says how many times as long as a process takes to start, so that a slow or busy
    machine gives more; ``others`` are the other limits.
    """
    return Limits(seconds=math.ceil(starts * max(0.5, start_of_a_process())), **others)  # type: ignore[arg-type]
