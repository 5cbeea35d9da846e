"""The stages of `make test`: all are targets, and none begins after one has failed."""

from pathlib import Path
from threading import Barrier

from tests import stages
from tests.stages import STAGES, Stage, run_stages, table
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[1]


def test_every_stage_is_a_target_of_the_makefile_and_waits_for_earlier_ones():
    targets = (ROOT / "Makefile").read_text().partition(".PHONY:")[2].partition("\n\n")[0].split()
    assert set(STAGES) <= set(targets)
    names = list(STAGES)
    for name, others in STAGES.items():
        assert set(others) <= set(names[: names.index(name)])
    assert set(STAGES["bench-check"]) == set(names) - {"bench-check"}


def order_of(monkeypatch, wanted: dict[str, tuple[str, ...]]) -> list[str]:
    """Names of stages as they end; one called bad fails."""
    monkeypatch.setattr(stages, "run_stage", lambda name: Stage(name, int(name == "bad"), 1.0, 2.0))
    return [stage.name for stage in run_stages(wanted, at_once=1)]


def test_a_stage_begins_when_those_it_waits_for_have_ended(monkeypatch):
    wanted = {"a": (), "b": ("a", "d"), "c": (), "d": ("c",)}
    assert order_of(monkeypatch, wanted) == ["a", "c", "d", "b"]


def test_no_stage_begins_after_one_has_failed(monkeypatch):
    assert order_of(monkeypatch, {"a": (), "bad": (), "c": (), "d": ()}) == ["a", "bad"]


def test_two_stages_run_side_by_side(monkeypatch):
    both = Barrier(2, timeout=HANGS)

    def run(name: str) -> Stage:
        both.wait()  # or none ever ends
        return Stage(name, 0, 1.0, 2.0)

    monkeypatch.setattr(stages, "run_stage", run)
    assert len(run_stages(dict.fromkeys("abcd", ()))) == 4


def test_what_a_stage_says_is_told_with_its_end_and_its_times(monkeypatch, capfd):
    monkeypatch.setenv("MAKEFILES", "")
    stage = stages.run_stage("no-such-target")
    assert stage.code == 2
    said = capfd.readouterr().out
    assert "no-such-target" in said.splitlines()[1]
    assert said.endswith("-- no-such-target: failed\n")
    assert table([stage, Stage("b", 0, 3.0, 4.6)], 5.0).splitlines()[-2:] == [
        "b                     3              5",
        "all                   5              5",
    ]
