"""Whatever a plugin returns or raises costs its game, and the study goes on to its end."""

from pathlib import Path

import pytest

from balance.experiments import blocks
from balance.experiments.blocks import Limits
from balance.experiments.isolation.apart import Apart
from balance.experiments.pool import play_study
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game

PLUGIN = """
import sys
from balance.strategy import Mission, Plan, Strategy, select

LONE = chr(0xD800)  # half a letter, which no file can hold
STRIKE = Mission(select(kinds=["mech"]), "strike", ("Stalingrad",))

class Shy(Plan):
    def __getattribute__(self, name):
        raise RuntimeError("no " + name)

DEEDS = {
    "surrogate": lambda: exec(compile("raise ValueError(LONE)", LONE, "exec")),
    "crowd": lambda: Plan((STRIKE,) * 100_000),
    "shy": Shy,
    "clear": sys.modules.clear,
}

class Wicked(Strategy):
    name, game, side = "wicked", "drive_on_stalingrad", "soviet"
    deed: str = ""

    def plan(self, view):
        return DEEDS[self.deed]() or Plan() if self.deed else Plan()
"""
TOLD = {
    "surrogate": ("soviet", "ValueError: ?"),
    "crowd": ("soviet", "a tuple of more than 2,000 entries"),
    "shy": ("soviet", "RuntimeError: no missions"),
    "clear": ("", "the game failed: "),
}


@pytest.fixture
def wicked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(blocks, "LIMITS", Limits(seconds=600.0))
    path = tmp_path / "wicked.py"
    path.write_text(PLUGIN)
    return path


def test_wicked_games_are_told_and_sound_ones_go_on(wicked: Path, tmp_path: Path):
    deeds = [*TOLD, ""]
    cells = tuple(
        Cell("historical", f"{wicked}:deed={deed}" if deed else str(wicked)) for deed in deeds
    )
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 1, 1)
    games = play_study(spec, tmp_path / "out", jobs=1).read("games").fillna("")
    assert len(games) == len(deeds)
    for deed, (side, told) in TOLD.items():
        (game,) = games[games.soviet == f"{wicked}:deed={deed}"].itertuples()
        assert (game.ending, game.error_side, game.winner) == ("strategy_error", side, "none")
        assert told in game.error
    (sound,) = games[games.soviet == str(wicked)].itertuples()
    assert sound.error == ""


def test_the_leader_of_a_study_never_loads_a_plugin(tmp_path: Path, monkeypatch):
    marks = tmp_path / "processes"
    path = tmp_path / "spy.py"
    path.write_text(
        PLUGIN + f"\nimport os\nopen({str(marks)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    )
    apart: list[int] = []
    start = Apart._start

    def noted(self):
        process = start(self)
        apart.append(process.pid)
        return process

    monkeypatch.setattr(Apart, "_start", noted)
    cells = (Cell("historical", str(path)),)
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 1, 1)
    play_study(spec, tmp_path / "out", jobs=1)
    assert set(map(int, marks.read_text().split())) == set(apart)
