from pathlib import Path

from balance.studies.tables import TABLES, markdown
from balance.studies.tournament.tables import CONTEST_TABLES

ROOT = Path(__file__).resolve().parents[2]


def test_tables_of_contests_are_documented_with_the_others():
    assert all(TABLES[table.name] is table for table in CONTEST_TABLES)
    text = (ROOT / "TABLES.md").read_text(encoding="utf-8")
    assert text.endswith(markdown())
