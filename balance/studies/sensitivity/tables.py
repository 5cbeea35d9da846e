"""Tables of the answers of sensitivity and the dead rules."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

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
    all_low number lower end of the interval that holds for all settings at once (Bonferroni)
    all_high number upper end
    p_value number smallest error rate at which the interval leaves out 0, for this setting alone
    p_all number the same for all settings at once
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
    low number lower end of its interval, over trajectories and over all their seeds
    high number upper end
    mu_star number mean absolute effect
    star_low number lower end of its interval over trajectories, on a log scale
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
    first number share of the variance that the parameters cause by this one alone
    first_low number lower end of its interval (Fieller, bootstrap t over rows)
    first_high number upper end
    total number share of that variance with its interplay
    total_low number lower end
    total_high number upper end
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
    changed_bound number share of games changed at most, one-sided (Clopper-Pearson), for this rule
        alone
    changed_bound_all number the same for all rules tested together (Bonferroni)
    flipped number pairs with another winner
    flipped_share number flipped of pairs
    flipped_low number lower end of its Wilson interval
    flipped_high number upper end
    difference number change of the score (win 1, draw one half) of the side that scores points,
        without the rule minus with it
    low number lower end of its interval, for this rule alone
    high number upper end
    p_value number of the score test, for this rule alone
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

SENSITIVITY_TABLES = (
    PARAMETER_EFFECTS,
    LEFT_OUT,
    ELEMENTARY_EFFECTS,
    SOBOL_INDICES,
    RULE_EFFECTS,
    RULES_NOT_TESTED,
)
