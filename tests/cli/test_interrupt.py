"""Ctrl-C and ``kill`` end a study at once, keep what is whole and say how to go on."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from balance.cli.run import kept_on_interrupt
from tests.waiting import HANGS, wait_for

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import signal, sys
import typer
from balance.cli.call import call
from balance.cli.run import kept_on_interrupt
from balance.experiments.run import run

# As a shell starts a command in front; those that it starts behind never hear of Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

app = typer.Typer()

@app.command()
def go():
    with kept_on_interrupt({out!r}):
        run("blue", axis="slow", soviet="random", games=3000, jobs={jobs}, out={out!r},
            player="tests.experiments.fake_match:prepare")

sys.exit(call(typer.main.get_command(app), []))
"""


LOADING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
from balance.cli import main
sys.exit(main(["games"]))
"""


@pytest.mark.parametrize("name", ["typer", "balance.cli.games", "balance.experiments.scenarios"])
def test_an_interrupt_while_libraries_are_loaded_is_no_traceback(name: str):
    code = LOADING.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_before_the_first_game_promises_nothing(tmp_path: Path, capsys):
    with pytest.raises(typer.Exit) as ended, kept_on_interrupt(str(tmp_path / "none")):
        raise KeyboardInterrupt
    assert ended.value.exit_code == 130
    told = capsys.readouterr().err
    assert told == "\ninterrupted before the first game: nothing is kept yet\n"


# A terminal interrupts the workers, too; a scheduler of jobs ends the process that it began.
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("end", "code"),
    [
        (lambda pid: os.killpg(pid, signal.SIGINT), 130),
        (lambda pid: os.kill(pid, signal.SIGTERM), 143),
    ],
    ids=["interrupted", "terminated"],
)
def test_an_ended_study_keeps_its_blocks_and_says_how_to_go_on(
    end: Callable[[int], None], code: int, jobs: int, tmp_path: Path
):
    out = tmp_path / "study"
    process = subprocess.Popen(
        [sys.executable, "-c", CODE.format(out=str(out), jobs=jobs)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: list(out.glob("games/part-*.parquet")))
    end(process.pid)
    _, message = process.communicate(timeout=HANGS)
    assert process.returncode == code
    assert f"balance resume {out} plays the rest" in message
    assert "Traceback" not in message
    assert 1 <= len(list(out.glob("games/part-*.parquet"))) < 30
