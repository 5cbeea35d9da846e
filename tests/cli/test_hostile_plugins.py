"""Plugins that never load, or end who loads them: each command says one clear thing, and ends."""

import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from balance.cli import main
from balance.experiments import blocks
from balance.experiments.isolation import apart
from balance.strategy import registry
from tests.waiting import limits_for_the_endless

PLUGIN = """
import ctypes
import os
import time

from balance.strategy import Plan, Strategy

{loaded}


class Wicked(Strategy):
    name = "wicked"
    game = "drive_on_stalingrad"
    side = "soviet"

    def __init__(self, **parameters):
        super().__init__(**parameters)
        {made}

    def plan(self, view):
        return Plan()
"""
#: What a plugin does, and what a command says of it.
ENDINGS = {
    "time.sleep(1000)": "{late}",
    "os._exit(3)": "{doing} ended its process (exit code 3)",
    "ctypes.string_at(8)": "{doing} ended its process (SIGSEGV)",
}
COMMANDS = (
    "run blue --soviet {} --games 2 --jobs 1 --out {}",
    "compare blue --soviet {} --games 20 --jobs 1 --set victory.vp_to_win=7 --out {}",
    "tournament blue --axis historical --axis random --soviet historical --soviet {} --games 20 "
    "--jobs 1 --out {}",
    "sweep blue --over victory.vp_to_win=5,6 --soviet {} --games 20 --jobs 1 --out {}",
    "restrict blue --side axis --without aircraft --soviet {} --games 20 --jobs 1 --out {}",
)


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a plugin that does something when it is loaded, or when a player is made of it."""
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(2, patience=0.5, memory=1 << 29))

    def write(loaded: str = "", made: str = "pass") -> Path:
        path = tmp_path / "wicked.py"
        path.write_text(PLUGIN.format(loaded=loaded, made=made))
        return path

    return write


def ending_of(loaded: str, doing: str) -> str:
    late = blocks.too_long(blocks.LIMITS.seconds, doing)
    return ENDINGS[loaded].format(doing=doing, late=late)


def refusal(capsys: pytest.CaptureFixture[str], command: str, *words: object) -> str:
    assert main(command.format(*words).split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("balance: ")
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize(
    ("command", "loaded"),
    list(zip(COMMANDS, cycle(ENDINGS), strict=False)),
    ids=lambda word: word.split()[0],
)
def test_every_study_names_a_plugin_that_never_loads(plugin, capsys, tmp_path, command, loaded):
    path = plugin(loaded)
    said = refusal(capsys, command, path, tmp_path / "out")
    ending = ending_of(loaded, "setting up")
    assert f"strategy {path} (soviet), set up: {ending}" in said
    assert not (tmp_path / "out").exists()


def test_a_player_that_is_never_ready_is_named(plugin, capsys, tmp_path):
    path = plugin(made="time.sleep(1000)")
    said = refusal(capsys, COMMANDS[0], path, tmp_path / "out")
    late = blocks.too_long(blocks.LIMITS.seconds, "setting up")
    assert f"{late}, in code that nothing can interrupt" in said
    assert "[wicked.py:18]" in said


@pytest.mark.parametrize("where", [{"loaded": "big = bytes(1 << 31)"}, {"made": "bytes(1 << 31)"}])
def test_a_plugin_that_takes_all_memory_before_any_game_is_told(plugin, capsys, tmp_path, where):
    said = refusal(capsys, COMMANDS[0], plugin(**where), tmp_path / "out")
    assert "wicked.py" in said
    assert "emory" in said


def succeeds(command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 0


def test_a_study_that_is_there_is_kept_when_its_plugin_no_longer_loads(plugin, capsys, tmp_path):
    ill, out = tmp_path / "ill", tmp_path / "out"
    path = plugin(f"os.path.exists({str(ill)!r}) and os._exit(3)")
    succeeds(COMMANDS[0].format(path, out))
    kept = {each: each.read_bytes() for each in out.rglob("*.*")}
    ill.touch()
    capsys.readouterr()
    said = refusal(capsys, COMMANDS[0].replace("--games 2", "--games 4"), path, out)
    assert "setting up ended its process (exit code 3)" in said
    assert kept == {each: each.read_bytes() for each in out.rglob("*.*")}


def test_a_plugin_of_another_folder_is_tried_before_it_is_listed(
    plugin, capsys, tmp_path, monkeypatch
):
    loaded = "time.sleep(1000)"
    folder = tmp_path / "installed" / "drive_on_stalingrad"
    folder.mkdir(parents=True)
    plugin(loaded).rename(folder / "wicked.py")
    monkeypatch.setattr(registry, "folders", lambda: (tmp_path / "installed",))
    registry.entries.cache_clear()
    try:
        said = refusal(capsys, "strategies drive_on_stalingrad")
    finally:
        registry.entries.cache_clear()
    ending = ending_of(loaded, "loading")
    assert f"{folder / 'wicked.py'}: while it is loaded: {ending}" in said


def test_what_comes_with_the_product_is_loaded_without_a_process_apart(monkeypatch, tmp_path):
    monkeypatch.setattr(apart.Apart, "_start", None)
    registry.entries.cache_clear()
    succeeds(f"run blue --games 2 --jobs 1 --quiet --out {tmp_path / 'out'}")
    succeeds("strategies")


def test_a_plugin_is_tried_before_anything_else_of_this_process_loads_it(plugin):
    path = plugin("os._exit(3)")
    code = (
        "import balance\n"
        f"try: balance.run('blue', soviet={str(path)!r}, games=1, jobs=1)\n"
        "except balance.BalanceError as error: print(type(error).__name__)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout == "StrategyError\n"
