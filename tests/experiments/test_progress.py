"""What long work says of itself."""

import pytest

from balance.cli import replay, report
from balance.experiments.progress import working

pytestmark = pytest.mark.plain


def test_work_says_in_a_line_what_it_does_and_how_long(capsys: pytest.CaptureFixture[str]):
    with working("drawing [a] page", "some seconds"):
        pass
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "drawing [a] page (some seconds) ...\n")
    with working("drawing", "some seconds", quiet=True):
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("quiet", [False, True])
def test_report_and_replay_say_what_they_are_doing(capsys, monkeypatch, tmp_path, quiet: bool):
    monkeypatch.setattr("reports.html.render", lambda *_, **__: "page.html")
    report.command(tmp_path, quiet=quiet)
    shown = capsys.readouterr()
    assert shown.out == "report: page.html\n"
    assert shown.err.startswith(f"drawing the report of {tmp_path}") != quiet

    def stop(*_: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(replay, "_stored", stop)
    with pytest.raises(InterruptedError):
        replay.command(tmp_path, game=3, quiet=quiet)
    assert capsys.readouterr().err.startswith(f"playing game 3 of {tmp_path} again") != quiet
