"""What ``balance --version`` and the completion of a shell answer."""

import os
import subprocess
import sys

import pytest

import balance
from balance.cli import main
from balance.experiments.source_hashes import data_hash, engine_hash
from balance.rulebook.game import open_game

pytestmark = pytest.mark.plain


def test_the_version_tells_engine_and_data_of_each_game(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert not ended.value.code
    first, *games = capsys.readouterr().out.splitlines()
    assert first == f"wargame-balance {balance.__version__}"
    game = "drive_on_stalingrad"
    words = [game, "engine", engine_hash(open_game(game)), "data", data_hash(open_game(game))]
    assert words in [line.split() for line in games]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("balance tourn", "tournament"),
        ("balance check str", "strategy"),
        ("balance run --ax", "--axis"),
    ],
)
def test_a_shell_completes_commands_and_options(typed: str, expected: str):
    done = subprocess.run(
        [sys.executable, "-m", "balance"],
        env={
            **os.environ,
            "_BALANCE_COMPLETE": "complete_bash",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(typed.count(" ")),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [expected], done.stderr


def test_help_says_how_completion_is_installed(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "--install-completion" in capsys.readouterr().out
