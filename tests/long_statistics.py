"""Long check of verdicts: intervals, equivalence and forecasts in made-up studies.

Part of ``python -m tests.long_check``; alone ``python -m tests.long_statistics``.
"""

from __future__ import annotations

import sys

import numpy as np

from tests.analysis.test_bounded_mean import CHANGES, errors, most
from tests.analysis.test_forecast import TRUTHS, decided_in_time, sequential_in_time

STUDIES = 4000
#: One more kind, with many values: nine pairings of strategies.
NINE = {1 / 9: 0.3, 2 / 9: 0.2, -1 / 9: 0.3, -1 / 3: 0.1, 5 / 9: 0.1}


def check_statistics(studies: int = STUDIES) -> int:
    """Print what doesn't keep to its rate; give the number of those."""
    faults = 0
    for kind in [*CHANGES, NINE]:
        for seeds in (60, 100, 200, 400, 1000):
            for changed in (2, 4, 8, 16, 40, 100):
                if changed > seeds / 2:
                    continue
                for rate, found in zip(
                    ("one side", "both sides"), errors(kind, seeds, changed, studies), strict=True
                ):
                    if found > most(0.05, studies):
                        faults += 1
                        print(f"{kind}, {seeds} seeds, {changed} changed, {rate}: {found:.3f}")
    rng = np.random.default_rng(1)
    for played in (100, 200, 400):
        for changed in (0.02, 0.1, 0.3):
            for margin in (0.02, 0.05):
                for comparisons in (1, 5):
                    share, kept = decided_in_time(
                        rng, played, changed, margin, comparisons, studies // len(TRUTHS) // 4
                    )
                    # Where hardly a study is undecided its share tells little.
                    if kept > 100 and not 0.75 <= share <= 0.9:
                        faults += 1
                        print(f"forecast after {played}, {changed}, {margin}: {share:.2f}")
    share, _ = sequential_in_time(rng, studies // 20)
    if not 0.75 <= share <= 0.9:
        faults += 1
        print(f"forecast of a sequential test: {share:.2f}")
    print(f"statistics: {faults} rates out of order", flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(min(check_statistics(), 1))
