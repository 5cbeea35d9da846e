"""Processes apart: games that end the process they are played in."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from balance.errors import BalanceError
from balance.experiments import blocks
from balance.experiments.blocks import Limits
from balance.experiments.isolation import apart, crews
from balance.experiments.isolation.apart import Apart, GameLost, runs_code_of_others
from balance.experiments.pool import play_study
from balance.experiments.provenance import provenance
from balance.experiments.study import Cell
from balance.experiments.warm_up import Preparation
from balance.rulebook.game import open_game
from tests.experiments.fake_match import PLAYER, way_of
from tests.experiments.killed_studies import ROOT, assert_same_tables, is_running, study
from tests.waiting import HANGS, limits_for_the_endless, wait_for


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all code taken for that of others, with little patience."""
    monkeypatch.setattr(crews, "runs_code_of_others", lambda game, cell: True)
    # A game here takes a thousandth of what a process takes to start.
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(2, patience=0.2))


#: What is told of each way to take a process along.
TOLD = {
    "endless": "{late}, in code that nothing can interrupt",
    "leaving": "the game ended its process (exit code 3)",
    "breaking": "the game ended its process (SIGSEGV)",
    "killing": "the game ended its process (SIGKILL), and so it did when it was tried again",
    "stopping": "{late}",
    "garbling": "the game wrote among the answers of its process",
}


@pytest.mark.usefixtures("others")
def test_games_that_take_their_process_along_are_told_and_the_study_goes_on(tmp_path: Path):
    found = play_study(study(42, "wicked"), tmp_path / "s", jobs=2, player=PLAYER).read("games")
    told = {
        seed: TOLD[way].format(late=blocks.too_long(blocks.LIMITS.seconds))
        for seed in found.seed
        if (way := way_of(seed))
    }
    assert len(told) == len(TOLD)
    lost = found[found.ending == "strategy_error"]
    assert dict(zip(lost.seed, lost.error, strict=True)) == told
    assert set(lost.winner) == {"none"}
    assert lost.error_side.isna().all()
    sound = play_study(study(42), tmp_path / "sound", jobs=1, player=PLAYER).read("games")
    kept = found.ending != "strategy_error"
    assert list(found.log[kept]) == list(sound.log[kept])


@pytest.mark.usefixtures("others")
def test_copies_of_a_process_that_a_game_makes_do_not_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # A copy may take longer to make than those that never end are given.
    monkeypatch.setattr(blocks, "LIMITS", Limits())
    forking = play_study(study(16, "forking"), tmp_path / "s", jobs=1, player=PLAYER)
    sound = play_study(study(16), tmp_path / "sound", jobs=1, player=PLAYER)
    assert list(forking.read("games").log) == list(sound.read("games").log)
    assert forking.read("games").error.isna().all()


def stopped(begin: Callable[[int], None]) -> None:
    begin(3)
    os.kill(os.getpid(), signal.SIGSTOP)


def garbled(begin: Callable[[int], None]) -> None:
    begin(3)
    for file in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(file, b"no answer")
    time.sleep(9000)


@pytest.mark.parametrize(
    ("work", "advice", "limits"),
    [
        # However late it stops: who ends it says the same.
        (stopped, "loops ends", Limits(seconds=0.1, patience=0.1)),
        (garbled, "write to no file", Limits(seconds=HANGS)),
    ],
)
def test_a_process_that_had_to_be_ended_is_told_with_what_to_look_for(
    work: Callable[..., None], advice: str, limits: Limits
):
    with Apart(limits) as room, pytest.raises(GameLost) as caught:
        room.call(work)
    assert advice in caught.value.advice


@pytest.mark.usefixtures("others")
def test_results_apart_are_those_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    away = play_study(study(), tmp_path / "apart", jobs=1, player=PLAYER)
    assert os.getpid() not in set(away.read("games").worker)
    monkeypatch.undo()
    assert_same_tables(away, play_study(study(), tmp_path / "here", jobs=1, player=PLAYER))


def killed(begin: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(begin: object) -> None:
    raise KeyError("a bug")


def refused(begin: object) -> None:
    raise BalanceError("not like this")


def missing(begin: object) -> None:
    Path("no_such_file").read_text()


def killed_once(folder: Path, begin: Callable[[int], None]) -> str:
    begin(3)
    mark = folder / "been here"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def test_what_goes_wrong_apart_is_told_here_and_a_process_that_is_gone_is_started_again(
    tmp_path: Path,
):
    with Apart(Limits()) as room:
        with pytest.raises(FileNotFoundError, match="No such file or directory: 'no_such_file'"):
            room.call(missing)
        with pytest.raises(RuntimeError, match=r"Traceback(.|\n)*KeyError: 'a bug'"):
            room.call(wrong)
        with pytest.raises(BalanceError, match=r"^not like this$"):
            room.call(refused)
        assert room.call(killed_once, tmp_path) == "done"  # work that is killed is done again
        with pytest.raises(BalanceError, match="killed from outside"):
            room.call(killed)
        assert room.call(killed_once, tmp_path) == "done"


def test_a_room_that_is_closed_while_its_process_starts_ends_it(monkeypatch: pytest.MonkeyPatch):
    room, started, closing = Apart(blocks.LIMITS), [], []

    class Slow(subprocess.Popen[bytes]):
        def __init__(self, *arguments, **options):
            closing.append(Thread(target=room.close))
            closing[0].start()
            closing[0].join(0.2)  # closed by now, if that waited for nothing
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(apart.subprocess, "Popen", Slow)
    with contextlib.suppress(ValueError, OSError, BalanceError):
        room.call(registry_is_there)
    closing[0].join()
    assert [process.returncode for process in started] == [-signal.SIGKILL]


def registry_is_there(begin: Callable[[int], None]) -> bool:
    return bool(apart.registry)


def test_a_process_apart_does_not_outlive_the_one_it_works_for(tmp_path: Path):
    code = (
        "import sys, time; from balance.experiments.isolation.apart import Apart;"
        "from balance.experiments.blocks import Limits; room = Apart(Limits());"
        "room._process = room._start(); print(room._process.pid, flush=True); time.sleep(9000)"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as leading:
        assert leading.stdout
        pid = int(leading.stdout.readline())
        assert is_running(pid)
        leading.kill()
    wait_for(lambda: not is_running(pid))


def test_only_plugins_and_rule_functions_of_others_are_played_apart(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.touch()

    def asks(axis: str = "historical", soviet: str = "random", **conditions: object) -> bool:
        cell = Cell(axis, soviet, **conditions)
        return runs_code_of_others(open_game("drive_on_stalingrad"), cell)

    assert not asks()
    assert not asks(soviet="historical:caution=2")
    assert asks(axis=str(path))
    assert asks(soviet=f"{path}:bold=1")


def test_rule_functions_of_a_game_that_comes_with_the_product_are_played_with_it():
    game = open_game("more_lost_victories")
    assert game.rules.functions
    assert not runs_code_of_others(game, Cell("historical", "random"))
    assert runs_code_of_others(game, Cell("historical", "random", variant="stout_cadres"))


def test_the_side_to_blame_is_the_one_whose_file_was_running(tmp_path: Path):
    mine, other = tmp_path / "mine.py", tmp_path / "other.py"
    spec = study(1, str(mine))
    lost = apart.GameLost(0, "it took too long", f'  File "{mine}", line 7 in plan\n')
    assert apart.fault_of(spec.game, spec.cells[0], lost) == blocks.Fault(
        "it took too long [mine.py:7]", 0, lost.traceback
    )
    elsewhere = apart.GameLost(0, "it took too long", f'  File "{other}", line 7 in plan\n')
    assert apart.fault_of(spec.game, spec.cells[0], elsewhere).side == -1


def test_the_products_own_code_compiles_without_a_limit():
    asked = Preparation(study(), provenance(study()), PLAYER, Limits(seconds=1))
    assert asked.limits.in_force
    assert not crews._unlimited(asked).limits.in_force
