"""Where the data files are: beside the source tree, or inside the installed package.

In a checkout (and an editable install) the data lies at the top of the repository; a built wheel
carries the same folder as ``balance/_data``.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def data_folder() -> Path:
    """Folder with one folder of rules data a game, and ``geography``."""
    installed = _PACKAGE / "_data"
    if installed.is_dir():
        return installed
    return _PACKAGE.parent / "data"


def strategies_folder() -> Path:
    """Folder with the scripted strategies that come with the product, one folder a game.

    The product never imports it; strategies are loaded from here by path.
    """
    return _PACKAGE.parent / "strategies"
