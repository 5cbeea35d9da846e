"""Stands in for the page of a replay, by its name: the document alone, quickly written."""

import json
from pathlib import Path
from typing import Any

PAGE = "tests.reports.fake_replay_page"


def render(document: dict[str, Any]) -> str:
    return json.dumps(document)


def write(document: dict[str, Any], path: Path) -> Path:
    path.write_text(render(document), encoding="utf-8")
    return path
