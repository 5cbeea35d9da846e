"""The report: one HTML file that needs nothing else, sentence first, and its short version."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from balance.analysis.reading import answers_of, write_summary
from balance.errors import DataError
from balance.experiments.question import RUN
from balance.experiments.results import Results, open_study
from balance.studies.examples import games_to_look_at
from balance.studies.kinds import answer_study
from reports.files import write_whole
from reports.markdown import page_markdown
from reports.page import Page
from reports.replays import no_replays, write_replays
from reports.run_page import run_page
from reports.study_page import study_page

if TYPE_CHECKING:
    import pandas as pd


def render(study_folder: str | Path, out: str | Path | None = None, replays: int = 0) -> Path:
    """Write the report of a study, finished or not, and its machine-readable twin.

    The page goes to ``out`` (``report.html`` in the study's folder if not given), its short version
    in Markdown beside it, ``summary.json`` always into the study's folder. ``replays`` games worth
    looking at get pages of their own in the folder ``replays`` beside it. Returns the path of the
    page.

    Raises
    ------
    DataError
        If a file can't be written.
    BadQuestion
        If too few games are there yet for an answer.
    """
    results = open_study(study_folder)
    target = Path(out) if out else results.folder / "report.html"
    brief = target.with_suffix(".md")
    if brief == target:
        raise DataError(
            f"{target}: is the name of a Markdown file, the page is HTML; give a name that ends in "
            ".html, the Markdown version is written beside it"
        )
    page, write_twin = page_of(results, partial(write_replays, results, target.parent, replays))
    write_whole(target, render_page(page))
    write_whole(brief, page_markdown(page))
    write_twin()
    return target


def page_of(
    results: Results, replays: Callable[[pd.DataFrame], Mapping[int, str]] = no_replays
) -> tuple[Page, Callable[[], None]]:
    """Answer a study of any kind: its page, and what writes ``summary.json`` for it.

    ``replays`` makes pages of games worth looking at and gives links to them.
    """
    if results.spec.question.kind == RUN:
        answers = answers_of(results)
        page = run_page(answers, replays(answers.examples))
        return page, partial(write_summary, results, answers)
    answer = answer_study(results)
    page = study_page(answer, replays(games_to_look_at(results)))
    return page, answer.write_summary


def render_page(page: Page) -> str:
    """Text of the HTML page."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template("report.html").render(page=page)
    return re.sub(r"\n\s*\n+", "\n", text)
