"""From a study's folder to its page."""

import json
import re
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

from balance.errors import BalanceError, DataError
from balance.experiments.parts import part_files
from balance.experiments.schema import DETAIL, tables_of
from balance.experiments.store import Block, Store, arrow_schema, write_block
from balance.experiments.study import Cell, Manifest, Provenance, StudySpec
from balance.rulebook.game import open_game
from reports import render
from reports.html import figure_files
from tests.synthetic import make_study

TABLES = tables_of(open_game("drive_on_stalingrad"))
BLANK = {"text": None, "flag": False}


def store(folder: Path, games: int, detail: str = "battles", cell: Cell | None = None) -> Path:
    """Study folder with made-up games, as a run leaves it."""
    spec = StudySpec(
        open_game("drive_on_stalingrad"),
        "operation_blue",
        (cell or Cell("historical", "historical"),),
        games,
        7,
        detail,
    )
    made = Provenance(
        "0.1.0",
        "e" * 16,
        ("r" * 12,),
        {"axis historical": "s" * 16},
        ({"victory.vp_to_win": "6 -> 8"},),
        {"numpy": "2.4.6"},
    )
    manifest = Manifest(spec, made, 100)
    Store.create_or_open(folder, manifest)
    study = make_study(games)
    tables = {}
    for name in DETAIL[detail]:
        frame: pd.DataFrame = getattr(study, name).copy()
        for column in TABLES[name].columns:
            if column.name not in frame:
                frame[column.name] = BLANK.get(column.type, 0)
        tables[name] = pa.Table.from_pandas(frame, arrow_schema(TABLES[name]), preserve_index=False)
    write_block(folder, Block(0, games - 1), part_files(tables, manifest.identity))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a study with its page."""
    made = store(tmp_path_factory.mktemp("render") / "study", 40)
    assert render(made) == made / "report.html"
    return made


def test_a_study_gets_its_page_and_its_twin_in_its_folder(folder: Path):
    text = (folder / "report.html").read_text(encoding="utf-8")
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["verdict"] in text
    assert "disagree" not in text
    for words in ("made from study seed 7", "e" * 16, "numpy 2.4.6", "6 -&gt; 8"):
        assert words in text
    left = (path.name for path in folder.iterdir() if path.is_file())
    assert sorted(name for name in left if not name.startswith(".")) == [
        "report.html",
        "report.md",
        "study.toml",
        "summary.json",
    ]


def test_a_run_has_a_short_version_with_its_verdict_and_its_main_table(folder: Path):
    text = (folder / "report.md").read_text(encoding="utf-8")
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["verdict"] in text.splitlines()[0]
    for words in ("### Who wins, and how", " of 40 |", "### A game in numbers", "6 -> 8"):
        assert words in text


def test_the_figures_of_a_run_can_be_files(folder: Path, tmp_path: Path):
    files = figure_files(folder)
    assert {"figures/who-wins.svg", "figures/control.png"} <= set(files)
    for name in ("figures/control.svg", "figures/control.png"):
        files[name](tmp_path / Path(name).name)
    assert (tmp_path / "control.png").read_bytes().startswith(b"\x89PNG")
    assert 'xmlns="http://www.w3.org/2000/svg"' in (tmp_path / "control.svg").read_text("utf-8")


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a study of the lowest detail with a parameter changed."""
    cell = Cell("historical", "historical", overrides=(("victory.vp_to_win", "8"),))
    return store(tmp_path_factory.mktemp("short") / "study", 5, "turns", cell)


@pytest.fixture(scope="module")
def away(short: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page in another folder."""
    wanted = tmp_path_factory.mktemp("far") / "from" / "away.html"
    assert render(short, wanted, figures=True) == wanted
    return wanted


def test_the_page_can_go_elsewhere_and_its_figures_stand_beside_it(
    short: Path, away: Path, tmp_path: Path
):
    assert not (short / "report.html").exists()
    drawn = {path.stem for path in (away.parent / "figures").glob("*.svg")}
    assert drawn == {path.stem for path in (away.parent / "figures").glob("*.png")}
    assert set(re.findall(r'id="figure-([\w-]+)"', away.read_text("utf-8"))) == drawn
    (tmp_path / "figures").write_text("a file in the way")
    with pytest.raises(DataError, match=r"figures.*can't be written"):
        render(short, tmp_path / "page.html", figures=True)


def test_a_study_kept_at_the_lowest_detail_has_a_page_and_changed_parameters_show(away: Path):
    text = away.read_text("utf-8")
    assert "figure-points" in text
    assert "figure-control" not in text
    assert "8 VP win" in text


def test_a_variant_file_that_is_gone_does_not_stop_a_report(tmp_path: Path):
    cell = Cell("historical", "historical", variant=str(tmp_path / "gone.toml"))
    assert "6 VP win" in render(store(tmp_path / "study", 5, "turns", cell)).read_text("utf-8")


def test_a_folder_without_a_study_is_refused(tmp_path: Path):
    with pytest.raises(BalanceError, match="no study in this folder"):
        render(tmp_path)


def test_a_place_that_cannot_be_written_is_refused_and_named(short: Path):
    with pytest.raises(BalanceError, match="can't be written"):
        render(short, short / "study.toml" / "x.html")
