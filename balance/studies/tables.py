"""The tables of the studies' answers: every column with its type and meaning.

They stand in ``summary.json`` under ``tables`` and are written by ``balance export``. Differences
are those of a variant minus the first one, or minus the baseline; shares and scores go from 0 to 1.
"""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of, describe

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

PARAMETER_EFFECTS = Table(
    "parameter_effects",
    "sensitivity, one at a time: one row a parameter and setting, largest change first",
    columns_of("""
    parameter text key of the parameter
    title text what it is
    rule text rules that print it
    before text its setting in the baseline
    setting text its setting here
    pairs number complete pairs of games with the baseline
    baseline number mean outcome in the baseline
    changed number mean outcome here
    difference number changed minus baseline
    low number lower end of its interval, for this setting alone
    high number upper end
    p_value number of the paired t test, for this setting alone
    p_holm number the same, adjusted by Holm for all settings
    sd number standard deviation of the difference of a seed
    flipped number pairs with another outcome
    identical number pairs that went alike from beginning to end
    identical_share number identical of pairs; 1 means that it never changed a game
    """),
)

LEFT_OUT = Table(
    "left_out",
    "sensitivity, one at a time: one row a setting that can't be judged",
    columns_of("""
    parameter text key of the parameter
    setting text the setting
    reason text why not
    """),
)

ELEMENTARY_EFFECTS = Table(
    "elementary_effects",
    "sensitivity, Morris: one row a parameter, largest first; effects of its whole range",
    columns_of("""
    parameter text key of the parameter
    title text what it is
    from_setting text first setting of its range
    to_setting text last setting of its range
    trajectories number trajectories that moved it
    mu number mean effect
    low number lower end of its t interval over trajectories
    high number upper end
    mu_star number mean absolute effect
    star_low number lower end of its t interval
    star_high number upper end
    sigma number standard deviation of the effects: interplay, bends and dice
    """),
)

SOBOL_INDICES = Table(
    "sobol_indices",
    "sensitivity, Sobol: one row a parameter, largest total first; missing where the dice hide it",
    columns_of("""
    parameter text key of the parameter
    title text what it is
    from_setting text first setting of its range
    to_setting text last setting of its range
    first number share of the variance by this parameter alone
    first_low number lower end of its bootstrap interval
    first_high number upper end
    total number share of the variance with its interplay
    total_low number lower end
    total_high number upper end
    total_share number share of the sum of the totals
    """),
)

RULE_EFFECTS = Table(
    "rule_effects",
    "dead_rules: one row a rule that was switched off, in printed order",
    columns_of("""
    rule text number of the rule
    title text what it is
    status text dead (its absence changed no game), quiet (no winner) or live
    off text what switched it off
    note text what to know of that
    fired number mean firings a game in the baseline; missing where the tables don't tell
    fired_low number lower end of its t interval
    fired_high number upper end
    fired_share number share of the baseline's games with a firing
    fired_share_low number lower end of its Wilson interval
    fired_share_high number upper end
    pairs number complete pairs of games with and without the rule
    changed number pairs that went otherwise at all
    changed_share number changed of pairs
    changed_low number lower end of its Wilson interval
    changed_high number upper end
    changed_bound number share of games changed at most, one-sided (Clopper-Pearson)
    flipped number pairs with another winner
    flipped_share number flipped of pairs
    flipped_low number lower end of its Wilson interval
    flipped_high number upper end
    difference number change of the score (win 1, draw one half) of the side that scores points,
        without the rule minus with it
    low number lower end of its interval, for this rule alone
    high number upper end
    p_value number of the paired t test, for this rule alone
    p_holm number the same, adjusted by Holm for all rules
    """),
)

RULES_NOT_TESTED = Table(
    "rules_not_tested",
    "dead_rules: one row a rule with something to do in play that was not switched off",
    columns_of("""
    rule text number of the rule
    title text what it is
    reason text why not
    """),
)

TABLES = {
    table.name: table
    for table in (
        VERDICTS,
        OUTCOMES,
        CURVES,
        CHANGES,
        ENDINGS,
        INCIDENCE,
        FLIPPED,
        PARAMETER_EFFECTS,
        LEFT_OUT,
        ELEMENTARY_EFFECTS,
        SOBOL_INDICES,
        RULE_EFFECTS,
        RULES_NOT_TESTED,
    )
}


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
