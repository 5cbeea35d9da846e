"""The plugin interface of scripted players.

Reading order: ``api`` (Strategy), ``opening`` (strategies without code), ``view`` (what a player
sees), ``calls`` and ``orders`` (how he is asked), ``registry`` (how he is found), ``play`` (a
game), ``conformance`` (his exam).
"""

from typing import Any

from balance.staff.orders import Enter, Move, Order, Outcome, orders_of_games
from balance.staff.plan import Mission, Plan, Selection, select
from balance.staff.weights import Weights
from balance.staff.what_is_seen import EnemyUnit, EnemyView, HexView, UnitView
from balance.strategy.api import Strategy
from balance.strategy.planner import Planner
from balance.strategy.view import View

__all__ = [
    "EnemyUnit",
    "EnemyView",
    "Enter",
    "HexView",
    "Mission",
    "Move",
    "Order",
    "Outcome",
    "Plan",
    "Planner",
    "Selection",
    "Strategy",
    "UnitView",
    "View",
    "Weights",
    "select",
    *orders_of_games(),
]


def __getattr__(name: str) -> Any:
    """An order of a single game."""
    orders = orders_of_games()
    if name not in orders:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return orders[name]
