"""A commander of either side that tries the openings of his side from where the game stands."""

from balance.strategy import Planner


class PlannerAxis(Planner):
    """Tries the Axis openings in games played ahead, and follows the best."""

    name = "planner"
    game = "stalingrad_1942"
    side = "axis"
    source = "games played ahead"

    rollouts: int = 20
    every: int = 3  # its games have 23 to 31 turns


class PlannerSoviet(PlannerAxis):
    """Tries the Soviet openings in games played ahead, and follows the best."""

    side = "soviet"
