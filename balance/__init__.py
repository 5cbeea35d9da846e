"""wargame-balance: play a wargame scenario thousands of times and say who wins, how and why.

Reading order: ``kernel`` (hexes, dice), ``games`` (one rulebook each), ``staff`` (how scripted
players move well), ``strategy`` (the plugin interface), ``experiments`` (studies), ``analysis``.
Importing this package loads none of the heavy libraries; the names below come on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from balance.errors import BalanceError as BalanceError

#: Public name -> module that holds it.
_HOMES = {
    "BalanceError": "balance.errors",
}

__all__ = ["BalanceError", "__version__"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
