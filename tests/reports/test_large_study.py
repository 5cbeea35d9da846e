"""Reports of studies too long to hold: read in parts, with the answers of the whole."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from balance.analysis import reading
from balance.analysis.reading import answers_of, tables_of
from balance.analysis.results import analyse
from balance.analysis.telling.summary import summarise
from balance.experiments.results import open_study
from balance.rulebook.game import open_game
from reports.html import page_of
from tests.large_study import store_tables
from tests.synthetic import make_study


def plain(results):
    return json.loads(json.dumps(summarise(results)))


def test_a_study_read_in_parts_has_the_answers_of_the_whole(tmp_path, monkeypatch):
    study = open_study(store_tables(make_study(120, seed=4), tmp_path / "study", 120, block=10))
    monkeypatch.setattr(reading, "GAMES_A_PART", 30)
    tables = tables_of(study)
    assert [len(part.games) for part in tables.in_parts()] == [30, 30, 30, 30]
    whole = reading.StudyTables(
        study.games, study.turns, study.events, study.battles, tables.manifest, study.hexes
    )
    expected = analyse(whole, open_game("drive_on_stalingrad"), "operation_blue")
    found = analyse(tables, open_game("drive_on_stalingrad"), "operation_blue")
    assert plain(found) == plain(expected)  # to the last digit: counts add up, whatever the parts
    tables = ("sources", "holders", "heat", "advance", "history", "eliminations", "points", "paths")
    for name in (*tables, "drivers", "capture_wins", "thresholds", "examples"):
        pd.testing.assert_frame_equal(
            getattr(found, name), getattr(expected, name), check_dtype=False
        )


def test_an_error_in_one_part_is_found_and_told_once(tmp_path, monkeypatch):
    tables = make_study(60, seed=4)
    lost = tables.battles.drop_duplicates("game_id").set_index("game_id", append=True)
    lost = [row for row, game in lost.index if game in (3, 55)]
    tables = replace(tables, battles=tables.battles.drop(index=lost))
    monkeypatch.setattr(reading, "GAMES_A_PART", 20)
    study = open_study(store_tables(tables, tmp_path / "study", 60, block=10))
    faults = [fault for fault in answers_of(study).faults if "battles" in fault.check]
    assert [(fault.games, fault.examples) for fault in faults] == [(2, (3, 55))]


def test_a_study_without_the_table_of_hexes_gets_its_report_without_their_maps(tmp_path):
    folder = store_tables(make_study(20), tmp_path / "study", 20, block=10)
    for part in (folder / "hexes").iterdir():
        part.unlink()
    (folder / "hexes").rmdir()
    page, _ = page_of(open_study(folder))
    keys = {picture.key for picture in page.pictures}
    assert "control-by-turn" not in keys
    assert "heat" in keys
    assert any("This study did not keep" in section.words for section in page.sections)


@pytest.mark.slow
def test_a_study_is_reported_in_time_of_its_length_and_its_logs_are_never_held(tmp_path):
    """Made-up games have a fifth of the rows of real ones; see ``tests.large_study`` for those."""
    made, took = make_study(600, seed=4), {}
    for games in (900, 3_600):
        study = open_study(store_tables(made, tmp_path / str(games), games))
        started = time.process_time()
        answers = answers_of(study)
        took[games] = time.process_time() - started
    assert took[3_600] < 2 * 4 * took[900]
    assert len(answers.tables.games) == 3_600
    assert not {"games", "turns", "events", "battles", "hexes"} & vars(study).keys()
    assert len(answers.paths) <= 40


#: Says the most memory that a process took while it analysed a study, in bytes.
_PEAK = """
import sys
from balance.analysis.reading import answers_of
from balance.experiments.results import open_study
answers_of(open_study(sys.argv[1]))
status = open("/proc/self/status", encoding="ascii").read()
print(int(status.split("VmHWM:")[1].split()[0]) * 1024)
"""
#: What threads and pools of memory keep for themselves comes and goes by chance.
_NOTHING_KEPT = {
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
#: A million games then take less than half a gigabyte, beside what the libraries need.
MOST_BYTES_A_GAME = 450


def _peak_of(folder: Path) -> int:
    told = subprocess.run(
        [sys.executable, "-c", _PEAK, str(folder)],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | _NOTHING_KEPT,
    )
    return int(told.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_game_more_takes_little_more_memory_in_a_report(tmp_path):
    made = replace(make_study(500, seed=4), events=None, battles=None, hexes=None)
    few, many = 20_000, 160_000  # far apart: a process keeps megabytes more or less by chance
    folders = [
        store_tables(made, tmp_path / str(games), games, block=500, detail="turns")
        for games in (few, many)
    ]
    least, most = map(_peak_of, folders)
    assert most < least + MOST_BYTES_A_GAME * (many - few), least
