"""The stages of `make test`: all are targets, and none begins after one has failed."""

from pathlib import Path

from tests import stages
from tests.stages import ROWS, Stage, run_row, table

ROOT = Path(__file__).resolve().parents[1]


def test_every_stage_is_a_target_of_the_makefile():
    targets = (ROOT / "Makefile").read_text().partition(".PHONY:")[2].partition("\n\n")[0].split()
    named = [name for row in ROWS for name in row]
    assert set(named) <= set(targets)
    assert len(set(named)) == len(named)


def test_no_stage_begins_after_one_has_failed(monkeypatch):
    def run(name: str, first: bool) -> Stage:
        assert first == (name == "a")
        return Stage(name, int(name == "bad"), 1.0, 2.0)

    monkeypatch.setattr(stages, "run_stage", run)
    row = ("a", "bad", "c", "d")
    assert [stage.name for stage in run_row(row, at_once=1)] == ["a", "bad"]


def test_what_a_stage_says_is_told_with_its_end_and_its_times(monkeypatch, capfd):
    monkeypatch.setenv("MAKEFILES", "")
    stage = stages.run_stage("no-such-target", first=False)
    assert stage.code == 2
    said = capfd.readouterr().out
    assert "no-such-target" in said.splitlines()[1]
    assert said.endswith("-- no-such-target: failed\n")
    assert table([stage, Stage("b", 0, 3.0, 4.6)], 5.0).splitlines()[-2:] == [
        "b                     3              5",
        "all                   5              5",
    ]
