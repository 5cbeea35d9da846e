"""Figures and reports: they draw results and compute none.

Reading order: ``theme`` (colours and type), ``picture`` (a figure inside a page), one file a topic
of figures, ``html`` (the page). ``render`` turns a study's folder into a page.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from balance.display import Shown, View, draw_with

if TYPE_CHECKING:
    from reports.html import render as render

__all__ = ["render"]


def _open_view(study: Shown) -> View:
    # As below: heavy, so loaded with the first study that is drawn.
    from reports.notebook import open_view

    return open_view(study)


draw_with(_open_view)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a reader needs to know: not where the drawing library keeps its caches."""
    told = record.getMessage()
    return "MPLCONFIGDIR" not in told and not told.startswith("mkdir -p failed")


logging.getLogger("matplotlib").addFilter(_is_news)


def __getattr__(name: str) -> Any:
    # The drawing library is heavy; it is loaded by whoever draws.
    if name == "render":
        from reports.html import render

        return render
    raise AttributeError(f"module 'reports' has no attribute {name!r}")
