"""``python -m tests.stages``: what `make test` does, two at a time where that can be, and how long.

Each stage is a target of the Makefile, and begins when those it waits for have ended. The compiled
tests speak as they go, all others tell their words when they have ended. After a failure what is
under way ends, and nothing else begins.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from tempfile import TemporaryDirectory, TemporaryFile

COMPILING = ("compile-uranus", "compile-blue", "compile-star", "compile-common")
#: The longest, but a sixth of its time it waits for processes and clocks.
LONGEST = "unit-compiled"
#: Stages in the order in which they are wanted, with those that each waits for. What needs no
#: compiled code keeps the other processor busy; `unit-plain` fills both at the end.
STAGES: dict[str, tuple[str, ...]] = dict.fromkeys(COMPILING, ())
STAGES |= dict.fromkeys((LONGEST, "short-study"), COMPILING)
STAGES |= dict.fromkeys(("types", "lint", "wheel", "doctests", "unit-plain"), ())
#: Measured with nothing beside it.
STAGES["bench-check"] = tuple(STAGES)


@dataclass(frozen=True)
class Stage:
    """A stage that has ended."""

    name: str
    code: int
    seconds: float
    #: Of all its processes together.
    processor_seconds: float


def run_stage(name: str) -> Stage:
    """Make a target, giving way to compiled tests and what they wait for."""
    loud = name == LONGEST
    way = [] if name in (*COMPILING, LONGEST) else ["nice"]
    began = time.monotonic()
    with TemporaryFile() as words:
        process = subprocess.Popen(
            [*way, "make", "--no-print-directory", name],
            stdout=None if loud else words,
            stderr=None if loud else subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        words.seek(0)
        told = words.read().decode(errors="replace")
    print(f"\n{told}-- {name}: {'failed' if process.returncode else 'done'}", flush=True)
    worked = usage.ru_utime + usage.ru_stime
    return Stage(name, process.returncode, time.monotonic() - began, worked)


def run_stages(stages: Mapping[str, tuple[str, ...]], at_once: int = 2) -> list[Stage]:
    """Run stages, each when those it waits for have ended; none begins after one has failed."""
    waiting, ended = dict(stages), list[Stage]()
    running: set[Future[Stage]] = set()
    with ThreadPoolExecutor(at_once) as threads:
        while True:
            over = {stage.name for stage in ended}
            ready = [name for name, others in waiting.items() if over.issuperset(others)]
            if not any(stage.code for stage in ended):
                for name in ready[: at_once - len(running)]:
                    del waiting[name]
                    running.add(threads.submit(run_stage, name))
            if not running:
                return ended
            done, running = wait(running, return_when=FIRST_COMPLETED)
            ended.extend(each.result() for each in done)


def table(stages: list[Stage], seconds: float) -> str:
    """How long each stage took, and all together."""
    rows = [(stage.name, stage.seconds, stage.processor_seconds) for stage in stages]
    rows.append(("all", seconds, sum(stage.processor_seconds for stage in stages)))
    lines = [f"{'stage':<14}{'seconds':>9}{'of processors':>15}"]
    return "\n".join(
        [*lines, *(f"{name:<14}{took:>9.0f}{work:>15.0f}" for name, took, work in rows)]
    )


#: A file system in memory, and the bytes that all stages together may need there.
MEMORY, ROOM = "/dev/shm", 4 << 30


@contextlib.contextmanager
def files_in_memory() -> Iterator[None]:
    """Have stages keep temporary files in memory, if there is room: studies wait for the disk."""
    if not os.path.isdir(MEMORY) or shutil.disk_usage(MEMORY).free < ROOM:
        yield
        return
    with TemporaryDirectory(prefix="balance-tests-", dir=MEMORY) as folder:
        os.environ["TMPDIR"] = folder
        yield


def main() -> int:
    """Run all stages; 1 if one of them failed."""
    began = time.monotonic()
    with files_in_memory():
        stages = run_stages(STAGES)
    print(table(stages, time.monotonic() - began))
    failed = [stage.name for stage in stages if stage.code]
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
