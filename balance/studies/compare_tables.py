"""Tables of a comparison's answer."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

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

COMPARE_TABLES = (VERDICTS, OUTCOMES, CURVES, CHANGES, ENDINGS, INCIDENCE, FLIPPED)
