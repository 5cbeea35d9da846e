"""The tables of the studies' answers: every column with its type and meaning.

They stand in ``summary.json`` under ``tables`` and are written by ``balance export``. Differences
are those of a variant minus the first one, or minus the baseline; shares and scores go from 0 to 1.
"""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of, describe
from balance.studies.contest_tables import CONTEST_TABLES

VERDICTS = Table(
    "verdicts",
    "compare: one row a variant compared with the first one",
    columns_of("""
    variant text the variant
    verdict text favours, no_effect, small_effect (favours, but less than the margin) or undecided
    sentence text the same in words
    side text side that gains, if any
    difference number change of the score (win 1, draw one half) of the side that scores points
    low number lower end of its interval
    high number upper end
    p_value number of the paired t test, adjusted by Holm for all variants; missing when played
        until decided
    pairs number paired seeds
    more_pairs number paired seeds still needed, about; 0 when decided
    flipped number pairs of games with another winner
    identical number pairs of games that went alike from beginning to end
    gain number variance of the difference on independent seeds over that on the same seeds
    """),
)

OUTCOMES = Table(
    "outcomes",
    "compare: one row a variant and outcome, as played (not corrected for a stop)",
    columns_of("""
    variant text the variant
    outcome text score, ending:<ending>, or a column of games
    name text the same in words
    pairs number paired seeds that have it
    first number mean under the first variant
    second number mean under this one
    difference number second minus first
    low number lower end of its t interval, for this row alone
    high number upper end
    p_value number of the paired t test, for this row alone
    sd number standard deviation of the difference of a seed
    gain number variance of the difference on independent seeds over that on the same seeds
    """),
)

CURVES = Table(
    "curves",
    "compare: one row a variant and game turn, of the victory points",
    columns_of("""
    variant text the variant
    column text column of turns
    game_turn number game turn
    pairs number paired seeds
    first number mean under the first variant
    second number mean under this one
    difference number second minus first
    low number lower end of the interval of this turn alone
    high number upper end
    band_low number lower end of the band that holds at all turns at once
    band_high number upper end
    """),
)

CHANGES = Table(
    "changes",
    "compare: one row a variant, winner under the first variant and winner under this one",
    columns_of("""
    variant text the variant
    first text winner under the first variant
    second text winner under this one
    games number pairs
    total number all complete pairs
    share number games of total
    low number lower end of the Wilson interval
    high number upper end
    """),
)

ENDINGS = Table(
    "endings",
    "compare: one row a variant; whether games end by the same causes (Stuart-Maxwell)",
    columns_of("""
    variant text the variant
    statistic number chi-squared
    freedom number degrees of freedom; 0 if no pair ends otherwise
    p_value number chance of such a difference if the causes had the same shares
    pairs number pairs
    """),
)

INCIDENCE = Table(
    "incidence",
    "compare: one row a variant, ending and game turn; games ended so by the end of that turn",
    columns_of("""
    variant text the variant
    ending text ending
    game_turn number game turn
    first number share under the first variant
    second number share under this one
    difference number second minus first
    low number lower end of its interval, for this turn alone
    high number upper end
    """),
)

FLIPPED = Table(
    "flipped",
    "compare: one row a pair of games whose winner changed",
    columns_of("""
    variant text the variant
    seed number seed of both games
    axis text Axis strategy
    soviet text Soviet strategy
    first_winner text winner under the first variant
    second_winner text winner under this one
    first_ending text ending under the first variant
    second_ending text ending under this one
    first_turn number ending turn under the first variant
    second_turn number ending turn under this one
    """),
)

PLAN = Table(
    "plan",
    "plan: one row a precision; times are those of this machine",
    columns_of("""
    half_width number half-width of the interval, or change to be found, of the score
    games number games of one variant to that half-width
    games_seconds number time they take
    pairs number paired games for the difference of two variants to that half-width
    pairs_seconds number time of both games of each pair
    unpaired number games a variant on different seeds for the same
    power_pairs number paired games that find a change as large with the power asked
    power_seconds number time of both games of each pair
    equivalence_pairs number paired games that show there is no such change, with the same power
    equivalence_seconds number time of both games of each pair
    """),
)

BANDS = Table(
    "bands",
    "gate: one row a figure",
    columns_of("""
    figure text score.<side>, share.<winner>, ending.<ending>, faulty, or a column of games
    expected_low number least expected value
    expected_high number greatest expected value
    estimate number what the games came to
    low number lower end of its interval
    high number upper end
    games number games it rests on
    status text inside, doubtful (only the estimate is beyond) or outside (the interval is)
    """),
)

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
    p_value number of the paired t test, adjusted by Holm for all settings
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
    "bid: one row a bid, from the games played on beyond the number that wins",
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

_COMPARE = (VERDICTS, OUTCOMES, CURVES, CHANGES, ENDINGS, INCIDENCE, FLIPPED)
_SWEEP = (SWEEP, SWEEP_VALUES, SWEEP_SHARES, SWEEP_CURVE)
_TUNE = (TUNE, BID)
TABLES = {table.name: table for table in (*_COMPARE, *_SWEEP, *_TUNE, PLAN, BANDS, *CONTEST_TABLES)}


def markdown() -> str:
    """Return the documentation of all tables as Markdown."""
    return describe(TABLES.values())


if __name__ == "__main__":
    from balance.experiments import schema

    print("# The result tables\n")
    print("Written by `python -m balance.studies.tables`.")
    print("A missing value means that the column does not apply to that row.\n")
    print("## Games\n")
    print(schema.markdown())
    print("## Answers of the studies\n")
    print(markdown(), end="")
