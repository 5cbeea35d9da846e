"""The report: one HTML file that needs nothing else, sentence first, and its short version."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from balance.analysis.reading import answers_of, write_summary
from balance.errors import DataError
from balance.experiments.question import RUN
from balance.experiments.results import Results, open_study
from balance.files.writing import write_whole
from balance.studies.answer import Answer
from balance.studies.kinds import answer_study
from reports.figure_files import files_of, write_figures
from reports.markdown import page_markdown
from reports.page import Page
from reports.replays import Replays, no_replays, write_replays
from reports.run_page import run_page
from reports.study_page import study_page

if TYPE_CHECKING:
    import pandas as pd


def render(
    study_folder: str | Path,
    out: str | Path | None = None,
    replays: int | None = 0,
    *,
    figures: bool = False,
) -> Path:
    """Write the report of a study, finished or not, and its machine-readable twin.

    The page goes to ``out`` (``report.html`` in the study's folder if not given), its short version
    in Markdown beside it, ``summary.json`` always into the study's folder. ``replays`` games worth
    looking at get pages of their own in the folder ``replays`` beside it; None is a few, if this
    version can still play them. With ``figures``, each figure goes to ``figures`` beside the page
    too, as SVG and PNG. Returns the path of the page.

    Raises
    ------
    DataError
        If a file can't be written.
    BadQuestion
        If too few games are there yet for an answer.
    """
    results = open_study(study_folder)
    target = Path(out) if out else results.folder / "report.html"
    _brief_beside(target)  # a wrong name is refused before anything is played again
    page, write_twin = page_of(results, partial(write_replays, results, target.parent, replays))
    if figures:
        write_figures(page, target.parent)
    return write_documents(page, write_twin, target)


def figure_files(study: str | Path) -> dict[str, Callable[[Path], None]]:
    """Files of all figures of a study's report, by name, with what writes each."""
    page, _ = page_of(open_study(study))
    return files_of(page)


def write_documents(page: Page, write_twin: Callable[[], None], target: Path) -> Path:
    """Write a page, its short version beside it and ``summary.json``; return the page's path.

    Raises
    ------
    DataError
        If a file can't be written, or if the page takes the name of its short version.
    """
    brief = _brief_beside(target)
    write_whole(target, render_page(page))
    write_whole(brief, page_markdown(page))
    write_twin()
    return target


def _brief_beside(target: Path) -> Path:
    """Path of the short version of a page."""
    brief = target.with_suffix(".md")
    if brief == target:
        raise DataError(
            f"{target}: is the name of a Markdown file, the page is HTML; give a name that ends in "
            ".html, the Markdown version is written beside it"
        )
    return brief


def page_of(
    results: Results, replays: Callable[[pd.DataFrame], Replays] = no_replays
) -> tuple[Page, Callable[[], None]]:
    """Answer a study of any kind: its page, and what writes ``summary.json`` for it.

    ``replays`` makes pages of games worth looking at and gives links to them.
    """
    if results.spec.question.kind == RUN:
        answers = answers_of(results)
        page = run_page(answers, replays(answers.examples))
        return page, partial(write_summary, results, answers)
    return page_of_answer(answer_study(results), replays)


def page_of_answer(
    answer: Answer, replays: Callable[[pd.DataFrame], Replays] = no_replays
) -> tuple[Page, Callable[[], None]]:
    """Page of an answer, and what writes ``summary.json`` for it."""
    return study_page(answer, replays), answer.write_summary


def render_page(page: Page) -> str:
    """Text of the HTML page."""
    return render_template("report.html", page=page)


def render_template(name: str, **values: object) -> str:
    """Fill in a template; every value is text unless the template says that it is safe."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template(name).render(**values)
    return re.sub(r"\n\s*\n+", "\n", text)
