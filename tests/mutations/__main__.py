"""``python -m tests.mutations COUNT [SEED] [PART]``: a long run, with all that went wrong."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.mutations.loads import copy_data, lead_to
from tests.mutations.run import run


def main(count: int = 2000, seed: int = 1, only: str = "") -> int:
    outcomes: Counter[str] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as place:
        folder = copy_data(Path(place))
        lead_to(folder)
        for verdict in run(folder, count, seed, only):
            outcomes[verdict.outcome] += 1
            if verdict.fault:
                faults += 1
                print(f"{verdict.file}: {verdict.what}: {verdict.outcome}: {verdict.fault}")
    print(f"{sum(outcomes.values())} damaged files: {dict(outcomes)}; {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:4]))
