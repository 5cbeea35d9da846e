"""``python -m tests.benchmarks``: play may not have become slower than the baseline says.

Compares the time of play of every game, and of the searches on its map, with ``baseline.json``:
each over the time of a fixed piece of work in the same process, so that the machine doesn't count
(``balance.experiments.calibration``). After a change that is worth its time, ``--renew`` writes the
baseline anew; the commit says why.
"""

from __future__ import annotations

import argparse
import sys

from tests.benchmarks.baseline import FILE, faults, measure, read, write


def main(words: list[str] | None = None) -> int:
    """Compare, or renew the baseline; 1 if something has become too slow."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--renew", action="store_true", help="write the baseline anew")
    arguments = parser.parse_args(words)
    found = measure()
    if arguments.renew:
        write(FILE, found)
        print(f"{FILE} is written; say in the commit why")
        return 0
    known = read(FILE)
    for game, figures in found.items():
        told = ", ".join(f"{key} {value:.3g}" for key, value in figures.items())
        print(f"{game}: {told}", flush=True)
    slow = faults(found, known)
    print("\n".join(slow) or "as fast as the baseline, or faster")
    return min(len(slow), 1)


if __name__ == "__main__":
    sys.exit(main())
