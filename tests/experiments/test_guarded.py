"""Plugins that end the process they play in: an exam, a replay, a digest say so in one message."""

from pathlib import Path
from textwrap import dedent

import pytest
from numba import config
from numba.core import event

from balance.cli import main
from balance.errors import StrategyError
from balance.experiments import blocks, exam
from balance.experiments.blocks import Begin, Limits, play_game
from balance.experiments.digest import digests
from balance.experiments.exam import examine
from balance.experiments.isolation import apart, guarded
from balance.experiments.isolation.apart import Apart
from balance.experiments.replay.game import _play_recorded, replay
from balance.experiments.study import Cell
from balance.experiments.warm_up import Play
from balance.rulebook.game import open_game
from tests.waiting import limits_for_the_endless

PLUGIN = """
import ctypes
import os

from balance.strategy import Plan, Strategy


def hang():
    lock = (ctypes.c_char * 64)()
    for _ in range(2):  # locked twice, it waits for itself, and nothing else runs
        ctypes.PyDLL(None).pthread_mutex_lock(lock)


class Wicked(Strategy):
    name = "wicked"
    game = "drive_on_stalingrad"
    side = "soviet"

    def plan(self, view):
        if view.game_turn == 1:
            {}
        return Plan()
"""
#: What ends a process, and what is told of it.
ENDLESS, LEAVING, BREAKING = "hang()", "os._exit(0)", "ctypes.string_at(8)"
ENDINGS = {
    ENDLESS: (
        "{late}, in code that nothing can interrupt "
        "[wicked.py:11]; see to it that each of its loops ends"
    ),
    LEAVING: (
        "the game ended its process (exit code 0); code that plays a game "
        "must not end Python, as os._exit does"
    ),
    BREAKING: (
        "the game ended its process (SIGSEGV) [wicked.py:21]; look for an "
        "index outside its array in compiled code, which NUMBA_DISABLE_JIT=1 finds, slowly"
    ),
}


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a plugin that does something in its plan, or when it is loaded."""
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(5, patience=0.5))
    monkeypatch.setattr(exam, "OTHER_HASH_SEEDS", exam.OTHER_HASH_SEEDS[:1])
    monkeypatch.setattr(exam, "opponents_of", lambda game, side: ("random",))

    def write(plan: str, loaded: str = "") -> Path:
        path = tmp_path / "wicked.py"
        path.write_text(PLUGIN.format(plan) + dedent(loaded))
        return path

    yield write
    apart.lasting_room(blocks.LIMITS).close()
    apart.lasting_room.cache_clear()


def ending(plan: str) -> str:
    return ENDINGS[plan].format(late=blocks.too_long(blocks.LIMITS.seconds))


def refusal(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main([str(word) for word in words]) == 2
    # What is being done is announced above it.
    *_, said = capsys.readouterr().err.splitlines(keepends=True)
    assert said.startswith("balance: ")
    return said


def test_an_exam_says_which_game_ended_its_process(plugin, capsys):
    path = plugin(ENDLESS)
    said = refusal(capsys, "check", "strategy", path, "--games", 1)
    where = f"{path}: strategy 'wicked' (soviet), against random, seed 1"
    assert said == f"balance: {where}: {ending(ENDLESS)}\n"


def test_a_replay_says_which_side_ended_its_process(plugin, capsys):
    path = plugin(BREAKING)
    said = refusal(capsys, "replay", "--scenario", "blue", "--seed", 7, "--soviet", path)
    assert said == f"balance: strategy {path} (soviet), seed 7: {ending(BREAKING)}\n"


def test_a_digest_says_which_seed_ended_its_process(plugin):
    path = plugin(LEAVING)
    with pytest.raises(StrategyError) as told:
        digests("blue", Cell("historical", str(path)), games=1, seed=3)
    assert str(told.value) == f"strategy {path} (soviet), seed 3000000: {ending(LEAVING)}"


def test_a_plugin_that_ends_its_process_when_it_is_loaded_is_told(plugin):
    path = plugin("pass", "os._exit(4)")
    with pytest.raises(StrategyError, match=r"wicked.py: while it is loaded: loading ended"):
        list(examine(path, games=1))


def test_a_strategy_that_never_answers_fails_its_exam(plugin):
    (report,) = examine(
        plugin("\n            import time\n            while True: time.sleep(1)"), games=1
    )
    failed = {check.question: check.answer for check in report.checks if not check.passed}
    late = blocks.too_long(blocks.LIMITS.seconds)
    assert late in failed["against random: plays to the end"]


def test_a_sound_plugin_goes_apart_as_it_goes_here(plugin, monkeypatch):
    # To be watched takes a game longer, perhaps more than those that never end are given.
    monkeypatch.setattr(blocks, "LIMITS", Limits())
    path = plugin("pass")
    away = replay("blue", seed=7, soviet=str(path))
    (report,) = examine(path, games=1)
    assert report.text().startswith("wicked (soviet, drive_on_stalingrad): passed")
    monkeypatch.setattr(guarded, "runs_code_of_others", lambda game, cell: False)
    here = replay("blue", seed=7, soviet=str(path))
    assert away.document == here.document
    assert {**away.row, "play_seconds": 0} == {**here.row, "play_seconds": 0}


def loaded_by_a_recorded_game(play: Play, begin: Begin) -> int:
    """How much compiled code a recorded game takes beside what was there before."""
    guarded._compile(
        open_game("drive_on_stalingrad"), "operation_blue", ("historical",), play, begin
    )
    with event.install_listener("numba:compiler_lock", event.RecordingListener()) as loading:
        replay("blue", seed=7)
    return len(loading.buffer)


@pytest.mark.skipif(config.DISABLE_JIT, reason="of compiled code alone")
def test_what_a_recorded_game_needs_is_compiled_before_its_time_is_counted():
    with Apart(Limits()) as room:
        assert room.call(loaded_by_a_recorded_game, _play_recorded) == 0
    with Apart(Limits()) as room:
        assert room.call(loaded_by_a_recorded_game, play_game) > 0


def test_what_comes_with_the_product_needs_no_process_apart(monkeypatch):
    monkeypatch.setattr(apart.Apart, "_start", None)
    replay("blue", seed=7)
    digests("blue", Cell("historical", "random"), games=1)
    opening = Path("strategies/drive_on_stalingrad/axis_historical.toml")
    (report,) = examine(opening, games=1)
    assert report.passed
