"""Any legal play, for either side: the measure that every strategy with a plan must beat."""

from balance.strategy import Strategy


class RandomAxis(Strategy):
    """Moves and attacks at random, within the rules."""

    name = "random"
    game = "drive_on_stalingrad"
    side = "axis"
    is_random = True


class RandomSoviet(RandomAxis):
    """Moves and attacks at random, within the rules."""

    side = "soviet"
