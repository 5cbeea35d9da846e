"""What long work says of itself."""

import time
from functools import partial

import pytest

from balance.cli import replay, report
from balance.errors import DataError
from balance.experiments import progress
from balance.experiments.progress import working
from tests.waiting import HANGS

pytestmark = pytest.mark.plain


def test_work_says_in_a_line_what_it_does_and_how_long(capsys: pytest.CaptureFixture[str]):
    with working("drawing [a] page", "some seconds", after=0):
        pass
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "drawing [a] page (some seconds) ...\n")
    with working("drawing", "some seconds", after=0, quiet=True):
        pass
    assert capsys.readouterr().err == ""


def test_what_is_done_or_refused_at_once_says_nothing_before_it(capsys):
    with pytest.raises(DataError), working("drawing", "some seconds", after=3600):
        raise DataError("no such folder")
    assert capsys.readouterr().err == ""


def test_what_goes_on_for_a_while_says_so(capsys):
    told = ""
    with working("drawing", "some seconds", after=0.01):
        until = time.monotonic() + HANGS
        while not told and time.monotonic() < until:
            time.sleep(0.01)
            told = capsys.readouterr().err
    assert told == "drawing (some seconds) ...\n"


@pytest.mark.parametrize("quiet", [False, True])
def test_report_and_replay_say_what_they_are_doing(capsys, monkeypatch, tmp_path, quiet: bool):
    monkeypatch.setattr(progress, "working", partial(working, after=0))
    monkeypatch.setattr("reports.html.render", lambda *_, **__: "page.html")
    report.command(tmp_path, quiet=quiet)
    shown = capsys.readouterr()
    assert shown.out == "report: page.html\n"
    assert shown.err.startswith(f"drawing the report of {tmp_path}") != quiet

    class Stops:
        def replay(self, *_: object, **__: object) -> None:
            raise InterruptedError

    monkeypatch.setattr("balance.experiments.results.open_study", lambda _: Stops())
    with pytest.raises(InterruptedError):
        replay.command(tmp_path, game=3, quiet=quiet)
    assert capsys.readouterr().err.startswith(f"playing game 3 of {tmp_path} again") != quiet
