"""The tables of the studies' answers: every column with its type and meaning.

They stand in ``summary.json`` under ``tables`` and are written by ``balance export``. Differences
are those of a variant minus the first one, or minus the baseline; shares and scores go from 0 to 1.
"""

from __future__ import annotations

import re

from balance.analysis.chances.swings import MOVED_BY
from balance.experiments import schema
from balance.experiments.schema import describe
from balance.studies.chances.tables import CHANCES_TABLES
from balance.studies.compare.tables import COMPARE_TABLES
from balance.studies.field.tables import FIELD_TABLES
from balance.studies.plan.tables import PLAN_TABLES
from balance.studies.sensitivity.tables import SENSITIVITY_TABLES
from balance.studies.sweep.tables import SWEEP_TABLES
from balance.studies.tournament.tables import CONTEST_TABLES
from balance.studies.train.tables import TRAIN_TABLES

TABLES = {
    table.name: table
    for table in (
        *COMPARE_TABLES,
        *FIELD_TABLES,
        *SWEEP_TABLES,
        *SENSITIVITY_TABLES,
        *CONTEST_TABLES,
        *PLAN_TABLES,
        *TRAIN_TABLES,
        *CHANCES_TABLES,
        MOVED_BY,
    )
}


def markdown() -> str:
    """Return the documentation of all tables as Markdown."""
    return describe(TABLES.values())


def document() -> str:
    """Return ``TABLES.md``: contents, the tables of games, those of the studies' answers."""
    body = "\n".join(
        [
            "# Tables of the games",
            "",
            "One set a study, whatever it asks; `--detail` says how much of it is kept.",
            "",
            "## Games\n",
            schema.markdown(),
            "# Tables of the answers",
            "",
            "What a study makes of its games, by the command that writes them.",
            "",
            "## Answers of the studies\n",
            markdown(),
        ]
    )
    return f"{_HEAD}\n{contents(body)}\n\n{body}"


def contents(body: str) -> str:
    r"""Return links to the parts of a document, as nested lists; lines of a part stand together.

    >>> print(contents("# Big\n## Part one\n### a\n### b"))
    - [Big](#big)
      - [Part one](#part-one): [a](#a), [b](#b)
    """
    lines: list[str] = []
    seen: dict[str, int] = {}
    for line in body.splitlines():
        marks, _, title = line.partition(" ")
        if not title or marks.strip("#"):
            continue
        anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        again = seen[anchor] = seen.get(anchor, -1) + 1
        link = f"[{title}](#{anchor}{f'-{again}' if again else ''})"
        if len(marks) < _LEAST:
            lines.append(f"{'  ' * (len(marks) - 1)}- {link}")
        else:
            lines[-1] += f"{', ' if '): [' in lines[-1] else ': '}{link}"
    return "\n".join(lines)


_HEAD = """# The result tables

Written by `python -m balance.studies.tables`.
A missing value means that the column does not apply to that row.
"""
#: Marks of the heads that stand on a line of the contents together.
_LEAST = 3


if __name__ == "__main__":
    print(document(), end="")
