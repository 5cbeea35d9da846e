"""A commander of either side that tries the openings of his side from where the game stands."""

from balance.strategy import Planner


class PlannerAxis(Planner):
    """Tries the openings of its side in games played ahead, and follows the best."""

    name = "planner"
    game = "common"
    side = "axis"
    source = "games played ahead"


class PlannerSoviet(PlannerAxis):
    """Tries the openings of its side in games played ahead, and follows the best."""

    side = "soviet"
