"""Simulated coverage of the intervals of a tournament's value, and of its change: many studies."""

from __future__ import annotations

from collections.abc import Iterator

from scipy.stats import binom

from tests.analysis.made_up_tournaments import (
    CHANGES,
    TOURNAMENTS,
    missed_changes,
    missed_values,
)

SEEDS = (200, 20, 1000, 60)
#: Share of the luck of a game that all games on its seed have in common.
SHARED = (0.0, 0.6)
#: Kinds in which best play is clear at 1,000 seeds: there intervals may not be too long either.
CLEAR = ("saddle point", "strong circle", "nothing, a saddle point")
#: Least and most misses of 95% intervals that are put up with; where best play isn't clear no
#: method is exact, and none but too long ones are safe.
LEAST, MOST = 0.03, 0.07


def coverages(studies: int, draws: int) -> Iterator[tuple[str, float, bool]]:
    """Say what was tried, in which share of studies the interval held, and whether that will do."""
    for seeds in SEEDS:
        for shared in SHARED:
            for kind, chances in TOURNAMENTS.items():
                missed = missed_values(chances, seeds, studies, shared, draws)
                yield _judged(f"value, {kind}", kind, seeds, shared, missed, studies)
            for kind, both in CHANGES.items():
                missed = missed_changes(*both, seeds, studies, shared, draws)
                yield _judged(f"change, {kind}", kind, seeds, shared, missed, studies)


def _judged(
    name: str, kind: str, seeds: int, shared: float, missed: int, studies: int
) -> tuple[str, float, bool]:
    least = binom.ppf(0.001, studies, LEAST) if kind in CLEAR and seeds == 1000 else 0
    fits = least <= missed <= binom.ppf(0.999, studies, MOST)
    return f"{name}, {seeds} seeds, {shared:g} shared", 1 - missed / studies, bool(fits)


def check(studies: int = 1000, draws: int = 2000) -> int:
    """Print every coverage; give the number of those that won't do."""
    faults = 0
    for name, covered, fits in coverages(studies, draws):
        print(f"{name}: {covered:.3f}{'' if fits else ' WRONG'}", flush=True)
        faults += not fits
    return faults
