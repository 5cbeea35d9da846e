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
    low number lower end of its interval; those of all variants hold together
    high number upper end
    p_value number of the score test that nothing changed, times the number of variants; missing
        when played until decided
    within_low number lower end of the interval of the two one-sided tests, which shows no_effect
        and small_effect where it lies within the margin; missing when played until decided
    within_high number upper end
    p_within number that the change is as large as the margin, times the number of variants
    pairs number paired seeds
    more_pairs number paired seeds still needed to decide with a chance of 80%; 0 when decided
    more_even number the same with a chance of 50%
    more_nearly number the same with a chance of 95%
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
    low number lower end of its interval, for this row alone
    high number upper end
    p_value number of the test behind it, for this row alone
    sd number standard deviation of the difference of a seed
    gain number variance of the difference on independent seeds over that on the same seeds
    """),
)

CURVES = Table(
    "curves",
    "compare: one row a variant, quantity and game turn",
    columns_of("""
    variant text the variant
    column text quantity, a column of turns
    game_turn number game turn
    pairs number paired seeds
    first number mean under the first variant
    second number mean under this one
    difference number second minus first
    low number lower end of the interval of this turn alone
    high number upper end
    band_low number lower end of the band that holds at all turns of the quantity at once
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

ENDING_PLACES = Table(
    "ending_places",
    "compare: one row a variant, ending, hex that ended a game and game turn",
    columns_of("""
    variant text the variant
    ending text ending
    hex text hex that ended the game
    game_turn number game turn; 0 for the whole game
    pairs number pairs
    first number games under the first variant
    second number games under this one
    difference number change of their share of all pairs
    low number lower end of its interval, for this row alone
    high number upper end
    """),
)

PLACES = Table(
    "places",
    "compare: one row a variant, hex and measure; needs the events (--detail events)",
    columns_of("""
    variant text the variant
    what text points (that the hex gives at the end), taken (at any time), turn (of the first
        capture; never counts as the turn after the last) or held (at the end), all of the side that
        scores points
    hex text hex
    place text its name
    pairs number paired seeds
    first number mean under the first variant
    second number mean under this one
    difference number second minus first
    low number lower end of its interval, for this row alone
    high number upper end
    p_value number of the score test (of the paired t test for turns), for this row alone
    p_holm number the same, adjusted by Holm for all rows of the measure
    """),
)

PARTINGS = Table(
    "partings",
    "compare: one row a pair of games; where they part (by the turns where no events were kept)",
    columns_of("""
    variant text the variant
    seed number seed of both games
    axis text Axis strategy
    soviet text Soviet strategy
    flipped number 1 if another side won, else 0
    game_turn number game turn of the first event that differs; missing if the games went alike
    player_turn text player turn of it
    phase text phase of it
    first_kind text kind of that event under the first variant; empty if its game has none left
    first_hex text its hex
    first_unit text its unit
    second_kind text kind of the event that this variant has there
    second_hex text its hex
    second_unit text its unit
    """),
)

SEPARATING = Table(
    "separating",
    "compare: one row a variant and event that only one game of some pairs has; those that part "
    "flipped pairs most from the others first (needs --detail events and 5 pairs of both)",
    columns_of("""
    variant text the variant
    event text the event in words
    kind text kind of event
    hex text hex, if events of this kind are told apart by it
    value number value likewise: number of the side that took it
    flipped number flipped pairs of which only one game has it
    flipped_pairs number all flipped pairs
    flipped_share number share of them
    flipped_low number lower end of its Wilson interval
    flipped_high number upper end
    others number other pairs of which only one game has it
    other_pairs number all other pairs
    other_share number share of them
    other_low number lower end of its Wilson interval
    other_high number upper end
    difference number flipped share minus other share
    low number lower end of its interval (Newcombe), for this event alone
    high number upper end
    p_value number of Fisher's exact test, for this event alone; pairs count as independent
    p_holm number the same, adjusted by Holm for all events of the variant
    won_with number flipped pairs with it of which the game that has it was won by the side that
        scores points
    with_total number of so many
    """),
)

COMPARE_TABLES = (
    VERDICTS,
    OUTCOMES,
    CURVES,
    CHANGES,
    ENDINGS,
    INCIDENCE,
    ENDING_PLACES,
    PLACES,
    FLIPPED,
    PARTINGS,
    SEPARATING,
)
