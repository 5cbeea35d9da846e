"""The tables of the studies' answers: every column with its type and meaning.

They stand in ``summary.json`` under ``tables`` and are written by ``balance export``. Differences
are those of a variant minus the first one, or minus the baseline; shares and scores go from 0 to 1.
"""

from __future__ import annotations

from balance.experiments.schema import describe
from balance.studies.compare_tables import COMPARE_TABLES
from balance.studies.contest_tables import CONTEST_TABLES
from balance.studies.plan_tables import PLAN_TABLES
from balance.studies.sensitivity_tables import SENSITIVITY_TABLES
from balance.studies.sweep_tables import SWEEP_TABLES

TABLES = {
    table.name: table
    for table in (
        *COMPARE_TABLES,
        *SWEEP_TABLES,
        *SENSITIVITY_TABLES,
        *CONTEST_TABLES,
        *PLAN_TABLES,
    )
}


def markdown() -> str:
    """Return the documentation of all tables as Markdown."""
    return describe(TABLES.values())


if __name__ == "__main__":
    from balance.experiments import schema

    print("# The result tables\n")
    print("Written by `python -m balance.studies.tables`.")
    print("A missing value means that the column does not apply to that row.\n")
    print("## Games\n")
    print(schema.markdown())
    print("## Answers of the studies\n")
    print(markdown(), end="")
