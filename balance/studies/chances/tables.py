"""Tables of the answer of ``balance chances``."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

CHANCES = Table(
    "chances",
    "chances: one row a game turn, in the games that the fit never saw",
    columns_of("""
    game_turn number game turn at whose end the chances are told
    games number games that go on then
    brier number mean squared error of the chances (half its sum over the outcomes), 0 at best
    low number lower end of its t interval
    high number upper end
    points number the same of a model that knows the points and the turn alone
    start number the same of the shares of all games, whatever happens
    """),
)

RELIABILITY = Table(
    "reliability",
    "chances: one row an outcome and class of chances, in the games that the fit never saw; each "
    "game counts in each class once, at the first turn at which its chance lies there",
    columns_of("""
    outcome text axis, draw or soviet
    lowest number lower end of the class
    highest number upper end
    games number games
    chance number mean of the chances told
    share number share of the games that came to the outcome
    low number lower end of its Wilson interval
    high number upper end
    """),
)

NEWCOMERS = Table(
    "newcomers",
    "chances: one row a strategy, in its games by a model that was fitted without them",
    columns_of("""
    side text its side
    strategy text the strategy
    games number games
    brier number mean squared error of the chances, as above
    off number mean chance of its side to win less the share of games that it won
    low number lower end of its t interval over games
    high number upper end
    """),
)

CHANCES_TABLES = (CHANCES, RELIABILITY, NEWCOMERS)
