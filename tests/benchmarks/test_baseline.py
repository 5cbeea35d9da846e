"""The comparison with the baseline: a slowed engine fails it, another machine does not."""

import pytest

from balance.experiments import bench, calibration
from balance.experiments.bench import measure_ratios
from balance.experiments.calibration import ratios, work
from balance.experiments.study import Cell, StudySpec
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
    assert once == pytest.approx(1, abs=0.15)
    assert twice == pytest.approx(2, abs=0.3)


def measured(monkeypatch: pytest.MonkeyPatch, rounds: int) -> Figures:
    """Figures of an engine whose games are so many rounds of some compiled work."""
    neighbour, cost = calibration._a_map()
    small = neighbour[-201:] % 200, cost[-201:]
    monkeypatch.setattr(
        FakeMatch, "play", lambda *_: [calibration._search(*small) for _ in range(rounds)]
    )
    cells = (Cell("historical", "random"),)
    spec = StudySpec("drive_on_stalingrad", "operation_blue", cells, 4, 1)
    return {"blue": {figure.key: figure.value for figure in measure_ratios(spec, PLAYER)}}


def test_an_engine_slowed_by_more_than_allowed_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "RATIO_TURNS", 31)
    known = measured(monkeypatch, 20)
    assert faults(measured(monkeypatch, 20), known) == []
    assert faults(measured(monkeypatch, 23), known) == []
    (told,) = faults(measured(monkeypatch, 30), known)
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
