"""Tables of the answers of sweep, tune and bid."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

SWEEP = Table(
    "sweep",
    "sweep: one row a setting, in the order of the grid",
    columns_of("""
    setting text the values swept, key=value
    variant text the variant as in games
    reference flag whether it is the setting that the others are compared with
    games number complete games
    faulty number games that broke off
    score number score (win 1, draw one half) of the side that scores points
    low number lower end of its Wilson interval, for this row alone
    high number upper end
    vp number mean victory points at the end
    vp_low number lower end of its t interval
    vp_high number upper end
    ending_turn number mean game turn in which the game ended
    ending_turn_low number lower end of its t interval
    ending_turn_high number upper end
    pairs number seeds with a complete game here and at the reference
    difference number change of the score from the reference; missing for the reference itself
    difference_low number lower end of its interval, for this row alone
    difference_high number upper end
    p_value number of the score test that it is 0, adjusted by Holm for all settings
    """),
)

SWEEP_VALUES = Table(
    "sweep_values",
    "sweep: one row a setting and parameter",
    columns_of("""
    setting text the values swept, key=value
    parameter text key of the parameter
    value text its value
    number number its value where all values of the parameter are whole numbers
    """),
)

SWEEP_SHARES = Table(
    "sweep_shares",
    "sweep: one row a setting and winner or ending, of the complete games",
    columns_of("""
    setting text the values swept, key=value
    variant text the variant as in games
    what text winner or ending
    category text value of that column of games
    games number games
    total number complete games of the setting
    share number games of total
    low number lower end of the Wilson interval
    high number upper end
    """),
)

SWEEP_CURVE = Table(
    "sweep_curve",
    "sweep of one parameter: the score by value, over seeds that have a complete game at each",
    columns_of("""
    value text value of the parameter
    seeds number seeds
    score number score (win 1, draw one half) of the side that scores points
    band_low number lower end of the band that holds at all values at once
    band_high number upper end
    """),
)

TUNE = Table(
    "tune",
    "tune: one row a value played, in rising order",
    columns_of("""
    value number value of the parameter
    variant text the variant as in games
    games number complete games
    score number score (win 1, draw one half) of the side that scores points
    low number lower end of its Wilson interval, for this row alone
    high number upper end
    fitted number score of the closest curve that only rises or only falls
    may_be_wanted flag whether the interval holds the wanted score
    wins number share won by the side that scores points
    wins_low number lower end of its Wilson interval
    wins_high number upper end
    draws number share drawn
    draws_low number lower end of its Wilson interval
    draws_high number upper end
    losses number share lost by the side that scores points
    losses_low number lower end of its Wilson interval
    losses_high number upper end
    distance number share of games that would have to end otherwise to give the wanted shares;
        missing where a score is wanted
    best number share of bootstrap samples of seeds in which this value is the nearest to them
    """),
)

BID = Table(
    "bid",
    "bid: one row a bid, from the games played on beyond the number that wins, if one does",
    columns_of("""
    bid number points added to what the scoring side needs
    points number points it needs then
    games number games in which it has them at some time
    total number complete games
    share number games of total
    low number lower end of the Wilson interval
    high number upper end
    """),
)

SWEEP_TABLES = (SWEEP, SWEEP_VALUES, SWEEP_SHARES, SWEEP_CURVE, TUNE, BID)
