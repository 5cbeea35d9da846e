"""The comparison with the baseline: a slowed engine fails it, another machine does not."""

from functools import partial

import numpy as np
import pytest

from balance.experiments import bench, calibration
from balance.experiments.bench import measure_ratios
from balance.experiments.calibration import ratios, work
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game
from tests.benchmarks.__main__ import main
from tests.benchmarks.baseline import FILE, Figures, faults, read, write
from tests.every_game import GAMES
from tests.experiments.fake_match import PLAYER, FakeMatch


def test_the_baseline_has_every_game_and_figure():
    known = read(FILE)
    assert sorted(known) == sorted(GAMES)
    expected = ["game_over_work", "reach_over_work", "supply_over_work"]
    assert all(sorted(figures) == expected for figures in known.values())


def test_the_fixed_work_is_the_same_everywhere():
    assert {work(), work()} == {-3270470}


def test_work_takes_as_long_as_itself_and_two_take_twice_as_long():
    once, twice = ratios([work, lambda: (work(), work())], 15)
    assert once == pytest.approx(1, abs=0.25)  # a tenth of it on a quiet machine
    assert twice == pytest.approx(2, abs=0.5)


class Machine:
    """A clock that goes on by what is done, on a machine whose pace drifts and stumbles."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._seconds, self._done = 0.0, 0

    def thread_time(self) -> float:
        return self._seconds

    def do(self, seconds: float) -> None:
        self._done += 1
        drift = 2 + np.sin(self._done / 40)  # one to three times as slow, and back
        stumble = 3 if self._rng.random() < 0.02 else 1
        self._seconds += seconds * drift * stumble


def measured(monkeypatch: pytest.MonkeyPatch, milliseconds: float, seed: int) -> Figures:
    """Figures of an engine whose games take so long where the fixed work takes 20 ms."""
    machine = Machine(seed)
    monkeypatch.setattr(calibration, "time", machine)
    monkeypatch.setattr(bench, "ratios", partial(ratios, calibrate=lambda: machine.do(0.020)))
    monkeypatch.setattr(FakeMatch, "play", lambda *_: machine.do(milliseconds / 1000))
    cells = (Cell("historical", "random"),)
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 4, 1)
    return {"blue": {figure.key: figure.value for figure in measure_ratios(spec, PLAYER)}}


@pytest.mark.parametrize("seed", range(5))
def test_an_engine_slowed_by_more_than_allowed_fails(monkeypatch: pytest.MonkeyPatch, seed: int):
    known = measured(monkeypatch, 20, 100 + seed)
    assert known["blue"]["game_over_work"] == pytest.approx(1, abs=0.01)
    assert faults(measured(monkeypatch, 20, seed), known) == []
    assert faults(measured(monkeypatch, 23, seed), known) == []
    (told,) = faults(measured(monkeypatch, 30, seed), known)
    assert told.startswith("blue: game_over_work is ")


def test_what_became_slow_is_told_with_how_much():
    known = {"blue": {"game_over_work": 2.0, "reach_over_work": 1.0}}
    assert faults({"blue": {"game_over_work": 2.5, "reach_over_work": 0.1}}, known) == []
    (told,) = faults({"blue": {"game_over_work": 3.0, "reach_over_work": 1.0}}, known)
    assert told.startswith("blue: game_over_work is 3, 50% above its baseline 2; if that")
    (told,) = faults({"blue": {"game_over_work": 2.0}}, known)
    assert told.startswith("blue: reach_over_work isn't in what is measured")
    assert len(faults({"star": {"game_over_work": 1.0}}, known)) == 1


def test_a_renewed_baseline_is_what_was_measured(tmp_path, monkeypatch, capsys):
    found = {"blue": {"game_over_work": 2.34567}}
    monkeypatch.setattr("tests.benchmarks.__main__.measure", lambda: found)
    monkeypatch.setattr("tests.benchmarks.__main__.FILE", tmp_path / "b.json")
    assert main(["--renew"]) == 0
    assert read(tmp_path / "b.json") == {"blue": {"game_over_work": 2.35}}
    assert main([]) == 0
    write(tmp_path / "b.json", {"blue": {"game_over_work": 1.5}})
    assert main([]) == 1
    assert "56% above its baseline 1.5" in capsys.readouterr().out
