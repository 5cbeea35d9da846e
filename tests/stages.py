"""``python -m tests.stages``: what `make test` does, two at a time where that can be, and how long.

Each stage is a target of the Makefile. The first of a row speaks as it goes and has the processors
before all others; they take what it leaves, and each tells its words when it has ended. After a
failure what is under way ends, and nothing else begins.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import TemporaryFile

#: Stages that may run side by side; the next row waits for all of them. Compiled tests wait for
#: processes and clocks a sixth of their time; `unit-plain` fills both processors after them.
ROWS = (
    ("compile-star", "compile-blue", "compile-uranus"),
    ("unit-compiled", "lint", "types", "short-study", "wheel", "doctests", "unit-plain"),
    ("bench-check",),
)


@dataclass(frozen=True)
class Stage:
    """A stage that has ended."""

    name: str
    code: int
    seconds: float
    #: Of all its processes together.
    processor_seconds: float


def run_stage(name: str, first: bool) -> Stage:
    """Make a target; unless it is the first of its row, give way and speak at the end."""
    began = time.monotonic()
    with TemporaryFile() as words:
        process = subprocess.Popen(
            [*([] if first else ["nice"]), "make", "--no-print-directory", name],
            stdout=None if first else words,
            stderr=None if first else subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        words.seek(0)
        told = words.read().decode(errors="replace")
    print(f"\n{told}-- {name}: {'failed' if process.returncode else 'done'}", flush=True)
    worked = usage.ru_utime + usage.ru_stime
    return Stage(name, process.returncode, time.monotonic() - began, worked)


def run_row(names: tuple[str, ...], at_once: int = 2) -> Iterator[Stage]:
    """Run stages side by side; none begins after one has failed."""
    failed = []

    def run(name: str) -> Stage | None:
        if failed:
            return None
        stage = run_stage(name, first=name == names[0])
        failed.extend([name] * bool(stage.code))
        return stage

    with ThreadPoolExecutor(at_once) as threads:
        yield from filter(None, threads.map(run, names))


def table(stages: list[Stage], seconds: float) -> str:
    """How long each stage took, and all together."""
    rows = [(stage.name, stage.seconds, stage.processor_seconds) for stage in stages]
    rows.append(("all", seconds, sum(stage.processor_seconds for stage in stages)))
    lines = [f"{'stage':<14}{'seconds':>9}{'of processors':>15}"]
    return "\n".join(
        [*lines, *(f"{name:<14}{took:>9.0f}{work:>15.0f}" for name, took, work in rows)]
    )


def main() -> int:
    """Run all stages; 1 if one of them failed."""
    began = time.monotonic()
    stages: list[Stage] = []
    for names in ROWS:
        stages.extend(run_row(names))
        if any(stage.code for stage in stages):
            break
    print(table(stages, time.monotonic() - began))
    failed = [stage.name for stage in stages if stage.code]
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
