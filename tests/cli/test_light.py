"""Commands that list answer at once: they don't load the libraries that play needs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import json, sys
from balance.cli import main
sys.stdout = open("/dev/null", "w")
try:
    sys.exit(main({arguments!r}))
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
THREADS = """
import os
from balance.cli import main
try:
    main(["games"])
finally:
    import scipy.linalg
    print(len(os.listdir("/proc/self/task")))
"""
LISTS = (
    "games",
    "strategies",
    "strategies --parameters",
    "strategies army_group_south",
    "variants",
    "variants drive_on_stalingrad",
    "variants show no_aircraft",
    "rules drive_on_stalingrad",
    "parameters drive_on_stalingrad",
    "rules army_group_south --format csv",
    "restrict blue --list",
    "map drive_on_stalingrad",
    "--help",
    "--version",
    "run --help",
)
HEAVY = {"numba", "pandas", "pyarrow", "scipy", "matplotlib", "joblib"}


def loaded_by(command: str) -> set[str]:
    """Modules that a process has loaded once it has run a command."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(arguments=command.split())],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("command", LISTS)
def test_a_command_that_lists_loads_nothing_of_play(command: str):
    assert not HEAVY & loaded_by(command)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts threads by Linux")
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="threads come with processors")
@pytest.mark.parametrize(("wanted", "alone"), [(None, True), ("2", False)])
def test_sums_get_no_threads_of_their_own_unless_the_user_wants_them(
    wanted: str | None, alone: bool
):
    around = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    if wanted:
        around["OPENBLAS_NUM_THREADS"] = wanted
    told = subprocess.check_output(
        [sys.executable, "-c", THREADS], env={**around, "PYTHONPATH": str(ROOT)}, text=True
    )
    assert (int(told.split()[-1]) == 1) == alone
