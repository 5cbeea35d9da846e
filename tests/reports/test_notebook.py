"""Results and answers in a notebook."""

import re
import warnings
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from matplotlib.figure import Figure

import balance
from balance.display import Listing
from balance.errors import DataError, UnknownName
from balance.studies.answer import Sheet
from tests.reports.fake_comparison import PLAYER, compare
from tests.reports.reading import HOSTILE, read, scripts

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "reports" / "example.ipynb"


@pytest.fixture(scope="module")
def answer():
    return compare()


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "study"
    return balance.run("blue", games=30, seed=1, jobs=1, out=folder, detail="turns", player=PLAYER)


def test_an_answer_shows_its_sentence_its_tables_and_a_figure_with_words(answer):
    reader = read(answer._repr_html_())
    text = " ".join(reader.text)
    assert answer.sentence == answer.results.sentence
    assert answer.sentence in text
    brief = next(sheet for sheet in answer.sheets if sheet.brief)
    for line in brief.lines:
        assert all(cell in text for cell in line)
    (picture,) = [attributes for tag, attributes in reader.tags if tag == "img"]
    assert picture["src"].startswith("data:image/svg+xml;base64,")
    assert "vp_to_win_7" in picture["alt"]


def test_results_show_their_verdict(results):
    text = " ".join(read(results._repr_html_()).text)
    assert re.search(r"(The|Neither) .* of 30 games", results.sentence)
    assert results.sentence in text
    assert "Who wins, and how" in text


def test_what_a_notebook_shows_loads_nothing_and_runs_nothing(answer):
    html = answer._repr_html_()
    reader = read(html)
    assert all(address.startswith("data:") for address in reader.loads)
    assert reader.links == []
    assert scripts(html) == 0
    assert not re.search(r"https?:|@import|\bon\w+=", html)


def test_hostile_names_are_text_in_a_notebook(answer):
    tables = {name: table.replace("vp_to_win_7", HOSTILE) for name, table in answer.tables.items()}
    sheets = [Sheet(HOSTILE, (HOSTILE,), [(HOSTILE,)], note=HOSTILE)]
    hostile = replace(answer, sentence=HOSTILE, tables=tables, sheets=sheets, remarks=(HOSTILE,))
    html = hostile._repr_html_()
    assert scripts(html) == 0
    text = "".join(read(html).text)
    assert text.count(HOSTILE) >= 4


def test_each_figure_is_drawn_by_its_key(answer, results):
    for study in (answer, results):
        assert len(study.figures) > 3
        for key, title in study.figures.items():
            assert isinstance(study.figure(key), Figure)
            assert title in repr(study.figures)
    assert "<svg" in results.figure("points")._repr_svg_()


def test_an_unknown_figure_or_table_is_refused_with_the_names_that_there_are(answer):
    with pytest.raises(UnknownName, match="did you mean 'verdicts'"):
        answer.figure("verdict")
    with pytest.raises(UnknownName, match="did you mean 'flipped'"):
        answer.tables["fliped"]
    assert "fliped" not in answer.tables
    assert answer.tables.get("fliped") is None


def test_tables_are_had_by_their_documented_names(answer, results):
    assert list(results.tables) == ["games", "turns"]
    assert results.tables["games"] is results.games
    assert len(results.tables["turns"]) == len(results.turns)
    assert results.tables._ipython_key_completions_() == ["games", "turns"]
    assert "one row a game" in results.tables._repr_html_()
    for name, table in answer.tables.items():
        assert list(answer.tables.columns(name)) == list(table.columns)


def test_a_listing_escapes_what_it_lists():
    html = Listing({HOSTILE: HOSTILE})._repr_html_()
    assert scripts(html) == 0
    assert "".join(read(html).text).count(HOSTILE) == 2


def test_the_report_goes_into_the_study_or_where_it_is_wanted(results, tmp_path: Path):
    assert results.report() == results.folder / "report.html"
    elsewhere = results.report(tmp_path / "page.html")
    assert elsewhere.read_text("utf-8") == (results.folder / "report.html").read_text("utf-8")
    assert (tmp_path / "page.md").exists()


def test_a_study_without_a_folder_wants_a_path_for_its_report(answer, tmp_path: Path):
    with pytest.raises(DataError, match="give one"):
        answer.report()
    assert answer.report(str(tmp_path / "page.html")).exists()


def test_results_without_anything_that_draws_say_so(results, monkeypatch):
    from balance import display

    monkeypatch.setattr(display, "_draw", None)
    alone = balance.open_study(results.folder)
    assert alone._repr_html_() is None
    with pytest.raises(DataError, match="import reports"):
        alone.figure("points")


def test_the_example_is_kept_with_its_outputs():
    notebook = nbformat.read(EXAMPLE, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    silent = [cell.source for cell in code if not cell.outputs]
    assert [source.split("\n")[0] for source in silent] == ["import balance"]
    kinds = {output.output_type for cell in code for output in cell.outputs}
    assert kinds == {"execute_result"}, "no warnings, no errors"
    assert str(ROOT) not in EXAMPLE.read_text("utf-8")


@pytest.mark.slow
def test_the_example_runs_from_its_first_cell_to_its_last(tmp_path: Path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(EXAMPLE, as_version=4)
    with warnings.catch_warnings():
        # The client's own libraries, not ours.
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(
            notebook,
            timeout=600,
            kernel_name="python3",
            resources={"metadata": {"path": str(tmp_path)}},
        ).execute()
    shown = [
        set(output.data)
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    assert sum("text/html" in each for each in shown) >= 6
    assert sum("image/svg+xml" in each for each in shown) == 2
    assert (tmp_path / "points.png").stat().st_size > 10_000
    assert "vp_to_win_5" in (tmp_path / "report.html").read_text("utf-8")
