"""Folders that nobody named: kept while somebody looks at them, removed however that ends."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from balance.experiments.run import run
from balance.experiments.temporary import make_folder, remove_folder
from tests.experiments.fake_match import PLAYER
from tests.experiments.killed_studies import ROOT


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files lie."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@contextmanager
def another_with_a_folder() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    code = (
        "from balance.experiments.temporary import make_folder; folder = make_folder();"
        "(folder / 'table').touch(); print(folder, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        yield process, Path(process.stdout.readline().strip())
        process.kill()


def test_what_a_killed_process_left_behind_goes_when_the_next_begins(place: Path):
    with another_with_a_folder() as (killed, left), another_with_a_folder() as (_, used):
        killed.kill()
        killed.wait()
        assert left.is_dir()
        mine = make_folder()
        assert set(place.iterdir()) == {mine, used}
    remove_folder(mine)
    assert not mine.exists()


def test_links_and_folders_of_others_are_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch):
    (place / "elsewhere").mkdir()
    (place / "balance-study-link").symlink_to(place / "elsewhere")
    (place / "balance-study-other").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: -1)
    before = set(place.iterdir())
    make_folder()
    assert before < set(place.iterdir())


def test_a_study_without_a_folder_lasts_as_long_as_its_results(place: Path):
    results = run("blue", soviet="random", games=1, jobs=1, player=PLAYER, progress=False)
    assert set(place.iterdir()) == {results.folder}
    del results
    assert not set(place.iterdir())
