"""Results in a notebook: the sentence, small tables and one figure; every figure by its key."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from balance.analysis.reading import answers_of
from balance.display import Shown
from balance.errors import DataError, UnknownName
from balance.experiments.question import RUN
from balance.experiments.results import Results
from balance.studies.answer import Answer
from balance.studies.kinds import answer_study
from reports.figure_files import svg_file
from reports.html import page_of, page_of_answer, render_template, write_documents
from reports.page import Page


def open_view(study: Shown) -> StudyView:
    """Draw results or an answer."""
    assert isinstance(study, Results | Answer)
    return StudyView(study)


@dataclass(frozen=True)
class StudyView:
    """A study with its page, made when it is first wanted."""

    study: Results | Answer

    @property
    def results(self) -> Results:
        """The games."""
        return self.study if isinstance(self.study, Results) else self.study.results

    @cached_property
    def _made(self) -> tuple[Page, Any]:
        if isinstance(self.study, Results):
            return page_of(self.study)
        return page_of_answer(self.study)

    @cached_property
    def sentence(self) -> str:
        """What the study comes to."""
        if isinstance(self.study, Answer):
            return self.study.sentence
        if self.study.spec.question.kind == RUN:
            return answers_of(self.study).verdict.sentence
        return answer_study(self.study).sentence

    @property
    def titles(self) -> dict[str, str]:
        """Title of each figure by its key."""
        return {picture.key: picture.title for picture in self._made[0].pictures}

    def figure(self, key: str) -> Any:
        """One figure, a ``matplotlib.figure.Figure``."""
        for picture in self._made[0].pictures:
            if picture.key == key:
                _ = picture.svg  # a report shows it as it was, whatever becomes of it now
                return picture.figure
        raise UnknownName("figure", key, self.titles)

    def html(self) -> str:
        """What a notebook shows; needs nothing else and holds every name as text."""
        page = self._made[0]
        picture = next(iter(page.pictures), None)
        # As a picture of its own a figure can't mix its names with those of other cells.
        data = b64encode(svg_file(picture).encode()).decode() if picture else ""
        return render_template("notebook.html", page=page, picture=picture, data=data)

    def write(self, path: Path | None) -> Path:
        """Write the report, into the study's folder if no path is given."""
        if path is None and self.results.is_temporary:
            raise DataError(
                "report: this study has no folder of its own, so its report would vanish with it; "
                "expected a path; give one, such as 'report.html', or play it with out='FOLDER'"
            )
        return write_documents(*self._made, path or self.results.folder / "report.html")
