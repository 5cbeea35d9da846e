"""Commands as a user types them, called in this process."""

from __future__ import annotations

from pathlib import Path

from balance.cli import main


def exit_code(*words: str) -> int:
    """Exit code of a command."""
    try:
        return main(list(words))
    except SystemExit as ended:
        return int(ended.code or 0)


def new_game(name: str, folder: Path, *options: str) -> Path:
    """Write a game by ``balance new-game`` and return its folder."""
    assert exit_code("new-game", name, "--in", str(folder), *options) == 0
    return folder / name
