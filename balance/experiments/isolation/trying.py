"""Has plugins of others tried in a process apart before this process loads them.

Importing this announces it. It is all of ``apart`` that a command needs that only lists strategies.
"""

from __future__ import annotations

from pathlib import Path

from balance.experiments.plugins import comes_with_the_product
from balance.strategy import registry


def try_file(path: Path) -> None:
    """Load a plugin in a process apart, unless it comes with the product.

    Raises
    ------
    StrategyError
        If the plugin can't be loaded, or ended that process or took too long.
    """
    if not comes_with_the_product(path):
        from balance.experiments.isolation.apart import try_apart

        try_apart(path)


registry.try_plugins_with(try_file)
