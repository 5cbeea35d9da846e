"""The plugin interface of scripted players.

Reading order: ``api`` (Strategy and orders), ``opening`` (strategies without code), ``view`` (what
a player sees), ``registry`` (how he is found), ``play`` (a game), ``conformance`` (his exam).
"""

from balance.staff.desk import Weights
from balance.staff.plan import Mission, Plan, Selection, select
from balance.strategy.api import (
    Assault,
    Enter,
    MobileAssault,
    Move,
    Order,
    Outcome,
    SeaMove,
    Strategy,
)
from balance.strategy.view import View

__all__ = [
    "Assault",
    "Enter",
    "Mission",
    "MobileAssault",
    "Move",
    "Order",
    "Outcome",
    "Plan",
    "SeaMove",
    "Selection",
    "Strategy",
    "View",
    "Weights",
    "select",
]
