"""The replay of one game as a page that needs nothing else: document, style and script in one file.

The parts of the page lie in ``reports/replay``: ``page.html`` and ``replay.css``, and the script in
small files that are joined in the order of ``SCRIPTS``. The page knows no game: names, colours,
rules and all that happened come from the document of ``balance.experiments.replay``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from balance.files.writing import write_whole
from reports.maps import TERRAIN_COLOURS

#: Files of the script, each resting on those before it.
SCRIPTS = (
    "record", "words", "look", "grid", "symbols", "elements", "ground", "overlays", "scene",
    "board", "gestures", "fan", "panels", "log", "legend", "clock", "chart", "chances", "start",
)  # fmt: skip


def write(document: Mapping[str, Any], path: str | Path) -> Path:
    """Write the replay page of a game; returns its path.

    Raises
    ------
    DataError
        If the file can't be written.
    """
    target = Path(path)
    write_whole(target, render(document))
    return target


def render(document: Mapping[str, Any]) -> str:
    """Text of the page that shows a document."""
    environment = Environment(
        loader=PackageLoader("reports", "replay"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html").render(
        title=_title(document),
        style=_part("replay.css"),
        script=script(),
        document=embed(document),
        colours=embed(TERRAIN_COLOURS),
    )


def embed(value: Any) -> str:
    r"""JSON that may stand inside a script element: no "<" can end it.

    >>> embed({"name": "</script>"})
    '{"name":"\\u003c/script>"}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _title(document: Mapping[str, Any]) -> str:
    title, played = document["title"], document["played"]
    return f"{title['game']}, {title['scenario']}: replay of seed {played['seed']}"


def script() -> str:
    """Join the files of the script to one function, so that none of their names is seen outside."""
    parts = [_part(f"{name}.js") for name in SCRIPTS]
    return '(() => {\n"use strict";\n' + "\n".join(parts) + "})();\n"


def _part(name: str) -> str:
    return (Path(__file__).parent / "replay" / name).read_text(encoding="utf-8")
