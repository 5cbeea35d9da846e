"""The plugin interface of scripted players.

Reading order: ``api`` (Strategy), ``opening`` (strategies without code), ``view`` (what a player
sees), ``calls`` and ``orders`` (how he is asked), ``registry`` (how he is found), ``play`` (a
game), ``conformance`` (his exam).
"""

from balance.staff.desk import Weights
from balance.staff.orders import (
    AerialSupply,
    Assault,
    Enter,
    MobileAssault,
    Move,
    Order,
    Outcome,
    SeaMove,
)
from balance.staff.plan import Mission, Plan, Selection, select
from balance.staff.sight import EnemyView, HexView, UnitView
from balance.strategy.api import Strategy
from balance.strategy.view import View

__all__ = [
    "AerialSupply",
    "Assault",
    "EnemyView",
    "Enter",
    "HexView",
    "Mission",
    "MobileAssault",
    "Move",
    "Order",
    "Outcome",
    "Plan",
    "SeaMove",
    "Selection",
    "Strategy",
    "UnitView",
    "View",
    "Weights",
    "select",
]
