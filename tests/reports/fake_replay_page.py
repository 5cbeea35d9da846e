"""Stands in for the page of a replay, by its name: the document alone, quickly written."""

import json
from pathlib import Path
from typing import Any

from balance.files.writing import write_whole

PAGE = "tests.reports.fake_replay_page"


def render(document: dict[str, Any]) -> str:
    return json.dumps(document)


def write(document: dict[str, Any], path: Path) -> Path:
    write_whole(path, render(document))
    return path
