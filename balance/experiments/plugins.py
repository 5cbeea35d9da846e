"""Which strategies are plugins, and of others, and where their files are."""

from __future__ import annotations

from pathlib import Path

from balance.files.resources import strategies_folder
from balance.rulebook.game import Game
from balance.strategy import registry


def comes_with_the_product(path: Path) -> bool:
    """Whether a plugin is one of the product's own."""
    return strategies_folder().resolve() in path.resolve().parents


def is_opening(game: Game, side: str, strategy: str) -> bool:
    """Whether a strategy is an opening file: those of a game differ in data alone."""
    head = strategy.partition(":")[0]
    return head.endswith(".toml") or any(
        (entry.side, entry.name, entry.kind) == (side, head, "opening")
        for entry in registry.entries(game)
    )


def plugin_path(game: Game, side: str, strategy: str) -> Path | None:
    """File of a plugin that doesn't come with the product; None for any other strategy."""
    head = strategy.partition(":")[0]
    if head.endswith(".py"):
        return Path(head).resolve()
    for entry in registry.entries(game):
        if (entry.side, entry.name, entry.kind) == (side, head, "plugin"):
            return None if comes_with_the_product(entry.path) else entry.path
    return None
